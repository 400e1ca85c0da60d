//! The workers that are alive: each sends a heartbeat every second.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// Time without a heartbeat after which a worker is dropped.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(6);
/// Time after the start or an outage before the lack of workers is reported.
const GRACE_PERIOD: Duration = Duration::from_secs(3);

/// The live workers, and the reports about them to the user.
#[derive(Debug)]
pub(super) struct Roster {
    /// By worker: its slots, and the time of its last heartbeat.
    workers: HashMap<String, (usize, Instant)>,
    /// The refusals that were reported.
    refusals: HashSet<String>,
    /// Start of the grace period.
    begun: Instant,
    /// Whether the last report was that there are no workers.
    absence_reported: bool,
}

impl Roster {
    /// Creates an empty roster.
    pub(super) fn new() -> Self {
        let (workers, refusals) = (HashMap::new(), HashSet::new());
        Self { workers, refusals, begun: Instant::now(), absence_reported: false }
    }

    /// Restarts the grace period, after an outage in which no heartbeat could arrive.
    pub(super) fn restart_grace_period(&mut self) {
        self.begun = Instant::now();
    }

    /// Records a heartbeat, in the format of [`heartbeat`].
    pub(super) fn record_heartbeat(&mut self, text: &str) {
        if let Some((worker, slots)) = text.split_once(' ')
            && let Ok(slots) = slots.parse::<u16>()
        {
            self.workers.insert(worker.to_owned(), (usize::from(slots), Instant::now()));
        }
    }

    /// Records why a worker cannot take part; returns a message for the user the first time.
    pub(super) fn record_refusal(&mut self, why: &str) -> Option<String> {
        let why: String = why.chars().filter(|c| !c.is_control()).take(300).collect();
        let is_new = self.refusals.len() < 100 && self.refusals.insert(why.clone());
        is_new.then(|| format!("a worker cannot take part: {why}"))
    }

    /// Returns how many chunks all workers together play at a time.
    pub(super) fn slots(&mut self) -> usize {
        self.workers.retain(|_, (_, last)| last.elapsed() < HEARTBEAT_TIMEOUT);
        self.workers.values().map(|(slots, _)| slots).sum()
    }

    /// Returns whether the workers disappeared or came back since the last call.
    pub(super) fn change(&mut self) -> Option<RosterChange> {
        let is_empty = self.slots() == 0;
        if is_empty == self.absence_reported || is_empty && self.begun.elapsed() < GRACE_PERIOD {
            return None;
        }
        self.absence_reported = is_empty;
        Some(if is_empty { RosterChange::NoWorkers } else { RosterChange::WorkersBack })
    }
}

/// A change from having workers to having none, or back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RosterChange {
    /// The last worker is gone.
    NoWorkers,
    /// A worker is available again.
    WorkersBack,
}

/// Formats a heartbeat: the worker's id and its number of slots.
pub(super) fn heartbeat(worker: &str, slots: usize) -> String {
    format!("{worker} {slots}")
}

#[cfg(test)]
mod tests {
    use super::{Roster, heartbeat};

    #[test]
    fn slots_of_all_workers_are_summed() {
        let mut roster = Roster::new();
        let heartbeats =
            [&heartbeat("a", 2), &heartbeat("b", 5), &heartbeat("a", 3), "c", "d many", ""];
        for text in heartbeats {
            roster.record_heartbeat(text);
        }
        assert_eq!(roster.slots(), 8);
    }

    #[test]
    fn a_refusal_is_reported_once_and_on_one_line() {
        let mut roster = Roster::new();
        let refusal = roster.record_refusal("another\n build").expect("the first time");
        assert_eq!(refusal, "a worker cannot take part: another build");
        assert_eq!(roster.record_refusal("another\n build"), None);
    }

    #[test]
    fn missing_workers_are_not_reported_at_once() {
        let mut roster = Roster::new();
        assert_eq!(roster.change(), None);
        roster.record_heartbeat(&heartbeat("a", 1));
        assert_eq!(roster.change(), None);
    }
}
