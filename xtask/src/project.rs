//! Paths of the project, and commands that run in its root.

use crate::{TaskResult, process};
use std::env;
use std::fs::File;
use std::io::IsTerminal;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;
use std::sync::LazyLock;

/// Returns the root of the workspace.
///
/// Cargo passes the directory of this package at run time. The one from compile time may be outdated,
/// because cargo does not compile again after the checkout was moved.
#[must_use]
pub fn root() -> &'static Path {
    static PACKAGE: LazyLock<PathBuf> = LazyLock::new(|| {
        env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into()).into()
    });
    PACKAGE.parent().unwrap_or(&PACKAGE)
}

/// Returns cargo's build directory: `CARGO_TARGET_DIR`, or `target` in the root.
#[must_use]
pub fn target_dir() -> PathBuf {
    configured_target_dir().unwrap_or_else(|| root().join("target"))
}

/// Returns a command that runs in the root of the workspace.
///
/// It does not inherit the variables that `cargo run` sets for this package, because cargo would then
/// run build scripts again and rebuild everything.
#[must_use]
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    if let Some(folder) = configured_target_dir() {
        command.env("CARGO_TARGET_DIR", folder);
    }
    command
}

/// Returns a cargo command that runs in the root.
#[must_use]
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = command("cargo");
    command.args(arguments);
    command
}

/// Returns `cargo build`, which shows its progress on a terminal and only problems elsewhere.
#[must_use]
pub fn cargo_build() -> Command {
    let mut build = cargo(&["build"]);
    if !std::io::stderr().is_terminal() {
        build.arg("--quiet");
    }
    build
}

/// Builds the binary exactly as the tests do, so that later steps reuse it, and returns its path.
///
/// The binary reads the web client from `web/dist` at run time.
///
/// # Errors
///
/// If the binary does not build.
pub fn build_binary() -> TaskResult<PathBuf> {
    // `cargo build` would select fewer features of the libraries, and rebuild them.
    process::show(&mut cargo(&["test", "--quiet", "--workspace", "--no-run", "--test", "cli"]))?;
    Ok(target_dir().join("debug/orrery"))
}

/// Returns the Rust version that the workspace needs, such as `1.95`.
///
/// # Errors
///
/// If `Cargo.toml` does not name it.
pub fn rust_version() -> TaskResult<String> {
    let file = root().join("Cargo.toml");
    let text = std::fs::read_to_string(&file).map_err(|error| failed(&file, error))?;
    let version = text.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let version = version.map(|version| version.trim_matches('"').to_owned());
    version.ok_or_else(|| format!("{} names no rust-version", file.display()))
}

/// Returns the entries of a directory.
///
/// # Errors
///
/// If the directory cannot be read.
pub fn entries(folder: &Path) -> TaskResult<Vec<PathBuf>> {
    let read = std::fs::read_dir(folder).map_err(|error| failed(folder, error))?;
    Ok(read.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

/// Formats the error of a failed download.
#[must_use]
pub fn download_failed(what: &str, reason: &str) -> String {
    format!(
        "cannot download {what}: {reason}; check the network connection and the disk, then run this again"
    )
}

/// Locks a file in the target directory until the result is dropped; waits for other processes.
///
/// # Errors
///
/// If the file cannot be created or locked.
pub fn lock(name: &str) -> TaskResult<File> {
    let path = target_dir().join(name);
    std::fs::create_dir_all(target_dir()).map_err(|error| failed(&path, error))?;
    let file = File::create(&path).map_err(|error| failed(&path, error))?;
    file.lock().map_err(|error| failed(&path, error))?;
    Ok(file)
}

/// Formats an I/O error on a path.
#[must_use]
pub fn failed(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn configured_target_dir() -> Option<PathBuf> {
    env::var_os("CARGO_TARGET_DIR").and_then(|folder| absolute(folder).ok())
}
