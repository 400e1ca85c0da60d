//! The arena: plays tournaments of bots and rates them with confidence intervals.

mod adjusted;
mod chart;
mod dice;
mod journal;
mod json;
mod plan;
mod play;
mod rating;
mod recorder;
mod remote;
mod report;
mod series;
mod spec;
mod sprt;
mod tally;
mod timing;
mod workers;

use crate::Monitor;
use crate::file::{PartialFile, write_whole};
use crate::fingerprint::{self, digest};
use crate::pool::{Backend, RunSpec, WorkerPool};
use crate::section::{self, grouped};
use crate::stats::Estimate;
use anyhow::{Result, anyhow};
use journal::Journal;
use plan::{Format, TournamentPlan};
use play::{Job, PlayedDeal};
use rating::Anchor;
use recorder::DealRecorder;
use serde_json::{Value, json};
use series::Scoreboard;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use tally::Tally;
use timing::ThinkingTimes;

pub use journal::OtherBuild;
pub(crate) use remote::TournamentWorker;
pub use spec::TournamentSpec;
pub use sprt::Hypotheses;

/// The options for the reports of a tournament.
#[derive(Clone, Debug)]
pub struct ReportOptions {
    /// The bot with rating 0; if `None`, the mean rating of all bots is 0.
    pub anchor: Option<String>,
    /// The output directory. If it contains deals, the tournament continues from them.
    pub out: Option<PathBuf>,
    /// The policy for deals of another build in that directory.
    pub other_build: OtherBuild,
}

/// A tournament that was played, completely or up to an interrupt.
pub struct Tournament {
    plan: TournamentPlan,
    scoreboard: Scoreboard,
    times: Vec<ThinkingTimes>,
    anchor: Anchor,
}

/// The result of a tournament, ready to be reported.
pub(crate) struct TournamentResult<'a> {
    plan: &'a TournamentPlan,
    scoreboard: &'a Scoreboard,
    times: &'a [ThinkingTimes],
    /// Ratings by entrant; `None` for solo games, which are not rated.
    ratings: Option<Vec<Estimate>>,
    /// Totals by entrant.
    overall: Vec<Tally>,
    /// Entrants, best first.
    ranking: Vec<usize>,
}

/// Plays a tournament and writes its files.
///
/// If `stop` is set, the tournament ends early and keeps the finished deals.
///
/// # Errors
/// If the specification is wrong, a bot fails or a file cannot be written.
pub fn run(
    spec: &TournamentSpec,
    report: &ReportOptions,
    backend: &Backend,
    stop: &AtomicBool,
    monitor: &dyn Monitor,
) -> Result<Tournament> {
    let networks = spec.networks()?;
    let plan = spec.plan(&networks)?;
    backend.check(plan.entrants.iter().map(|entrant| &entrant.spec))?;
    let anchor = spec::anchor(report.anchor.as_deref(), &plan)?;
    let deck = spec.table.deck.as_ref().map(|deck| digest(deck.text.as_bytes()));
    let settings = json::settings(&plan, deck.as_deref());
    let mut scoreboard = Scoreboard::new(&plan, spec.sprt);
    let mut recorder = open(report, &plan, &settings, &mut scoreboard)?;
    let per_deal = plan.rotations() as u64;
    let total = plan.lineups.len() as u64 * plan.deals * per_deal;
    monitor.begin(total, scoreboard.counted() * per_deal);
    let take = |job: Job, played: &PlayedDeal| {
        monitor.advance(played.result.games.len() as u64);
        recorder.record(job, played)
    };
    let played = match backend {
        Backend::Threads(threads) => {
            workers::play_all(&plan, &mut scoreboard, *threads, stop, take)
        }
        Backend::Workers(addresses) => {
            let spec = RunSpec::Arena { spec: spec.clone(), networks };
            let pool = WorkerPool { addresses, stop, monitor };
            remote::play_all(&pool, &spec, &plan, &mut scoreboard, take)
        }
    };
    recorder.write_times()?;
    let times = recorder.into_times();
    played.map_err(|error| anyhow!("{error:#}{}", continue_hint(report)))?;
    let tournament = Tournament { plan, scoreboard, times, anchor };
    tournament.write(report, &settings, backend)?;
    Ok(tournament)
}

/// Returns a suffix for error messages: the directory of finished deals, and how to continue.
fn continue_hint(report: &ReportOptions) -> String {
    let hint = |folder: &PathBuf| {
        format!("; finished deals are in {}, run the same command to continue", folder.display())
    };
    report.out.as_ref().map(hint).unwrap_or_default()
}

/// Opens the output directory, if there is one, and restores the deals in it.
fn open<'a>(
    report: &ReportOptions,
    plan: &'a TournamentPlan,
    settings: &Value,
    scoreboard: &mut Scoreboard,
) -> Result<DealRecorder<'a>> {
    let Some(folder) = &report.out else { return Ok(DealRecorder::new(plan)) };
    let mut settings = settings.clone();
    settings["build"] = json!(fingerprint::binary_digest()?);
    let (journal, found) = Journal::open(folder, plan, &settings, report.other_build)?;
    found.deals.into_iter().for_each(|(job, result)| scoreboard.put(job, result));
    Ok(DealRecorder::with(plan, journal, found.times))
}

impl Tournament {
    /// Returns whether all deals were played.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.scoreboard.is_complete()
    }

    /// Returns the number of games in the deals that count.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.scoreboard.counted() * self.plan.rotations() as u64
    }

    /// Returns the result as tables for the terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let (plan, games) = (&self.plan, grouped(self.games()));
        let mut out = format!("{}: {games} games, seed {}\n", plan.title(), plan.seed);
        for section in report::sections(&self.result()) {
            out += &section::render(&section);
        }
        out
    }

    fn result(&self) -> TournamentResult<'_> {
        TournamentResult::new(&self.plan, &self.scoreboard, &self.times, self.anchor)
    }

    /// Writes the result files.
    fn write(&self, report: &ReportOptions, settings: &Value, backend: &Backend) -> Result<()> {
        let Some(folder) = &report.out else { return Ok(()) };
        let file =
            |name: &str, text: &str| write_whole(PartialFile::open(&folder.join(name))?, text);
        let outcome = self.result();
        let result = json::result(&outcome, settings);
        file("arena.json", &format!("{result:#}\n"))?;
        file("arena.svg", &chart::svg(&outcome))?;
        let threads = match backend {
            Backend::Threads(threads) => Some(*threads),
            Backend::Workers(_) => None,
        };
        let timing = json::timing(&self.plan, &self.times, threads);
        file("timing.json", &format!("{timing:#}\n"))
    }
}

impl<'a> TournamentResult<'a> {
    fn new(
        plan: &'a TournamentPlan,
        scoreboard: &'a Scoreboard,
        times: &'a [ThinkingTimes],
        anchor: Anchor,
    ) -> Self {
        let is_rated = plan.format != Format::Solo;
        let ratings = is_rated.then(|| rating::ratings(plan, scoreboard, anchor));
        let overall: Vec<Tally> =
            (0..plan.entrants.len()).map(|i| tally::overall(plan, scoreboard, i)).collect();
        let strength =
            |i: &usize| ratings.as_ref().map_or(overall[*i].score(), |all| all[*i].value);
        let mut ranking: Vec<usize> = (0..plan.entrants.len()).collect();
        ranking.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
        Self { plan, scoreboard, times, ratings, overall, ranking }
    }
}
