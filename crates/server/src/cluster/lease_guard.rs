//! Validity of this node's leases, known without asking the store.
//!
//! While the store has a recent heartbeat of this node, no other node can claim its tables. A
//! process that was suspended and resumes has no recent heartbeat, so its leases are not valid.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The validity of a heartbeat, measured from the moment just before the node sends it.
///
/// The store waits a little longer, counted from the arrival of the heartbeat, before another node
/// can claim the tables of this node.
const VALIDITY: Duration = Duration::from_millis(2400);

/// Decides whether the leases of this node are valid.
#[derive(Debug, Default)]
pub(super) struct LeaseGuard(Mutex<LeaseState>);

#[derive(Debug, Default)]
struct LeaseState {
    /// When the last confirmed heartbeat was sent.
    last_heartbeat: Option<Instant>,
    /// Number of lease gaps so far.
    gaps: u64,
    /// The last gap whose lost tables were released.
    reconciled: u64,
}

impl LeaseGuard {
    fn state(&self) -> MutexGuard<'_, LeaseState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether no other node can have claimed the tables of this node.
    pub(super) fn is_valid(&self) -> bool {
        let state = self.state();
        state.gaps == state.reconciled
            && state.last_heartbeat.is_some_and(|sent| sent.elapsed() < VALIDITY)
    }

    /// Records a heartbeat that the store confirmed, by the time at which it was sent.
    pub(super) fn record_heartbeat(&self, sent: Instant) {
        self.state().last_heartbeat = Some(sent);
    }

    /// Records a lease gap, in which tables may be lost. Returns its number.
    pub(super) fn record_gap(&self) -> u64 {
        let mut state = self.state();
        state.gaps += 1;
        state.gaps
    }

    /// Records that the tables lost in a gap, and in all gaps before it, were released.
    pub(super) fn reconcile(&self, gap: u64) {
        let mut state = self.state();
        state.reconciled = state.reconciled.max(gap);
    }
}

#[cfg(test)]
mod tests {
    use super::LeaseGuard;
    use std::time::Duration;
    use tokio::time::{Instant, advance};

    #[tokio::test(start_paused = true)]
    async fn leases_are_invalid_after_a_gap_until_it_is_reconciled() {
        let guard = LeaseGuard::default();
        assert!(!guard.is_valid(), "there was no heartbeat");
        guard.record_heartbeat(Instant::now());
        assert!(guard.is_valid());
        advance(Duration::from_secs(2)).await;
        assert!(guard.is_valid());
        advance(Duration::from_millis(400)).await;
        assert!(!guard.is_valid(), "the last heartbeat is too old");
        let (first, second) = (guard.record_gap(), guard.record_gap());
        guard.record_heartbeat(Instant::now());
        guard.reconcile(first);
        assert!(!guard.is_valid(), "the second gap is not reconciled");
        guard.reconcile(second);
        assert!(guard.is_valid());
    }
}
