//! Divides work between threads, including the calling thread.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Calls a function for each item on its own thread and returns the results in order.
///
/// The calling thread takes the first item.
pub(crate) fn for_each_chunk<T: Send, R: Send>(
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut items = items.into_iter();
    let Some(first) = items.next() else { return Vec::new() };
    thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = items.map(|item| scope.spawn(move || work(item))).collect();
        let mut results = vec![work(first)];
        for other in others {
            results.push(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    })
}

/// Returns the length of the chunks that divide `items` between `threads`.
pub(crate) fn chunk_len(items: usize, threads: usize) -> usize {
    items.div_ceil(threads.max(1)).max(1)
}

/// A thread pool that is kept between calls, because a short call is faster than starting threads.
#[derive(Debug, Default)]
pub(crate) struct Workers {
    /// The threads besides the calling one, and the id of the process that started them.
    pool: Option<(ThreadPool, u32)>,
}

impl Workers {
    /// Calls a function for every item; each thread takes the next item when it is free.
    ///
    /// If the threads cannot be started, the calling thread processes all items.
    pub(crate) fn run<T: Send>(&mut self, threads: usize, items: Vec<T>, work: impl Fn(T) + Sync) {
        let others = threads.min(items.len()).saturating_sub(1);
        let items = Mutex::new(items.into_iter());
        let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
        let share = || {
            while let Some(item) = next() {
                work(item);
            }
        };
        match self.pool(threads.saturating_sub(1)) {
            Some(pool) if others > 0 => pool.in_place_scope(|scope| {
                (0..others).for_each(|_| scope.spawn(|_| share()));
                share();
            }),
            _ => share(),
        }
    }

    /// Returns the thread pool. A forked process starts new threads, because it inherits none.
    fn pool(&mut self, threads: usize) -> Option<&ThreadPool> {
        if threads == 0 {
            return None;
        }
        let process = std::process::id();
        if self.pool.as_ref().is_none_or(|(_, owner)| *owner != process) {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
            self.pool = Some((pool, process));
        }
        self.pool.as_ref().map(|(pool, _)| pool)
    }
}

#[cfg(test)]
mod tests {
    use super::Workers;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_item_is_processed_once() {
        let mut workers = Workers::default();
        for (threads, items) in [(1, 9), (3, 100), (3, 1), (3, 0)] {
            let counts: Vec<AtomicUsize> = (0..items).map(|_| AtomicUsize::new(0)).collect();
            workers.run(threads, (0..items).collect(), |item| {
                counts[item].fetch_add(1, Ordering::SeqCst);
            });
            assert!(counts.iter().all(|count| count.load(Ordering::SeqCst) == 1));
        }
    }

    #[test]
    #[should_panic(expected = "item 7")]
    fn a_panic_reaches_the_caller() {
        Workers::default().run(2, (0..9).collect(), |item| assert!(item != 7, "item {item}"));
    }
}
