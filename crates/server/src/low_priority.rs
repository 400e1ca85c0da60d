//! Runs long computations on threads with a low priority, so that they do not delay the tables.

use crate::panic_isolation;

/// Niceness of the threads.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Runs a job on a new thread with low priority. Returns `None` if it panics.
///
/// A thread cannot raise its priority again, so a thread of the runtime would stay slow. A blocking
/// task waits for the thread, so that the paused clock of a test does not advance meanwhile. The job
/// continues even if the caller is gone.
pub(crate) async fn run<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let task = tokio::task::spawn_blocking(move || {
        let thread = std::thread::Builder::new().name("low-priority".to_owned());
        let thread = thread.spawn(move || {
            lower_priority();
            panic_isolation::isolate_blocking(job)
        });
        thread.ok()?.join().ok()
    });
    task.await.ok().flatten()
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    // Ignore an error: the job also works at normal priority.
    let _ = rustix::process::nice(NICENESS);
}

#[cfg(not(target_os = "linux"))]
const fn lower_priority() {}

#[cfg(test)]
mod tests {
    use super::run;

    #[tokio::test]
    async fn a_job_returns_its_result_and_a_panic_returns_none() {
        assert_eq!(run(|| 7).await, Some(7));
        assert_eq!(run::<()>(|| panic!("test panic")).await, None);
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
