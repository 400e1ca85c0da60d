//! The server's clock.
//!
//! It uses the clock of the tokio runtime, so that tests can pause and advance it. It reads the
//! system clock only at the start, so later changes of the system clock have no effect.

use orrery_store::{Outage, RunHistory};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::time::{Duration, Instant};

/// A clock in Unix time that uses the clock of the runtime.
#[derive(Debug)]
pub(crate) struct Clock {
    /// Start of the clock, on the clock of the runtime.
    start: Instant,
    /// Start of the clock, in Unix milliseconds.
    began: AtomicI64,
    /// Periods in which no server ran.
    outages: OnceLock<Arc<[Outage]>>,
}

impl Clock {
    /// Creates a clock set to the system time.
    pub(crate) fn new() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::at(since.as_millis() as i64)
    }

    /// Creates a clock set to this time, in Unix milliseconds.
    pub(crate) fn at(began: i64) -> Self {
        Self { start: Instant::now(), began: AtomicI64::new(began), outages: OnceLock::new() }
    }

    /// Adopts the stored time if the clock is behind it, and the stored outages.
    ///
    /// Returns by how many milliseconds the clock was behind.
    pub(crate) fn reconcile(&self, run: RunHistory) -> i64 {
        let behind = (run.last - self.now()).max(0);
        self.began.fetch_add(behind, Ordering::Relaxed);
        let _ = self.outages.set(run.outages.into());
        behind
    }

    /// Returns the periods in which no server ran.
    pub(crate) fn outages(&self) -> Arc<[Outage]> {
        self.outages.get().cloned().unwrap_or_default()
    }

    /// Returns the start of the clock, in Unix milliseconds.
    pub(crate) fn began(&self) -> i64 {
        self.began.load(Ordering::Relaxed)
    }

    /// Returns the current time in Unix milliseconds.
    pub(crate) fn now(&self) -> i64 {
        self.began() + self.start.elapsed().as_millis() as i64
    }

    /// Returns the current time in Unix seconds.
    pub(crate) fn seconds(&self) -> i64 {
        self.now() / 1000
    }

    /// Converts a time in Unix milliseconds to an instant of the runtime's clock.
    pub(crate) fn instant(&self, at: i64) -> Instant {
        let after = Duration::from_millis((at - self.began()).max(0) as u64);
        // Cap the duration at 90 days, because adding a very large duration would overflow.
        self.start + after.min(Duration::from_secs(90 * 24 * 3600))
    }
}

#[cfg(test)]
mod tests;
