//! Distributed runs: simulations and tournaments that several machines play together.
//!
//! A run is divided into chunks. A NATS queue hands the chunks to every `orrery work` process, and
//! the coordinator merges the results so that they are byte-for-byte those of a local run. The
//! simulation and the arena define what a chunk is and how results are merged.
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

/// The machines that play a run.
#[derive(Clone, Debug)]
pub enum Place {
    /// On this machine, with this many threads.
    Threads(usize),
    /// On all `orrery work` processes of these NATS servers.
    Workers(Vec<ServerAddr>),
}

impl Place {
    /// Rejects bots that exist on this machine only.
    pub(crate) fn check<'r>(&self, specs: impl IntoIterator<Item = &'r BotSpec>) -> Result<()> {
        match self {
            Self::Threads(_) => Ok(()),
            Self::Workers(_) => check_bots(specs),
        }
    }
}

/// Rejects external programs: write access to the queue must not allow starting programs.
fn check_bots<'r>(specs: impl IntoIterator<Item = &'r BotSpec>) -> Result<()> {
    match specs.into_iter().find(|spec| matches!(spec, BotSpec::Program(_))) {
        None => Ok(()),
        Some(_) => bail!(
            "cannot use external programs (cmd:…) with --workers; use a built-in bot or LEVEL@FILE"
        ),
    }
}

/// Work divided into chunks, as seen by the coordinator.
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
    /// Chunks are numbered in the order of [`ChunkedWork::divide`]. Each arrives once, in any order.
    fn take(&mut self, number: u64, chunk: Self::Chunk, output: Self::Output) -> Result<()>;

    /// Returns whether all results have been merged.
    fn is_complete(&self) -> bool;
}

/// Work divided into chunks, as seen by a worker.
pub(crate) trait ChunkPlayer: Send + Sync {
    /// Returns a short description of the run.
    fn title(&self) -> String;

    /// Plays a chunk and returns its encoded result; `None` if `is_over` stopped it early.
    fn play(&self, chunk: &[u8], is_over: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>>;
}

/// Starts the async runtime: one thread for NATS, and blocking threads for `players`.
fn runtime(players: usize) -> Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(1).max_blocking_threads(players + 8).enable_all();
    builder.build().context("cannot start the async runtime")
}
