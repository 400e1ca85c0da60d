//! File permissions: only the owner may read the files, since they hold the seeds of running games.

use crate::StoreError;
use std::fs::{self, File, OpenOptions};
use std::io::{Error, Result};
use std::path::Path;

/// Prefixes of the names of our files.
const OURS: [&str; 2] = ["orrery.", "before-restore-"];

fn belongs_to_server(name: &str) -> bool {
    OURS.iter().any(|start| name.starts_with(start))
}

/// Creates the data directory if needed, and makes it readable for its owner only.
///
/// # Errors
/// If that fails: every user of the machine could predict the dice.
pub(super) fn secure_folder(folder: &Path) -> std::result::Result<(), StoreError> {
    let why = |error: Error| {
        let place = folder.display();
        StoreError::Unavailable(format!(
            "cannot make {place} private: {error}; run as its owner or pass --data DIR"
        ))
    };
    create_folder(folder)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", folder.display())))?;
    protect(folder).map_err(why)
}

/// Restricts all our files, and the folder itself unless it contains other files.
fn protect(folder: &Path) -> Result<()> {
    let mut all_ours = true;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(belongs_to_server) {
            restrict(&entry.path(), FILE)?;
        } else {
            all_ours = false;
        }
    }
    if all_ours { restrict(folder, FOLDER) } else { Ok(()) }
}

/// Mode of our files.
const FILE: u32 = 0o600;
/// Mode of our folder.
const FOLDER: u32 = 0o700;

/// Creates a file that only its owner may read.
pub(super) fn create_file(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE);
    options.open(path)
}

/// Makes a file readable for its owner only.
pub(super) fn secure_file(path: &Path) -> Result<()> {
    restrict(path, FILE)
}

fn create_folder(folder: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER);
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
