//! Counts instructions per decision with callgrind; the counts vary little between runs.

use super::{TABLES, Table, play};
use crate::{TaskResult, process, project};
use std::path::Path;

/// Number of games in the short run. Its counts are subtracted, which excludes the start-up cost.
const FEW_GAMES: u32 = 100;
/// Number of games in the long run.
const MANY_GAMES: u32 = 400;

/// Returns the instructions per decision of each table, or an error if callgrind does not run.
pub(crate) fn instructions() -> TaskResult<Vec<f64>> {
    ensure_valgrind()?;
    println!("counting instructions");
    let program = play::program()?;
    TABLES.iter().map(|table| per_decision(&program, table)).collect()
}

fn ensure_valgrind() -> TaskResult {
    let is_installed = || process::succeeds(project::command("valgrind").arg("--version"));
    if is_installed() {
        return Ok(());
    }
    println!("installing valgrind");
    let installed =
        process::quiet(project::command("apt-get").args(["-qq", "install", "-y", "valgrind"]));
    match installed {
        Ok(_) if is_installed() => Ok(()),
        _ => Err("valgrind is missing and apt-get could not install it".to_owned()),
    }
}

fn per_decision(program: &Path, table: &Table) -> TaskResult<f64> {
    let (few, many) = (count(program, table, FEW_GAMES)?, count(program, table, MANY_GAMES)?);
    Ok((many.instructions - few.instructions) / (many.decisions - few.decisions))
}

struct Count {
    instructions: f64,
    decisions: f64,
}

fn count(program: &Path, table: &Table, games: u32) -> TaskResult<Count> {
    let mut valgrind = project::command("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    let printed = process::quiet(valgrind.args(play::arguments(table, games)))?;
    Ok(Count {
        instructions: collected(&printed.err).ok_or("callgrind printed no total")?,
        decisions: play::decisions(&printed.out)?,
    })
}

/// Returns the number in callgrind's line `==1== Collected : 123`.
fn collected(printed: &str) -> Option<f64> {
    let (_, rest) = printed.split_once("Collected : ")?;
    rest.split_whitespace().next()?.parse().ok()
}
