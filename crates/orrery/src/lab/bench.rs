//! `orrery bench`: benchmarks network evaluation, and random play compared with a floor.
//!
//! The floor is the time of a decision without rules.

use crate::output;
use anyhow::Result;
use std::time::Duration;

/// Benchmark random play and network evaluation on one thread.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "The output compares each measured time with the floor, which is the time of a decision without rules \
(copy 256 bytes, write 20 candidates, generate a random number, pick one).

The figures are the best of several rounds and only approximate; `cargo xtask bench` is more exact."
)]
pub(crate) struct Args {
    /// Run each round for this many milliseconds.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    millis: u64,
    /// Run this many rounds and report the best one.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rounds: u64,
}

/// Runs the benchmarks and prints a table.
pub(crate) fn run(args: &Args) -> Result<()> {
    let text = orrery_lab::bench::run(Duration::from_millis(args.millis), args.rounds)?;
    output::print(&text)?;
    Ok(())
}
