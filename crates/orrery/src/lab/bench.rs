//! `orrery bench`: benchmarks random play against a lower bound, and the network's evaluation.

use crate::output;
use anyhow::Result;
use std::time::Duration;

/// Benchmark random play and network evaluation on one thread.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "The floor is the cost of a decision without rules: copy 256 bytes, write 20 \
candidates, draw a random number, pick one.

Figures are the best of several rounds and only indicative. `cargo xtask bench` measures exactly."
)]
pub(crate) struct Args {
    /// Run each round this long, in milliseconds.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    millis: u64,
    /// Run this many rounds and keep the best.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rounds: u64,
}

/// Runs the benchmarks and prints a table.
pub(crate) fn run(args: &Args) -> Result<()> {
    let text = orrery_lab::bench::run(Duration::from_millis(args.millis), args.rounds)?;
    output::print(&text)?;
    Ok(())
}
