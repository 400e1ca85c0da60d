//! How fast the engine is: times by criterion, instructions by callgrind, in one plain table.

mod callgrind;
mod play;
mod samples;
pub mod start;
mod table;

use crate::{Done, process, project};
use samples::Times;

pub use samples::{best, merge};

/// How long is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Three rounds, of which the best counts.
    Full,
    /// One short round.
    Quick,
}

/// A table that is measured: the name of its benchmark, and the arguments of the example `random`.
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

/// Measures and prints.
///
/// # Errors
///
/// A benchmark does not run, or leaves no samples. Missing instruction counts are no error; the
/// table says so.
pub fn run(effort: Effort) -> Done {
    let times = measure(effort)?;
    let counts = play::counts()?;
    let instructions = callgrind::instructions();
    print!("{}", table::table(&times, &counts, &instructions)?);
    Ok(())
}

/// The best time of each benchmark, in nanoseconds, over all rounds.
fn measure(effort: Effort) -> Done<Times> {
    let (rounds, options): (u32, &[&str]) = match effort {
        Effort::Full => (3, &[]),
        Effort::Quick => (1, &["--", "--measurement-time", "0.5", "--warm-up-time", "0.2"]),
    };
    let home = project::target_dir().join("xtask-bench");
    let mut times = Times::new();
    for round in 1..=rounds {
        println!("measuring, round {round} of {rounds}");
        let mut bench = project::cargo(&["bench", "-p", "orrery-rules", "--bench", "play"]);
        process::quiet(bench.args(options).env("CRITERION_HOME", &home))?;
        merge(&mut times, samples::read(&home)?);
    }
    Ok(times)
}
