//! The web client: its build, its tests in a browser, and its figures.

mod age;
mod tools;

pub use age::is_current;
pub use tools::{is_new_enough, npm, packed_size};

use crate::wasm::Build;
use crate::{Done, process, project, wasm};
use std::path::PathBuf;
use std::time::Instant;

/// Where it lies.
#[must_use]
pub fn folder() -> PathBuf {
    project::root().join("web")
}

/// What `cargo xtask web` runs after the module is built: scripts of `web/package.json`.
const SCRIPTS: [&str; 6] = ["format:check", "lint", "check", "build", "test", "build:probe"];

/// Builds everything and runs all tests of the client.
///
/// # Errors
///
/// Something does not build, a test fails, or what they need cannot be had.
pub fn run() -> Done {
    tools::have_browser()?;
    wasm::run(Build::Checkout)?;
    have_packages()?;
    SCRIPTS.iter().try_for_each(|script| step(script))?;
    project::orrery()?;
    step("e2e")
}

/// Builds `web/dist`, unless it is current.
///
/// # Errors
///
/// It does not build, or what that needs cannot be had.
pub fn build(build: Build) -> Done {
    wasm::run(build)?;
    have_packages()?;
    if is_current(&folder()) { Ok(()) } else { step("build") }
}

/// Prints what the client costs, measured in a browser.
///
/// # Errors
///
/// It cannot be built or measured.
pub fn figures() -> Done {
    tools::have_browser()?;
    wasm::run(Build::Dist)?;
    ["build", "build:probe"].iter().try_for_each(|script| step(script))?;
    process::show(&mut npm(&["run", "--silent", "figures"]))
}

fn step(script: &str) -> Done {
    let start = Instant::now();
    println!("web: npm run {script}");
    let server = project::target_dir().join("debug/orrery");
    process::show(npm(&["run", "--silent", script]).env("ORRERY", server))?;
    println!("web: npm run {script}: {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// The packages of `web/package-lock.json` are there.
///
/// # Errors
///
/// Node is missing, or the packages cannot be had.
pub fn have_packages() -> Done {
    tools::have_node()?;
    tools::have_packages()
}
