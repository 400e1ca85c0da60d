//! The runs that a worker has joined.
//!
//! A worker looks for new runs every second and joins those of its own build. It tells the
//! coordinators of all other runs why it does not join, and deletes abandoned runs.

use super::ChunkPlayer;
use super::queue::{self, Outage, Run};
use super::spec::RunSpec;
use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::PullConsumer;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::sleep;

/// Interval between two polls for new runs.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Number of polls between two searches for abandoned runs.
const POLLS_PER_CLEANUP: u64 = 60;

const OTHER_BUILD: &str = "the worker runs another build of orrery or has another floating-point \
                           library, so its bots may play differently; start the coordinator's \
                           binary on the worker's machine";

/// A run that the worker takes part in.
pub(super) struct JoinedRun {
    pub(super) run: Run,
    pub(super) chunks: PullConsumer,
    pub(super) work: Box<dyn ChunkPlayer>,
    is_over: AtomicBool,
}

impl JoinedRun {
    /// Returns whether the run has ended.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// All runs that a worker has joined.
pub(super) struct RunRegistry {
    context: Context,
    fingerprint: String,
    /// The worker's id, which its heartbeats carry.
    worker: String,
    slots: usize,
    /// Shows a message about a run to the user.
    report: fn(&str),
    /// The joined runs by stream name.
    joined: Mutex<BTreeMap<String, Arc<JoinedRun>>>,
}

/// The reasons why the worker refuses runs, by stream name.
type RefusalReasons = BTreeMap<String, String>;

impl RunRegistry {
    /// Creates an empty registry.
    pub(super) fn new(
        context: Context,
        fingerprint: String,
        slots: usize,
        report: fn(&str),
    ) -> Self {
        let (worker, joined) = (queue::random_id(), Mutex::default());
        Self { context, fingerprint, worker, slots, report, joined }
    }

    /// Returns the joined runs.
    pub(super) fn joined(&self) -> Vec<Arc<JoinedRun>> {
        self.lock().values().cloned().collect()
    }

    /// Polls for runs forever.
    pub(super) async fn watch(&self) {
        let (mut refused, mut suspects) = (RefusalReasons::new(), HashSet::new());
        for poll in 1u64.. {
            // While NATS is down, the joined runs stay as they are.
            if let Ok(streams) = queue::streams(&self.context).await {
                self.forget_missing(&streams, &mut refused);
                self.join_all(&streams, &mut refused).await;
                self.send_reports(&refused).await;
                if poll.is_multiple_of(POLLS_PER_CLEANUP) {
                    self.delete_abandoned(&streams, &mut suspects).await;
                }
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Forgets runs whose stream is gone.
    fn forget_missing(&self, streams: &[String], refused: &mut RefusalReasons) {
        refused.retain(|name, _| streams.contains(name));
        self.lock().retain(|name, joined| {
            let exists = streams.contains(name);
            if !exists {
                joined.is_over.store(true, Ordering::Relaxed);
                (self.report)(&format!("run ended: {}", joined.work.title()));
            }
            exists
        });
    }

    async fn join_all(&self, streams: &[String], refused: &mut RefusalReasons) {
        for name in streams {
            if self.lock().contains_key(name) || refused.contains_key(name) {
                continue;
            }
            match self.join(name).await {
                Ok(Some(Ok(joined))) => {
                    (self.report)(&format!("joined run: {}", joined.work.title()));
                    self.lock().insert(name.clone(), Arc::new(joined));
                }
                Ok(Some(Err(why))) => {
                    (self.report)(&format!("refused run: {why}"));
                    refused.insert(name.clone(), why);
                }
                // The coordinator is still creating the run, or NATS failed: the next poll retries.
                Ok(None) | Err(_) => {}
            }
        }
    }

    /// Joins a run, or returns the reason for a refusal; `None` if no specification is stored yet.
    async fn join(&self, stream: &str) -> Result<Option<Result<JoinedRun, String>>, Outage> {
        let run = Run::of(&self.context, stream);
        let (fingerprint, chunks) = run.join().await?;
        if fingerprint != self.fingerprint {
            return Ok(Some(Err(OTHER_BUILD.to_owned())));
        }
        let Some(spec) = run.spec().await? else { return Ok(None) };
        let spec = postcard::from_bytes::<RunSpec>(&spec).map_err(Into::into);
        let joined = spec.and_then(RunSpec::into_chunk_player).map(|work| JoinedRun {
            run,
            chunks,
            work,
            is_over: AtomicBool::new(false),
        });
        Ok(Some(joined.map_err(|error| format!("{error:#}"))))
    }

    /// Sends heartbeats and refusals to the coordinators.
    async fn send_reports(&self, refused: &RefusalReasons) {
        for joined in self.joined() {
            joined.run.send_heartbeat(&self.worker, self.slots).await;
        }
        for (name, why) in refused {
            Run::of(&self.context, name).send_refusal(why).await;
        }
    }

    /// Deletes runs that look abandoned twice in a row.
    ///
    /// One check is not enough, because a coordinator creates the stream a moment before its
    /// consumer. `suspects` holds the runs that looked abandoned at the last check.
    pub(super) async fn delete_abandoned(
        &self,
        streams: &[String],
        suspects: &mut HashSet<String>,
    ) {
        let previous = std::mem::take(suspects);
        for name in streams {
            let run = Run::of(&self.context, name);
            if !run.is_abandoned().await {
                continue;
            }
            if previous.contains(name) {
                run.close().await;
            } else {
                suspects.insert(name.clone());
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<JoinedRun>>> {
        self.joined.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
