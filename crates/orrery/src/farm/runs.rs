//! The runs that a worker knows: it looks for new ones, takes part in those of its own build, tells
//! the others why not, and clears away what somebody left lying.

use super::Playable;
use super::order::Order;
use super::queue::{self, Outage, Run};
use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::PullConsumer;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::sleep;

/// How often it looks.
const LOOK: Duration = Duration::from_secs(1);
/// At each of so many looks, forsaken runs are looked for.
const CLEANING: u64 = 60;

const OTHER_BUILD: &str = "it is another build of orrery, or its machine computes differently, so its \
                           bots may play differently; start the very same program there";

/// A run that the worker takes part in.
pub(super) struct Engagement {
    pub(super) run: Run,
    pub(super) chunks: PullConsumer,
    pub(super) work: Box<dyn Playable>,
    is_over: AtomicBool,
}

impl Engagement {
    /// Whether nobody wants anything of it any more.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// All runs that a worker knows.
pub(super) struct Runs {
    context: Context,
    fingerprint: String,
    /// The name of the worker, and how many chunks it plays at a time.
    worker: String,
    hands: usize,
    /// By the names of their streams.
    open: Mutex<BTreeMap<String, Arc<Engagement>>>,
}

/// The runs that the worker takes no part in, by the names of their streams, and why.
type Refused = BTreeMap<String, String>;

impl Runs {
    /// None yet.
    pub(super) fn new(context: Context, fingerprint: String, hands: usize) -> Self {
        let (worker, open) = (queue::random_id(), Mutex::default());
        Self { context, fingerprint, worker, hands, open }
    }

    /// Those that the worker takes part in.
    pub(super) fn open(&self) -> Vec<Arc<Engagement>> {
        self.lock().values().cloned().collect()
    }

    /// Looks for runs, for ever.
    pub(super) async fn watch(&self) {
        let (mut refused, mut suspects) = (Refused::new(), HashSet::new());
        for look in 1u64.. {
            // While NATS is away, nothing is known and nothing changes.
            if let Ok(streams) = queue::streams(&self.context).await {
                self.let_go(&streams, &mut refused);
                self.engage_all(&streams, &mut refused).await;
                self.say(&refused).await;
                if look.is_multiple_of(CLEANING) {
                    self.clean(&streams, &mut suspects).await;
                }
            }
            sleep(LOOK).await;
        }
    }

    /// Runs that are no more.
    fn let_go(&self, streams: &[String], refused: &mut Refused) {
        refused.retain(|name, _| streams.contains(name));
        self.lock().retain(|name, engagement| {
            let is_there = streams.contains(name);
            if !is_there {
                engagement.is_over.store(true, Ordering::Relaxed);
                eprintln!("orrery: over: {}", engagement.work.title());
            }
            is_there
        });
    }

    async fn engage_all(&self, streams: &[String], refused: &mut Refused) {
        for name in streams {
            if self.lock().contains_key(name) || refused.contains_key(name) {
                continue;
            }
            match self.engage(name).await {
                Ok(Some(Ok(engagement))) => {
                    eprintln!("orrery: playing: {}", engagement.work.title());
                    self.lock().insert(name.clone(), Arc::new(engagement));
                }
                Ok(Some(Err(why))) => {
                    eprintln!("orrery: a run is not for this worker: {why}");
                    refused.insert(name.clone(), why);
                }
                // Not all of it is there yet.
                Ok(None) | Err(_) => {}
            }
        }
    }

    /// Takes part in a run, or says why not; nothing if it has no order yet.
    async fn engage(&self, stream: &str) -> Result<Option<Result<Engagement, String>>, Outage> {
        let run = Run::of(&self.context, stream);
        let (fingerprint, chunks) = run.join().await?;
        if fingerprint != self.fingerprint {
            return Ok(Some(Err(OTHER_BUILD.to_owned())));
        }
        let Some(order) = run.order().await? else { return Ok(None) };
        let order = postcard::from_bytes::<Order>(&order).map_err(Into::into);
        let engagement = order.and_then(Order::accept).map(|work| Engagement {
            run,
            chunks,
            work,
            is_over: AtomicBool::new(false),
        });
        Ok(Some(engagement.map_err(|error| format!("{error:#}"))))
    }

    /// Tells those who began the runs.
    async fn say(&self, refused: &Refused) {
        for engagement in self.open() {
            engagement.run.say_here(&self.worker, self.hands).await;
        }
        for (name, why) in refused {
            Run::of(&self.context, name).say_refused(why).await;
        }
    }

    /// Clears away runs that look forsaken for the second time: those who begin one make its stream
    /// a moment before they listen to it. The suspects are those that looked so the last time.
    pub(super) async fn clean(&self, streams: &[String], suspects: &mut HashSet<String>) {
        let before = std::mem::take(suspects);
        for name in streams {
            let run = Run::of(&self.context, name);
            if !run.is_forsaken().await {
                continue;
            }
            if before.contains(name) {
                run.close().await;
            } else {
                suspects.insert(name.clone());
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Engagement>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
