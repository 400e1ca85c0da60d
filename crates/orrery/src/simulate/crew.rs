//! The workers and the order of their work: games are played in any order, but handed on in the
//! order of their numbers, and only so far ahead that memory stays flat.

use super::decisions::Log;
use super::frame::{Frame, Texts};
use super::games::GameFrames;
use super::plan::Plan;
use super::play::Table;
use super::row::GameRow;
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Most games of one chunk; fewer if all their decisions are kept.
const CHUNK: u64 = 256;
const LOGGED_CHUNK: u64 = 16;

/// Some finished games, in order.
pub(crate) struct Chunk {
    pub(crate) rows: Vec<GameRow>,
    pub(crate) games: Option<Frame>,
    pub(crate) decisions: Option<Frame>,
}

/// What the workers are to bring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) games: bool,
    pub(crate) decisions: bool,
    pub(crate) threads: usize,
}

/// How far the chunks are: which is to be played next, and how many were handed on.
#[derive(Debug, Default)]
struct Window {
    next: u64,
    done: u64,
    over: bool,
}

/// What the workers share.
struct Crew<'p> {
    plan: &'p Plan,
    wanted: Wanted,
    texts: Arc<Texts>,
    stop: &'p AtomicBool,
    chunk: u64,
    ahead: u64,
    window: Mutex<Window>,
    moved: Condvar,
}

/// Plays all games; `take` gets them in the order of their numbers.
pub(crate) fn play_all(
    plan: &Plan,
    wanted: Wanted,
    texts: &Arc<Texts>,
    stop: &AtomicBool,
    mut take: impl FnMut(Chunk) -> Result<()>,
) -> Result<()> {
    let threads = wanted.threads as u64;
    let most = if wanted.decisions { LOGGED_CHUNK } else { CHUNK };
    let crew = Crew {
        plan,
        wanted,
        texts: Arc::clone(texts),
        stop,
        chunk: (plan.games / (threads * 8)).clamp(1, most),
        ahead: threads * 4,
        window: Mutex::default(),
        moved: Condvar::new(),
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| crew.work(sender));
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (number, chunk) in receiver {
            early.insert(number, chunk);
            while let Some(chunk) = early.remove(&due) {
                let taken = chunk.and_then(&mut take);
                due += 1;
                crew.hand_on(due, taken.is_err());
                taken?;
            }
        }
        Ok(())
    })
}

impl Crew<'_> {
    /// Plays chunk after chunk until there are no more, or it is time to stop.
    fn work(&self, sender: Sender<(u64, Result<Chunk>)>) {
        let mut table = Table::new(self.plan);
        let frames = self.wanted.games.then(|| GameFrames::new(self.plan, &self.texts));
        let log = || Log::new(self.plan, Arc::clone(&self.texts));
        let mut log = self.wanted.decisions.then(log);
        while let Some(number) = self.next_chunk() {
            let rows = self.play_chunk(number, &mut table, log.as_mut());
            let chunk = rows.map(|rows| Chunk {
                games: frames.as_ref().map(|frames| frames.frame(&rows)),
                decisions: log.as_mut().map(Log::take),
                rows,
            });
            let failed = chunk.is_err();
            if sender.send((number, chunk)).is_err() || failed {
                return;
            }
        }
    }

    /// The games of a chunk; fewer if it is time to stop.
    fn play_chunk(
        &self,
        number: u64,
        table: &mut Table<'_>,
        mut log: Option<&mut Log<'_>>,
    ) -> Result<Vec<GameRow>> {
        let first = number * self.chunk;
        let mut rows = Vec::with_capacity(self.chunk as usize);
        for game in first..(first + self.chunk).min(self.plan.games) {
            if self.is_stopped() {
                break;
            }
            let start = log.as_ref().map_or(0, |log| log.len());
            match table.play(game, log.as_deref_mut()) {
                Ok(row) => rows.push(row),
                Err(error) if !self.stops_soon() => bail!("game {game}: {error:#}"),
                // Ctrl-C reaches the programs that play, too: their last game is not finished.
                Err(_) => {
                    if let Some(log) = log {
                        log.cut(start);
                    }
                    break;
                }
            }
        }
        Ok(rows)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether an interruption is the reason for a bot's failure; its news may be a little late.
    fn stops_soon(&self) -> bool {
        std::thread::sleep(Duration::from_millis(100));
        self.is_stopped()
    }

    /// The number of the next chunk to play, once it is not too far ahead.
    fn next_chunk(&self) -> Option<u64> {
        let chunks = self.plan.games.div_ceil(self.chunk);
        let mut window = self.lock();
        while window.next >= window.done + self.ahead && !window.over {
            window = self.moved.wait(window).unwrap_or_else(PoisonError::into_inner);
        }
        if window.over || window.next >= chunks || self.is_stopped() {
            return None;
        }
        window.next += 1;
        Some(window.next - 1)
    }

    /// So many chunks were handed on; after a failure no more are wanted.
    fn hand_on(&self, done: u64, failed: bool) {
        let mut window = self.lock();
        window.done = done;
        window.over |= failed;
        drop(window);
        self.moved.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Window> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
