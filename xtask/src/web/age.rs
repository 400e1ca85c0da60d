//! Decides by modification time whether the web client must be built again, like `make`.

use std::fs::{self, DirEntry};
use std::path::Path;
use std::time::SystemTime;

/// Entries of `web` that are not part of the client: generated directories and tests.
const LEFT_OUT: [&str; 4] = ["dist", "dist-probe", "node_modules", "tests"];

/// Returns whether the client in this directory was built after its last change.
#[must_use]
pub fn is_current(folder: &Path) -> bool {
    let built = age(&folder.join("dist/index.html"));
    let parts = entries(folder).filter(|it| !LEFT_OUT.iter().any(|name| it.file_name() == *name));
    built.is_some() && parts.filter_map(|part| newest(&part.path())).max() <= built
}

/// Returns the last modification of this or anything in it; a deletion changes the directory.
fn newest(path: &Path) -> Option<SystemTime> {
    let within = entries(path).filter_map(|entry| newest(&entry.path()));
    within.chain(age(path)).max()
}

fn entries(folder: &Path) -> impl Iterator<Item = DirEntry> {
    fs::read_dir(folder).into_iter().flatten().flatten()
}

fn age(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|it| it.modified()).ok()
}
