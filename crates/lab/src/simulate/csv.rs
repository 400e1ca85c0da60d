//! Writes rows as CSV (RFC 4180, with line feeds only). Absent values are empty.

use super::frame::{ColumnType, Field, Frame, NO_NUMBER, NO_TEXT, StringTable, Values};
use anyhow::Result;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::Arc;

/// A CSV file that is being written.
pub(crate) struct CsvFile {
    out: BufWriter<File>,
    fields: Vec<Field>,
    texts: Arc<StringTable>,
    /// The string table with quotes where needed.
    quoted: Vec<String>,
}

impl CsvFile {
    /// Creates the file and writes the header.
    pub(crate) fn new(file: File, fields: Vec<Field>, texts: Arc<StringTable>) -> Result<Self> {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        writeln!(out, "{}", names.join(","))?;
        Ok(Self { out, fields, texts, quoted: Vec::new() })
    }

    /// Appends rows.
    pub(crate) fn put(&mut self, frame: &Frame) -> Result<()> {
        self.quoted = self.texts.all().iter().map(|text| quote(text)).collect();
        for row in 0..frame.rows() {
            for (i, (field, values)) in self.fields.iter().zip(frame.columns()).enumerate() {
                if i > 0 {
                    self.out.write_all(b",")?;
                }
                write_value(&mut self.out, field.kind, &self.quoted, values, row)?;
            }
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Flushes the file.
    pub(crate) fn close(mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }
}

fn write_value(
    out: &mut impl Write,
    kind: ColumnType,
    texts: &[String],
    values: &Values,
    row: usize,
) -> std::io::Result<()> {
    match values {
        Values::Int(values) if values[row] == i32::MIN => Ok(()),
        Values::Int(values) => write!(out, "{}", values[row]),
        Values::Long(values) if kind == ColumnType::Seed => {
            write!(out, "{}", values[row].cast_unsigned())
        }
        Values::Long(values) if values[row] == NO_NUMBER => Ok(()),
        Values::Long(values) => write!(out, "{}", values[row]),
        Values::Text(values) if values[row] == NO_TEXT => Ok(()),
        Values::Text(values) => out.write_all(texts[values[row] as usize].as_bytes()),
    }
}

/// Quotes a text that contains a comma, a quote or a line end.
fn quote(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
