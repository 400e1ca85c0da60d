//! Heavy work on foreign text, a little of it at a time: so many pieces at once, and so many more
//! that wait. Whoever comes beyond that is refused, so that memory and delay are bounded.

use crate::apart;
use orrery_protocol::{Code, Fault};
use std::sync::Arc;
use tokio::sync::{Semaphore, oneshot};

/// How much work gives way, as for `nice`.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lets so much work in.
#[derive(Debug)]
pub(crate) struct Gate {
    running: Arc<Semaphore>,
    admitted: Semaphore,
}

impl Gate {
    /// So many pieces of work at once, and so many more that may wait.
    pub(crate) fn new(at_once: usize, waiting: usize) -> Self {
        let admitted = Semaphore::new(at_once + waiting);
        Self { running: Arc::new(Semaphore::new(at_once)), admitted }
    }

    /// Does the work where nobody else waits for it, when it is its turn. It goes on, and counts,
    /// even if whoever asked has gone.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let busy = || {
            let fault = Fault::new(Code::Busy, "too many decks are being checked; try again");
            Fault { retry_ms: Some(2000), ..fault }
        };
        let _admitted = self.admitted.try_acquire().map_err(|_| busy())?;
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| busy())?;
        let done = give_way(move || {
            let _running = running;
            apart::work(work)
        });
        done.await.ok_or_else(|| {
            tracing::error!("reading a deck failed");
            Fault::new(Code::Internal, "the server made a mistake; it was logged")
        })
    }
}

/// Does work on a thread of its own, which gives way to those that serve people; nothing if it panics.
/// A priority cannot be raised again, so a thread of the runtime would keep it.
async fn give_way<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (done, result) = oneshot::channel();
    let thread = std::thread::Builder::new().name("deck".to_owned()).spawn(move || {
        lower_priority();
        // Whoever asked may have gone.
        let _ = done.send(work());
    });
    thread.ok()?;
    result.await.ok()
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    // Work at the usual priority is as good.
    let _ = rustix::process::nice(NICENESS);
}

#[cfg(not(target_os = "linux"))]
const fn lower_priority() {}

#[cfg(test)]
mod tests {
    use super::Gate;
    use orrery_protocol::Code;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Barrier};

    #[tokio::test]
    async fn only_so_much_runs_at_once_and_only_so_much_waits() {
        let gate = Arc::new(Gate::new(2, 3));
        let (running, peak) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        // Two pieces of work meet here, and the test lets them go.
        let meeting = Arc::new(Barrier::new(3));
        let mut tasks = Vec::new();
        for _ in 0..5 {
            let (gate, meeting) = (Arc::clone(&gate), Arc::clone(&meeting));
            let (running, peak) = (Arc::clone(&running), Arc::clone(&peak));
            let first = tasks.len() < 2;
            tasks.push(tokio::spawn(async move {
                let work = move || {
                    peak.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    if first {
                        meeting.wait();
                    }
                    running.fetch_sub(1, Ordering::SeqCst);
                };
                gate.run(work).await
            }));
            tokio::task::yield_now().await;
        }
        let refused = gate.run(|| ()).await.expect_err("there is no room");
        assert_eq!((refused.code, refused.retry_ms), (Code::Busy, Some(2000)));
        tokio::task::spawn_blocking(move || meeting.wait()).await.expect("they meet");
        for task in tasks {
            task.await.expect("it ends").expect("it was let in");
        }
        assert_eq!(peak.load(Ordering::SeqCst), 2);
        gate.run(|| ()).await.expect("there is room again");
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_place_back() {
        let gate = Gate::new(1, 0);
        for _ in 0..3 {
            let failed = gate.run::<()>(|| panic!("as work should not")).await;
            assert_eq!(failed.expect_err("it panicked").code, Code::Internal);
        }
        assert_eq!(gate.run(|| 7).await, Ok(7));
    }
}
