//! What time it is. It is the runtime's clock, so tests can stop it and move it on. The system's clock is
//! read once, at the start: whatever is done to it later changes nothing before the next start.

use orrery_store::{Outage, RunHistory};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::time::{Duration, Instant};

/// A clock that runs with the runtime.
#[derive(Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// In milliseconds since 1970.
    began: AtomicI64,
    outages: OnceLock<Arc<[Outage]>>,
}

impl Clock {
    /// A clock that is right now.
    pub(crate) fn new() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::at(since.as_millis() as i64)
    }

    /// A clock by which it is so late now, in milliseconds since 1970.
    pub(crate) fn at(began: i64) -> Self {
        Self { start: Instant::now(), began: AtomicI64::new(began), outages: OnceLock::new() }
    }

    /// Takes over what the store knows of the time. If the clock is behind that, it goes on from there.
    /// Returns by how many milliseconds it was behind.
    pub(crate) fn settle(&self, run: RunHistory) -> i64 {
        let behind = (run.last - self.now()).max(0);
        self.began.fetch_add(behind, Ordering::Relaxed);
        let _ = self.outages.set(run.outages.into());
        behind
    }

    /// When no server ran.
    pub(crate) fn outages(&self) -> Arc<[Outage]> {
        self.outages.get().cloned().unwrap_or_default()
    }

    /// When the clock was made, in milliseconds since 1970.
    pub(crate) fn began(&self) -> i64 {
        self.began.load(Ordering::Relaxed)
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.began() + self.start.elapsed().as_millis() as i64
    }

    /// Seconds since 1970.
    pub(crate) fn seconds(&self) -> i64 {
        self.now() / 1000
    }

    /// The instant of a time in milliseconds since 1970.
    pub(crate) fn instant(&self, at: i64) -> Instant {
        let after = Duration::from_millis((at - self.began()).max(0) as u64);
        // Some months from now is as good as never.
        self.start + after.min(Duration::from_secs(90 * 24 * 3600))
    }
}

#[cfg(test)]
mod tests;
