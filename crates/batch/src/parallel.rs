//! Divides work between threads, including the calling thread.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Calls a function for each item on its own thread and returns the results in order.
///
/// The calling thread takes the first item.
pub(crate) fn map_on_threads<T: Send, R: Send>(
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

/// The time for which a thread polls for the next call, or for other threads, before it sleeps.
///
/// The system needs up to 50 µs to wake a thread; two threads step 1,024 games in less than 200 µs.
const POLL_TIME: Duration = Duration::from_micros(100);
/// The backoff limit: at most 2 to this power waits in a row do not poll.
const MAX_BACKOFF: u32 = 8;

/// A group of threads that stays alive between calls.
///
/// Thread `i` always starts with the same share of the work, so that its games stay in the cache of
/// its core. After a call, the threads poll for the next one for a short time.
#[derive(Debug)]
pub(crate) struct Workers {
    /// The number of threads, including the calling thread.
    threads: usize,
    /// The threads besides the calling one, and the id of the process that started them.
    pool: Option<(ThreadPool, u32)>,
    /// The number of calls so far, which idle threads poll.
    calls: Arc<AtomicUsize>,
    /// The state of polling in idle threads, which wait for the next call.
    next_call: Arc<Polling>,
    /// The state of polling in the calling thread, which waits until the others have finished.
    others: Polling,
}

impl Workers {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            threads,
            pool: None,
            calls: Arc::default(),
            next_call: Arc::default(),
            others: Polling::default(),
        }
    }

    /// Calls a function for every item.
    ///
    /// Each thread processes its share of consecutive items, and then items that other threads have
    /// not begun. If the threads cannot be started, the calling thread processes all items.
    pub(crate) fn run<T: Send>(&mut self, items: Vec<T>, work: impl Fn(T) + Sync) {
        if self.threads > 1 && items.len() > 1 {
            self.start_pool();
        }
        let Some((pool, _)) = self.pool.as_ref().filter(|_| items.len() > 1) else {
            return items.into_iter().for_each(work);
        };
        let (threads, calls) = (self.threads, Arc::clone(&self.calls));
        let next_call = Arc::clone(&self.next_call);
        let call = calls.fetch_add(1, Ordering::Release) + 1;
        let (queues, finished) = (WorkQueues::new(items, threads), AtomicUsize::new(0));
        pool.in_place_scope(|scope| {
            scope.spawn_broadcast(|_, context| {
                queues.process(context.index() + 1, &work);
                finished.fetch_add(1, Ordering::Release);
            });
            // When a thread has finished its part, this second job keeps it awake for the next
            // call.
            pool.spawn_broadcast(move |_| next_call.wait(|| calls.load(Ordering::Acquire) != call));
            queues.process(0, &work);
            // Poll until the other threads have finished. Otherwise the end of the scope would put
            // this thread to sleep.
            self.others.wait(|| finished.load(Ordering::Acquire) == threads - 1);
        });
    }

    /// Starts the threads if this process has not started them yet.
    ///
    /// A forked process inherits the pool without its threads, and perhaps with locks that they held.
    /// So it does not drop the inherited pool.
    fn start_pool(&mut self) {
        let process = std::process::id();
        if self.pool.as_ref().is_none_or(|(_, owner)| *owner != process) {
            std::mem::forget(self.pool.take());
            let builder = ThreadPoolBuilder::new().num_threads(self.threads - 1);
            self.pool = builder.build().ok().map(|pool| (pool, process));
        }
    }
}

/// Polls conditions that other threads are about to fulfil, with exponential backoff.
///
/// Polling avoids the time that the system needs to wake a thread. Polling fails if the condition
/// does not hold within [`POLL_TIME`], because the other thread has no core or is idle for longer.
/// Polling again would then only take processor time from other threads. So after a failure the
/// next wait does not poll; each further failure doubles the number of waits that do not poll.
#[derive(Debug, Default)]
struct Polling {
    /// The number of coming waits that do not poll.
    skipped: AtomicU32,
    /// The number of failures since the last success.
    failures: AtomicU32,
}

impl Polling {
    /// Waits until a condition holds, at most for [`POLL_TIME`].
    fn wait(&self, condition: impl Fn() -> bool) {
        let skipped = self.skipped.load(Ordering::Relaxed);
        if skipped > 0 {
            return self.skipped.store(skipped - 1, Ordering::Relaxed);
        }
        let start = Instant::now();
        loop {
            if condition() {
                return self.failures.store(0, Ordering::Relaxed);
            }
            if start.elapsed() >= POLL_TIME {
                break;
            }
            std::hint::spin_loop();
        }
        let failures = self.failures.load(Ordering::Relaxed);
        self.skipped.store(1 << failures, Ordering::Relaxed);
        self.failures.store(MAX_BACKOFF.min(failures + 1), Ordering::Relaxed);
    }
}

/// One queue of items per thread.
struct WorkQueues<T>(Vec<Mutex<VecDeque<T>>>);

impl<T> WorkQueues<T> {
    /// Divides the items into consecutive shares.
    fn new(items: Vec<T>, threads: usize) -> Self {
        let length = chunk_len(items.len(), threads);
        let mut items = items.into_iter();
        let share = |_| Mutex::new(items.by_ref().take(length).collect());
        Self((0..threads).map(share).collect())
    }

    /// Processes the items of a thread, and then those that other threads have not begun.
    fn process(&self, thread: usize, work: &impl Fn(T)) {
        let queue = |number: usize| {
            let queue = &self.0[number % self.0.len()];
            queue.lock().unwrap_or_else(PoisonError::into_inner)
        };
        let take_first = || queue(thread).pop_front();
        while let Some(item) = take_first() {
            work(item);
        }
        for other in thread + 1..thread + self.0.len() {
            let take_last = || queue(other).pop_back();
            while let Some(item) = take_last() {
                work(item);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Polling, WorkQueues, Workers};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_item_is_processed_once() {
        for (threads, items) in [(1, 9), (3, 100), (3, 2), (3, 1), (3, 0), (50, 70)] {
            let mut workers = Workers::new(threads);
            let counts: Vec<AtomicUsize> = (0..items).map(|_| AtomicUsize::new(0)).collect();
            for call in 1..=20 {
                workers.run((0..items).collect(), |item: usize| {
                    counts[item].fetch_add(1, Ordering::SeqCst);
                });
                assert!(counts.iter().all(|count| count.load(Ordering::SeqCst) == call));
            }
        }
    }

    #[test]
    fn a_thread_starts_with_its_share_and_then_helps_from_the_end() {
        let queues = WorkQueues::new((0..6).collect(), 3);
        let order = Mutex::new(Vec::new());
        queues.process(1, &|item: i32| order.lock().expect("no panic").push(item));
        assert_eq!(order.into_inner().expect("no panic"), [2, 3, 5, 4, 1, 0]);
    }

    #[test]
    fn polling_backs_off_while_it_fails() {
        let (polling, polls) = (Polling::default(), AtomicUsize::new(0));
        let polled = |result: bool| {
            polls.store(0, Ordering::Relaxed);
            polling.wait(|| {
                polls.fetch_add(1, Ordering::Relaxed);
                result
            });
            polls.load(Ordering::Relaxed) > 0
        };
        assert!(polled(true) && polled(true));
        assert!(polled(false), "the first failure");
        assert!(!polled(true), "one wait without polling");
        assert!(polled(false), "the second failure");
        assert!(!polled(true) && !polled(true), "two waits without polling");
        assert!(polled(true), "a success resets the backoff");
        assert!(polled(false) && !polled(true) && polled(true));
    }

    #[test]
    #[should_panic(expected = "item 7")]
    fn a_panic_reaches_the_caller() {
        Workers::new(2).run((0..9).collect(), |item| assert!(item != 7, "item {item}"));
    }
}
