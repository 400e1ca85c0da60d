//! The one who began a run: gives out chunks, not too many at a time, and takes what is brought for
//! each of them once. It holds all chunks that are out, so that whatever is lost in NATS, or with
//! NATS, is given out again.

use super::order::{Done, Order, Outcome};
use super::pace::Pace;
use super::queue::{self, Desk, Outage, Run};
use super::roster::{Missed, Roster};
use super::{Divided, runtime};
use crate::fingerprint;
use anyhow::{Context, Result, anyhow};
use async_nats::jetstream::Message;
use async_nats::{ServerAddr, Subscriber};
use futures_util::{FutureExt, StreamExt};
use indicatif::ProgressBar;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// How often it looks whether all is well.
const LOOK: Duration = Duration::from_secs(1);
/// How soon an interruption is noticed.
const NOTICE: Duration = Duration::from_millis(100);
/// How long cleaning up may take.
const CLEANING: Duration = Duration::from_secs(2);
/// So many chunks are out beside two for each who can play: nobody should wait for one.
const SPARE: usize = 16;

/// Other machines that play.
pub(crate) struct Farm<'a> {
    pub(super) workers: &'a [ServerAddr],
    /// Somebody wants to stop, and what is finished is to be kept.
    pub(super) stop: &'a AtomicBool,
    pub(super) bar: &'a ProgressBar,
}

impl Farm<'_> {
    /// Has everything played, or as much as there is until it is time to stop.
    pub(crate) fn run<W: Divided>(&self, order: &Order, work: &mut W) -> Result<()> {
        if work.is_complete() {
            return Ok(());
        }
        let order = postcard::to_stdvec(order).context("the order cannot be written")?;
        runtime(0)?.block_on(async {
            let mut coordinator = Coordinator::begin(self, order).await?;
            let done = tokio::select! {
                done = coordinator.work_off(work) => done,
                () = self.stopped() => Ok(()),
            };
            let _ = timeout(CLEANING, coordinator.run.close()).await;
            done
        })
    }

    async fn stopped(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            sleep(NOTICE).await;
        }
    }

    fn say(&self, text: &str) {
        self.bar.suspend(|| eprintln!("orrery: {text}"));
    }
}

/// Why a round ended early.
enum Trouble {
    /// NATS is away: it goes on later.
    Nats(Outage),
    /// Nothing can go on.
    Work(anyhow::Error),
}

impl From<Outage> for Trouble {
    fn from(outage: Outage) -> Self {
        Self::Nats(outage)
    }
}

/// A chunk whose result has not come yet.
struct Out<C> {
    chunk: C,
    bytes: Vec<u8>,
    is_sent: bool,
}

struct Coordinator<'f, C> {
    farm: &'f Farm<'f>,
    run: Run,
    fingerprint: String,
    order: Vec<u8>,
    desk: Desk,
    /// What workers say.
    words: Subscriber,
    roster: Roster,
    /// The chunks that are out, by their numbers.
    out: BTreeMap<u64, Out<C>>,
    next: u64,
    /// How often lost chunks were given out again.
    attempt: u64,
    pace: Pace,
    looked: Instant,
    /// Whether nothing was going on in NATS when it last looked.
    was_idle: bool,
    is_away: bool,
}

impl<'f, C: Serialize> Coordinator<'f, C> {
    async fn begin(farm: &'f Farm<'f>, order: Vec<u8>) -> Result<Self> {
        let fingerprint = fingerprint::of_play()?;
        let run = Run::begin(queue::connect(farm.workers).await?);
        let words = run.listen().await?;
        let desk = run.open(&fingerprint, &order).await;
        let desk = desk.map_err(|Outage(why)| anyhow!("NATS cannot keep this run: {why}"))?;
        Ok(Self {
            farm,
            run,
            fingerprint,
            order,
            desk,
            words,
            roster: Roster::new(),
            out: BTreeMap::new(),
            next: 0,
            attempt: 0,
            pace: Pace::default(),
            looked: Instant::now(),
            was_idle: false,
            is_away: false,
        })
    }

    /// Works until everything is there.
    async fn work_off<W: Divided<Chunk = C>>(&mut self, work: &mut W) -> Result<()> {
        while !work.is_complete() {
            match self.round(work).await {
                Ok(()) if self.is_away => {
                    self.is_away = false;
                    self.farm.say("NATS is back");
                }
                Ok(()) => {}
                Err(Trouble::Nats(outage)) => self.mend(&outage).await,
                Err(Trouble::Work(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Gives out chunks and takes a batch of results.
    async fn round<W: Divided<Chunk = C>>(&mut self, work: &mut W) -> Result<(), Trouble> {
        self.give_out(work).await?;
        let mut batch = self.desk.results(LOOK).await?;
        while let Some(message) = queue::next(&mut batch, 2 * LOOK).await? {
            self.take(work, &message).await?;
            // If this is lost the result comes again, and is passed over.
            let _ = message.ack().await;
            if work.is_complete() {
                return Ok(());
            }
            self.give_out(work).await?;
        }
        self.look().await
    }

    /// Gives out what was not sent yet, and as many new chunks as there are hands for.
    async fn give_out<W: Divided<Chunk = C>>(&mut self, work: &mut W) -> Result<(), Trouble> {
        let most = 2 * self.roster.hands() + SPARE;
        while self.out.len() < most
            && let Some(chunk) = work.divide(self.pace.size())
        {
            let bytes = postcard::to_stdvec(&chunk).map_err(|error| Trouble::Work(error.into()))?;
            self.out.insert(self.next, Out { chunk, bytes, is_sent: false });
            self.next += 1;
        }
        for (number, out) in self.out.iter_mut().filter(|(_, out)| !out.is_sent) {
            self.run.send_chunk(*number, self.attempt, &out.bytes).await?;
            out.is_sent = true;
        }
        Ok(())
    }

    /// Takes a result. One that was there before is passed over, and so is what cannot be one.
    async fn take<W: Divided<Chunk = C>>(
        &mut self,
        work: &mut W,
        message: &Message,
    ) -> Result<(), Trouble> {
        let Some(number) = queue::number(message) else { return Ok(()) };
        let Some(out) = self.out.get(&number) else { return Ok(()) };
        let Some((nanos, bytes)) = self.brought(message).await? else { return Ok(()) };
        let Some(came) = work.read(&out.chunk, &bytes) else {
            self.farm
                .say(&format!("what came for chunk {number} cannot be its result; it is ignored"));
            return Ok(());
        };
        self.pace.note(W::size(&out.chunk), Duration::from_nanos(nanos), bytes.len());
        let Some(out) = self.out.remove(&number) else { return Ok(()) };
        self.was_idle = false;
        work.take(number, out.chunk, came).map_err(Trouble::Work)
    }

    /// What a message brings, and how long that took to play.
    async fn brought(&self, message: &Message) -> Result<Option<(u64, Vec<u8>)>, Trouble> {
        let Ok(done) = postcard::from_bytes::<Done>(&message.payload) else { return Ok(None) };
        let bytes = match done.outcome {
            Outcome::Here(bytes) => Some(bytes),
            Outcome::Stored(name) => self.run.unpack(&name).await?,
            Outcome::Failed(why) => return Err(Trouble::Work(anyhow!("{why}"))),
        };
        Ok(bytes.map(|bytes| (done.nanos, bytes)))
    }

    /// Now and then: who is there, and was anything lost?
    async fn look(&mut self) -> Result<(), Trouble> {
        if self.looked.elapsed() < LOOK {
            return Ok(());
        }
        self.looked = Instant::now();
        self.hear();
        // NATS may have lost the order and kept the chunks; a worker that comes now needs both.
        self.run.put_order(&self.order).await?;
        let is_idle = self.desk.is_idle().await?;
        let is_lost = is_idle && self.was_idle;
        if is_lost {
            self.attempt += 1;
            self.out.values_mut().for_each(|out| out.is_sent = false);
        }
        self.was_idle = is_idle && !is_lost;
        Ok(())
    }

    /// Listens to the workers, and says what whoever waits should know.
    fn hear(&mut self) {
        while let Some(Some(word)) = self.words.next().now_or_never() {
            let text = String::from_utf8_lossy(&word.payload);
            if word.subject.ends_with(".here") {
                self.roster.hear(&text);
            } else if let Some(told) = self.roster.hear_refusal(&text) {
                self.farm.say(&told);
            }
        }
        match self.roster.news() {
            Some(Missed::Now) => self.farm.say(&format!(
                "waiting for workers; start some, here or elsewhere, with `orrery work {}`",
                queue::shown(self.farm.workers)
            )),
            Some(Missed::NoMore) => self.farm.say("a worker is there"),
            None => {}
        }
    }

    /// NATS is away: waits a little, and makes what it has forgotten.
    async fn mend(&mut self, Outage(why): &Outage) {
        if !self.is_away {
            self.is_away = true;
            self.farm.say(&format!("NATS does not answer ({why}); it goes on when it is back"));
        }
        sleep(LOOK).await;
        self.roster.be_patient();
        if let Ok(desk) = self.run.open(&self.fingerprint, &self.order).await {
            self.desk = desk;
        }
    }
}
