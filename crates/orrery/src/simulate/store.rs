//! Files that are whole or not there: written under another name, renamed when complete.

use super::csv::CsvFile;
use super::frame::{Field, Frame, Texts};
use super::parquet::ParquetFile;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of a file in the making; it is removed again unless [`Part::keep`] is called.
#[derive(Debug)]
pub(crate) struct Part {
    target: PathBuf,
    /// `None`: the target is no ordinary file, and is written directly.
    part: Option<PathBuf>,
}

impl Part {
    /// Opens `target.part` for writing; pipes and devices are opened as they are.
    pub(crate) fn open(target: &Path) -> Result<(Self, File)> {
        // A link stays a link: what it points to is replaced.
        let target = target.canonicalize().unwrap_or_else(|_| target.to_owned());
        let special = target.metadata().is_ok_and(|meta| !meta.is_file() && !meta.is_dir());
        if target.is_dir() {
            bail!("cannot write {}: it is a directory", target.display());
        }
        let mut name = target.clone().into_os_string();
        name.push(".part");
        let part = (!special).then(|| PathBuf::from(name));
        let opened = match &part {
            Some(part) => File::create(part),
            None => File::options().write(true).open(&target),
        };
        let file = opened.with_context(|| format!("cannot write {}", target.display()))?;
        Ok((Self { target, part }, file))
    }

    /// The file is complete: it gets its name.
    pub(crate) fn keep(mut self) -> Result<()> {
        let Some(part) = self.part.take() else { return Ok(()) };
        let renamed = std::fs::rename(&part, &self.target);
        if renamed.is_err() {
            self.part = Some(part);
        }
        renamed.with_context(|| format!("cannot write {}", self.target.display()))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // It may be gone already; there is nobody left to tell.
            let _ = std::fs::remove_file(part);
        }
    }
}

/// Writes a whole file at once.
pub(crate) fn write_whole((part, mut file): (Part, File), text: &str) -> Result<()> {
    let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
    written.with_context(|| format!("cannot write {}", part.target.display()))?;
    part.keep()
}

/// A table of rows that is being written.
pub(crate) struct Store {
    part: Part,
    format: Format,
    /// The rows written so far.
    rows: u64,
    name: String,
}

enum Format {
    Csv(CsvFile),
    Parquet(Box<ParquetFile>),
}

impl Store {
    /// A file of these columns; its ending says in which format.
    pub(crate) fn create(
        path: &Path,
        fields: Vec<Field>,
        group: usize,
        texts: Arc<Texts>,
    ) -> Result<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if !["csv", "parquet"].contains(&ending) {
            bail!("{}: rows are written as .parquet or .csv", path.display());
        }
        let (part, file) = Part::open(path)?;
        let name = path.display().to_string();
        let format = if ending == "csv" {
            CsvFile::new(file, fields, texts).map(Format::Csv)
        } else {
            ParquetFile::new(file, fields, group, texts).map(|made| Format::Parquet(Box::new(made)))
        };
        let format = format.with_context(|| format!("cannot write {name}"))?;
        Ok(Self { part, format, rows: 0, name })
    }

    /// Appends rows.
    pub(crate) fn put(&mut self, frame: &Frame) -> Result<()> {
        let written = match &mut self.format {
            Format::Csv(file) => file.put(frame),
            Format::Parquet(file) => file.put(frame),
        };
        self.rows += frame.rows() as u64;
        written.with_context(|| format!("cannot write {}", self.name))
    }

    /// Completes the file; says its name and how many rows it has.
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
