//! Writes rows as Snappy-compressed Parquet.
//!
//! Row groups have a fixed size, so memory stays bounded.

use super::frame::{ColumnType, Field, Frame, NO_NUMBER, NO_TEXT, StringTable, Values};
use anyhow::Result;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use std::fs::File;
use std::sync::Arc;

/// A Parquet file that is being written.
pub(crate) struct ParquetFile {
    writer: SerializedFileWriter<File>,
    fields: Vec<Field>,
    texts: Arc<StringTable>,
    /// Rows of the next row group.
    waiting: Frame,
    group: usize,
}

impl ParquetFile {
    /// Creates a file with row groups of `group` rows.
    pub(crate) fn new(
        file: File,
        fields: Vec<Field>,
        group: usize,
        texts: Arc<StringTable>,
    ) -> Result<Self> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_created_by(format!("orrery {}", env!("CARGO_PKG_VERSION")))
            .build();
        let writer = SerializedFileWriter::new(file, schema(&fields)?, Arc::new(properties))?;
        let waiting = Frame::new(&fields);
        Ok(Self { writer, fields, texts, waiting, group })
    }

    /// Appends rows, and writes each row group when it is full.
    pub(crate) fn put(&mut self, frame: &Frame) -> Result<()> {
        let mut taken = 0;
        while taken < frame.rows() {
            let room = self.group - self.waiting.rows();
            let end = frame.rows().min(taken + room);
            self.waiting.append(frame, taken..end);
            taken = end;
            if self.waiting.rows() == self.group {
                self.write_group()?;
            }
        }
        Ok(())
    }

    /// Writes the last row group and the footer.
    pub(crate) fn close(mut self) -> Result<()> {
        if self.waiting.rows() > 0 {
            self.write_group()?;
        }
        self.writer.close()?;
        Ok(())
    }

    fn write_group(&mut self) -> Result<()> {
        let texts: Vec<ByteArray> =
            self.texts.all().into_iter().map(|text| ByteArray::from(text.into_bytes())).collect();
        let mut group = self.writer.next_row_group()?;
        for (field, values) in self.fields.iter().zip(self.waiting.columns()) {
            let Some(mut column) = group.next_column()? else { break };
            write_column(&mut column, field.optional, values, &texts)?;
            column.close()?;
        }
        group.close()?;
        self.waiting.truncate(0);
        Ok(())
    }
}

fn write_column(
    column: &mut SerializedColumnWriter<'_>,
    optional: bool,
    values: &Values,
    texts: &[ByteArray],
) -> Result<()> {
    match values {
        Values::Int(values) => {
            write_present::<Int32Type, _>(column, optional, values, |v| *v != i32::MIN, |v| *v)
        }
        Values::Long(values) => {
            write_present::<Int64Type, _>(column, optional, values, |v| *v != NO_NUMBER, |v| *v)
        }
        Values::Text(values) => {
            let text = |v: &u16| texts[*v as usize].clone();
            write_present::<ByteArrayType, _>(column, optional, values, |v| *v != NO_TEXT, text)
        }
    }
}

/// Writes the present values and their definition levels, in batches.
fn write_present<D: DataType, V>(
    column: &mut SerializedColumnWriter<'_>,
    optional: bool,
    values: &[V],
    is_there: impl Fn(&V) -> bool,
    value: impl Fn(&V) -> D::T,
) -> Result<()> {
    let writer = column.typed::<D>();
    for batch in values.chunks(4096) {
        if optional {
            let levels: Vec<i16> = batch.iter().map(|v| i16::from(is_there(v))).collect();
            let there: Vec<D::T> = batch.iter().filter(|v| is_there(v)).map(&value).collect();
            writer.write_batch(&there, Some(&levels), None)?;
        } else {
            let all: Vec<D::T> = batch.iter().map(&value).collect();
            writer.write_batch(&all, None, None)?;
        }
    }
    Ok(())
}

fn schema(fields: &[Field]) -> Result<TypePtr> {
    let columns = fields.iter().map(|field| Ok(Arc::new(column_type(field)?)));
    let columns = columns.collect::<Result<Vec<_>>>()?;
    Ok(Arc::new(Type::group_type_builder("orrery").with_fields(columns).build()?))
}

fn column_type(field: &Field) -> Result<Type> {
    let (physical, logical) = match field.kind {
        ColumnType::Int => (Physical::INT32, None),
        ColumnType::Long => (Physical::INT64, None),
        ColumnType::Seed => (Physical::INT64, Some(LogicalType::integer(64, false))),
        ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let repetition = if field.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let builder = Type::primitive_type_builder(&field.name, physical);
    Ok(builder.with_repetition(repetition).with_logical_type(logical).build()?)
}
