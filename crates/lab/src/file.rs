//! Writes files atomically: to a temporary file, which is renamed when it is complete.

use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file in progress; deleted on drop unless [`PartialFile::keep`] is called.
#[derive(Debug)]
pub(crate) struct PartialFile {
    target: PathBuf,
    /// The temporary name; `None` for pipes and devices, which are written directly.
    part: Option<PathBuf>,
}

impl PartialFile {
    /// Opens `target.part` for writing; opens pipes and devices directly.
    pub(crate) fn open(target: &Path) -> Result<(Self, File)> {
        // Resolve a symbolic link, so that its target is replaced and not the link.
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

    /// Renames the complete file to its target.
    pub(crate) fn keep(mut self) -> Result<()> {
        let Some(part) = self.part.take() else { return Ok(()) };
        let renamed = std::fs::rename(&part, &self.target);
        if renamed.is_err() {
            self.part = Some(part);
        }
        renamed.with_context(|| format!("cannot write {}", self.target.display()))
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // The file may be gone already, and `drop` cannot report errors.
            let _ = std::fs::remove_file(part);
        }
    }
}

/// Writes a complete text and renames the file to its target.
pub(crate) fn write_whole(opened: (PartialFile, File), text: &str) -> Result<()> {
    write_bytes(opened, text.as_bytes())
}

/// Writes the complete content and renames the file to its target.
pub(crate) fn write_bytes((part, mut file): (PartialFile, File), bytes: &[u8]) -> Result<()> {
    let written = file.write_all(bytes).and_then(|()| file.flush());
    written.with_context(|| format!("cannot write {}", part.target.display()))?;
    part.keep()
}
