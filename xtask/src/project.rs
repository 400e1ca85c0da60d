//! Where things are, and how cargo is called.

use crate::{Done, process};
use std::env;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

/// The root of the workspace.
#[must_use]
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Where cargo builds: `CARGO_TARGET_DIR`, or `target` in the root.
#[must_use]
pub fn target_dir() -> PathBuf {
    chosen_target_dir().unwrap_or_else(|| root().join("target"))
}

/// A program, to be run in the root as if a person had called it. What `cargo run` says about this
/// package is not passed on: build scripts that look at it would have everything built anew.
#[must_use]
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    for (name, _) in env::vars_os() {
        let told = name.to_string_lossy();
        if told.starts_with("CARGO_PKG_") || told.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    if let Some(folder) = chosen_target_dir() {
        command.env("CARGO_TARGET_DIR", folder);
    }
    command
}

/// Cargo with these arguments, to be run in the root.
#[must_use]
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = command("cargo");
    command.args(arguments);
    command
}

/// The binary as the tests have built it, so that nothing is built anew for a step after them. It
/// takes the client from `web/dist` as it is.
///
/// # Errors
///
/// It does not build.
pub fn orrery() -> Done<PathBuf> {
    // A test of the binary needs it just so; `build` would leave out what only tests ask of libraries.
    process::show(&mut cargo(&["test", "--quiet", "--workspace", "--no-run", "--test", "cli"]))?;
    Ok(target_dir().join("debug/orrery"))
}

/// Returns the version of Rust that the workspace needs, such as `1.95`.
///
/// # Errors
///
/// `Cargo.toml` does not name it.
pub fn rust_version() -> Done<String> {
    let file = root().join("Cargo.toml");
    let text = std::fs::read_to_string(&file).map_err(|error| failed(&file, error))?;
    let version = text.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let version = version.map(|version| version.trim_matches('"').to_owned());
    version.ok_or_else(|| format!("{} names no rust-version", file.display()))
}

/// Returns what a folder holds.
///
/// # Errors
///
/// It cannot be read.
pub fn entries(folder: &Path) -> Done<Vec<PathBuf>> {
    let read = std::fs::read_dir(folder).map_err(|error| failed(folder, error))?;
    Ok(read.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

/// Says what is wrong with a file or folder.
#[must_use]
pub fn failed(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn chosen_target_dir() -> Option<PathBuf> {
    env::var_os("CARGO_TARGET_DIR").and_then(|folder| absolute(folder).ok())
}
