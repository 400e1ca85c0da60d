//! The web client: its build, its tests in a browser, and its benchmarks.

mod age;
mod tools;

pub use age::is_current;
pub use tools::{is_new_enough, npm, packed_size};

use crate::wasm::Build;
use crate::{TaskResult, process, project, wasm};
use std::path::PathBuf;
use std::time::Instant;

/// Returns the directory of the web client.
#[must_use]
pub fn folder() -> PathBuf {
    project::root().join("web")
}

/// Scripts of `web/package.json` that `cargo xtask web` runs after building the WASM module.
const SCRIPTS: [&str; 6] = ["format:check", "lint", "check", "build", "test", "build:probe"];

/// Builds the client and runs all its tests.
///
/// # Errors
///
/// If something does not build, a test fails, or a tool cannot be installed.
pub fn run() -> TaskResult {
    tools::ensure_browser()?;
    wasm::run(Build::Checkout)?;
    ensure_packages()?;
    SCRIPTS.iter().try_for_each(|script| step(script))?;
    project::build_binary()?;
    step("e2e")
}

/// Builds `web/dist` unless it is current.
///
/// # Errors
///
/// If it does not build, or a tool cannot be installed.
pub fn build(build: Build) -> TaskResult {
    wasm::run(build)?;
    ensure_packages()?;
    if is_current(&folder()) { Ok(()) } else { step("build") }
}

/// Measures the client in a browser and prints the figures.
///
/// # Errors
///
/// If it cannot be built or measured.
pub fn bench() -> TaskResult {
    tools::ensure_browser()?;
    wasm::run(Build::Dist)?;
    ["build", "build:probe"].iter().try_for_each(|script| step(script))?;
    process::show(&mut npm(&["run", "--silent", "figures"]))
}

fn step(script: &str) -> TaskResult {
    let start = Instant::now();
    println!("web: npm run {script}");
    let server = project::target_dir().join("debug/orrery");
    process::show(npm(&["run", "--silent", script]).env("ORRERY", server))?;
    println!("web: npm run {script}: {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Installs Node and the packages of `web/package-lock.json` if they are missing.
///
/// # Errors
///
/// If Node or the packages cannot be installed.
pub fn ensure_packages() -> TaskResult {
    tools::ensure_node()?;
    tools::ensure_packages()
}
