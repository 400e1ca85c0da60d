//! Plays random games with the example `random`, which prints the number of decisions.

use super::{TABLES, Table};
use crate::{TaskResult, process, project};
use std::path::PathBuf;

const GAMES: u32 = 2000;

/// Returns the decisions per game of each table.
pub(crate) fn decisions_per_game() -> TaskResult<Vec<f64>> {
    let program = program()?;
    TABLES
        .iter()
        .map(|table| {
            let mut command = project::command(&program.to_string_lossy());
            let printed = process::quiet(command.args(arguments(table, GAMES)))?;
            Ok(decisions(&printed.out)? / f64::from(GAMES))
        })
        .collect()
}

/// Builds the example and returns its path.
pub(crate) fn program() -> TaskResult<PathBuf> {
    let build = ["build", "--profile", "dist", "-p", "orrery-rules", "--example", "random"];
    process::quiet(&mut project::cargo(&build))?;
    Ok(project::target_dir().join("dist/examples/random"))
}

pub(crate) fn arguments(table: &Table, games: u32) -> [String; 3] {
    [table.edition.to_owned(), table.seats.to_owned(), games.to_string()]
}

/// Parses the number that the example prints.
pub(crate) fn decisions(printed: &str) -> TaskResult<f64> {
    printed.trim().parse().map_err(|_| format!("not a number of decisions: {printed}"))
}
