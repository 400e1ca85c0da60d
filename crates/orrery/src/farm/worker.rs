//! `orrery work`: plays chunks of whatever runs there are, until it is told to end. A chunk belongs to
//! the worker as long as it is heard of; it is acknowledged when its result is stored.

use super::order::{Done, Outcome};
use super::queue::{self, PROGRESS, Sent};
use super::runs::{Engagement, Runs};
use super::runtime;
use crate::fingerprint;
use crate::work::{stop_on_interrupt, threads};
use anyhow::{Context, Result};
use async_nats::ServerAddr;
use async_nats::jetstream::{AckKind, Message};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::{sleep, timeout};

/// A chunk that was begun so often and never finished is not begun again: it may be what ends workers.
const MOST_TRIES: i64 = 20;
/// How long it waits where there is no chunk, or NATS is away.
const PAUSE: Duration = Duration::from_millis(200);
/// How long the last words may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// Plays for simulations and tournaments that others began with --workers.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery work nats://10.0.0.1                          on every machine that shall play
  orrery simulate -n 1000000 --workers nats://10.0.0.1 on one of them, or elsewhere
  orrery arena -b admiral -b captain --workers nats://10.0.0.1

It needs a nats-server with --jetstream, and the very same program on all machines. Ctrl-C ends a
worker; what it was playing is played by others. docs/SIMULATE.md says more.")]
pub(crate) struct Args {
    /// Where NATS is; several addresses of one cluster with commas between.
    #[arg(
        value_name = "NATS",
        env = "ORRERY_WORKERS",
        hide_env_values = true,
        value_delimiter = ',',
        required = true
    )]
    nats: Vec<ServerAddr>,
    /// How many chunks at a time; all cores if not given.
    #[arg(long, short)]
    threads: Option<usize>,
}

/// Plays until it is told to end.
pub(crate) fn run(args: &Args) -> Result<()> {
    let hands = threads(args.threads)?;
    let stop = stop_on_interrupt()?;
    let fingerprint = fingerprint::of_play()?;
    runtime(hands)?.block_on(async {
        let context = queue::connect(&args.nats).await?;
        let client = context.client();
        let runs = Arc::new(Runs::new(context, fingerprint, hands));
        eprintln!("orrery: ready to play {hands} at a time for {}", queue::shown(&args.nats));
        let playing =
            (0..hands).map(|_| tokio::spawn(play_on(Arc::clone(&runs), Arc::clone(&stop))));
        let playing: Vec<JoinHandle<()>> = playing.collect();
        tokio::select! {
            () = runs.watch() => {}
            done = all_of(playing) => done?,
        }
        // Chunks that are given back should be so now.
        let _ = timeout(GOODBYE, client.flush()).await;
        Ok(())
    })
}

async fn all_of(playing: Vec<JoinHandle<()>>) -> Result<()> {
    for one in playing {
        one.await.context("a thread ended")?;
    }
    Ok(())
}

/// Plays chunk after chunk.
async fn play_on(runs: Arc<Runs>, stop: Arc<AtomicBool>) {
    let mut turn = 0;
    while !stop.load(Ordering::Relaxed) {
        match next_chunk(&runs, &mut turn).await {
            Some((engagement, chunk)) => play(&engagement, &chunk, &stop).await,
            None => sleep(PAUSE).await,
        }
    }
}

/// A chunk of one of the runs, which take turns.
async fn next_chunk(runs: &Runs, turn: &mut usize) -> Option<(Arc<Engagement>, Message)> {
    let open = runs.open();
    for _ in 0..open.len() {
        *turn += 1;
        let engagement = &open[*turn % open.len()];
        if let Some(chunk) = queue::fetch(&engagement.chunks).await {
            return Some((Arc::clone(engagement), chunk));
        }
    }
    None
}

/// Plays a chunk and brings what came of it, or gives it back.
async fn play(engagement: &Arc<Engagement>, chunk: &Message, stop: &Arc<AtomicBool>) {
    let begun = Instant::now();
    let Some(outcome) = outcome(engagement, chunk, stop).await else {
        return drop(chunk.ack_with(AckKind::Nak(None)).await);
    };
    let nanos = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
    bring(engagement, chunk, &Done { nanos, outcome }, stop).await;
}

/// What comes of a chunk; nothing if it is time to stop.
async fn outcome(
    engagement: &Arc<Engagement>,
    chunk: &Message,
    stop: &Arc<AtomicBool>,
) -> Option<Outcome> {
    if chunk.info().is_ok_and(|info| info.delivered > MOST_TRIES) {
        let number = queue::number(chunk).unwrap_or_default();
        let why = format!("chunk {number} was begun {MOST_TRIES} times and never finished");
        return Some(Outcome::Failed(why));
    }
    let (own, bytes, stop) = (Arc::clone(engagement), chunk.payload.clone(), Arc::clone(stop));
    let playing = tokio::task::spawn_blocking(move || {
        own.work.play(&bytes, &|| own.is_over() || stop.load(Ordering::Relaxed))
    });
    match until_played(chunk, playing).await {
        Ok(Ok(played)) => played.map(Outcome::Here),
        Ok(Err(error)) => Some(Outcome::Failed(format!("{error:#}"))),
        Err(error) => Some(Outcome::Failed(format!("a worker failed: {error}"))),
    }
}

/// Waits for what is played; meanwhile the queue hears that somebody is at it.
async fn until_played<T>(chunk: &Message, mut playing: JoinHandle<T>) -> Result<T, JoinError> {
    loop {
        tokio::select! {
            played = &mut playing => return played,
            () = sleep(PROGRESS) => drop(chunk.ack_with(AckKind::Progress).await),
        }
    }
}

/// Brings what came of a chunk; while NATS is away, it tries again. The chunk is acknowledged when
/// its result is stored, and not before: if the worker dies in between, another plays it again, and
/// the second result is passed over.
async fn bring(engagement: &Engagement, chunk: &Message, done: &Done, stop: &AtomicBool) {
    let run = &engagement.run;
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
            Some(Sent::Stored) => return drop(chunk.ack().await),
            Some(Sent::RunIsOver) => return,
            None if engagement.is_over() || stop.load(Ordering::Relaxed) => return,
            None => sleep(PAUSE).await,
        }
    }
}
