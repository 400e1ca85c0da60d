//! A worker: plays the chunks that coordinators distribute through NATS, until it is stopped.
//!
//! NATS redelivers a chunk if its worker sends no progress. The worker acknowledges the chunk after
//! its result is stored.

use super::queue::{self, PROGRESS_INTERVAL, SendStatus};
use super::runs::{JoinedRun, RunRegistry};
use super::runtime;
use super::spec::{ChunkOutcome, ChunkResult};
use crate::fingerprint;
use anyhow::{Context, Result};
use async_nats::ServerAddr;
use async_nats::jetstream::{AckKind, Message};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::{sleep, timeout};

/// Maximum number of deliveries of a chunk. A chunk that exceeds it probably crashes its workers.
const MAX_DELIVERIES: i64 = 20;
/// Delay before the next attempt when there is no chunk or NATS is down.
const RETRY_DELAY: Duration = Duration::from_millis(200);
/// Time limit for returning chunks on exit.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

/// Plays the chunks of all runs on these NATS servers until `stop` is set.
///
/// It plays `slots` chunks at a time. `report` receives messages for the user.
///
/// # Errors
/// If NATS cannot be reached at the start.
pub fn work(
    nats: &[ServerAddr],
    slots: usize,
    stop: &Arc<AtomicBool>,
    report: fn(&str),
) -> Result<()> {
    let fingerprint = fingerprint::binary_and_math_digest()?;
    runtime(slots)?.block_on(async {
        let context = queue::connect(nats).await?;
        let client = context.client();
        let runs = Arc::new(RunRegistry::new(context, fingerprint, slots, report));
        report(&format!("worker ready on {}, slots: {slots}", queue::format_addresses(nats)));
        let playing = (0..slots)
            .map(|_| tokio::spawn(play_until_stopped(Arc::clone(&runs), Arc::clone(stop))));
        let playing: Vec<JoinHandle<()>> = playing.collect();
        tokio::select! {
            () = runs.watch() => {}
            done = join_all(playing) => done?,
        }
        // Returned chunks must reach NATS before the process exits.
        let _ = timeout(FLUSH_TIMEOUT, client.flush()).await;
        Ok(())
    })
}

/// Waits for all tasks.
async fn join_all(playing: Vec<JoinHandle<()>>) -> Result<()> {
    for task in playing {
        task.await.context("a worker task panicked")?;
    }
    Ok(())
}

/// Plays chunk after chunk until `stop` is set.
async fn play_until_stopped(runs: Arc<RunRegistry>, stop: Arc<AtomicBool>) {
    let mut cursor = 0;
    while !stop.load(Ordering::Relaxed) {
        match next_chunk(&runs, &mut cursor).await {
            Some((joined, chunk)) => play(&joined, &chunk, &stop).await,
            None => sleep(RETRY_DELAY).await,
        }
    }
}

/// Takes a chunk from the joined runs in round-robin order, starting after `cursor`.
async fn next_chunk(runs: &RunRegistry, cursor: &mut usize) -> Option<(Arc<JoinedRun>, Message)> {
    let all = runs.joined();
    for _ in 0..all.len() {
        *cursor += 1;
        let joined = &all[*cursor % all.len()];
        if let Some(chunk) = queue::fetch(&joined.chunks).await {
            return Some((Arc::clone(joined), chunk));
        }
    }
    None
}

/// Plays a chunk and sends its result, or returns the chunk to the queue.
async fn play(joined: &Arc<JoinedRun>, chunk: &Message, stop: &Arc<AtomicBool>) {
    let begun = Instant::now();
    let Some(outcome) = outcome(joined, chunk, stop).await else {
        return drop(chunk.ack_with(AckKind::Nak(None)).await);
    };
    let nanos = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
    send_result(joined, chunk, &ChunkResult { nanos, outcome }, stop).await;
}

/// Plays a chunk and returns its outcome; `None` if it was interrupted.
async fn outcome(
    joined: &Arc<JoinedRun>,
    chunk: &Message,
    stop: &Arc<AtomicBool>,
) -> Option<ChunkOutcome> {
    if chunk.info().is_ok_and(|info| info.delivered > MAX_DELIVERIES) {
        let subject = &chunk.subject;
        let why = format!("chunk {subject} failed {MAX_DELIVERIES} times without a result");
        return Some(ChunkOutcome::Failed(why));
    }
    let (run, bytes, stop) = (Arc::clone(joined), chunk.payload.clone(), Arc::clone(stop));
    let playing = tokio::task::spawn_blocking(move || {
        run.work.play(&bytes, &|| run.is_over() || stop.load(Ordering::Relaxed))
    });
    match until_played(chunk, playing).await {
        Ok(Ok(played)) => played.map(ChunkOutcome::Inline),
        Ok(Err(error)) => Some(ChunkOutcome::Failed(format!("{error:#}"))),
        Err(error) => Some(ChunkOutcome::Failed(format!("a worker failed: {error}"))),
    }
}

/// Waits for the result, and sends progress so that NATS does not redeliver the chunk.
async fn until_played<T>(chunk: &Message, mut playing: JoinHandle<T>) -> Result<T, JoinError> {
    loop {
        tokio::select! {
            played = &mut playing => return played,
            () = sleep(PROGRESS_INTERVAL) => drop(chunk.ack_with(AckKind::Progress).await),
        }
    }
}

/// Sends the result of a chunk, and retries while NATS is down.
///
/// The worker acknowledges the chunk after its result is stored. If the worker dies in between,
/// another worker plays the chunk again and the coordinator ignores the second result.
async fn send_result(joined: &JoinedRun, chunk: &Message, done: &ChunkResult, stop: &AtomicBool) {
    let run = &joined.run;
    let mut packed = None;
    loop {
        if packed.is_none() {
            packed = run.pack(done).await.ok();
        }
        let sent = match &packed {
            Some(bytes) => run.send_done(chunk, bytes).await.ok(),
            None => None,
        };
        match sent {
            Some(SendStatus::Stored) => return drop(chunk.ack().await),
            Some(SendStatus::RunIsOver) => return,
            None if joined.is_over() || stop.load(Ordering::Relaxed) => return,
            None => sleep(RETRY_DELAY).await,
        }
    }
}
