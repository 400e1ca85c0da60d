//! The worker threads of a local simulation.
//!
//! The threads finish chunks in any order. [`play_all`] passes them on in the order of
//! their numbers. To bound the memory, no thread starts a chunk that is too far ahead.

use super::decisions::DecisionLog;
use super::games;
use super::plan::SimulationPlan;
use super::reorder::ReorderBuffer;
use super::row::GameRow;
use super::runner::{GameRunner, PlayedGames};
use anyhow::Result;
use arrow_array::RecordBatch;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Maximum number of games per chunk without recorded decisions.
const CHUNK: u64 = 256;
/// Maximum number of games per chunk with recorded decisions.
const LOGGED_CHUNK: u64 = 16;

/// Finished games in order, with the rows for the output files.
pub(crate) struct GameChunk {
    pub(crate) rows: Vec<GameRow>,
    pub(crate) games: Option<RecordBatch>,
    pub(crate) decisions: Option<RecordBatch>,
}

impl GameChunk {
    /// Creates a chunk; builds the rows of the games file if they are requested.
    pub(crate) fn new(
        plan: &SimulationPlan,
        outputs: Outputs,
        played: PlayedGames,
    ) -> Result<Self> {
        let PlayedGames { rows, decisions } = played;
        let games = outputs.games.then(|| games::batch(plan, &rows)).transpose()?;
        Ok(Self { rows, games, decisions })
    }
}

/// The row files for which the workers must return rows.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Outputs {
    pub(crate) games: bool,
    pub(crate) decisions: bool,
}

/// The range of chunks in progress.
#[derive(Debug, Default)]
struct ChunkWindow {
    /// The next chunk to play.
    next: u64,
    /// Number of chunks that `take` has received.
    done: u64,
    /// Whether the run has failed.
    failed: bool,
}

/// State shared by the worker threads.
struct Workers<'p> {
    plan: &'p SimulationPlan,
    outputs: Outputs,
    stop: &'p AtomicBool,
    /// Number of games per chunk.
    chunk_size: u64,
    /// Maximum number of chunks in the window.
    window_size: u64,
    window: Mutex<ChunkWindow>,
    /// Signals that the window has moved.
    moved: Condvar,
}

/// Plays all games; `take` receives them in the order of their numbers.
pub(crate) fn play_all(
    plan: &SimulationPlan,
    outputs: Outputs,
    threads: usize,
    stop: &AtomicBool,
    mut take: impl FnMut(GameChunk) -> Result<()>,
) -> Result<()> {
    let threads = threads as u64;
    let max_chunk = if outputs.decisions { LOGGED_CHUNK } else { CHUNK };
    let workers = Workers {
        plan,
        outputs,
        stop,
        chunk_size: (plan.games / (threads * 8)).clamp(1, max_chunk),
        window_size: threads * 4,
        window: Mutex::default(),
        moved: Condvar::new(),
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| workers.work(sender));
        }
        drop(sender);
        let mut chunks = ReorderBuffer::default();
        for (number, chunk) in receiver {
            chunks.put(number, chunk);
            while let Some(chunk) = chunks.pop() {
                let taken = chunk.and_then(&mut take);
                workers.advance(chunks.popped(), taken.is_err());
                taken?;
            }
        }
        Ok(())
    })
}

impl Workers<'_> {
    /// Plays chunk after chunk until none is left or the run stops.
    fn work(&self, sender: Sender<(u64, Result<GameChunk>)>) {
        let log = self.outputs.decisions.then(|| DecisionLog::new(self.plan));
        let mut runner = GameRunner::new(self.plan, log);
        while let Some(number) = self.next_chunk() {
            let first = number * self.chunk_size;
            let games = first..(first + self.chunk_size).min(self.plan.games);
            let played = runner.play(games, || self.is_stopped());
            let chunk = played.and_then(|all| GameChunk::new(self.plan, self.outputs, all));
            let failed = chunk.is_err();
            if sender.send((number, chunk)).is_err() || failed {
                return;
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits until the next chunk fits into the window and returns its number; `None` at the end.
    fn next_chunk(&self) -> Option<u64> {
        let chunks = self.plan.games.div_ceil(self.chunk_size);
        let mut window = self.lock();
        while window.next >= window.done + self.window_size && !window.failed {
            window = self.moved.wait(window).unwrap_or_else(PoisonError::into_inner);
        }
        if window.failed || window.next >= chunks || self.is_stopped() {
            return None;
        }
        window.next += 1;
        Some(window.next - 1)
    }

    /// Records that `take` has received `done` chunks; a failure ends the run.
    fn advance(&self, done: u64, failed: bool) {
        let mut window = self.lock();
        window.done = done;
        window.failed |= failed;
        drop(window);
        self.moved.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, ChunkWindow> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
