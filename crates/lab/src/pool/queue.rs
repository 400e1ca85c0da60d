//! A run in NATS: a work-queue stream and an object store.
//!
//! The stream holds chunks and results. The store holds the run specification and results that are
//! too large for a message. The coordinator can recreate both.

use super::roster;
use super::spec::{ChunkOutcome, ChunkResult};
use anyhow::{Context as _, Result, anyhow};
use async_nats::jetstream::consumer::pull::{Batch, Config as ConsumerConfig};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use async_nats::jetstream::context::{ConsumerInfoErrorKind, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store::{self, GetErrorKind};
use async_nats::jetstream::stream::{Config as StreamConfig, RetentionPolicy};
use async_nats::jetstream::{Context, ContextBuilder, Message};
use async_nats::{ConnectOptions, ServerAddr, Subscriber};
use futures_util::{StreamExt, TryStreamExt};
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

/// Time after which NATS redelivers a chunk whose worker sends no progress.
const ACK_WAIT: Duration = Duration::from_secs(10);
/// Interval between a worker's progress messages for a chunk.
pub(super) const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);
/// Time limit for a NATS request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// Time limit for reading an object.
const OBJECT_TIMEOUT: Duration = Duration::from_secs(60);
/// Interval between pings on an idle connection.
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// Time after which a run without a coordinator counts as abandoned.
const ABANDONED_AFTER: Duration = Duration::from_secs(300);
/// Number of results per batch.
const BATCH: usize = 64;
/// Largest object to read, in bytes.
const MAX_OBJECT: u64 = 1 << 30;

/// Prefix of the names of streams and object stores.
const PREFIX: &str = "orrery-farm-";
/// Name of the specification in the object store.
const SPEC: &str = "order";
/// Name of the consumer that distributes chunks to the workers.
const WORKERS: &str = "workers";
/// Name of the consumer that passes results to the coordinator.
const MERGE: &str = "merge";

/// A failed NATS request; most often NATS is temporarily unavailable.
#[derive(Debug)]
pub(super) struct Outage(pub(super) String);

fn outage(error: impl Display) -> Outage {
    Outage(error.to_string())
}

/// Formats NATS addresses without passwords.
pub(super) fn format_addresses(addresses: &[ServerAddr]) -> String {
    let urls = addresses.iter().map(|at| format!("nats://{}:{}", at.host(), at.port()));
    urls.collect::<Vec<_>>().join(",")
}

/// Connects to NATS and checks that JetStream is enabled. The client reconnects by itself.
pub(super) async fn connect(addresses: &[ServerAddr]) -> Result<Context> {
    let servers = format_addresses(addresses);
    let options = ConnectOptions::new().name("orrery").ping_interval(PING_INTERVAL);
    let client = options.connect(addresses.to_vec()).await;
    let client = client.with_context(|| format!("cannot connect to NATS at {servers}"))?;
    let context = ContextBuilder::new().timeout(REQUEST_TIMEOUT).build(client);
    // Listing streams works on every version; the account information of servers before 2.10 lacks
    // fields that the client requires.
    streams(&context).await.map_err(|Outage(why)| {
        anyhow!("NATS at {servers} has no JetStream ({why}); start nats-server with --jetstream")
    })?;
    Ok(context)
}

/// Returns the names of the streams of all runs.
pub(super) async fn streams(context: &Context) -> Result<Vec<String>, Outage> {
    let all: Vec<String> = context.stream_names().try_collect().await.map_err(outage)?;
    Ok(all.into_iter().filter(|name| name.starts_with(PREFIX)).collect())
}

/// Returns the number of the chunk, which a message's subject ends with.
pub(super) fn chunk_number(message: &Message) -> Option<u64> {
    message.subject.rsplit('.').next()?.parse().ok()
}

/// Returns a random identifier.
pub(super) fn random_id() -> String {
    format!("{:016x}", RandomState::new().hash_one(std::process::id()))
}

/// A handle to a run in NATS.
#[derive(Clone)]
pub(super) struct Run {
    context: Context,
    id: String,
}

/// The coordinator's handles to the queues of a run.
pub(super) struct RunConsumers {
    chunks: PullConsumer,
    results: PullConsumer,
}

/// The response of NATS to a worker that sends a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SendStatus {
    /// The result is stored.
    Stored,
    /// The run has ended, and the result is no longer needed.
    RunIsOver,
}

impl Run {
    /// Creates a new run with a random id.
    pub(super) fn begin(context: Context) -> Self {
        Self { context, id: random_id() }
    }

    /// Returns the run that a stream belongs to.
    pub(super) fn of(context: &Context, stream: &str) -> Self {
        let id = stream.strip_prefix(PREFIX).unwrap_or(stream).to_owned();
        Self { context: context.clone(), id }
    }

    /// Returns the name of the stream, which is also the name of the object store.
    fn name(&self) -> String {
        format!("{PREFIX}{}", self.id)
    }

    fn subject(&self, suffix: impl Display) -> String {
        format!("orrery.farm.{}.{suffix}", self.id)
    }

    /// Creates the stream, the specification and the consumers, unless they exist.
    ///
    /// The stream is created first and deleted last, because workers find abandoned runs by
    /// their streams.
    pub(super) async fn open(
        &self,
        fingerprint: &str,
        spec: &[u8],
    ) -> Result<RunConsumers, Outage> {
        let subjects = ["chunk.*", "done.*"].map(|suffix| self.subject(suffix));
        let config = StreamConfig {
            name: self.name(),
            description: Some(fingerprint.to_owned()),
            subjects: subjects.to_vec(),
            retention: RetentionPolicy::WorkQueue,
            ..StreamConfig::default()
        };
        let stream = self.context.get_or_create_stream(config).await.map_err(outage)?;
        self.put_spec(spec).await?;
        let [chunks, results] = subjects;
        let results = ConsumerConfig {
            inactive_threshold: ABANDONED_AFTER,
            ..acknowledged_consumer(MERGE, results)
        };
        let chunks =
            stream.get_or_create_consumer(WORKERS, acknowledged_consumer(WORKERS, chunks)).await;
        let results = stream.get_or_create_consumer(MERGE, results).await;
        Ok(RunConsumers { chunks: chunks.map_err(outage)?, results: results.map_err(outage)? })
    }

    /// Stores the specification unless it exists.
    pub(super) async fn put_spec(&self, mut spec: &[u8]) -> Result<(), Outage> {
        let config = object_store::Config { bucket: self.name(), ..Default::default() };
        let store = self.context.create_object_store(config).await.map_err(outage)?;
        if store.info(SPEC).await.is_err() {
            store.put(SPEC, &mut spec).await.map_err(outage)?;
        }
        Ok(())
    }

    /// Deletes everything that belongs to the run.
    pub(super) async fn close(&self) {
        // If this fails, workers delete the run later as an abandoned one.
        let _ = self.context.delete_object_store(self.name()).await;
        let _ = self.context.delete_stream(self.name()).await;
    }

    /// Queues a chunk. NATS ignores a second message with the same number and attempt.
    pub(super) async fn send_chunk(
        &self,
        number: u64,
        attempt: u64,
        chunk: &[u8],
    ) -> Result<(), Outage> {
        let id = format!("{}.{number}.{attempt}", self.id);
        let publish = PublishMessage::build().message_id(id).payload(chunk.to_vec().into());
        let subject = self.subject(format!("chunk.{number}"));
        let sending = self.context.send_publish(subject, publish).await.map_err(outage)?;
        sending.await.map_err(outage).map(drop)
    }

    /// Sends the result of a chunk. NATS ignores a second result for the same message.
    pub(super) async fn send_done(
        &self,
        chunk: &Message,
        done: &[u8],
    ) -> Result<SendStatus, Outage> {
        let Some(number) = chunk_number(chunk) else { return Ok(SendStatus::RunIsOver) };
        let ids = chunk.headers.as_ref().and_then(|headers| headers.get("Nats-Msg-Id"));
        let id = format!("{}.done", ids.map_or("", |id| id.as_str()));
        let publish = PublishMessage::build().message_id(id).payload(done.to_vec().into());
        let subject = self.subject(format!("done.{number}"));
        let sending = self.context.send_publish(subject, publish).await.map_err(outage)?;
        match sending.await {
            Ok(_) => Ok(SendStatus::Stored),
            Err(error) if error.kind() == PublishErrorKind::StreamNotFound => {
                Ok(SendStatus::RunIsOver)
            }
            Err(error) => Err(outage(error)),
        }
    }

    /// Encodes a result; stores it in the object store if it is too large for a message.
    pub(super) async fn pack(&self, done: &ChunkResult) -> Result<Vec<u8>, Outage> {
        let bytes = postcard::to_stdvec(done).map_err(outage)?;
        // The server's limit includes headers.
        if bytes.len() + 1024 <= self.context.client().max_payload() {
            return Ok(bytes);
        }
        let ChunkOutcome::Inline(large) = &done.outcome else { return Ok(bytes) };
        let (name, store) = (random_id(), self.context.get_object_store(self.name()).await);
        store.map_err(outage)?.put(name.as_str(), &mut &large[..]).await.map_err(outage)?;
        let done = ChunkResult { nanos: done.nanos, outcome: ChunkOutcome::Stored(name) };
        postcard::to_stdvec(&done).map_err(outage)
    }

    /// Reads a result from the object store and deletes it; `None` if it does not exist.
    pub(super) async fn unpack(&self, name: &str) -> Result<Option<Vec<u8>>, Outage> {
        let bytes = self.object(name).await?;
        if let (Some(_), Ok(store)) = (&bytes, self.context.get_object_store(self.name()).await) {
            // If this fails, the object is deleted with the run.
            let _ = store.delete(name).await;
        }
        Ok(bytes)
    }

    /// Returns the specification; `None` if it is not stored yet.
    pub(super) async fn spec(&self) -> Result<Option<Vec<u8>>, Outage> {
        self.object(SPEC).await
    }

    async fn object(&self, name: &str) -> Result<Option<Vec<u8>>, Outage> {
        let reading = async {
            let store = self.context.get_object_store(self.name()).await.map_err(outage)?;
            let object = match store.get(name).await {
                Err(error) if error.kind() == GetErrorKind::NotFound => return Ok(None),
                object => object.map_err(outage)?,
            };
            let mut bytes = Vec::new();
            object.take(MAX_OBJECT).read_to_end(&mut bytes).await.map_err(outage)?;
            Ok(Some(bytes))
        };
        timeout(OBJECT_TIMEOUT, reading).await.map_err(outage)?
    }

    /// Returns the fingerprint of the coordinator's program and the queue of chunks.
    pub(super) async fn join(&self) -> Result<(String, PullConsumer), Outage> {
        let stream = self.context.get_stream(self.name()).await.map_err(outage)?;
        let chunks = stream.get_consumer(WORKERS).await.map_err(outage)?;
        let fingerprint = stream.cached_info().config.description.clone();
        Ok((fingerprint.ok_or_else(|| outage("the run has no fingerprint"))?, chunks))
    }

    /// Returns whether the coordinator's consumer does not exist.
    ///
    /// NATS has deleted it as inactive, or the coordinator has not created it yet.
    pub(super) async fn is_abandoned(&self) -> bool {
        let Ok(stream) = self.context.get_stream_no_info(self.name()).await else { return false };
        let merge = stream.consumer_info(MERGE).await;
        merge.is_err_and(|error| error.kind() == ConsumerInfoErrorKind::NotFound)
    }

    /// Tells the coordinator that a worker is alive. The message may be lost.
    pub(super) async fn send_heartbeat(&self, worker: &str, slots: usize) {
        let text = roster::heartbeat(worker, slots);
        let _ = self.context.client().publish(self.subject("here"), text.into()).await;
    }

    /// Tells the coordinator why a worker cannot take part.
    pub(super) async fn send_refusal(&self, why: &str) {
        let why = why.to_owned().into();
        let _ = self.context.client().publish(self.subject("refused"), why).await;
    }

    /// Subscribes to the workers' messages.
    pub(super) async fn listen(&self) -> Result<Subscriber> {
        let messages = self.context.client().subscribe(self.subject("*")).await;
        messages.context("cannot subscribe to the workers' messages")
    }
}

/// Configures a consumer that redelivers messages until they are acknowledged.
fn acknowledged_consumer(name: &str, subject: String) -> ConsumerConfig {
    ConsumerConfig {
        durable_name: Some(name.to_owned()),
        filter_subject: subject,
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: -1,
        ..ConsumerConfig::default()
    }
}

impl RunConsumers {
    /// Returns the results that arrive within this time.
    pub(super) async fn results(&self, within: Duration) -> Result<Batch, Outage> {
        let batch = self.results.batch().max_messages(BATCH).expires(within);
        batch.messages().await.map_err(outage)
    }

    /// Returns whether NATS holds no chunk and no result.
    pub(super) async fn is_idle(&self) -> Result<bool, Outage> {
        // Check the chunks first: a worker acknowledges a chunk only after its result is stored.
        for consumer in [&self.chunks, &self.results] {
            let info = consumer.get_info().await.map_err(outage)?;
            if info.num_pending > 0 || info.num_ack_pending > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the next result of a batch; `None` at its end.
pub(super) async fn next_result(
    batch: &mut Batch,
    within: Duration,
) -> Result<Option<Message>, Outage> {
    let message = timeout(within, batch.next()).await.map_err(outage)?;
    message.transpose().map_err(outage)
}

/// Takes a chunk off a queue, if there is one.
pub(super) async fn fetch(chunks: &PullConsumer) -> Option<Message> {
    let fetching = async {
        let mut batch = chunks.fetch().max_messages(1).messages().await.ok()?;
        batch.next().await?.ok()
    };
    timeout(REQUEST_TIMEOUT, fetching).await.ok().flatten()
}
