//! Waiting for another process.

use std::thread;
use std::time::{Duration, Instant};

/// Time limit, generous because the machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(240);
/// Time between two checks.
const INTERVAL: Duration = Duration::from_millis(10);

/// Waits until a condition holds. `what` describes it in the panic message.
///
/// # Panics
/// If the condition does not hold after four minutes.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(
            began.elapsed() < TIMEOUT,
            "{what}: condition not met after {} s",
            TIMEOUT.as_secs()
        );
        thread::sleep(INTERVAL);
    }
}
