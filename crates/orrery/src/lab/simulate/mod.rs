//! `orrery simulate`: plays many games of bots on all cores; writes rows, a summary and a report.

mod csv;
mod decisions;
mod encoding;
mod frame;
mod games;
mod html;
mod parquet;
mod plan;
mod play;
mod remote;
mod reorder;
mod report;
mod row;
mod row_file;
mod runner;
mod summary;
mod workers;

use crate::exit;
use crate::lab::file::{self, PartialFile};
use crate::lab::pool::{PoolArgs, RunSpec};
use crate::lab::section::{self, grouped};
use crate::lab::threads::{stop_on_interrupt, threads};
use anyhow::{Context, Result, bail};
use frame::StringTable;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plan::SimulationPlan;
use row_file::RowFile;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use summary::Summary;
use workers::GameChunk;

pub(crate) use plan::SimulationArgs;
pub(crate) use remote::SimulationWorker;
pub(crate) use workers::Outputs;

/// Arguments of `orrery simulate`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    simulation: SimulationArgs,
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

/// Rows per Parquet row group: few groups, and a bounded buffer.
const GAMES_PER_GROUP: usize = 1 << 16;
const DECISIONS_PER_GROUP: usize = 1 << 19;

/// The row files that are being written.
struct RowFiles {
    games: Option<RowFile>,
    decisions: Option<RowFile>,
}

/// Plays the games, then writes and prints the results. An interrupt exits with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let named = args.simulation.files()?;
    let plan = args.simulation.plan(&named)?;
    args.pool.check(&plan.specs)?;
    let texts = Arc::new(StringTable::default());
    let mut files = open(args, &plan, &texts)?;
    let page = args.html.as_deref().map(PartialFile::open).transpose()?;
    let outputs = Outputs { games: files.games.is_some(), decisions: files.decisions.is_some() };
    let threads = threads(args.threads)?;
    let stop = stop_on_interrupt()?;
    let mut summary = Summary::new(&plan);
    let bar = progress(args, &plan);
    let take = |chunk: GameChunk| {
        bar.inc(chunk.rows.len() as u64);
        take(chunk, &mut files, &mut summary)
    };
    let played = match args.pool.pool(&stop, &bar) {
        None => workers::play_all(&plan, outputs, threads, &texts, &stop, take),
        Some(pool) => {
            let spec = RunSpec::Simulate { args: args.simulation.clone(), files: named, outputs };
            remote::play_all(&pool, &spec, &plan, outputs, &texts, take)
        }
    };
    bar.finish_and_clear();
    played?;
    let written = finish(files)?;
    if let Some(page) = page {
        file::write_whole(page, &html::page(&plan, &summary))?;
    }
    print_summary(args, &plan, &summary, &written)?;
    if summary.games < plan.games {
        exit::interrupted();
    }
    Ok(())
}

/// Opens the files before the first game, so that a wrong path fails at once.
fn open(args: &Args, plan: &SimulationPlan, texts: &Arc<StringTable>) -> Result<RowFiles> {
    let paths = [&args.games_out, &args.decisions_out, &args.html];
    for (i, path) in paths.iter().enumerate() {
        if path.is_some() && paths[..i].contains(path) {
            bail!("--games-out, --decisions-out and --html need different files");
        }
    }
    let create = |path: &Option<PathBuf>, fields, group| {
        let path = path.as_deref();
        path.map(|path| RowFile::create(path, fields, group, Arc::clone(texts))).transpose()
    };
    Ok(RowFiles {
        games: create(&args.games_out, games::fields(plan), GAMES_PER_GROUP)?,
        decisions: create(&args.decisions_out, decisions::fields(), DECISIONS_PER_GROUP)?,
    })
}

fn progress(args: &Args, plan: &SimulationPlan) -> ProgressBar {
    let bar = ProgressBar::new(plan.games);
    let form = "{wide_bar} {human_pos}/{human_len} games  {per_sec}  {eta} left";
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style);
    }
    if args.quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

fn take(chunk: GameChunk, files: &mut RowFiles, summary: &mut Summary) -> Result<()> {
    let games = files.games.as_mut().zip(chunk.games.as_ref());
    games.map_or(Ok(()), |(store, frame)| store.put(frame))?;
    let decisions = files.decisions.as_mut().zip(chunk.decisions.as_ref());
    decisions.map_or(Ok(()), |(store, frame)| store.put(frame))?;
    chunk.rows.iter().for_each(|row| summary.add(row));
    Ok(())
}

/// Completes the files and returns a line about each.
fn finish(files: RowFiles) -> Result<Vec<String>> {
    let mut written = Vec::new();
    for (store, what) in [(files.games, "games"), (files.decisions, "decisions")] {
        if let Some(store) = store {
            let (name, rows) = store.finish()?;
            written.push(format!("{} {what} written to {name}", grouped(rows)));
        }
    }
    Ok(written)
}

/// Prints the summary, the files, and how far an interrupted run came.
fn print_summary(
    args: &Args,
    plan: &SimulationPlan,
    summary: &Summary,
    written: &[String],
) -> Result<()> {
    let mut out = String::new();
    if !args.quiet {
        out += &format!("{}: {} games, seed {}\n", plan.title(), grouped(summary.games), plan.seed);
        report::sections(plan, summary)
            .iter()
            .for_each(|section| out += &section::render_short(section));
        written.iter().for_each(|line| out += &format!("\n{line}"));
        out += if written.is_empty() { "" } else { "\n" };
    }
    match std::io::stdout().write_all(out.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
        done => done.context("cannot write to standard output")?,
    }
    if summary.games < plan.games {
        eprintln!(
            "interrupted after {} of {} games{}",
            grouped(summary.games),
            grouped(plan.games),
            written.iter().map(|line| format!("; {line}")).collect::<String>()
        );
    }
    Ok(())
}
