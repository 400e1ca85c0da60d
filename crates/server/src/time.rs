//! What time it is. It is the runtime's clock, so tests can stop it and move it on.

use std::time::{SystemTime, UNIX_EPOCH};
use tokio::time::{Duration, Instant};

/// A clock that runs with the runtime.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// In milliseconds since 1970.
    began: i64,
}

impl Clock {
    /// A clock that is right now.
    pub(crate) fn new() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { start: Instant::now(), began: since.as_millis() as i64 }
    }

    /// A clock of a simulated world, where it is so late now.
    #[cfg(test)]
    pub(crate) fn at(began: i64) -> Self {
        Self { start: Instant::now(), began }
    }

    /// When the clock was made, in milliseconds since 1970.
    pub(crate) const fn began(&self) -> i64 {
        self.began
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.began + self.start.elapsed().as_millis() as i64
    }

    /// Seconds since 1970.
    pub(crate) fn seconds(&self) -> i64 {
        self.now() / 1000
    }

    /// The instant of a time in milliseconds since 1970.
    pub(crate) fn instant(&self, at: i64) -> Instant {
        let after = Duration::from_millis((at - self.began).max(0) as u64);
        // Some months from now is as good as never.
        self.start + after.min(Duration::from_secs(90 * 24 * 3600))
    }
}
