//! Waiting for another process.

use std::thread;
use std::time::{Duration, Instant};

/// Generous time limit.
const TIMEOUT: Duration = Duration::from_secs(240);
/// Time between two checks.
const INTERVAL: Duration = Duration::from_millis(10);

/// Waits until a condition holds.
///
/// # Panics
/// If it does not hold after four minutes.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < TIMEOUT, "{what}: not after {} s", TIMEOUT.as_secs());
        thread::sleep(INTERVAL);
    }
}
