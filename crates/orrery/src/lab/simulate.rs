//! `orrery simulate`: plays many games between bots; writes data files, a summary and a report.

use super::bar::{self, Bar};
use super::interrupt::stop_on_interrupt;
use super::options::{BotTimeoutArgs, PoolArgs};
use crate::table::TableArgs;
use crate::{exit, output};
use anyhow::Result;
use orrery_lab::grouped;
use orrery_lab::simulate::{self, OutputPaths, SimulationResult, SimulationSpec};
use std::path::PathBuf;

/// Arguments of `orrery simulate`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Play this many games.
    #[arg(long, short = 'n', default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    games: u64,
    /// Let this bot play: NAME, LEVEL@FILE or cmd:PROGRAM.
    ///
    /// Pass one bot for all seats, or one per seat. NAME is random, greedy, cadet, pilot, captain,
    /// admiral or oracle. LEVEL@FILE is a level (cadet to oracle) that uses the network in FILE.
    /// cmd:PROGRAM is an external program.
    #[arg(long = "bot", short, default_value = "random")]
    bots: Vec<String>,
    /// Keep each bot at its seat; otherwise bots change seats after each game.
    #[arg(long)]
    no_rotate: bool,
    /// Solo: play against each Rogue in turn.
    #[arg(long, conflicts_with = "rogue")]
    all_rogues: bool,
    /// Use this seed.
    ///
    /// The games do not depend on the number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Abort games after this many turns.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u16).range(1..=60_000))]
    max_turns: u16,
    #[command(flatten)]
    timeout: BotTimeoutArgs,
    /// Play this many games at the same time [default: one per core].
    #[arg(long, short)]
    threads: Option<usize>,
    #[command(flatten)]
    pool: PoolArgs,
    /// Write one row per game to FILE, which must end in .parquet or .csv.
    #[arg(long, value_name = "FILE")]
    games_out: Option<PathBuf>,
    /// Write one row per decision to FILE, which must end in .parquet or .csv.
    #[arg(long, value_name = "FILE")]
    decisions_out: Option<PathBuf>,
    /// Write an HTML report with plots to FILE.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Do not print progress and the summary.
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "EXAMPLES:
  orrery simulate --bot greedy --bot random              play 10,000 games between two bots
  orrery simulate -e revised -s 4 --bot captain          let one bot play all four seats
  orrery simulate -s 1 --all-rogues --bot greedy         play solo against each Rogue in turn
  orrery simulate --bot captain --bot cmd:./mybot        let your own program play
  orrery simulate -n 1000000 --games-out games.parquet --html report.html

Ctrl-C stops the simulation and keeps the results of the finished games. See docs/SIMULATE.md.";

impl Args {
    fn spec(&self) -> Result<SimulationSpec> {
        Ok(SimulationSpec {
            table: self.table.spec()?,
            games: self.games,
            bots: self.bots.clone(),
            rotate: !self.no_rotate,
            all_rogues: self.all_rogues,
            seed: self.seed,
            max_turns: self.max_turns,
            bot_timeout: self.timeout.bot_timeout,
        })
    }

    fn paths(&self) -> OutputPaths {
        OutputPaths {
            games: self.games_out.clone(),
            decisions: self.decisions_out.clone(),
            html: self.html.clone(),
        }
    }
}

/// Plays the games, then writes and prints the results. An interrupt exits with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let (spec, backend) = (args.spec()?, args.pool.backend(args.threads)?);
    let stop = stop_on_interrupt()?;
    let bar = Bar::new(bar::GAMES, args.quiet);
    let result = simulate::run(&spec, &args.paths(), &backend, &stop, &bar)?;
    drop(bar);
    if !args.quiet {
        print_summary(&result)?;
    }
    if !result.is_complete() {
        let (played, planned) = result.games();
        let files: String = result.written().iter().map(|line| format!("; {line}")).collect();
        eprintln!("interrupted after {} of {} games{files}", grouped(played), grouped(planned));
        exit::interrupted();
    }
    Ok(())
}

/// Prints the summary and the paths of the written files.
fn print_summary(result: &SimulationResult) -> Result<()> {
    let mut out = result.text();
    for line in result.written() {
        out += &format!("\n{line}");
    }
    out += if result.written().is_empty() { "" } else { "\n" };
    output::print(&out)?;
    Ok(())
}
