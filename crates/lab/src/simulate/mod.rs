//! Simulation: lets bots play many games, and writes rows, a summary and a report.

mod columns;
mod csv;
mod decisions;
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

use crate::Monitor;
use crate::file::{self, PartialFile};
use crate::pool::{Backend, RunSpec, WorkerPool};
use crate::section::{self, grouped};
use anyhow::{Result, bail};
use arrow_array::RecordBatch;
use plan::SimulationPlan;
use row_file::RowFile;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use summary::Summary;
use workers::GameChunk;

pub(crate) use html::table as html_table;
pub use plan::SimulationSpec;
pub(crate) use remote::SimulationWorker;
pub(crate) use workers::Outputs;

/// The files to write. The extension of a row file selects Parquet or CSV.
#[derive(Clone, Debug, Default)]
pub struct OutputPaths {
    /// The file with a row per game.
    pub games: Option<PathBuf>,
    /// The file with a row per decision.
    pub decisions: Option<PathBuf>,
    /// The HTML report with plots.
    pub html: Option<PathBuf>,
}

/// Games per Parquet row group.
const GAMES_PER_GROUP: usize = 1 << 16;
/// Decisions per Parquet row group.
const DECISIONS_PER_GROUP: usize = 1 << 19;

/// The row files that are being written.
struct RowFiles {
    games: Option<RowFile>,
    decisions: Option<RowFile>,
}

/// The result of a simulation.
pub struct SimulationResult {
    plan: SimulationPlan,
    summary: Summary,
    /// A line about each written file.
    written: Vec<String>,
}

/// Plays the games and writes the files; if `stop` is set, the files contain the finished games.
///
/// # Errors
/// If the specification is wrong, a bot fails or a file cannot be written.
pub fn run(
    spec: &SimulationSpec,
    paths: &OutputPaths,
    backend: &Backend,
    stop: &AtomicBool,
    monitor: &dyn Monitor,
) -> Result<SimulationResult> {
    let networks = spec.networks()?;
    let plan = spec.plan(&networks)?;
    backend.check(&plan.specs)?;
    let mut files = open(paths, &plan)?;
    let page = paths.html.as_deref().map(PartialFile::open).transpose()?;
    let outputs = Outputs { games: files.games.is_some(), decisions: files.decisions.is_some() };
    let mut summary = Summary::new(&plan);
    monitor.begin(plan.games, 0);
    let take = |chunk: GameChunk| {
        monitor.advance(chunk.rows.len() as u64);
        record(chunk, &mut files, &mut summary)
    };
    match backend {
        Backend::Threads(threads) => {
            workers::play_all(&plan, outputs, *threads, stop, take)?;
        }
        Backend::Workers(addresses) => {
            let spec = RunSpec::Simulate { spec: spec.clone(), networks, outputs };
            let pool = WorkerPool { addresses, stop, monitor };
            remote::play_all(&pool, &spec, &plan, outputs, take)?;
        }
    }
    let written = finish(files)?;
    if let Some(page) = page {
        file::write_whole(page, &html::page(&plan, &summary))?;
    }
    Ok(SimulationResult { plan, summary, written })
}

impl SimulationResult {
    /// Returns whether all games were played.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.summary.games == self.plan.games
    }

    /// Returns the number of games played and the number planned.
    #[must_use]
    pub const fn games(&self) -> (u64, u64) {
        (self.summary.games, self.plan.games)
    }

    /// Returns a line about each written file.
    #[must_use]
    pub fn written(&self) -> &[String] {
        &self.written
    }

    /// Returns the summary as tables for the terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let (plan, games) = (&self.plan, grouped(self.summary.games));
        let mut out = format!("{}: {games} games, seed {}\n", plan.title(), plan.seed);
        for section in report::sections(plan, &self.summary) {
            out += &section::render_short(&section);
        }
        out
    }
}

/// Opens the files before the first game, so that a wrong path fails at once.
fn open(paths: &OutputPaths, plan: &SimulationPlan) -> Result<RowFiles> {
    let all = [&paths.games, &paths.decisions, &paths.html];
    for (i, path) in all.iter().enumerate() {
        if path.is_some() && all[..i].contains(path) {
            bail!("--games-out, --decisions-out and --html need different files");
        }
    }
    let create = |path: &Option<PathBuf>, empty: &RecordBatch, group| {
        let path = path.as_deref();
        path.map(|path| RowFile::create(path, &empty.schema(), group)).transpose()
    };
    Ok(RowFiles {
        games: create(&paths.games, &games::batch(plan, &[])?, GAMES_PER_GROUP)?,
        decisions: create(&paths.decisions, &decisions::empty()?, DECISIONS_PER_GROUP)?,
    })
}

/// Writes the rows of a chunk and adds its games to the summary.
fn record(chunk: GameChunk, files: &mut RowFiles, summary: &mut Summary) -> Result<()> {
    for (file, rows) in [(&mut files.games, chunk.games), (&mut files.decisions, chunk.decisions)] {
        file.as_mut().zip(rows).map_or(Ok(()), |(file, rows)| file.put(rows))?;
    }
    chunk.rows.iter().for_each(|row| summary.add(row));
    Ok(())
}

/// Completes the files and returns a line about each.
fn finish(files: RowFiles) -> Result<Vec<String>> {
    let mut written = Vec::new();
    for (file, what) in [(files.games, "games"), (files.decisions, "decisions")] {
        if let Some(file) = file {
            let (name, rows) = file.finish()?;
            written.push(format!("{} {what} written to {name}", grouped(rows)));
        }
    }
    Ok(written)
}
