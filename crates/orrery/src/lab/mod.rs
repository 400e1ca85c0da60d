//! The long-running commands: simulation, tournaments, training and measurements.
//!
//! They are behind the feature `lab`, so that a build without them compiles faster. The crates
//! `orrery-lab` and `orrery-loadtest` do the work.

mod analyse;
mod arena;
mod bar;
mod bench;
mod calibrate;
mod interrupt;
mod load;
mod options;
mod puzzles;
mod records;
mod simulate;
mod train;
mod train_progress;
mod work;

use anyhow::Result;
use clap::Subcommand;

/// A command of the lab.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Benchmark the game engine and the neural network on this machine.
    Bench(bench::Args),
    /// Play many games between bots; write data files, a summary and a report.
    Simulate(simulate::Args),
    /// Review recorded games: luck, errors and strength of every player.
    Analyse(analyse::Args),
    /// Find puzzles in games and prove their solutions.
    Puzzles(Box<puzzles::Args>),
    /// Run bot tournaments; print ratings, a crosstable and significance tests.
    ///
    /// A line-up is a set of bots that play against each other. A deal is one set of dice and
    /// cards. It is played once per seat, and every bot moves up one seat after each game.
    Arena(arena::Args),
    /// Run a worker, which plays games for simulate and arena with --workers.
    Work(work::Args),
    /// Train a neural network for the bots by self-play.
    Train(train::Args),
    /// Compare the win probabilities that the network predicts with results of games.
    Calibrate(calibrate::Args),
    /// Measure throughput, latency and memory use of a test server on this machine.
    Load(load::Args),
}

/// Runs a command of the lab.
pub(crate) fn run(command: &Command) -> Result<()> {
    match command {
        Command::Bench(args) => bench::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Analyse(args) => analyse::run(args),
        Command::Puzzles(args) => puzzles::run(args),
        Command::Arena(args) => arena::run(args),
        Command::Work(args) => work::run(args),
        Command::Train(args) => train::run(args),
        Command::Calibrate(args) => calibrate::run(args),
        Command::Load(args) => load::run(args),
    }
}
