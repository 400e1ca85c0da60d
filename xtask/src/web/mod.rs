//! The web client: its build, its tests in a browser, and its benchmarks.

mod age;
mod tools;

pub use age::is_current;
pub use tools::{gzip_size, is_new_enough, npm, npm_reason};

use crate::wasm::Build;
use crate::{TaskResult, process, project, wasm};
use std::path::{PathBuf, absolute};
use std::time::Instant;

/// Returns the directory of the web client.
#[must_use]
pub fn folder() -> PathBuf {
    project::root().join("web")
}

/// Scripts of `web/package.json` that `cargo xtask web` runs before the tests in a browser.
const SCRIPTS: [&str; 5] = ["format:check", "lint", "check", "build", "test"];

/// Builds the client and runs all its tests.
///
/// # Errors
///
/// If something does not build, a test fails, or a tool cannot be installed.
pub fn run() -> TaskResult {
    tools::ensure_browser()?;
    wasm::run(Build::Checkout)?;
    ensure_packages()?;
    SCRIPTS.iter().try_for_each(|script| run_script(script))?;
    test_in_browser()
}

/// Builds what is not current, and runs the tests in a browser.
///
/// # Errors
///
/// If something does not build, a test fails, or a tool cannot be installed.
pub fn test_in_browser() -> TaskResult {
    build_tests()?;
    run_script("e2e")
}

/// Builds everything that the tests in a browser need.
///
/// # Errors
///
/// If something does not build, or a tool cannot be installed.
pub fn build_tests() -> TaskResult {
    tools::ensure_browser()?;
    build(Build::Checkout)?;
    run_script("build:probe")?;
    project::build_binary().map(drop)
}

/// Builds `web/dist` unless it is current.
///
/// # Errors
///
/// If it does not build, or a tool cannot be installed.
pub fn build(build: Build) -> TaskResult {
    wasm::run(build)?;
    ensure_packages()?;
    if is_current(&folder()) { Ok(()) } else { run_script("build") }
}

/// Takes screenshots of every page on every reference screen, in a folder; `target/shots` by default.
///
/// # Errors
///
/// If the client or the server cannot be built, or a page does not open.
pub fn shots(folder: Option<&str>) -> TaskResult {
    tools::ensure_browser()?;
    build(Build::Checkout)?;
    let server = project::build_binary()?;
    let folder = folder.map_or_else(|| project::target_dir().join("shots"), PathBuf::from);
    let folder = absolute(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut shots = npm(&["run", "--silent", "shots", "--"]);
    process::show(shots.arg(&folder).env("ORRERY", server))?;
    println!("web: screenshots in {}", folder.display());
    Ok(())
}

/// Measures the client in a browser and prints the figures.
///
/// # Errors
///
/// If it cannot be built or measured.
pub fn bench() -> TaskResult {
    tools::ensure_browser()?;
    wasm::run(Build::Dist)?;
    ["build", "build:probe"].iter().try_for_each(|script| run_script(script))?;
    process::show(&mut npm(&["run", "--silent", "figures"]))
}

fn run_script(script: &str) -> TaskResult {
    let start = Instant::now();
    println!("web: npm run {script}");
    let server = project::target_dir().join("debug/orrery");
    let name = format!("npm run {script}");
    process::show_as(&name, npm(&["run", "--silent", script]).env("ORRERY", server))?;
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
