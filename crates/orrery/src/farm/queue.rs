//! A run in NATS: a stream that holds the chunks that wait and what was brought, and a store of
//! objects that holds the order and whatever is too large for a message. The one who began the run
//! can make all of it again: nothing here is the only copy of anything.

use super::order::{Done, Outcome};
use super::roster;
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

/// A chunk that is played is given out again if nothing is heard of it for so long: its worker died.
const ACK_WAIT: Duration = Duration::from_secs(10);
/// Whoever plays a chunk is heard this often.
pub(super) const PROGRESS: Duration = Duration::from_secs(2);
/// How long NATS may take to answer.
const ANSWER: Duration = Duration::from_secs(5);
/// How long an object may take to come.
const OBJECT: Duration = Duration::from_secs(60);
/// How often the line is tried while nothing else is said.
const PING: Duration = Duration::from_secs(10);
/// A run that nobody takes results of for so long was left alone.
const FORSAKEN: Duration = Duration::from_secs(300);
/// Results are taken in batches.
const BATCH: usize = 64;
/// No order and no result is larger.
const LARGEST: u64 = 1 << 30;

/// What the names of streams and objects begin with.
const PREFIX: &str = "orrery-farm-";
const ORDER: &str = "order";
/// Those who take messages off the stream.
const WORKERS: &str = "workers";
const MERGE: &str = "merge";

/// NATS did not do what it was asked; most often it is away for a while.
#[derive(Debug)]
pub(super) struct Outage(pub(super) String);

fn outage(error: impl Display) -> Outage {
    Outage(error.to_string())
}

/// Where NATS is, without passwords.
pub(super) fn shown(addresses: &[ServerAddr]) -> String {
    let shown = addresses.iter().map(|at| format!("nats://{}:{}", at.host(), at.port()));
    shown.collect::<Vec<_>>().join(",")
}

/// Connects, and makes sure that streams are kept there. A line that breaks later mends itself.
pub(super) async fn connect(addresses: &[ServerAddr]) -> Result<Context> {
    let place = shown(addresses);
    let options = ConnectOptions::new().name("orrery").ping_interval(PING);
    let client = options.connect(addresses.to_vec()).await;
    let client = client.with_context(|| format!("cannot reach NATS at {place}"))?;
    let context = ContextBuilder::new().timeout(ANSWER).build(client);
    // Not the account: servers before 2.10 tell less of it than the client wants to know.
    streams(&context).await.map_err(|Outage(why)| {
        anyhow!("NATS at {place} keeps no streams ({why}); start it with --jetstream")
    })?;
    Ok(context)
}

/// The names of the streams of all runs.
pub(super) async fn streams(context: &Context) -> Result<Vec<String>, Outage> {
    let all: Vec<String> = context.stream_names().try_collect().await.map_err(outage)?;
    Ok(all.into_iter().filter(|name| name.starts_with(PREFIX)).collect())
}

/// The number that the subject of a message ends with.
pub(super) fn number(message: &Message) -> Option<u64> {
    message.subject.rsplit('.').next()?.parse().ok()
}

/// A number that nobody else has.
pub(super) fn random_id() -> String {
    format!("{:016x}", RandomState::new().hash_one(std::process::id()))
}

/// A run: where it is in NATS.
#[derive(Clone)]
pub(super) struct Run {
    context: Context,
    id: String,
}

/// What the one who began a run holds of it.
pub(super) struct Desk {
    chunks: PullConsumer,
    results: PullConsumer,
}

/// Whether a result got there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sent {
    /// It is stored.
    Stored,
    /// The run is over; nobody wants it any more.
    RunIsOver,
}

impl Run {
    /// A new run.
    pub(super) fn begin(context: Context) -> Self {
        Self { context, id: random_id() }
    }

    /// The run that a stream belongs to.
    pub(super) fn of(context: &Context, stream: &str) -> Self {
        let id = stream.strip_prefix(PREFIX).unwrap_or(stream).to_owned();
        Self { context: context.clone(), id }
    }

    /// The name of its stream, and of its store of objects.
    fn name(&self) -> String {
        format!("{PREFIX}{}", self.id)
    }

    fn subject(&self, words: impl Display) -> String {
        format!("orrery.farm.{}.{words}", self.id)
    }

    /// Makes what is not there: the stream, the order, and those who take messages off the stream.
    /// The stream comes first and goes last, since whatever is left lying is found by it.
    pub(super) async fn open(&self, fingerprint: &str, order: &[u8]) -> Result<Desk, Outage> {
        let subjects = ["chunk.*", "done.*"].map(|words| self.subject(words));
        let config = StreamConfig {
            name: self.name(),
            description: Some(fingerprint.to_owned()),
            subjects: subjects.to_vec(),
            retention: RetentionPolicy::WorkQueue,
            ..StreamConfig::default()
        };
        let stream = self.context.get_or_create_stream(config).await.map_err(outage)?;
        self.put_order(order).await?;
        let [chunks, results] = subjects;
        let results = ConsumerConfig { inactive_threshold: FORSAKEN, ..taking(MERGE, results) };
        let chunks = stream.get_or_create_consumer(WORKERS, taking(WORKERS, chunks)).await;
        let results = stream.get_or_create_consumer(MERGE, results).await;
        Ok(Desk { chunks: chunks.map_err(outage)?, results: results.map_err(outage)? })
    }

    /// Stores the order, unless it is there.
    pub(super) async fn put_order(&self, mut order: &[u8]) -> Result<(), Outage> {
        let config = object_store::Config { bucket: self.name(), ..Default::default() };
        let store = self.context.create_object_store(config).await.map_err(outage)?;
        if store.info(ORDER).await.is_err() {
            store.put(ORDER, &mut order).await.map_err(outage)?;
        }
        Ok(())
    }

    /// Takes everything of it away.
    pub(super) async fn close(&self) {
        // What cannot be taken away now, workers will, as they do with forsaken runs.
        let _ = self.context.delete_object_store(self.name()).await;
        let _ = self.context.delete_stream(self.name()).await;
    }

    /// Puts a chunk in the queue. The same attempt twice is put in once.
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

    /// Sends what came of a chunk. The same twice is stored once.
    pub(super) async fn send_done(&self, chunk: &Message, done: &[u8]) -> Result<Sent, Outage> {
        let Some(number) = number(chunk) else { return Ok(Sent::RunIsOver) };
        let ids = chunk.headers.as_ref().and_then(|headers| headers.get("Nats-Msg-Id"));
        let id = format!("{}.done", ids.map_or("", |id| id.as_str()));
        let publish = PublishMessage::build().message_id(id).payload(done.to_vec().into());
        let subject = self.subject(format!("done.{number}"));
        let sending = self.context.send_publish(subject, publish).await.map_err(outage)?;
        match sending.await {
            Ok(_) => Ok(Sent::Stored),
            Err(error) if error.kind() == PublishErrorKind::StreamNotFound => Ok(Sent::RunIsOver),
            Err(error) => Err(outage(error)),
        }
    }

    /// What came of a chunk as a message; what is too large for one is put into the store.
    pub(super) async fn pack(&self, done: &Done) -> Result<Vec<u8>, Outage> {
        let bytes = postcard::to_stdvec(done).map_err(outage)?;
        // The server's limit holds for headers, too.
        if bytes.len() + 1024 <= self.context.client().max_payload() {
            return Ok(bytes);
        }
        let Outcome::Here(large) = &done.outcome else { return Ok(bytes) };
        let (name, store) = (random_id(), self.context.get_object_store(self.name()).await);
        store.map_err(outage)?.put(name.as_str(), &mut &large[..]).await.map_err(outage)?;
        let done = Done { nanos: done.nanos, outcome: Outcome::Stored(name) };
        postcard::to_stdvec(&done).map_err(outage)
    }

    /// Takes a result out of the store; nothing if it is not there.
    pub(super) async fn unpack(&self, name: &str) -> Result<Option<Vec<u8>>, Outage> {
        let bytes = self.object(name).await?;
        if let (Some(_), Ok(store)) = (&bytes, self.context.get_object_store(self.name()).await) {
            // If it stays, it goes with the run.
            let _ = store.delete(name).await;
        }
        Ok(bytes)
    }

    /// The order, if it is there already.
    pub(super) async fn order(&self) -> Result<Option<Vec<u8>>, Outage> {
        self.object(ORDER).await
    }

    async fn object(&self, name: &str) -> Result<Option<Vec<u8>>, Outage> {
        let reading = async {
            let store = self.context.get_object_store(self.name()).await.map_err(outage)?;
            let object = match store.get(name).await {
                Err(error) if error.kind() == GetErrorKind::NotFound => return Ok(None),
                object => object.map_err(outage)?,
            };
            let mut bytes = Vec::new();
            object.take(LARGEST).read_to_end(&mut bytes).await.map_err(outage)?;
            Ok(Some(bytes))
        };
        timeout(OBJECT, reading).await.map_err(outage)?
    }

    /// The fingerprint of the program that began it, and the queue of its chunks.
    pub(super) async fn join(&self) -> Result<(String, PullConsumer), Outage> {
        let stream = self.context.get_stream(self.name()).await.map_err(outage)?;
        let chunks = stream.get_consumer(WORKERS).await.map_err(outage)?;
        let fingerprint = stream.cached_info().config.description.clone();
        Ok((fingerprint.unwrap_or_default(), chunks))
    }

    /// Whether nobody has taken results of it for long.
    pub(super) async fn is_forsaken(&self) -> bool {
        let Ok(stream) = self.context.get_stream_no_info(self.name()).await else { return false };
        let merge = stream.consumer_info(MERGE).await;
        merge.is_err_and(|error| error.kind() == ConsumerInfoErrorKind::NotFound)
    }

    /// A worker tells the one who began the run that it is there. What is said here may be lost.
    pub(super) async fn say_here(&self, worker: &str, hands: usize) {
        let text = roster::here(worker, hands);
        let _ = self.context.client().publish(self.subject("here"), text.into()).await;
    }

    /// A worker tells the one who began the run that it cannot take part, and why.
    pub(super) async fn say_refused(&self, why: &str) {
        let why = why.to_owned().into();
        let _ = self.context.client().publish(self.subject("refused"), why).await;
    }

    /// What workers say.
    pub(super) async fn listen(&self) -> Result<Subscriber> {
        let words = self.context.client().subscribe(self.subject("*")).await;
        words.context("cannot listen to workers")
    }
}

/// One who takes messages of a subject off a stream, each until it is acknowledged.
fn taking(name: &str, subject: String) -> ConsumerConfig {
    ConsumerConfig {
        durable_name: Some(name.to_owned()),
        filter_subject: subject,
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: -1,
        ..ConsumerConfig::default()
    }
}

impl Desk {
    /// The results that come within a while.
    pub(super) async fn results(&self, within: Duration) -> Result<Batch, Outage> {
        let batch = self.results.batch().max_messages(BATCH).expires(within);
        batch.messages().await.map_err(outage)
    }

    /// Whether nothing waits, nothing is played and nothing came.
    pub(super) async fn is_idle(&self) -> Result<bool, Outage> {
        // In this order: a chunk is acknowledged only after its result is stored.
        for consumer in [&self.chunks, &self.results] {
            let info = consumer.get_info().await.map_err(outage)?;
            if info.num_pending > 0 || info.num_ack_pending > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The next result of a batch; none when it is at its end.
pub(super) async fn next(batch: &mut Batch, within: Duration) -> Result<Option<Message>, Outage> {
    let message = timeout(within, batch.next()).await.map_err(outage)?;
    message.transpose().map_err(outage)
}

/// A chunk off a queue, if there is one.
pub(super) async fn fetch(chunks: &PullConsumer) -> Option<Message> {
    let fetching = async {
        let mut batch = chunks.fetch().max_messages(1).messages().await.ok()?;
        batch.next().await?.ok()
    };
    timeout(ANSWER, fetching).await.ok().flatten()
}
