//! Whether what was built is as new as what it was built from, as `make` sees it.

use std::fs::{self, DirEntry};
use std::path::Path;
use std::time::SystemTime;

/// What is in `web` and not a part of the client: what is made there, and its tests.
const LEFT_OUT: [&str; 4] = ["dist", "dist-probe", "node_modules", "tests"];

/// Whether the client in this folder was built after the last change to it.
#[must_use]
pub fn is_current(folder: &Path) -> bool {
    let built = age(&folder.join("dist/index.html"));
    let parts = entries(folder).filter(|it| !LEFT_OUT.iter().any(|name| it.file_name() == *name));
    built.is_some() && parts.filter_map(|part| newest(&part.path())).max() <= built
}

/// When this was changed, or anything in it; a file that was taken away changes its folder.
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
