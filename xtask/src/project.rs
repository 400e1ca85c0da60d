//! Where things are, and how cargo is called.

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

/// A program, to be run in the root.
#[must_use]
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
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

fn chosen_target_dir() -> Option<PathBuf> {
    env::var_os("CARGO_TARGET_DIR").and_then(|folder| absolute(folder).ok())
}
