//! Writes rows as CSV (RFC 4180, but with LF line endings). Nulls become empty fields.

use anyhow::{Result, bail};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt64Type};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Schema};
use std::fs::File;
use std::io::{BufWriter, Write};

/// A CSV file that is being written.
pub(crate) struct CsvFile {
    out: BufWriter<File>,
}

impl CsvFile {
    /// Creates the file and writes the header.
    pub(crate) fn new(file: File, schema: &Schema) -> Result<Self> {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        writeln!(out, "{}", names.join(","))?;
        Ok(Self { out })
    }

    /// Appends rows.
    pub(crate) fn put(&mut self, rows: &RecordBatch) -> Result<()> {
        for row in 0..rows.num_rows() {
            for (i, column) in rows.columns().iter().enumerate() {
                if i > 0 {
                    self.out.write_all(b",")?;
                }
                self.put_value(column, row)?;
            }
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn put_value(&mut self, column: &ArrayRef, row: usize) -> Result<()> {
        if column.is_null(row) {
            return Ok(());
        }
        match column.data_type() {
            DataType::Int32 => {
                write!(self.out, "{}", column.as_primitive::<Int32Type>().value(row))
            }
            DataType::Int64 => {
                write!(self.out, "{}", column.as_primitive::<Int64Type>().value(row))
            }
            DataType::UInt64 => {
                write!(self.out, "{}", column.as_primitive::<UInt64Type>().value(row))
            }
            DataType::Utf8 => put_text(&mut self.out, column.as_string::<i32>().value(row)),
            other => bail!("no CSV for a column of type {other}"),
        }
        .map_err(Into::into)
    }

    /// Flushes the file.
    pub(crate) fn close(mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }
}

/// Writes a string; quotes it if it contains a comma, a quote or a line break.
fn put_text(out: &mut impl Write, text: &str) -> std::io::Result<()> {
    if text.contains([',', '"', '\n', '\r']) {
        write!(out, "\"{}\"", text.replace('"', "\"\""))
    } else {
        out.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::put_text;

    #[test]
    fn texts_are_quoted_where_needed() {
        let text = |text: &str| {
            let mut out = Vec::new();
            put_text(&mut out, text).expect("memory can be written");
            String::from_utf8(out).expect("text")
        };
        assert_eq!(text("cmd:./bot"), "cmd:./bot");
        assert_eq!(text("cmd:./bot a,\"b\""), "\"cmd:./bot a,\"\"b\"\"\"");
    }
}
