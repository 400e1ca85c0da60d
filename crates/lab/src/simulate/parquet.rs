//! Writes rows as Snappy-compressed Parquet.
//!
//! Row groups have a fixed size. This bounds the memory, and the file does not depend on the sizes
//! of the batches.

use anyhow::Result;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use arrow_select::coalesce::BatchCoalescer;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::Compression;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use std::fs::File;
use std::sync::Arc;

/// A Parquet file that is being written.
pub(crate) struct ParquetFile {
    writer: ArrowWriter<File>,
    /// Collects the rows of the next row group.
    group: BatchCoalescer,
}

impl ParquetFile {
    /// Creates a file with row groups of `group` rows.
    pub(crate) fn new(file: File, schema: &SchemaRef, group: usize) -> Result<Self> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_created_by(format!("orrery {}", env!("CARGO_PKG_VERSION")))
            .build();
        let options = ArrowWriterOptions::new()
            .with_properties(properties)
            .with_skip_arrow_metadata(true)
            .with_schema_root("orrery".to_owned());
        let writer = ArrowWriter::try_new_with_options(file, Arc::clone(schema), options)?;
        Ok(Self { writer, group: BatchCoalescer::new(Arc::clone(schema), group) })
    }

    /// Appends rows, and writes each row group when it is full.
    pub(crate) fn put(&mut self, rows: RecordBatch) -> Result<()> {
        self.group.push_batch(rows)?;
        self.write_groups()
    }

    /// Writes the last row group and the footer.
    pub(crate) fn close(mut self) -> Result<()> {
        self.group.finish_buffered_batch()?;
        self.write_groups()?;
        self.writer.close()?;
        Ok(())
    }

    fn write_groups(&mut self) -> Result<()> {
        while let Some(group) = self.group.next_completed_batch() {
            self.writer.write(&group)?;
            self.writer.flush()?;
        }
        Ok(())
    }
}
