//! `orrery calibrate`: whether positions that the network gives a chance of 70 % are won in 70 of a
//! hundred games.

mod bins;
mod play;
mod report;

use crate::file::{Part, write_whole};
use crate::named_files::NamedFiles;
use crate::player::Recipe;
use crate::section::{self, grouped};
use crate::table::TableArgs;
use crate::work::{stop_on_interrupt, threads};
use crate::{mind_file, output};
use anyhow::{Context, Result, ensure};
use bins::Calibration;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use orrery_bots::Network;
use play::{Position, Table};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which games, by whom, and how many positions of them.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Who plays at every seat: any bot but a program.
    #[arg(long, short, default_value = "oracle")]
    bot: String,
    /// The trained network that judges, instead of the program's own.
    #[arg(long, value_name = "FILE")]
    mind: Option<PathBuf>,
    /// How many positions are judged.
    #[arg(long, short = 'n', default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    positions: u64,
    /// Positions of each game: more need fewer games, but those of one game are alike.
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=1000))]
    per_game: u16,
    /// The same seed gives the same positions, on any number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at a time; all cores if not given.
    #[arg(long, short)]
    threads: Option<usize>,
    /// Games that last longer than so many turns are given up and not counted.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u16).range(1..=60_000))]
    max_turns: u16,
    /// The folder for calibration.json and calibration.svg.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Neither progress bar nor table.
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "EXAMPLES:
  orrery calibrate                                   10,000 positions of the oracle's games
  orrery calibrate --edition revised --seats 4 --bot admiral --out calibration
  orrery calibrate --seats 1 --rogue hades --relentless

Bars are 95 % intervals that allow for the likeness of positions of one game.";

/// What was judged, of how many games.
struct Judged {
    positions: Vec<Position>,
    games: u64,
    given_up: u64,
}

/// Plays, judges, reports. After Ctrl-C the process ends with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let table = table(args)?;
    let threads = threads(args.threads)?;
    if let Some(folder) = &args.out {
        let name = folder.display();
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {name}"))?;
    }
    let stop = stop_on_interrupt()?;
    let bar = progress(args);
    let judged = judge(args, &table, threads, &stop, &bar)?;
    bar.finish_and_clear();
    let calibration = Calibration::new(&judged.positions);
    write(args, &table, &judged, &calibration)?;
    tell(args, &table, &judged, &calibration)?;
    if (judged.positions.len() as u64) < args.positions {
        eprintln!("interrupted after {} games", grouped(judged.games));
        std::process::exit(130);
    }
    Ok(())
}

fn table(args: &Args) -> Result<Table> {
    let files = NamedFiles::read(&args.table, [args.bot.as_str()])?;
    let rules = args.table.rules_with(files.deck())?;
    ensure!(!args.bot.starts_with("cmd:"), "programs (cmd:…) cannot be asked here");
    let mind = match &args.mind {
        Some(path) => Arc::new(mind_file::read(path)?),
        None => Network::embedded(),
    };
    Ok(Table {
        rules,
        options: args.table.options(rules)?,
        recipe: Recipe::of(&args.bot, &files)?,
        bot: args.bot.clone(),
        mind,
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

/// Plays rounds of games until there are positions enough. Which games count follows from their
/// numbers alone.
fn judge(
    args: &Args,
    table: &Table,
    threads: usize,
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Judged> {
    let wanted = args.positions as usize;
    let mut judged = Judged { positions: Vec::new(), games: 0, given_up: 0 };
    while judged.positions.len() < wanted && !stop.load(Ordering::Relaxed) {
        let missing = wanted - judged.positions.len();
        let games = missing.div_ceil(table.per_game) as u64;
        let first = judged.games + judged.given_up;
        let before = judged.positions.len();
        for game in play::play_all(table, first..first + games, threads, stop, bar)? {
            match game {
                Some(positions) => {
                    judged.games += 1;
                    judged.positions.extend(positions);
                }
                None => judged.given_up += 1,
            }
        }
        ensure!(
            judged.positions.len() > before || stop.load(Ordering::Relaxed),
            "{games} games had no position to judge: all were given up after {} turns",
            table.max_turns
        );
    }
    judged.positions.truncate(wanted);
    Ok(judged)
}

fn write(args: &Args, table: &Table, judged: &Judged, calibration: &Calibration) -> Result<()> {
    let Some(folder) = &args.out else { return Ok(()) };
    let file = |name: &str, text: &str| write_whole(Part::open(&folder.join(name))?, text);
    let json = report::json(args, table, judged, calibration);
    file("calibration.json", &format!("{json:#}\n"))?;
    file("calibration.svg", &report::svg(table, judged, calibration))
}

fn tell(args: &Args, table: &Table, judged: &Judged, calibration: &Calibration) -> Result<()> {
    if args.quiet {
        return Ok(());
    }
    let mut out = report::title(table, judged) + "\n";
    out += &section::whole(&report::section(calibration));
    out += &report::summary(calibration);
    if let Some(folder) = &args.out {
        out += &format!("The results are in {}\n", folder.display());
    }
    output::print(&out)?;
    Ok(())
}
