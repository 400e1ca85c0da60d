//! What may fail alone. A table, a connection or a bot that panics takes nothing else with it: the
//! table is read from the store again when somebody comes, the connection is made anew, and a plain
//! move is made for the bot. A panic anywhere else ends the program, for a server without its writer
//! or its clock would only look alive; nothing that was acknowledged is lost by that.

use futures_util::FutureExt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, PanicHookInfo};

tokio::task_local! {
    static ISOLATED: ();
}

/// A task that may fail alone.
pub(crate) fn isolate<F: Future>(task: F) -> impl Future<Output = F::Output> {
    ISOLATED.scope((), task)
}

/// What a task comes to; `None` if it panics. Whatever it has changed is of no use then.
pub(crate) async fn catch_panic<T>(task: impl Future<Output = T>) -> Option<T> {
    AssertUnwindSafe(task).catch_unwind().await.ok()
}

/// Work that may fail alone.
pub(crate) fn isolate_blocking<T>(work: impl FnOnce() -> T) -> T {
    ISOLATED.sync_scope((), work)
}

fn is_isolated() -> bool {
    ISOLATED.try_with(|()| ()).is_ok()
}

/// Has every panic of this program logged, and the program ended if what panicked is needed by all.
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
    async fn only_what_is_set_apart_may_fail_alone() {
        assert!(!is_isolated());
        assert!(isolate(async { is_isolated() }).await);
        assert!(isolate_blocking(is_isolated));
        assert!(!tokio::spawn(async { is_isolated() }).await.expect("it ends"));
        let isolated =
            isolate(async { tokio::spawn(async { is_isolated() }).await.expect("it ends") });
        assert!(!isolated.await, "what it starts is on its own");
        assert_eq!(catch_panic(async { 1 }).await, Some(1));
        assert_eq!(catch_panic(async { panic!("as a task should not") }).await, None::<()>);
    }
}
