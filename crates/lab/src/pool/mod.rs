//! Distributed runs: simulations and tournaments that several machines play together.
//!
//! A run is divided into chunks. A NATS queue distributes the chunks to all `orrery work`
//! processes, and the coordinator merges the results. They are byte-for-byte identical to those of
//! a local run. The simulation and the arena each define their chunks and merge their results.
//! `docs/decisions/0035-distributed-work-queue.md` gives the reasons.

mod chunk_size;
mod coordinator;
mod queue;
mod roster;
mod runs;
mod spec;
#[cfg(all(test, unix))]
mod tests;
mod worker;

pub use async_nats::ServerAddr;
pub(crate) use coordinator::WorkerPool;
pub(crate) use spec::RunSpec;
pub use worker::work;

use crate::player::BotSpec;
use anyhow::{Context, Result, bail};
use serde::Serialize;

/// The threads or remote workers that play a run.
#[derive(Clone, Debug)]
pub enum Backend {
    /// This machine, with this many threads.
    Threads(usize),
    /// All `orrery work` processes of these NATS servers.
    Workers(Vec<ServerAddr>),
}

impl Backend {
    /// Rejects bots that exist on this machine only.
    pub(crate) fn check<'r>(&self, specs: impl IntoIterator<Item = &'r BotSpec>) -> Result<()> {
        match self {
            Self::Threads(_) => Ok(()),
            Self::Workers(_) => check_bots(specs),
        }
    }
}

/// Rejects external programs, so that write access to the queue does not allow starting programs.
fn check_bots<'r>(specs: impl IntoIterator<Item = &'r BotSpec>) -> Result<()> {
    match specs.into_iter().find(|spec| matches!(spec, BotSpec::Program(_))) {
        None => Ok(()),
        Some(_) => bail!(
            "cannot use external programs (cmd:…) with --workers; use a built-in bot or LEVEL@FILE"
        ),
    }
}

/// The coordinator's side of work that is divided into chunks.
pub(crate) trait ChunkedWork {
    /// The unit of work that one worker plays at a time.
    type Chunk: Serialize;
    /// The decoded result of a chunk.
    type Output;

    /// Returns the next chunk of about `size`; `None` if all are dispatched or enough are pending.
    fn divide(&mut self, size: u64) -> Option<Self::Chunk>;

    /// Returns the size of a chunk, in the unit of [`ChunkedWork::divide`].
    fn size(chunk: &Self::Chunk) -> u64;

    /// Decodes the result of a chunk; `None` if the bytes cannot be its result.
    fn read(&self, chunk: &Self::Chunk, bytes: &[u8]) -> Option<Self::Output>;

    /// Merges the result of a chunk.
    ///
    /// Chunks are numbered in the order of [`ChunkedWork::divide`]. Each result
    /// arrives once; the order is arbitrary.
    fn take(&mut self, number: u64, chunk: Self::Chunk, output: Self::Output) -> Result<()>;

    /// Returns whether all results have been merged.
    fn is_complete(&self) -> bool;
}

/// The worker's side of work that is divided into chunks.
pub(crate) trait ChunkPlayer: Send + Sync {
    /// Returns a short description of the run.
    fn title(&self) -> String;

    /// Plays a chunk and returns its encoded result; `None` if `is_stopped` became true first.
    fn play(&self, chunk: &[u8], is_stopped: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>>;
}

/// Starts the async runtime: one thread for NATS, and blocking threads for `players`.
fn runtime(players: usize) -> Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(1).max_blocking_threads(players + 8).enable_all();
    builder.build().context("cannot start the async runtime")
}
