//! Benchmarks the engine: measures times with criterion and counts instructions with callgrind.

pub mod bots;
mod callgrind;
mod play;
mod samples;
pub mod start;
mod table;

use crate::{TaskResult, process, project};
use samples::Times;

pub use samples::{best, merge};

/// The number and length of the measured rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Best of three rounds.
    Full,
    /// One short round.
    Quick,
}

/// A game table to benchmark: the name of its benchmark, and the arguments of the example `random`.
#[derive(Clone, Copy, Debug)]
struct Table {
    benchmark: &'static str,
    edition: &'static str,
    seats: &'static str,
}

const TABLES: [Table; 4] = [
    Table { benchmark: "play/classic-2", edition: "classic", seats: "2" },
    Table { benchmark: "play/classic-4", edition: "classic", seats: "4" },
    Table { benchmark: "play/solo", edition: "classic", seats: "1" },
    Table { benchmark: "play/blast-off-4", edition: "blast-off", seats: "4" },
];

/// Runs the benchmarks and prints the results.
///
/// # Errors
///
/// If a benchmark does not run or leaves no samples. Missing instruction counts are no error: the
/// output reports them.
pub fn run(effort: Effort) -> TaskResult {
    let times = measure(effort)?;
    let decisions_per_game = play::decisions_per_game()?;
    let instructions = callgrind::instructions();
    print!("{}", table::table(&times, &decisions_per_game, &instructions)?);
    Ok(())
}

/// Returns the best time of each benchmark over all rounds, in nanoseconds.
fn measure(effort: Effort) -> TaskResult<Times> {
    let (rounds, options): (u32, &[&str]) = match effort {
        Effort::Full => (3, &[]),
        Effort::Quick => (1, &["--", "--measurement-time", "0.5", "--warm-up-time", "0.2"]),
    };
    let home = project::target_dir().join("xtask-bench");
    let mut times = Times::new();
    for round in 1..=rounds {
        println!("measuring, round {round} of {rounds}");
        let mut bench = project::cargo(&["bench", "-p", "orrery-lab", "--bench", "play"]);
        process::quiet(bench.args(options).env("CRITERION_HOME", &home))?;
        merge(&mut times, samples::read(&home)?);
    }
    Ok(times)
}
