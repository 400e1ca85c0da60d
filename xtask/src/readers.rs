//! Checks that DuckDB and Polars can read the rows of `orrery simulate`.
//!
//! Both run in a Python virtual environment below `target`.

use crate::{TaskResult, process, project};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Number of games to write and read.
const GAMES: &str = "5000";

/// Writes simulated games to files, and checks that both readers count them correctly.
///
/// # Errors
///
/// If a reader returns a wrong count or cannot be installed.
pub fn run() -> TaskResult {
    let python = environment()?;
    let orrery = project::build_binary()?;
    ["parquet", "csv"].iter().try_for_each(|extension| check_format(&orrery, &python, extension))
}

/// Returns the path of a Python with both readers; installs the readers if they are missing.
fn environment() -> TaskResult<PathBuf> {
    let folder = project::target_dir().join("python");
    let python = folder.join("bin/python");
    let has_both = |python: &Path| {
        process::succeeds(Command::new(python).args(["-c", "import duckdb, polars"]))
    };
    if !has_both(&python) {
        println!("readers: setting up DuckDB and Polars");
        process::quiet(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        let install = ["-m", "pip", "install", "--quiet", "--no-compile", "duckdb", "polars"];
        process::quiet(Command::new(&python).args(install))?;
    }
    if has_both(&python) {
        Ok(python)
    } else {
        Err("DuckDB and Polars are installed, but cannot be imported".to_owned())
    }
}

/// Writes games to a file of this format, and reads it with both readers.
fn check_format(orrery: &Path, python: &Path, extension: &str) -> TaskResult {
    let file = project::target_dir().join(format!("readers.{extension}"));
    let mut simulate = Command::new(orrery);
    process::quiet(
        simulate.args(["simulate", "--quiet", "--games", GAMES, "--games-out"]).arg(&file),
    )?;
    let script = project::root().join("tools/check_rows.py");
    let printed = process::quiet(Command::new(python).arg(script).arg(&file).arg(GAMES))?;
    print!("{}", printed.out);
    std::fs::remove_file(&file).map_err(|error| error.to_string())
}
