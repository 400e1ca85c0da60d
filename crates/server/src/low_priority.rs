//! Runs long computations on threads with a low priority, so that they do not delay the tables.

use crate::panic_isolation;

/// Niceness of the threads.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Runs a job on a new thread with low priority. Returns `None` if it panics.
///
/// A thread cannot raise its priority again, so a thread of the runtime would stay slow. The
/// function waits for the new thread in a blocking task, because tokio does not advance the paused
/// clock of a test while a blocking task runs. The job continues even if the caller is gone.
pub(crate) async fn run<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let task = tokio::task::spawn_blocking(move || {
        let thread = std::thread::Builder::new().name("low-priority".to_owned());
        let thread = thread.spawn(move || {
            lower_priority();
            panic_isolation::isolate_blocking(job)
        });
        let thread = thread.inspect_err(|error| tracing::error!(%error, "failed to start thread"));
        thread.ok()?.join().ok()
    });
    task.await.ok().flatten()
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    static WARNING: std::sync::Once = std::sync::Once::new();
    // The job also works at normal priority.
    if let Err(error) = rustix::process::nice(NICENESS) {
        WARNING.call_once(|| tracing::warn!(%error, "failed to lower thread priority"));
    }
}

#[cfg(not(target_os = "linux"))]
const fn lower_priority() {}

#[cfg(test)]
mod tests {
    use super::run;
    use futures_util::FutureExt;
    use std::sync::Arc;
    use tokio::sync::Semaphore;

    #[tokio::test]
    async fn a_job_returns_its_result_and_a_panic_returns_none() {
        assert_eq!(run(|| 7).await, Some(7));
        assert_eq!(run::<()>(|| panic!("test panic")).await, None);
    }

    #[tokio::test]
    async fn a_job_keeps_its_permit_if_the_caller_is_gone() {
        let permits = Arc::new(Semaphore::new(1));
        let permit = Arc::clone(&permits).try_acquire_owned().expect("it is free");
        let (finish, finished) = std::sync::mpsc::channel::<()>();
        let mut job = Box::pin(run(move || {
            let _permit = permit;
            finished.recv()
        }));
        assert!((&mut job).now_or_never().is_none(), "the job has started and waits");
        drop(job);
        assert_eq!(permits.available_permits(), 0);
        finish.send(()).expect("the job waits for this");
        drop(permits.acquire().await.expect("the job returns its permit"));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn only_the_thread_of_the_job_has_a_low_priority() {
        let niceness = || rustix::process::getpriority_process(None).expect("a priority");
        let before = niceness();
        let lowered = run(niceness).await.expect("it ends");
        assert_eq!(lowered, (before + super::NICENESS).min(19));
        assert_eq!(niceness(), before);
    }

    #[tokio::test(start_paused = true)]
    async fn a_paused_clock_waits_for_the_job() {
        let start = tokio::time::Instant::now();
        let sleep = || std::thread::sleep(std::time::Duration::from_millis(20));
        let hour = std::time::Duration::from_secs(3600);
        assert!(tokio::time::timeout(hour, run(sleep)).await.is_ok());
        assert!(start.elapsed() < hour);
    }
}
