//! Who is there to play: workers say so every second, and are forgotten if they are silent.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// So long a worker may be silent.
const SILENCE: Duration = Duration::from_secs(6);
/// Whoever begins is given this long before anybody is missed.
const PATIENCE: Duration = Duration::from_secs(3);

/// Who is there, and what was said about it.
#[derive(Debug)]
pub(super) struct Roster {
    /// By worker: how many chunks it plays at a time, and when it was heard last.
    workers: HashMap<String, (usize, Instant)>,
    refusals: HashSet<String>,
    begun: Instant,
    is_missed: bool,
}

impl Roster {
    /// Nobody yet.
    pub(super) fn new() -> Self {
        let (workers, refusals) = (HashMap::new(), HashSet::new());
        Self { workers, refusals, begun: Instant::now(), is_missed: false }
    }

    /// Nobody could be heard for a while, so nobody is missed yet.
    pub(super) fn be_patient(&mut self) {
        self.begun = Instant::now();
    }

    /// What a worker says about itself; see [`here`].
    pub(super) fn hear(&mut self, text: &str) {
        if let Some((worker, hands)) = text.split_once(' ')
            && let Ok(hands) = hands.parse::<u16>()
        {
            self.workers.insert(worker.to_owned(), (usize::from(hands), Instant::now()));
        }
    }

    /// A worker cannot take part: what to say about it, the first time.
    pub(super) fn hear_refusal(&mut self, why: &str) -> Option<String> {
        let why: String = why.chars().filter(|c| !c.is_control()).take(300).collect();
        let is_new = self.refusals.len() < 100 && self.refusals.insert(why.clone());
        is_new.then(|| format!("a worker cannot take part: {why}"))
    }

    /// How many chunks are played at a time by all together.
    pub(super) fn hands(&mut self) -> usize {
        self.workers.retain(|_, (_, heard)| heard.elapsed() < SILENCE);
        self.workers.values().map(|(hands, _)| hands).sum()
    }

    /// What to say when nobody is there any more, or somebody is there again.
    pub(super) fn news(&mut self) -> Option<Missed> {
        let is_empty = self.hands() == 0;
        if is_empty == self.is_missed || is_empty && self.begun.elapsed() < PATIENCE {
            return None;
        }
        self.is_missed = is_empty;
        Some(if is_empty { Missed::Now } else { Missed::NoMore })
    }
}

/// Whether workers are missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Missed {
    /// Nobody is there.
    Now,
    /// Somebody is there again.
    NoMore,
}

/// What a worker says about itself.
pub(super) fn here(worker: &str, hands: usize) -> String {
    format!("{worker} {hands}")
}

#[cfg(test)]
mod tests {
    use super::{Roster, here};

    #[test]
    fn all_hands_are_counted_once() {
        let mut roster = Roster::new();
        for text in [&here("a", 2), &here("b", 5), &here("a", 3), "c", "d many", ""] {
            roster.hear(text);
        }
        assert_eq!(roster.hands(), 8);
    }

    #[test]
    fn a_refusal_is_told_once_and_on_one_line() {
        let mut roster = Roster::new();
        let told = roster.hear_refusal("another\n build").expect("the first time");
        assert_eq!(told, "a worker cannot take part: another build");
        assert_eq!(roster.hear_refusal("another\n build"), None);
    }

    #[test]
    fn nobody_is_missed_at_once() {
        let mut roster = Roster::new();
        assert_eq!(roster.news(), None);
        roster.hear(&here("a", 1));
        assert_eq!(roster.news(), None);
    }
}
