//! `orrery calibrate`: compares predicted win probabilities with results.

use super::bar::{self, Bar};
use super::interrupt::stop_on_interrupt;
use super::options::threads;
use crate::table::TableArgs;
use crate::{exit, output};
use anyhow::Result;
use orrery_lab::calibrate::{self, CalibrationSpec};
use orrery_lab::grouped;
use std::path::PathBuf;

/// Arguments of `orrery calibrate`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Let this bot play every seat: NAME or LEVEL@FILE.
    #[arg(long, short, default_value = "oracle")]
    bot: String,
    /// Evaluate with the network in FILE instead of the built-in one.
    #[arg(long, alias = "mind", value_name = "FILE")]
    network: Option<PathBuf>,
    /// Evaluate this many positions.
    #[arg(long, short = 'n', default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    positions: u64,
    /// Sample this many positions per game.
    ///
    /// With more positions per game, orrery plays fewer games, but the positions of one game are
    /// correlated.
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    per_game: u16,
    /// Use this seed.
    ///
    /// The positions do not depend on the number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play this many games at the same time [default: one per core].
    #[arg(long, short)]
    threads: Option<usize>,
    /// Abort games after this many turns and do not count them.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u16).range(1..=60_000))]
    max_turns: u16,
    /// Write calibration.json and calibration.svg to this directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Do not print progress and the table.
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "EXAMPLES:
  orrery calibrate                                   evaluate 10,000 positions from oracle's games
  orrery calibrate --edition revised --seats 4 --bot admiral --out calibration
  orrery calibrate --seats 1 --rogue hades

Intervals are 95 % confidence intervals; they account for the correlation of positions within a game.";

/// Plays, evaluates and reports. An interrupt exits with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let spec = CalibrationSpec {
        table: args.table.spec()?,
        bot: args.bot.clone(),
        network: args.network.clone(),
        positions: args.positions,
        per_game: args.per_game,
        seed: args.seed,
        max_turns: args.max_turns,
    };
    let (threads, stop) = (threads(args.threads)?, stop_on_interrupt()?);
    let bar = Bar::new(bar::POSITIONS, args.quiet);
    let result = calibrate::run(&spec, args.out.as_deref(), threads, &stop, &bar)?;
    drop(bar);
    if !args.quiet {
        let mut out = result.text();
        if let Some(folder) = &args.out {
            out += &format!("Results written to {}\n", folder.display());
        }
        output::print(&out)?;
    }
    if !result.is_complete() {
        eprintln!("interrupted after {} games", grouped(result.games()));
        exit::interrupted();
    }
    Ok(())
}
