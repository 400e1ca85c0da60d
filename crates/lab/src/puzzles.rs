//! Finds puzzles in games of bots or in recorded games.

use crate::Monitor;
use crate::review::check::{CheckSpec, play_game};
use anyhow::{Result, bail};
use orrery_analysis::Game;
use orrery_analysis::puzzle::{FindOptions, Puzzle, find};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The games to search.
#[derive(Clone, Debug)]
pub enum GameSource {
    /// Games that bots play for this search.
    Bots(CheckSpec),
    /// Recorded games.
    Games(Vec<Game>),
}

impl GameSource {
    fn len(&self) -> u64 {
        match self {
            Self::Bots(spec) => spec.games,
            Self::Games(games) => games.len() as u64,
        }
    }

    fn game(&self, number: u64) -> Result<Game> {
        match self {
            Self::Bots(spec) => play_game(spec, number),
            Self::Games(games) => Ok(games[number as usize].clone()),
        }
    }
}

/// The specification of a search for puzzles.
#[derive(Clone, Debug)]
pub struct PuzzleSpec {
    /// The games to search.
    pub source: GameSource,
    /// The maximum number of puzzles per game.
    pub per_game: NonZeroUsize,
    /// The settings of the search.
    pub find: FindOptions,
}

/// Searches the games in parallel, until `on_puzzle` returns `false` or `stop` is set.
///
/// `on_puzzle` receives the puzzles in no particular order.
///
/// # Errors
/// If a bot is unknown or the options do not fit the rules.
pub fn run(
    spec: &PuzzleSpec,
    threads: usize,
    stop: &AtomicBool,
    monitor: &dyn Monitor,
    on_puzzle: &(dyn Fn(Puzzle) -> bool + Sync),
) -> Result<()> {
    monitor.begin(spec.source.len(), 0);
    let next = AtomicU64::new(0);
    let work = || -> Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= spec.source.len() || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            search(spec, number, stop, on_puzzle)?;
            monitor.advance(1);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(result) => result,
            Err(_) => bail!("a worker thread panicked"),
        })
    })
}

/// Searches one game.
fn search(
    spec: &PuzzleSpec,
    number: u64,
    stop: &AtomicBool,
    on_puzzle: &(dyn Fn(Puzzle) -> bool + Sync),
) -> Result<()> {
    let game = spec.source.game(number)?;
    let options = FindOptions { seed: spec.find.seed.wrapping_add(number), ..spec.find };
    let mut left = spec.per_game.get();
    find(&game, options, |puzzle| {
        left -= 1;
        if !on_puzzle(puzzle) {
            stop.store(true, Ordering::Relaxed);
        }
        left > 0 && !stop.load(Ordering::Relaxed)
    });
    Ok(())
}
