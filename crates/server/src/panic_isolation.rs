//! Panic isolation: a panic in a table, connection or bot affects nothing else.
//!
//! The server reloads the table from the store, the client reconnects, and a failed bot plays a
//! default action. Any other panic aborts the process, because a server without a background task,
//! such as the writer of the store, does not work. No acknowledged data is lost.

use futures_util::FutureExt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, PanicHookInfo};

tokio::task_local! {
    static ISOLATED: ();
}

/// Marks a task as isolated: its panic does not abort the process.
pub(crate) fn isolate<F: Future>(task: F) -> impl Future<Output = F::Output> {
    ISOLATED.scope((), task)
}

/// Runs a task. Returns `None` if it panics; then its state must be discarded.
///
/// This is not an `async fn`, because the future of an `async fn` stores its argument twice, and
/// every live table has two nested futures of this kind.
pub(crate) fn catch_panic<T>(task: impl Future<Output = T>) -> impl Future<Output = Option<T>> {
    AssertUnwindSafe(task).catch_unwind().map(Result::ok)
}

/// Runs a closure as isolated: its panic does not abort the process.
pub(crate) fn isolate_blocking<T>(work: impl FnOnce() -> T) -> T {
    ISOLATED.sync_scope((), work)
}

fn is_isolated() -> bool {
    ISOLATED.try_with(|()| ()).is_ok()
}

/// Installs a hook that logs every panic, and aborts the process unless the panic is isolated.
pub fn install_panic_hook() {
    std::panic::set_hook(Box::new(|panic: &PanicHookInfo<'_>| {
        let isolated = is_isolated();
        let what = panic.payload_as_str().unwrap_or("no message");
        let at = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(what, at, isolated, "panic");
        if !isolated {
            std::process::abort();
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::{catch_panic, is_isolated, isolate, isolate_blocking};

    #[tokio::test]
    async fn only_isolated_tasks_may_panic() {
        assert!(!is_isolated());
        assert!(isolate(async { is_isolated() }).await);
        assert!(isolate_blocking(is_isolated));
        assert!(!tokio::spawn(async { is_isolated() }).await.expect("it ends"));
        let isolated =
            isolate(async { tokio::spawn(async { is_isolated() }).await.expect("it ends") });
        assert!(!isolated.await, "a task that it spawns is not isolated");
        assert_eq!(catch_panic(async { 1 }).await, Some(1));
        assert_eq!(catch_panic(async { panic!("test panic") }).await, None::<()>);
    }
}
