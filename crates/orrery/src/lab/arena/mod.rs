//! `orrery arena`: plays tournaments of bots on all cores and rates them with confidence intervals.

mod args;
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
mod sprt;
mod tally;
mod timing;
mod workers;

use crate::exit;
use crate::lab::file::{PartialFile, write_whole};
use crate::lab::fingerprint::{self, digest};
use crate::lab::pool::{PoolArgs, RunSpec};
use crate::lab::section::{self, grouped};
use crate::lab::stats::Estimate;
use crate::lab::threads::{stop_on_interrupt, threads};
use crate::output;
use anyhow::{Result, anyhow};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use journal::{Journal, OtherBuild};
use plan::{Format, TournamentPlan};
use play::{Job, PlayedDeal};
use rating::Anchor;
use recorder::DealRecorder;
use serde_json::{Value, json};
use series::Board;
use std::path::PathBuf;
use tally::Tally;
use timing::Times;

pub(crate) use args::TournamentArgs;
pub(crate) use remote::TournamentWorker;

/// Arguments of `orrery arena`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    tournament: TournamentArgs,
    /// Give this bot the rating 0 [default: the mean of all ratings is 0].
    #[arg(long, value_name = "BOT")]
    anchor: Option<String>,
    /// Play this many deals at the same time [default: one per core].
    #[arg(long, short)]
    threads: Option<usize>,
    #[command(flatten)]
    pool: PoolArgs,
    /// Write results to this directory, or continue the tournament in it.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue a tournament that another build of orrery has started.
    #[arg(long, requires = "out")]
    other_build: bool,
    /// Do not print progress and tables.
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "EXAMPLES:
  orrery arena -b greedy -b random                       play 1,000 games between two bots
  orrery arena -b greedy -b random -b mine=cmd:./mybot   play every pair of three bots
  orrery arena -b new=cmd:./new -b old=cmd:./old --sprt 0,20 -n 100000 --out duel
  orrery arena -s 4 --field -b greedy -b random          play one greedy against three random
  orrery arena -s 1 --rogue all -b greedy -b random      play solo against each Rogue

A line-up is a set of bots that play against each other. A deal is one set of dice and cards; it is
played once per seat, and every bot moves up one seat after each game. To continue an interrupted
tournament, run the same command with the same --out. See docs/ARENA.md.";

/// The result of a tournament, ready to be reported.
pub(crate) struct TournamentResult<'a> {
    plan: &'a TournamentPlan,
    board: &'a Board,
    times: &'a [Times],
    /// By entrant; `None` for solo games, which are not rated.
    ratings: Option<Vec<Estimate>>,
    /// Totals by entrant.
    overall: Vec<Tally>,
    /// Entrants, best first.
    ranking: Vec<usize>,
}

/// Plays the tournament, then writes and prints the result. An interrupt exits with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let files = args.tournament.files()?;
    let plan = args.tournament.plan(&files)?;
    args.pool.check(plan.entrants.iter().map(|entrant| &entrant.spec))?;
    let anchor = args::anchor(args, &plan)?;
    let threads = threads(args.threads)?;
    let settings = json::settings(&plan, files.deck().map(str::as_bytes).map(digest).as_deref());
    let mut board = Board::new(&plan, args.tournament.sprt);
    let mut recorder = open(args, &plan, &settings, &mut board)?;
    let stop = stop_on_interrupt()?;
    let bar = progress(args, &plan, &board);
    let take = |job: Job, played: &PlayedDeal| {
        bar.inc(played.end.games.len() as u64);
        recorder.take(job, played)
    };
    let played = match args.pool.pool(&stop, &bar) {
        None => workers::play_all(&plan, &mut board, threads, &stop, take),
        Some(pool) => {
            let spec = RunSpec::Arena { args: args.tournament.clone(), files };
            remote::play_all(&pool, &spec, &plan, &mut board, take)
        }
    };
    bar.finish_and_clear();
    recorder.write_times()?;
    played.map_err(|error| anyhow!("{error:#}{}", continue_hint(args)))?;
    let outcome = TournamentResult::new(&plan, &board, &recorder.times, anchor);
    write(args, &outcome, &settings, (!args.pool.is_set()).then_some(threads))?;
    print_summary(args, &outcome)?;
    if !board.is_complete() {
        exit::interrupted();
    }
    Ok(())
}

/// Returns the suffix of error messages that says where finished deals are.
fn continue_hint(args: &Args) -> String {
    let kept = |folder: &PathBuf| {
        format!("; finished deals are in {}, run the same command to continue", folder.display())
    };
    args.out.as_ref().map(kept).unwrap_or_default()
}

/// Opens the output directory, if there is one, and restores the deals in it.
fn open<'a>(
    args: &Args,
    plan: &'a TournamentPlan,
    settings: &Value,
    board: &mut Board,
) -> Result<DealRecorder<'a>> {
    let Some(folder) = &args.out else { return Ok(DealRecorder::new(plan)) };
    let mut settings = settings.clone();
    settings["build"] = json!(fingerprint::build()?);
    let other = if args.other_build { OtherBuild::Accepted } else { OtherBuild::Refused };
    let (journal, found) = Journal::open(folder, plan, &settings, other)?;
    found.deals.into_iter().for_each(|(job, end)| board.put(job, end));
    Ok(DealRecorder::with(plan, journal, found.times))
}

fn progress(args: &Args, plan: &TournamentPlan, board: &Board) -> ProgressBar {
    let per_deal = plan.rotations() as u64;
    let bar = ProgressBar::new(plan.lineups.len() as u64 * plan.deals * per_deal);
    bar.set_position(board.counted() * per_deal);
    let form = "{wide_bar} {human_pos}/{human_len} games  {per_sec}  {eta} left";
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style);
    }
    if args.quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

impl<'a> TournamentResult<'a> {
    fn new(plan: &'a TournamentPlan, board: &'a Board, times: &'a [Times], anchor: Anchor) -> Self {
        let is_rated = plan.format != Format::Solo;
        let ratings = is_rated.then(|| rating::ratings(plan, board, anchor));
        let overall: Vec<Tally> =
            (0..plan.entrants.len()).map(|i| tally::overall(plan, board, i)).collect();
        let strength = |i: &usize| ratings.as_ref().map_or(overall[*i].score(), |all| all[*i].value);
        let mut ranking: Vec<usize> = (0..plan.entrants.len()).collect();
        ranking.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
        Self { plan, board, times, ratings, overall, ranking }
    }
}

/// Writes the result files.
fn write(
    args: &Args,
    outcome: &TournamentResult<'_>,
    settings: &Value,
    threads: Option<usize>,
) -> Result<()> {
    let Some(folder) = &args.out else { return Ok(()) };
    let file = |name: &str, text: &str| write_whole(PartialFile::open(&folder.join(name))?, text);
    let result = json::result(outcome, settings);
    file("arena.json", &format!("{result:#}\n"))?;
    file("arena.svg", &chart::svg(outcome))?;
    let timing = json::timing(outcome.plan, outcome.times, threads);
    file("timing.json", &format!("{timing:#}\n"))
}

/// Prints the tables, and how to continue after an interrupt.
fn print_summary(args: &Args, outcome: &TournamentResult<'_>) -> Result<()> {
    let per_deal = outcome.plan.rotations() as u64;
    let games = outcome.board.counted() * per_deal;
    if !args.quiet {
        let plan = outcome.plan;
        let mut out = format!("{}: {} games, seed {}\n", plan.title(), grouped(games), plan.seed);
        report::sections(outcome).iter().for_each(|section| out += &section::render(section));
        if let Some(folder) = &args.out {
            out += &format!("\nResults written to {}\n", folder.display());
        }
        output::print(&out)?;
    }
    if !outcome.board.is_complete() {
        let how = match &args.out {
            Some(_) => "run the same command to continue",
            None => "pass --out DIR to make a tournament resumable",
        };
        eprintln!("interrupted after {} games; {how}", grouped(games));
    }
    Ok(())
}
