//! Threads that keep all cores busy, both in quiet periods and during attacks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// One busy thread per core; dropping this value stops them.
pub(crate) struct BackgroundLoad {
    is_stopped: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl BackgroundLoad {
    /// Starts the threads; their niceness is relative to that of the current thread.
    pub(crate) fn start(niceness: i32) -> Self {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let spin = || {
            let is_stopped = Arc::clone(&is_stopped);
            thread::spawn(move || {
                rustix::process::nice(niceness).expect("a lower priority");
                while !is_stopped.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            })
        };
        let threads = (0..cores).map(|_| spin()).collect();
        Self { is_stopped, threads }
    }
}

impl Drop for BackgroundLoad {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}
