//! `orrery puzzles`: finds puzzles in games and writes each to a file with its proof.

use super::bar::{self, Bar};
use super::interrupt::stop_on_interrupt;
use super::options::threads;
use crate::table::TableArgs;
use crate::{exit, output, replay};
use anyhow::{Context, Result, anyhow, bail};
use orrery_analysis::puzzle::{FindOptions, Puzzle};
use orrery_analysis::{EvaluatorKind, Game};
use orrery_lab::puzzles::{self, GameSource, PuzzleSpec};
use orrery_lab::review::check::{CheckSpec, CheckTable};
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// Find puzzles in games and prove their solutions.
#[derive(clap::Args, Clone, Debug)]
// The command refuses --deck, so its help does not list this option.
#[command(after_help = EXAMPLES, mut_arg("deck", |deck| deck.hide(true)))]
pub(crate) struct Args {
    /// Search these records instead of games between bots.
    files: Vec<PathBuf>,
    /// Write the puzzles to this directory.
    #[arg(long, short, default_value = "puzzles")]
    out: PathBuf,
    /// Stop after this many puzzles.
    #[arg(long, short, default_value_t = 10)]
    count: usize,
    /// Take at most this many puzzles from one game.
    #[arg(long, default_value = "2")]
    per_game: NonZeroUsize,
    /// Play at most this many games between bots.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Let these bots play; they take the seats in rotation.
    #[arg(long, short, default_value = "captain")]
    bot: Vec<String>,
    /// Play at most this many bot games (rollouts) per move to prove a puzzle.
    #[arg(long, default_value_t = 512)]
    rollouts: u32,
    /// Search each game from the first turn in which a player has this many points.
    #[arg(long, alias = "least-points", value_name = "POINTS", default_value_t = 18)]
    min_points: u8,
    /// Use this seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Search this many games at the same time [default: one per core].
    #[arg(long, short)]
    threads: Option<usize>,
    #[command(flatten)]
    table: TableArgs,
    /// Do not print progress.
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "EXAMPLES:
  orrery puzzles                                 find 10 puzzles in games between bots
  orrery puzzles --edition revised --seats 3 --count 50 --out puzzles
  orrery puzzles my-games/*.orr                  find puzzles in your own games
  orrery verify puzzles/classic-2-001.txt        check the proof of a puzzle

A puzzle is a decision with one move that is clearly the best. Orrery writes each puzzle to a text
file with a proof, which `orrery verify` checks. Orrery refuses games with a custom deck.
docs/ANALYSIS.md describes the files.";

/// Finds puzzles and writes them. After an interrupt, keeps the puzzles found so far.
pub(crate) fn run(args: &Args) -> Result<()> {
    let stop = stop_on_interrupt()?;
    let find = FindOptions {
        rollouts: args.rollouts,
        min_points: args.min_points,
        seed: args.seed,
        ..FindOptions::default()
    };
    let spec = PuzzleSpec { source: source(args)?, per_game: args.per_game, find };
    let out = &args.out;
    std::fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
    let bar = Bar::new(bar::GAMES, args.quiet);
    let found: Mutex<Vec<Result<String>>> = Mutex::default();
    let on_puzzle = |puzzle: Puzzle| {
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.len() < args.count {
            found.push(write(out, puzzle));
        }
        found.len() < args.count
    };
    puzzles::run(&spec, threads(args.threads)?, &stop, &bar, &on_puzzle)?;
    drop(bar);
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let is_interrupted = found.len() < args.count && stop.load(Ordering::Relaxed);
    let mut text = String::new();
    for line in found {
        let _ = writeln!(text, "{}", line?);
    }
    output::print(&text)?;
    if is_interrupted {
        exit::interrupted();
    }
    if text.is_empty() {
        bail!("no puzzle found; search more games");
    }
    Ok(())
}

fn source(args: &Args) -> Result<GameSource> {
    if args.table.deck.is_some() {
        bail!("puzzles cannot have a custom deck, because their files do not contain it");
    }
    if !args.files.is_empty() {
        let games: Result<_> = args.files.iter().map(|file| load_game(file)).collect();
        return games.map(GameSource::Games);
    }
    let rules = args.table.rules()?;
    Ok(GameSource::Bots(CheckSpec {
        tables: vec![CheckTable { options: args.table.game_settings(&rules)?, rules }],
        bots: args.bot.clone(),
        games: args.games,
        seed: args.seed,
        evaluator: EvaluatorKind::default(),
    }))
}

fn load_game(file: &Path) -> Result<Game> {
    let (record, decks) = replay::load(file, None)?;
    let name = file.display();
    if record.header.deck.is_some() {
        bail!("{name}: puzzles cannot have a custom deck");
    }
    let rules = replay::rules(&decks, &record)?;
    Game::from_record(&record, rules).map_err(|why| anyhow!("{name}: {why}"))
}

/// Writes a puzzle to a new file, and returns a description of the puzzle.
///
/// The file name consists of edition, number of seats and the first free number.
fn write(out: &Path, mut puzzle: Puzzle) -> Result<String> {
    let mut head = puzzle.setup.split_ascii_whitespace();
    let kind = head.by_ref().take(2).collect::<Vec<_>>().join("-");
    for number in 1..=9999 {
        puzzle.id = format!("{kind}-{number:03}");
        let path = out.join(format!("{}.txt", puzzle.id));
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let write_error = || format!("cannot write {}", path.display());
        match file {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            file => file.and_then(|mut file| file.write_all(puzzle.to_string().as_bytes())),
        }
        .with_context(write_error)?;
        return Ok(description(&puzzle));
    }
    bail!("{} has 9999 puzzles of {kind}", out.display())
}

fn description(puzzle: &Puzzle) -> String {
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.word()).collect();
    let level = puzzle.level().map_or("no level", |level| level.word());
    format!("{}  {}  found by {level}", puzzle.id, themes.join(" "))
}
