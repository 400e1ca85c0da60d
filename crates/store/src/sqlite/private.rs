//! Who may read the files: they hold the seeds of running games, so only their owner may.

use crate::StoreError;
use std::fs::{self, File, OpenOptions};
use std::io::{Error, Result};
use std::path::Path;

/// How the names of our files begin.
const OURS: [&str; 2] = ["orrery.", "before-restore-"];

fn is_ours(name: &str) -> bool {
    OURS.iter().any(|start| name.starts_with(start))
}

/// Makes the data directory if there is none, and has only its owner read what is in it.
///
/// # Errors
/// If that cannot be: then everybody on the machine could foresee the dice.
pub(super) fn folder(folder: &Path) -> std::result::Result<(), StoreError> {
    let why = |error: Error| {
        let place = folder.display();
        StoreError::Away(format!(
            "cannot make {place} private: {error}; run as its owner or pass --data DIR"
        ))
    };
    make(folder).map_err(|error| StoreError::Away(format!("{}: {error}", folder.display())))?;
    protect(folder).map_err(why)
}

/// Every file of ours; and the folder itself, unless it is also for other things.
fn protect(folder: &Path) -> Result<()> {
    let mut all_ours = true;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_ours) {
            restrict(&entry.path(), FILE)?;
        } else {
            all_ours = false;
        }
    }
    if all_ours { restrict(folder, FOLDER) } else { Ok(()) }
}

/// What an owner may do with a file, and with a folder.
const FILE: u32 = 0o600;
const FOLDER: u32 = 0o700;

/// A new file that only its owner may read.
pub(super) fn create(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE);
    options.open(path)
}

/// Has only its owner read a file of ours.
pub(super) fn file(path: &Path) -> Result<()> {
    restrict(path, FILE)
}

fn make(folder: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER);
    builder.create(folder)
}

/// Takes away what others may do, if they may do anything.
#[cfg(unix)]
fn restrict(path: &Path, mode: u32) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let found = fs::metadata(path)?.permissions().mode();
    if found & 0o077 == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// Elsewhere the data directory is in the user's own, which others cannot read.
#[cfg(not(unix))]
fn restrict(_: &Path, _: u32) -> Result<()> {
    Ok(())
}
