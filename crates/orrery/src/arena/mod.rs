//! `orrery arena`: tournaments of bots on all cores, with ratings that say how sure they are.

mod choices;
mod crew;
mod dice;
mod journal;
mod json;
mod keeper;
mod picture;
mod plan;
mod play;
mod rating;
mod report;
mod series;
mod sprt;
mod tally;
mod timing;

use crate::file::{Part, write_whole};
use crate::output;
use crate::player::PatienceArgs;
use crate::section::{self, grouped};
use crate::stats::Estimate;
use crate::table::TableArgs;
use crate::work::{stop_on_interrupt, threads};
use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use journal::{Journal, OtherBuild};
use keeper::Keeper;
use plan::{Format, Plan};
use rating::Anchor;
use serde_json::{Value, json};
use series::Board;
use sprt::Hypotheses;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use tally::Tally;
use timing::Times;

/// Who plays whom, how long, and what to keep.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Who takes part: a bot of this program (random, greedy, cadet, pilot, captain, admiral,
    /// oracle), LEVEL@FILE with a network of your own, or cmd:PROGRAM; LABEL=… gives it another name.
    #[arg(long = "bot", short, required = true)]
    bots: Vec<String>,
    /// Most games of each line-up; rounded up to whole deals.
    #[arg(long, short = 'n', default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    games: u64,
    /// Only this bot meets the others.
    #[arg(long, value_name = "BOT")]
    gauntlet: Option<String>,
    /// One bot (the first, or that of --gauntlet) sits among copies of one other.
    #[arg(long)]
    field: bool,
    /// Stop a line-up as soon as it is clear which difference in Elo is right.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = Hypotheses::parse, allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// The bot whose rating is 0; else the mean of all is.
    #[arg(long, value_name = "BOT")]
    anchor: Option<String>,
    /// The same seed gives the same dice and cards, on any number of threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many deals at a time; all cores if not given.
    #[arg(long, short)]
    threads: Option<usize>,
    /// Games that last longer than so many turns are given up.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u16).range(1..=60_000))]
    max_turns: u16,
    #[command(flatten)]
    patience: PatienceArgs,
    /// The folder for results; if it has deals of this tournament already, they are not played again.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue deals that another build of this program has played.
    #[arg(long, requires = "out")]
    other_build: bool,
    /// Neither progress bar nor tables.
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "EXAMPLES:
  orrery arena -b greedy -b random                       1,000 games, seats in turn, same dice
  orrery arena -b greedy -b random -b mine=cmd:./mybot   everyone against everyone
  orrery arena -b new=cmd:./new -b old=cmd:./old --sprt 0,20 -n 100000 --out duel
  orrery arena -s 4 --field -b greedy -b random          one greedy against three random
  orrery arena -s 1 --rogue all -b greedy -b random      how often each Rogue is beaten

A deal is one set of dice and cards, played once for every way the bots can move up a seat. With
--out, the same command continues where it was interrupted. docs/ARENA.md says more.";

/// What came out, ready to be shown.
pub(crate) struct Outcome<'a> {
    plan: &'a Plan,
    board: &'a Board,
    times: &'a [Times],
    /// By entrant; solo games rate nobody.
    ratings: Option<Vec<Estimate>>,
    /// By entrant.
    overall: Vec<Tally>,
    /// The entrants, best first.
    ranking: Vec<usize>,
}

/// Plays, writes and reports. After Ctrl-C the process ends with status 130.
pub(crate) fn run(args: &Args) -> Result<()> {
    let plan = choices::plan(args)?;
    let anchor = choices::anchor(args, &plan)?;
    let threads = threads(args.threads)?;
    let settings = json::settings(&plan, deck_digest(args)?.as_deref());
    let mut board = Board::new(&plan, args.sprt);
    let mut keeper = open(args, &plan, &settings, &mut board)?;
    let stop = stop_on_interrupt()?;
    let bar = progress(args, &plan, &board);
    let played = crew::play_all(&plan, &mut board, threads, &stop, |job, played| {
        bar.inc(played.end.games.len() as u64);
        keeper.take(job, played)
    });
    bar.finish_and_clear();
    keeper.write_times()?;
    played.map_err(|error| anyhow!("{error:#}{}", kept(args)))?;
    let outcome = Outcome::new(&plan, &board, &keeper.times, anchor);
    write(args, &outcome, &settings, threads)?;
    tell(args, &outcome)?;
    if !board.is_complete() {
        std::process::exit(130);
    }
    Ok(())
}

/// What is said after a failure.
fn kept(args: &Args) -> String {
    let kept = |folder: &PathBuf| format!("; finished deals are kept in {}", folder.display());
    args.out.as_ref().map(kept).unwrap_or_default()
}

/// Opens the folder, if there is one, and takes over what was played before.
fn open<'a>(
    args: &Args,
    plan: &'a Plan,
    settings: &Value,
    board: &mut Board,
) -> Result<Keeper<'a>> {
    let Some(folder) = &args.out else { return Ok(Keeper::new(plan)) };
    let mut settings = settings.clone();
    settings["build"] = json!(build_digest()?);
    let other = if args.other_build { OtherBuild::Accepted } else { OtherBuild::Refused };
    let (journal, found) = Journal::open(folder, plan, &settings, other)?;
    found.deals.into_iter().for_each(|(job, end)| board.put(job, end));
    Ok(Keeper::with(plan, journal, found.times))
}

/// What tells this build of the program from others: its bots may play differently.
fn build_digest() -> Result<String> {
    let program = std::env::current_exe().context("cannot tell which program this is")?;
    file_digest(&program)
}

/// What tells the deck file from others.
fn deck_digest(args: &Args) -> Result<Option<String>> {
    args.table.deck.as_deref().map(file_digest).transpose()
}

fn file_digest(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Ok(format!("{:016x}", hasher.finish()))
}

fn progress(args: &Args, plan: &Plan, board: &Board) -> ProgressBar {
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

impl<'a> Outcome<'a> {
    fn new(plan: &'a Plan, board: &'a Board, times: &'a [Times], anchor: Anchor) -> Self {
        let is_rated = plan.format != Format::Solo;
        let ratings = is_rated.then(|| rating::ratings(plan, board, anchor));
        let overall: Vec<Tally> =
            (0..plan.entrants.len()).map(|i| tally::overall(plan, board, i)).collect();
        let worth = |i: &usize| ratings.as_ref().map_or(overall[*i].score(), |all| all[*i].value);
        let mut ranking: Vec<usize> = (0..plan.entrants.len()).collect();
        ranking.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        Self { plan, board, times, ratings, overall, ranking }
    }
}

/// The files of results.
fn write(args: &Args, outcome: &Outcome<'_>, settings: &Value, threads: usize) -> Result<()> {
    let Some(folder) = &args.out else { return Ok(()) };
    let file = |name: &str, text: &str| write_whole(Part::open(&folder.join(name))?, text);
    let result = json::result(outcome, settings);
    file("arena.json", &format!("{result:#}\n"))?;
    file("arena.svg", &picture::svg(outcome))?;
    let timing = json::timing(outcome.plan, outcome.times, threads);
    file("timing.json", &format!("{timing:#}\n"))
}

/// The tables, and whether it was interrupted.
fn tell(args: &Args, outcome: &Outcome<'_>) -> Result<()> {
    let per_deal = outcome.plan.rotations() as u64;
    let games = outcome.board.counted() * per_deal;
    if !args.quiet {
        let plan = outcome.plan;
        let mut out = format!("{}: {} games, seed {}\n", plan.title(), grouped(games), plan.seed);
        report::sections(outcome).iter().for_each(|section| out += &section::whole(section));
        if let Some(folder) = &args.out {
            out += &format!("\nThe results are in {}\n", folder.display());
        }
        output::print(&out)?;
    }
    if !outcome.board.is_complete() {
        let how = match &args.out {
            Some(_) => "the same command continues",
            None => "with --out DIR it could be continued",
        };
        eprintln!("interrupted after {} games; {how}", grouped(games));
    }
    Ok(())
}
