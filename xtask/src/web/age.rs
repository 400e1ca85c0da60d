//! Decides by modification time whether the web client must be built again, like `make`.

use std::fs::{self, DirEntry};
use std::path::Path;
use std::time::SystemTime;

/// Entries of `web` that are not part of the client: generated directories and tests.
const EXCLUDED: [&str; 4] = ["dist", "dist-probe", "node_modules", "tests"];

/// Returns whether the client in this directory was built after its last change.
#[must_use]
pub fn is_current(folder: &Path) -> bool {
    let built = modified(&folder.join("dist/index.html"));
    let parts = entries(folder).filter(|it| !EXCLUDED.iter().any(|name| it.file_name() == *name));
    built.is_some() && parts.filter_map(|part| newest(&part.path())).max() <= built
}

/// Returns the latest modification time of a path and everything in it.
///
/// A deletion changes the modification time of its directory.
fn newest(path: &Path) -> Option<SystemTime> {
    let below = entries(path).filter_map(|entry| newest(&entry.path()));
    below.chain(modified(path)).max()
}

fn entries(folder: &Path) -> impl Iterator<Item = DirEntry> {
    fs::read_dir(folder).into_iter().flatten().flatten()
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|it| it.modified()).ok()
}
