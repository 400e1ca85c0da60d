//! Splits work over threads; the calling thread takes a share.

use std::panic::resume_unwind;
use std::thread;

/// Calls a function for every item on a thread of its own and returns the results in order.
pub fn for_each_chunk<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
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
