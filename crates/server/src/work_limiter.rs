//! Limits expensive work on untrusted input.
//!
//! A bounded number of jobs runs at the same time, and a bounded number waits. Further jobs are
//! refused, so that memory and delay stay bounded.

use crate::low_priority;
use orrery_protocol::{Code, Fault};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Limits the number of running and waiting jobs.
#[derive(Debug)]
pub(crate) struct WorkLimiter {
    running: Arc<Semaphore>,
    admitted: Semaphore,
}

impl WorkLimiter {
    /// Creates a limiter for this many running and waiting jobs.
    pub(crate) fn new(running: usize, waiting: usize) -> Self {
        let admitted = Semaphore::new(running + waiting);
        Self { running: Arc::new(Semaphore::new(running)), admitted }
    }

    /// Runs a job at low priority when it is its turn.
    ///
    /// The job continues, and counts as running, even if the caller is gone.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let busy = || {
            let fault =
                Fault::new(Code::Busy, "too many decks are being checked; try again in a moment");
            Fault { retry_ms: Some(2000), ..fault }
        };
        let _admitted = self.admitted.try_acquire().map_err(|_| busy())?;
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| busy())?;
        let done = low_priority::run(move || {
            let _running = running;
            work()
        });
        done.await.ok_or_else(|| {
            tracing::error!("failed to read deck");
            Fault::new(Code::Internal, "internal error; the server logged it")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::WorkLimiter;
    use orrery_protocol::Code;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Barrier};

    #[tokio::test]
    async fn running_and_waiting_jobs_are_limited() {
        let limiter = Arc::new(WorkLimiter::new(2, 3));
        let (running, peak) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        // The first two jobs wait here until the test releases them.
        let barrier = Arc::new(Barrier::new(3));
        let mut tasks = Vec::new();
        for _ in 0..5 {
            let (limiter, barrier) = (Arc::clone(&limiter), Arc::clone(&barrier));
            let (running, peak) = (Arc::clone(&running), Arc::clone(&peak));
            let first = tasks.len() < 2;
            tasks.push(tokio::spawn(async move {
                let work = move || {
                    peak.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    if first {
                        barrier.wait();
                    }
                    running.fetch_sub(1, Ordering::SeqCst);
                };
                limiter.run(work).await
            }));
            tokio::task::yield_now().await;
        }
        let refused = limiter.run(|| ()).await.expect_err("there is no room");
        assert_eq!((refused.code, refused.retry_ms), (Code::Busy, Some(2000)));
        tokio::task::spawn_blocking(move || barrier.wait()).await.expect("the barrier opens");
        for task in tasks {
            task.await.expect("it ends").expect("it was admitted");
        }
        assert_eq!(peak.load(Ordering::SeqCst), 2);
        limiter.run(|| ()).await.expect("there is room again");
    }

    #[tokio::test]
    async fn a_job_that_panics_frees_its_slot() {
        let limiter = WorkLimiter::new(1, 0);
        for _ in 0..3 {
            let failed = limiter.run::<()>(|| panic!("test panic")).await;
            assert_eq!(failed.expect_err("it panicked").code, Code::Internal);
        }
        assert_eq!(limiter.run(|| 7).await, Ok(7));
    }
}
