//! A file of rows; its extension selects the format.

use super::csv::CsvFile;
use super::parquet::ParquetFile;
use crate::file::PartialFile;
use anyhow::{Context, Result, bail};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::path::Path;

/// A file of rows that is being written.
pub(crate) struct RowFile {
    part: PartialFile,
    format: Format,
    /// Number of rows written.
    rows: u64,
    name: String,
}

enum Format {
    Csv(CsvFile),
    Parquet(Box<ParquetFile>),
}

impl RowFile {
    /// Creates a file with these columns; its extension selects the format.
    pub(crate) fn create(path: &Path, schema: &SchemaRef, group: usize) -> Result<Self> {
        let extension =
            path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !["csv", "parquet"].contains(&extension) {
            bail!("cannot write {}: the file name must end in .parquet or .csv", path.display());
        }
        let (part, file) = PartialFile::open(path)?;
        let name = path.display().to_string();
        let format = if extension == "csv" {
            CsvFile::new(file, schema).map(Format::Csv)
        } else {
            ParquetFile::new(file, schema, group).map(|file| Format::Parquet(Box::new(file)))
        };
        let format = format.with_context(|| format!("cannot write {name}"))?;
        Ok(Self { part, format, rows: 0, name })
    }

    /// Appends rows.
    pub(crate) fn put(&mut self, rows: RecordBatch) -> Result<()> {
        self.rows += rows.num_rows() as u64;
        let written = match &mut self.format {
            Format::Csv(file) => file.put(&rows),
            Format::Parquet(file) => file.put(rows),
        };
        written.with_context(|| format!("cannot write {}", self.name))
    }

    /// Completes the file and returns its name and number of rows.
    pub(crate) fn finish(self) -> Result<(String, u64)> {
        let Self { part, format, rows, name } = self;
        let closed = match format {
            Format::Csv(file) => file.close(),
            Format::Parquet(file) => file.close(),
        };
        closed.with_context(|| format!("cannot write {name}"))?;
        part.keep()?;
        Ok((name, rows))
    }
}
