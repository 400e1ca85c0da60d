//! Work for several machines: a simulation or a tournament is divided into chunks, which a queue of
//! NATS gives out to all who run `orrery work`; what they bring is merged as if it had been played
//! here. What a chunk is and how it is merged is left to the simulation and the arena. Why it is
//! done this way is in `docs/decisions/0055-a-queue-of-chunks.md`.

mod coordinator;
mod order;
mod pace;
mod queue;
mod roster;
mod runs;
#[cfg(all(test, unix))]
mod tests;
pub(crate) mod worker;

pub(crate) use coordinator::Farm;
pub(crate) use order::Order;

use crate::player::Recipe;
use anyhow::{Context, Result, bail};
use async_nats::ServerAddr;
use indicatif::ProgressBar;
use serde::Serialize;
use std::sync::atomic::AtomicBool;

/// Where the work is done.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct FarmArgs {
    /// Let other machines play: all that run `orrery work` with the same NATS.
    #[arg(
        long,
        value_name = "NATS",
        env = "ORRERY_WORKERS",
        hide_env_values = true,
        value_delimiter = ',',
        conflicts_with = "threads"
    )]
    workers: Vec<ServerAddr>,
}

impl FarmArgs {
    /// Whether other machines play.
    pub(crate) const fn is_given(&self) -> bool {
        !self.workers.is_empty()
    }

    /// The other machines, if they are to play.
    pub(crate) fn farm<'a>(
        &'a self,
        stop: &'a AtomicBool,
        bar: &'a ProgressBar,
    ) -> Option<Farm<'a>> {
        self.is_given().then_some(Farm { workers: &self.workers, stop, bar })
    }

    /// Refuses bots that only this machine has.
    pub(crate) fn check<'r>(&self, recipes: impl IntoIterator<Item = &'r Recipe>) -> Result<()> {
        if self.is_given() { check_bots(recipes) } else { Ok(()) }
    }
}

/// Programs of one machine are none of another's business: whoever may write to the queue must not
/// be able to start any.
fn check_bots<'r>(recipes: impl IntoIterator<Item = &'r Recipe>) -> Result<()> {
    match recipes.into_iter().find(|recipe| matches!(recipe, Recipe::Program(_))) {
        None => Ok(()),
        Some(_) => bail!(
            "programs (cmd:…) play on one machine only; with --workers, give bots of this program \
             or LEVEL@FILE"
        ),
    }
}

/// Work that is divided into chunks, as the one who gives them out sees it.
pub(crate) trait Divided {
    /// What a worker does at a time.
    type Chunk: Serialize;
    /// What comes back for it.
    type Brought;

    /// The next chunk, of about this size; none if all are given out, or enough for now.
    fn divide(&mut self, size: u64) -> Option<Self::Chunk>;

    /// How much a chunk is.
    fn size(chunk: &Self::Chunk) -> u64;

    /// Reads what came for a chunk; nothing if it cannot be that.
    fn read(&self, chunk: &Self::Chunk, bytes: &[u8]) -> Option<Self::Brought>;

    /// Takes what came for a chunk. Chunks are numbered as they were divided; each comes once, in any
    /// order.
    fn take(&mut self, number: u64, chunk: Self::Chunk, came: Self::Brought) -> Result<()>;

    /// Whether nothing more is wanted.
    fn is_complete(&self) -> bool;
}

/// The same work, as a worker sees it.
pub(crate) trait Playable: Send + Sync {
    /// What is played, in a few words.
    fn title(&self) -> String;

    /// Plays a chunk; nothing if it is told to stop before the end.
    fn play(&self, chunk: &[u8], is_over: &dyn Fn() -> bool) -> Result<Option<Vec<u8>>>;
}

/// What NATS needs to run on, beside those who play.
fn runtime(players: usize) -> Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(1).max_blocking_threads(players + 8).enable_all();
    builder.build().context("cannot start")
}
