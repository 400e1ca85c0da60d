//! File permissions: only the owner may read the files.
//!
//! The files contain the seeds of running games.

use crate::StoreError;
use std::fs::{self, File, OpenOptions};
use std::io::{Error, Result};
use std::path::Path;

/// Prefixes of the names of the store's files.
const PREFIXES: [&str; 2] = ["orrery.", "before-restore-"];

fn belongs_to_store(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Creates the data directory if needed, and makes the store's files readable for their owner only.
///
/// The directory itself becomes private, too, unless it contains other files.
///
/// # Errors
/// If the permissions cannot be set, since then every user of the machine could predict the dice.
pub(super) fn secure_folder(folder: &Path) -> std::result::Result<(), StoreError> {
    let not_private = |error: Error| {
        let place = folder.display();
        StoreError::Unavailable(format!(
            "cannot make {place} private: {error}; run as its owner or pass --data DIR"
        ))
    };
    create_folder(folder)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", folder.display())))?;
    protect(folder).map_err(not_private)
}

/// Restricts all files of the store, and the folder itself unless it contains other files.
fn protect(folder: &Path) -> Result<()> {
    let mut only_store_files = true;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(belongs_to_store) {
            restrict(&entry.path(), FILE_MODE)?;
        } else {
            only_store_files = false;
        }
    }
    if only_store_files { restrict(folder, FOLDER_MODE) } else { Ok(()) }
}

/// Mode of the store's files.
const FILE_MODE: u32 = 0o600;
/// Mode of the data directory.
const FOLDER_MODE: u32 = 0o700;

/// Creates a file that only its owner may read.
pub(super) fn create_file(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    options.open(path)
}

/// Makes a file readable for its owner only.
pub(super) fn secure_file(path: &Path) -> Result<()> {
    restrict(path, FILE_MODE)
}

fn create_folder(folder: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.create(folder)
}

/// Sets the mode of a file or folder if other users have any permission.
#[cfg(unix)]
fn restrict(path: &Path, mode: u32) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let found = fs::metadata(path)?.permissions().mode();
    if found & 0o077 == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// Does nothing: on other systems the data directory is inside the user's private directory.
#[cfg(not(unix))]
fn restrict(_: &Path, _: u32) -> Result<()> {
    Ok(())
}
