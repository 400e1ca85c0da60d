//! `orrery simulate`: many games of bots on all cores, as rows and as a summary.

mod crew;
mod csv;
mod decisions;
mod frame;
mod games;
mod html;
mod parquet;
mod plan;
mod play;
mod report;
mod row;
mod store;
mod summary;

use crate::file::{self, Part};
use crate::player::{PatienceArgs, check_name};
use crate::section::{self, grouped};
use crate::table::TableArgs;
use crate::work::{stop_on_interrupt, threads};
use anyhow::{Context, Result, bail};
use crew::{Chunk, Wanted, play_all};
use frame::Texts;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plan::{Choices, Plan};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use store::Store;
use summary::Summary;

/// Which games to play, by whom, and what to keep of them.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// How many games.
    #[arg(long, short = 'n', default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    games: u64,
    /// Who plays: random, greedy, cadet, pilot, captain, admiral, oracle, LEVEL@FILE with a network
    /// of your own, or cmd:PROGRAM. Once for all seats, or once for each seat.
    #[arg(long = "bot", short, default_value = "random")]
    bots: Vec<String>,
    /// Different bots keep their seats instead of moving up one seat from game to game.
    #[arg(long)]
    no_rotate: bool,
    /// Solo: game after game against the next Rogue.
    #[arg(long, conflicts_with = "rogue")]
    all_rogues: bool,
    /// The same seed gives the same games, on any number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at a time; all cores if not given.
    #[arg(long, short)]
    threads: Option<usize>,
    /// Games that last longer than so many turns are given up.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u16).range(1..=60_000))]
    max_turns: u16,
    #[command(flatten)]
    patience: PatienceArgs,
    /// Write a row per game: FILE.parquet or FILE.csv.
    #[arg(long, value_name = "FILE")]
    games_out: Option<PathBuf>,
    /// Write a row per decision: FILE.parquet or FILE.csv.
    #[arg(long, value_name = "FILE")]
    decisions_out: Option<PathBuf>,
    /// Write a report with plots.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Neither progress bar nor summary.
    #[arg(long, short)]
    quiet: bool,
}

/// Rows per row group: few groups, and a bounded buffer.
const GAMES_PER_GROUP: usize = 1 << 16;
const DECISIONS_PER_GROUP: usize = 1 << 19;

/// The files that are being written.
struct Files {
    games: Option<Store>,
    decisions: Option<Store>,
}

/// Plays, writes and reports. After Ctrl-C the process ends with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let plan = plan(args)?;
    let texts = Arc::new(Texts::default());
    let mut files = open(args, &plan, &texts)?;
    let page = args.html.as_deref().map(Part::open).transpose()?;
    let wanted = Wanted {
        games: files.games.is_some(),
        decisions: files.decisions.is_some(),
        threads: threads(args.threads)?,
    };
    let stop = stop_on_interrupt()?;
    let mut summary = Summary::new(&plan);
    let bar = progress(args);
    let played = play_all(&plan, wanted, &texts, &stop, |chunk| {
        bar.inc(chunk.rows.len() as u64);
        take(chunk, &mut files, &mut summary)
    });
    bar.finish_and_clear();
    played?;
    let written = finish(files)?;
    if let Some(page) = page {
        file::write_whole(page, &html::page(&plan, &summary))?;
    }
    tell(args, &plan, &summary, &written)?;
    if summary.games < plan.games {
        std::process::exit(130);
    }
    Ok(())
}

fn plan(args: &Args) -> Result<Plan> {
    let rules = args.table.rules()?;
    let options = args.table.options(rules)?;
    let choices = Choices {
        rotate: !args.no_rotate,
        all_rogues: args.all_rogues,
        seed: args.seed,
        games: args.games,
        max_turns: args.max_turns,
        patience: args.patience.patience(),
    };
    let plan = Plan::new(rules, options, &args.bots, choices)?;
    for name in &plan.bots {
        check_name(name)?;
    }
    Ok(plan)
}

/// Opens the files before anything is played, so that a wrong path costs no time.
fn open(args: &Args, plan: &Plan, texts: &Arc<Texts>) -> Result<Files> {
    let paths = [&args.games_out, &args.decisions_out, &args.html];
    for (i, path) in paths.iter().enumerate() {
        if path.is_some() && paths[..i].contains(path) {
            bail!("each file needs a name of its own");
        }
    }
    let create = |path: &Option<PathBuf>, fields, group| {
        let path = path.as_deref();
        path.map(|path| Store::create(path, fields, group, Arc::clone(texts))).transpose()
    };
    Ok(Files {
        games: create(&args.games_out, games::fields(plan), GAMES_PER_GROUP)?,
        decisions: create(&args.decisions_out, decisions::fields(), DECISIONS_PER_GROUP)?,
    })
}

fn progress(args: &Args) -> ProgressBar {
    let bar = ProgressBar::new(args.games);
    let form = "{wide_bar} {human_pos}/{human_len} games  {per_sec}  {eta} left";
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style);
    }
    if args.quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

fn take(chunk: Chunk, files: &mut Files, summary: &mut Summary) -> Result<()> {
    let games = files.games.as_mut().zip(chunk.games.as_ref());
    games.map_or(Ok(()), |(store, frame)| store.put(frame))?;
    let decisions = files.decisions.as_mut().zip(chunk.decisions.as_ref());
    decisions.map_or(Ok(()), |(store, frame)| store.put(frame))?;
    chunk.rows.iter().for_each(|row| summary.add(row));
    Ok(())
}

/// Completes the files; says what is in which.
fn finish(files: Files) -> Result<Vec<String>> {
    let mut written = Vec::new();
    for (store, what) in [(files.games, "games"), (files.decisions, "decisions")] {
        if let Some(store) = store {
            let (name, rows) = store.finish()?;
            written.push(format!("{} {what} are in {name}", grouped(rows)));
        }
    }
    Ok(written)
}

/// The summary, the files, and whether it was interrupted.
fn tell(args: &Args, plan: &Plan, summary: &Summary, written: &[String]) -> Result<()> {
    let mut out = String::new();
    if !args.quiet {
        out += &format!("{}: {} games, seed {}\n", plan.title(), grouped(summary.games), plan.seed);
        report::sections(plan, summary).iter().for_each(|section| out += &section::text(section));
        written.iter().for_each(|line| out += &format!("\n{line}"));
        out += if written.is_empty() { "" } else { "\n" };
    }
    match std::io::stdout().write_all(out.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
        done => done.context("cannot write to the terminal")?,
    }
    if summary.games < plan.games {
        eprintln!(
            "interrupted: {} of {} games were played{}",
            grouped(summary.games),
            grouped(plan.games),
            written.iter().map(|line| format!("; {line}")).collect::<String>()
        );
    }
    Ok(())
}
