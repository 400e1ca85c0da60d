//! The coordinator of a run dispatches chunks and merges each result once.
//!
//! It limits the number of pending chunks. It keeps a copy of each chunk until the result arrives,
//! and dispatches the chunk again if NATS loses it.

use super::chunk_size::ChunkSizer;
use super::queue::{self, Outage, Run, RunConsumers};
use super::roster::{Roster, RosterChange};
use super::spec::{ChunkOutcome, ChunkResult, RunSpec};
use super::{ChunkedWork, runtime};
use crate::{Monitor, fingerprint};
use anyhow::{Context, Result, anyhow};
use async_nats::jetstream::Message;
use async_nats::{ServerAddr, Subscriber};
use futures_util::{FutureExt, StreamExt};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// Interval between health checks.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Interval between checks for an interrupt.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Time limit for deleting the run from NATS.
const CLEANUP_TIMEOUT: Duration = Duration::from_secs(2);
/// Chunks pending in addition to two per worker slot, so that no worker runs out of work.
const SPARE_CHUNKS: usize = 16;

/// The machines that play a run, reached through NATS.
pub(crate) struct WorkerPool<'a> {
    pub(crate) addresses: &'a [ServerAddr],
    /// Set by Ctrl-C: finished results are kept.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) monitor: &'a dyn Monitor,
}

impl WorkerPool<'_> {
    /// Plays `work` to the end, or until the user interrupts.
    pub(crate) fn run<W: ChunkedWork>(&self, spec: &RunSpec, work: &mut W) -> Result<()> {
        if work.is_complete() {
            return Ok(());
        }
        let spec = postcard::to_stdvec(spec).context("cannot encode the run specification")?;
        runtime(0)?.block_on(async {
            let mut coordinator = Coordinator::begin(self, spec).await?;
            let result = tokio::select! {
                result = coordinator.run_to_end(work) => result,
                () = self.stopped() => Ok(()),
            };
            let _ = timeout(CLEANUP_TIMEOUT, coordinator.run.close()).await;
            result
        })
    }

    async fn stopped(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            sleep(STOP_POLL_INTERVAL).await;
        }
    }
}

/// The reason why a round ended early.
enum RoundError {
    /// NATS does not respond; the run continues later.
    Nats(Outage),
    /// The run cannot continue.
    Work(anyhow::Error),
}

impl From<Outage> for RoundError {
    fn from(outage: Outage) -> Self {
        Self::Nats(outage)
    }
}

/// A chunk without a result; `is_sent` says whether it was sent to NATS.
struct PendingChunk<C> {
    chunk: C,
    bytes: Vec<u8>,
    is_sent: bool,
}

/// The state of a run that the pool plays.
struct Coordinator<'f, C> {
    pool: &'f WorkerPool<'f>,
    run: Run,
    fingerprint: String,
    spec: Vec<u8>,
    consumers: RunConsumers,
    /// Messages from workers: heartbeats and refusals.
    messages: Subscriber,
    roster: Roster,
    /// The chunks without a result, by number.
    pending: BTreeMap<u64, PendingChunk<C>>,
    /// Number of the next new chunk.
    next: u64,
    /// Number of times that lost chunks were dispatched again.
    attempt: u64,
    sizer: ChunkSizer,
    checked_at: Instant,
    /// Whether NATS had no chunk and no result at the last check.
    was_idle: bool,
    /// Whether NATS does not respond.
    is_down: bool,
}

impl<'f, C: Serialize> Coordinator<'f, C> {
    async fn begin(pool: &'f WorkerPool<'f>, spec: Vec<u8>) -> Result<Self> {
        let fingerprint = fingerprint::binary_and_math_digest()?;
        let run = Run::begin(queue::connect(pool.addresses).await?);
        let messages = run.listen().await?;
        let consumers = run.open(&fingerprint, &spec).await;
        let consumers =
            consumers.map_err(|Outage(why)| anyhow!("cannot create the run in NATS: {why}"))?;
        Ok(Self {
            pool,
            run,
            fingerprint,
            spec,
            consumers,
            messages,
            roster: Roster::new(),
            pending: BTreeMap::new(),
            next: 0,
            attempt: 0,
            sizer: ChunkSizer::default(),
            checked_at: Instant::now(),
            was_idle: false,
            is_down: false,
        })
    }

    /// Dispatches chunks and merges results until the work is complete.
    async fn run_to_end<W: ChunkedWork<Chunk = C>>(&mut self, work: &mut W) -> Result<()> {
        while !work.is_complete() {
            match self.round(work).await {
                Ok(()) if self.is_down => {
                    self.is_down = false;
                    self.pool.monitor.report("reconnected to NATS");
                }
                Ok(()) => {}
                Err(RoundError::Nats(outage)) => self.recover(&outage).await,
                Err(RoundError::Work(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Dispatches chunks and merges one batch of results.
    async fn round<W: ChunkedWork<Chunk = C>>(&mut self, work: &mut W) -> Result<(), RoundError> {
        self.dispatch(work).await?;
        let mut batch = self.consumers.results(POLL_INTERVAL).await?;
        while let Some(message) = queue::next_result(&mut batch, 2 * POLL_INTERVAL).await? {
            self.take(work, &message).await?;
            // If the acknowledgement is lost, the result arrives again and is ignored.
            let _ = message.ack().await;
            if work.is_complete() {
                return Ok(());
            }
            self.dispatch(work).await?;
        }
        self.check_health().await
    }

    /// Dispatches unsent chunks, and as many new ones as the workers can use.
    async fn dispatch<W: ChunkedWork<Chunk = C>>(
        &mut self,
        work: &mut W,
    ) -> Result<(), RoundError> {
        let max_pending = 2 * self.roster.slots() + SPARE_CHUNKS;
        while self.pending.len() < max_pending
            && let Some(chunk) = work.divide(self.sizer.size())
        {
            let bytes =
                postcard::to_stdvec(&chunk).map_err(|error| RoundError::Work(error.into()))?;
            self.pending.insert(self.next, PendingChunk { chunk, bytes, is_sent: false });
            self.next += 1;
        }
        for (number, pending) in self.pending.iter_mut().filter(|(_, pending)| !pending.is_sent) {
            self.run.send_chunk(*number, self.attempt, &pending.bytes).await?;
            pending.is_sent = true;
        }
        Ok(())
    }

    /// Merges a result. Duplicates and malformed messages are ignored.
    async fn take<W: ChunkedWork<Chunk = C>>(
        &mut self,
        work: &mut W,
        message: &Message,
    ) -> Result<(), RoundError> {
        let Some(number) = queue::chunk_number(message) else { return Ok(()) };
        let Some(pending) = self.pending.get(&number) else { return Ok(()) };
        let Some((nanos, bytes)) = self.result_of(message).await? else { return Ok(()) };
        let Some(output) = work.read(&pending.chunk, &bytes) else {
            self.pool.monitor.report(&format!("ignored an invalid result for chunk {number}"));
            return Ok(());
        };
        self.sizer.record(W::size(&pending.chunk), Duration::from_nanos(nanos), bytes.len());
        let Some(pending) = self.pending.remove(&number) else { return Ok(()) };
        self.was_idle = false;
        work.take(number, pending.chunk, output).map_err(RoundError::Work)
    }

    /// Returns the playing time and the result that a message carries.
    async fn result_of(&self, message: &Message) -> Result<Option<(u64, Vec<u8>)>, RoundError> {
        let Ok(done) = postcard::from_bytes::<ChunkResult>(&message.payload) else {
            return Ok(None);
        };
        let bytes = match done.outcome {
            ChunkOutcome::Inline(bytes) => Some(bytes),
            ChunkOutcome::Stored(name) => self.run.unpack(&name).await?,
            ChunkOutcome::Failed(why) => return Err(RoundError::Work(anyhow!("{why}"))),
        };
        Ok(bytes.map(|bytes| (done.nanos, bytes)))
    }

    /// Checks at most once per interval which workers are alive and whether NATS lost chunks.
    ///
    /// The pending chunks are lost if NATS holds no chunk and no result at two checks in a row.
    async fn check_health(&mut self) -> Result<(), RoundError> {
        if self.checked_at.elapsed() < POLL_INTERVAL {
            return Ok(());
        }
        self.checked_at = Instant::now();
        self.read_messages();
        // NATS may have lost the specification but kept the chunks; a new worker needs both.
        self.run.put_spec(&self.spec).await?;
        let is_idle = self.consumers.is_idle().await?;
        let is_lost = is_idle && self.was_idle;
        if is_lost {
            self.attempt += 1;
            self.pending.values_mut().for_each(|pending| pending.is_sent = false);
        }
        self.was_idle = is_idle && !is_lost;
        Ok(())
    }

    /// Reads the workers' messages and reports changes to the user.
    fn read_messages(&mut self) {
        while let Some(Some(message)) = self.messages.next().now_or_never() {
            let text = String::from_utf8_lossy(&message.payload);
            if message.subject.ends_with(".here") {
                self.roster.record_heartbeat(&text);
            } else if let Some(refusal) = self.roster.record_refusal(&text) {
                self.pool.monitor.report(&refusal);
            }
        }
        match self.roster.change() {
            Some(RosterChange::NoWorkers) => self.pool.monitor.report(&format!(
                "no workers; start some on any machine with `orrery work {}`",
                queue::format_addresses(self.pool.addresses)
            )),
            Some(RosterChange::WorkersBack) => self.pool.monitor.report("worker connected"),
            None => {}
        }
    }

    /// Waits a moment, then recreates the parts of the run that NATS has lost.
    async fn recover(&mut self, Outage(why): &Outage) {
        if !self.is_down {
            self.is_down = true;
            self.pool
                .monitor
                .report(&format!("lost NATS ({why}); the run continues when it is back"));
        }
        sleep(POLL_INTERVAL).await;
        self.roster.restart_grace_period();
        if let Ok(consumers) = self.run.open(&self.fingerprint, &self.spec).await {
            self.consumers = consumers;
        }
    }
}
