//! `orrery calibrate`: compares predicted win probabilities with results.
//!
//! A network is well calibrated if positions with a predicted probability of 70 % are won in 70 % of
//! the games.

mod bins;
mod play;
mod report;

use crate::exit;
use crate::lab::file::{PartialFile, write_whole};
use crate::lab::named_files::NamedFiles;
use crate::lab::network_file;
use crate::lab::player::BotSpec;
use crate::lab::section::{self, grouped};
use crate::lab::threads::{stop_on_interrupt, threads};
use crate::output;
use crate::table::TableArgs;
use anyhow::{Context, Result, ensure};
use bins::Calibration;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use orrery_bots::Network;
use play::{CalibrationPlan, Position};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// With more positions per game, fewer games are needed, but positions of one game are correlated.
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
  orrery calibrate                                   use 10,000 positions of oracle's games
  orrery calibrate --edition revised --seats 4 --bot admiral --out calibration
  orrery calibrate --seats 1 --rogue hades --relentless

Intervals are 95 % confidence intervals; they account for the correlation of positions within a game.";

/// The evaluated positions, and the games they come from.
struct Evaluated {
    positions: Vec<Position>,
    games: u64,
    given_up: u64,
}

/// Plays, evaluates and reports. An interrupt exits with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let plan = plan(args)?;
    let threads = threads(args.threads)?;
    if let Some(folder) = &args.out {
        let name = folder.display();
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {name}"))?;
    }
    let stop = stop_on_interrupt()?;
    let bar = progress(args);
    let evaluated = evaluate(args, &plan, threads, &stop, &bar)?;
    bar.finish_and_clear();
    let calibration = Calibration::new(&evaluated.positions);
    write(args, &plan, &evaluated, &calibration)?;
    print_summary(args, &plan, &evaluated, &calibration)?;
    if (evaluated.positions.len() as u64) < args.positions {
        eprintln!("interrupted after {} games", grouped(evaluated.games));
        exit::interrupted();
    }
    Ok(())
}

fn plan(args: &Args) -> Result<CalibrationPlan> {
    let files = NamedFiles::read(&args.table, [args.bot.as_str()])?;
    let rules = args.table.rules_with(files.deck())?;
    ensure!(
        !args.bot.starts_with("cmd:"),
        "cannot calibrate with an external program (cmd:…); use a built-in bot or LEVEL@FILE"
    );
    let network = match &args.network {
        Some(path) => Arc::new(network_file::read(path)?),
        None => Network::embedded(),
    };
    Ok(CalibrationPlan {
        rules,
        options: args.table.options(rules)?,
        spec: BotSpec::of(&args.bot, &files)?,
        bot: args.bot.clone(),
        network,
        per_game: args.per_game.into(),
        seed: args.seed,
        max_turns: args.max_turns,
    })
}

fn progress(args: &Args) -> ProgressBar {
    let bar = ProgressBar::new(args.positions);
    let form = "{wide_bar} {human_pos}/{human_len} positions  {eta} left";
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style);
    }
    if args.quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

/// Plays games until there are enough positions. Which games count depends only on their numbers.
fn evaluate(
    args: &Args,
    plan: &CalibrationPlan,
    threads: usize,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Evaluated> {
    let wanted = args.positions as usize;
    let mut evaluated = Evaluated { positions: Vec::new(), games: 0, given_up: 0 };
    while evaluated.positions.len() < wanted && !stop.load(Ordering::Relaxed) {
        let missing = wanted - evaluated.positions.len();
        let games = missing.div_ceil(plan.per_game) as u64;
        let first = evaluated.games + evaluated.given_up;
        let before = evaluated.positions.len();
        for game in play::play_all(plan, first..first + games, threads, stop, bar)? {
            match game {
                Some(positions) => {
                    evaluated.games += 1;
                    evaluated.positions.extend(positions);
                }
                None => evaluated.given_up += 1,
            }
        }
        ensure!(
            evaluated.positions.len() > before || stop.load(Ordering::Relaxed),
            "no position to evaluate: all {games} games were abandoned after {} turns; raise --max-turns",
            plan.max_turns
        );
    }
    evaluated.positions.truncate(wanted);
    Ok(evaluated)
}

fn write(
    args: &Args,
    plan: &CalibrationPlan,
    evaluated: &Evaluated,
    calibration: &Calibration,
) -> Result<()> {
    let Some(folder) = &args.out else { return Ok(()) };
    let file = |name: &str, text: &str| write_whole(PartialFile::open(&folder.join(name))?, text);
    let json = report::json(args, plan, evaluated, calibration);
    file("calibration.json", &format!("{json:#}\n"))?;
    file("calibration.svg", &report::svg(plan, evaluated, calibration))
}

fn print_summary(
    args: &Args,
    plan: &CalibrationPlan,
    evaluated: &Evaluated,
    calibration: &Calibration,
) -> Result<()> {
    if args.quiet {
        return Ok(());
    }
    let mut out = report::title(plan, evaluated) + "\n";
    out += &section::render(&report::section(calibration));
    out += &report::summary(calibration);
    if let Some(folder) = &args.out {
        out += &format!("Results written to {}\n", folder.display());
    }
    output::print(&out)?;
    Ok(())
}
