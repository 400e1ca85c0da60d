//! What may fail alone. A table, a connection or a bot that panics takes nothing else with it: the
//! table is read from the store again when somebody comes, the connection is made anew, and a plain
//! move is made for the bot. A panic anywhere else ends the program, for a server without its writer
//! or its clock would only look alive; nothing that was acknowledged is lost by that.

use futures_util::FutureExt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, PanicHookInfo};

tokio::task_local! {
    static APART: ();
}

/// A task that may fail alone.
pub(crate) fn task<F: Future>(task: F) -> impl Future<Output = F::Output> {
    APART.scope((), task)
}

/// What a task comes to; `None` if it panics. Whatever it has changed is of no use then.
pub(crate) async fn caught<T>(task: impl Future<Output = T>) -> Option<T> {
    AssertUnwindSafe(task).catch_unwind().await.ok()
}

/// Work that may fail alone.
pub(crate) fn work<T>(work: impl FnOnce() -> T) -> T {
    APART.sync_scope((), work)
}

fn is_apart() -> bool {
    APART.try_with(|()| ()).is_ok()
}

/// Has every panic of this program logged, and the program ended if what panicked is needed by all.
pub fn watch_panics() {
    std::panic::set_hook(Box::new(|panic: &PanicHookInfo<'_>| {
        let alone = is_apart();
        let what = panic.payload_as_str().unwrap_or("without words");
        let at = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(what, at, alone, "something that should not happen");
        if !alone {
            std::process::abort();
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::{caught, is_apart, task, work};

    #[tokio::test]
    async fn only_what_is_set_apart_may_fail_alone() {
        assert!(!is_apart());
        assert!(task(async { is_apart() }).await);
        assert!(work(is_apart));
        assert!(!tokio::spawn(async { is_apart() }).await.expect("it ends"));
        let set_apart = task(async { tokio::spawn(async { is_apart() }).await.expect("it ends") });
        assert!(!set_apart.await, "what it starts is on its own");
        assert_eq!(caught(async { 1 }).await, Some(1));
        assert_eq!(caught(async { panic!("as a task should not") }).await, None::<()>);
    }
}
