//! `orrery analyse`: reviews recorded games.

use super::bar::{self, Bar};
use super::interrupt::stop_on_interrupt;
use super::options::threads;
use super::records::{self, FileGame};
use crate::table::TableArgs;
use crate::{exit, output, replay};
use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use orrery_analysis::{AnalysisOptions, EvaluatorKind, Game, ROLLOUTS};
use orrery_lab::review::check::{self, CheckSpec, CheckTable};
use orrery_lab::review::{self, ReviewedGame};
use orrery_record::Record;
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Seat, deck};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Review recorded games: luck, errors and strength of every player.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Review these records (text, JSON or binary) or data exports from a server.
    #[arg(required_unless_present = "check")]
    files: Vec<PathBuf>,
    /// Show only this seat (A to E).
    #[arg(long, value_parser = seat)]
    seat: Option<Seat>,
    /// Print the complete reviews as JSON.
    #[arg(long, conflicts_with = "check")]
    json: bool,
    /// Write one self-contained HTML page with charts to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    html: Option<PathBuf>,
    /// Write copies of the records with marks, win chances and best moves to DIR.
    ///
    /// The marks are ?! (inaccuracy), ? (mistake) and ?? (blunder).
    #[arg(long, value_name = "DIR", conflicts_with = "check")]
    annotate: Option<PathBuf>,
    /// Check each error with up to this many bot games (rollouts); 0 checks none.
    #[arg(long, value_name = "GAMES", default_value_t = ROLLOUTS, conflicts_with = "check")]
    rollouts: u32,
    /// Test the analysis: review this many bot games and check that the numbers add up.
    #[arg(long, value_name = "GAMES", conflicts_with = "files")]
    check: Option<u64>,
    /// Play the games of --check with all editions and numbers of players in turn.
    #[arg(long, requires = "check", conflicts_with_all = ["edition", "seats", "rogue", "deck"])]
    all_tables: bool,
    /// Let these bots play the games of --check; they take the seats in rotation.
    #[arg(long, short, default_value = "admiral", requires = "check")]
    bot: Vec<String>,
    /// Evaluate the positions of --check with this evaluator.
    #[arg(long, value_enum, default_value_t = Evaluator::Blend, requires = "check")]
    evaluator: Evaluator,
    /// Use this seed for the games of --check.
    #[arg(long, default_value_t = 1, requires = "check")]
    seed: u64,
    /// Review this many games of --check at the same time [default: one per core].
    #[arg(long, short, requires = "check")]
    threads: Option<usize>,
    #[command(flatten)]
    table: TableArgs,
    /// Do not print progress.
    #[arg(long, short)]
    quiet: bool,
}

/// The evaluation of positions.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Evaluator {
    /// The mean of lookahead and network, as in reviews.
    Blend,
    /// The network, applied after a bot has played on to the end of the turn.
    Lookahead,
    /// The network, applied to the position itself.
    Network,
}

impl From<Evaluator> for EvaluatorKind {
    fn from(evaluator: Evaluator) -> Self {
        match evaluator {
            Evaluator::Blend => Self::Blend,
            Evaluator::Lookahead => Self::Lookahead,
            Evaluator::Network => Self::Network,
        }
    }
}

const EXAMPLES: &str = "EXAMPLES:
  orrery analyse game.orr                        print a review of a game
  orrery analyse game.orr --seat B               print only the part about seat B
  orrery analyse games/*.orr --html review.html  write a page with the statistics of all players
  orrery analyse game.orr --annotate reviewed    write reviewed/game.orr with marks and comments
  orrery analyse export.json                     review the games in a data export from a server
  orrery analyse game.orr --rollouts 0           show the marks without checking them by rollouts
  orrery analyse game.orr --json                 print everything as JSON
  orrery analyse --check 100 --bot captain --seats 3
  orrery analyse --check 10000 --all-tables      check every edition and number of players

If orrery cannot read or replay a file, it reports this and reviews the others. The options that
describe a game (--edition, --seats, …) apply only to --check; --deck also applies to records that
do not contain their deck. docs/ANALYSIS.md explains the numbers.";

fn seat(text: &str) -> Result<Seat, String> {
    Seat::from_letter(text).ok_or_else(|| "expected a seat from A to E".to_owned())
}

/// Reviews the files, or checks the analysis. After an interrupt, prints the finished results.
pub(crate) fn run(args: &Args) -> Result<()> {
    let stop = stop_on_interrupt()?;
    if let Some(games) = args.check {
        return run_check(args, games, &stop);
    }
    let (mut reviewed, mut errors) = (Vec::new(), Vec::new());
    for file in &args.files {
        let deck = args.table.deck.as_deref();
        let games = records::load(file, deck).unwrap_or_else(|error| vec![Err(error)]);
        for game in games {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            match game.and_then(|game| review_game(args, game, &stop)) {
                Ok(game) => reviewed.push(game),
                Err(error) => errors.push(error),
            }
        }
    }
    if reviewed.is_empty() && errors.len() == 1 {
        return Err(errors.remove(0));
    }
    errors.iter().for_each(|error| eprintln!("orrery: {error:#}; skipped"));
    if reviewed.is_empty() {
        bail!("no game could be reviewed");
    }
    if let Some(path) = &args.html {
        std::fs::write(path, review::html(&reviewed, args.seat))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    match (args.json, &args.html) {
        (true, _) => output::print(&review::json(&reviewed))?,
        (false, Some(path)) => output::print(&format!("Review written to {}\n", path.display()))?,
        (false, None) => output::print(&review::text(&reviewed, args.seat))?,
    };
    if stop.load(Ordering::Relaxed) {
        exit::interrupted();
    }
    if !errors.is_empty() {
        bail!("{} games could not be reviewed", errors.len());
    }
    Ok(())
}

fn review_game(args: &Args, game: FileGame, stop: &AtomicBool) -> Result<ReviewedGame> {
    let FileGame { name, stem, mut record, decks } = game;
    let rules = replay::rules(&decks, &record).with_context(|| name.clone())?;
    let names = replay::names(&record, &rules);
    let game = Game::from_record(&record, rules).map_err(|why| anyhow!("{name}: {why}"))?;
    if args.seat.is_some_and(|seat| seat.index() >= names.len()) {
        bail!("{name}: the game has no such seat");
    }
    let annotated = args.annotate.as_ref().map(|folder| folder.join(format!("{stem}.orr")));
    if let Some(path) = annotated.as_ref().filter(|path| path.exists()) {
        bail!("{name}: {} exists; choose another directory for --annotate", path.display());
    }
    let bar = Bar::new(bar::STEPS, args.quiet);
    let options = AnalysisOptions { rollouts: args.rollouts, ..AnalysisOptions::default() };
    let edition = record.header.edition.clone();
    let reviewed = ReviewedGame::new((name, edition), names, (game, options), stop, &bar);
    // Do not write an interrupted review, because it is incomplete.
    if let Some(path) = annotated.filter(|_| !stop.load(Ordering::Relaxed)) {
        reviewed.review.annotate(&mut record);
        write_annotated(&path, &record)?;
    }
    Ok(reviewed)
}

/// Writes an annotated record to a new file.
fn write_annotated(path: &Path, record: &Record) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| File::create_new(path))
        .and_then(|mut file| file.write_all(record.to_string().as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn run_check(args: &Args, games: u64, stop: &AtomicBool) -> Result<()> {
    let spec = CheckSpec {
        tables: match args.all_tables {
            true => all_tables(&args.table),
            false => vec![table(&args.table)?],
        },
        bots: args.bot.clone(),
        games,
        seed: args.seed,
        evaluator: args.evaluator.into(),
    };
    let bar = Bar::new(bar::GAMES, args.quiet);
    let result = check::run(&spec, threads(args.threads)?, stop, &bar)?;
    drop(bar);
    output::print(&result.text())?;
    if stop.load(Ordering::Relaxed) {
        exit::interrupted();
    }
    match result.problems().as_slice() {
        [] => Ok(()),
        [first, others @ ..] => bail!("{first} ({} other problems)", others.len()),
    }
}

fn table(args: &TableArgs) -> Result<CheckTable> {
    let rules = args.rules()?;
    Ok(CheckTable { options: args.game_settings(&rules)?, rules })
}

/// Returns a table for each edition and number of players that it allows.
fn all_tables(args: &TableArgs) -> Vec<CheckTable> {
    let seats = |edition: &'static str| (1..=MAX_SEATS).map(move |seats| (edition, seats));
    let of_edition = |(edition, seats): (&str, usize)| {
        table(&TableArgs { edition: edition.to_owned(), seats, ..args.clone() }).ok()
    };
    deck::EDITIONS.into_iter().flat_map(seats).filter_map(of_edition).collect()
}
