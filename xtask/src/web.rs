//! The web client: its packages, its build, and its tests.

use crate::{Done, process, project};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where it lies.
#[must_use]
pub fn folder() -> PathBuf {
    project::root().join("web")
}

/// Installs what `package-lock.json` names, unless it is there.
///
/// # Errors
///
/// Node is missing, or the packages cannot be had.
pub fn have_packages() -> Done {
    let (lock, installed) = ("package-lock.json", "node_modules/.package-lock.json");
    let age = |file: &str| folder().join(file).metadata().and_then(|it| it.modified()).ok();
    if age(installed) >= age(lock) && age(installed).is_some() {
        return Ok(());
    }
    println!("web: installing the packages of web/package-lock.json");
    process::quiet(&mut npm(&["install", "--no-save", "--no-audit", "--no-fund"])).map(drop)
}

/// npm with these arguments, to be run in `web`.
#[must_use]
pub fn npm(arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.args(arguments).current_dir(folder());
    npm
}

/// How many bytes a file has when it is sent compressed by gzip.
///
/// # Errors
///
/// It cannot be read.
pub fn packed_size(file: &Path) -> Done<usize> {
    let output = Command::new("gzip").args(["-9", "--stdout"]).arg(file).output();
    let output = output.map_err(|error| format!("gzip cannot be started: {error}"))?;
    if output.status.success() {
        Ok(output.stdout.len())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}
