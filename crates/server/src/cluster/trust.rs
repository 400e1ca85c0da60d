//! How sure a node may be, without asking, that its tables are its own: while the store has heard it of
//! late, nobody else can have taken them. A process that was stopped and wakes up is not sure.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a beat is good for, counted from before it was sent. The store counts a little longer, from
/// when it came.
const GOOD: Duration = Duration::from_millis(2400);

/// What is known.
#[derive(Debug, Default)]
pub(super) struct Trust(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// When the last beat was sent that came in time.
    beaten: Option<Instant>,
    /// How often there was a gap, and up to which of them it is known what was lost.
    gaps: u64,
    settled: u64,
}

impl Trust {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nobody else can have our tables.
    pub(super) fn is_sure(&self) -> bool {
        let known = self.known();
        known.gaps == known.settled && known.beaten.is_some_and(|beaten| beaten.elapsed() < GOOD)
    }

    /// A beat that was sent then came in time.
    pub(super) fn beaten(&self, sent: Instant) {
        self.known().beaten = Some(sent);
    }

    /// A beat came too late: tables may be lost. Returns the number of the gap.
    pub(super) fn gap(&self) -> u64 {
        let mut known = self.known();
        known.gaps += 1;
        known.gaps
    }

    /// What was lost in a gap, and those before it, is let go.
    pub(super) fn settle(&self, gap: u64) {
        let mut known = self.known();
        known.settled = known.settled.max(gap);
    }
}

#[cfg(test)]
mod tests {
    use super::Trust;
    use std::time::Duration;
    use tokio::time::{Instant, advance};

    #[tokio::test(start_paused = true)]
    async fn a_node_that_was_silent_is_not_sure_until_it_knows_what_it_lost() {
        let trust = Trust::default();
        assert!(!trust.is_sure(), "it was never heard");
        trust.beaten(Instant::now());
        assert!(trust.is_sure());
        advance(Duration::from_secs(2)).await;
        assert!(trust.is_sure());
        advance(Duration::from_millis(400)).await;
        assert!(!trust.is_sure(), "it may have lost everything");
        let (first, second) = (trust.gap(), trust.gap());
        trust.beaten(Instant::now());
        trust.settle(first);
        assert!(!trust.is_sure(), "there was another gap");
        trust.settle(second);
        assert!(trust.is_sure());
    }
}
