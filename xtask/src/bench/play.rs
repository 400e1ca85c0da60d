//! Random games by the example `random`, which prints how many decisions were made.

use super::{TABLES, Table};
use crate::{Done, process, project};
use std::path::PathBuf;

const GAMES: u32 = 2000;

/// Decisions per game at each table.
pub(crate) fn counts() -> Done<Vec<f64>> {
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

/// The example, built.
pub(crate) fn program() -> Done<PathBuf> {
    let build = ["build", "--profile", "dist", "-p", "orrery-rules", "--example", "random"];
    process::quiet(&mut project::cargo(&build))?;
    Ok(project::target_dir().join("dist/examples/random"))
}

pub(crate) fn arguments(table: &Table, games: u32) -> [String; 3] {
    [table.edition.to_owned(), table.seats.to_owned(), games.to_string()]
}

/// The number that the example prints.
pub(crate) fn decisions(printed: &str) -> Done<f64> {
    printed.trim().parse().map_err(|_| format!("not a number of decisions: {printed}"))
}
