//! Keeps the memory of one dropped array of positions for the next one.
//!
//! A search drops one array of children after the other. The operating system clears each page of
//! new memory at its first use, which takes several times as long as the expansion itself.

use orrery_rules::DetachedState;
use std::sync::Mutex;

/// The maximum capacity that is kept, in positions: about 270 MB.
const MAX_CAPACITY: usize = 1 << 20;
/// An array that uses less than 1/32 of its capacity is copied to smaller memory.
const MIN_USE_DIVISOR: usize = 32;

static SPARE: SpareMemory = SpareMemory(Mutex::new(Vec::new()));

/// The kept memory. A thread that cannot lock it at once does not wait for it.
struct SpareMemory(Mutex<Vec<DetachedState>>);

impl SpareMemory {
    fn take(&self, positions: usize) -> Vec<DetachedState> {
        let spare = self.0.try_lock().map(|mut spare| std::mem::take(&mut *spare));
        let states = spare.unwrap_or_default();
        if states.capacity() < positions { Vec::with_capacity(positions) } else { states }
    }

    fn trim(&self, states: Vec<DetachedState>) -> Vec<DetachedState> {
        if states.len() >= states.capacity() / MIN_USE_DIVISOR {
            return states;
        }
        let short = states.as_slice().to_vec();
        self.keep(states);
        short
    }

    /// Keeps the memory of an array if it is larger than the memory kept so far.
    fn keep(&self, mut states: Vec<DetachedState>) {
        states.clear();
        if states.capacity() <= MAX_CAPACITY
            && let Ok(mut spare) = self.0.try_lock()
            && spare.capacity() < states.capacity()
        {
            *spare = states;
        }
    }
}

/// Returns an empty array for at least this many positions.
pub(crate) fn take(positions: usize) -> Vec<DetachedState> {
    SPARE.take(positions)
}

/// Copies a short array to smaller memory, and keeps its large memory for the next expansion.
pub(crate) fn trim(states: Vec<DetachedState>) -> Vec<DetachedState> {
    SPARE.trim(states)
}

/// Keeps the memory of an array for the next expansion.
pub fn recycle(states: Vec<DetachedState>) {
    SPARE.keep(states);
}

#[cfg(test)]
mod tests {
    use super::{MIN_USE_DIVISOR, SpareMemory};
    use orrery_rules::{Options, State, deck};
    use std::sync::Mutex;

    #[test]
    fn memory_is_reused_and_short_arrays_are_copied() {
        let state = State::new(deck::classic(), &Options::players(2)).expect("the options fit");
        let spare = SpareMemory(Mutex::new(Vec::new()));
        let length = 40 * MIN_USE_DIVISOR;
        let long = vec![state.detach(); length];
        let (address, capacity) = (long.as_ptr(), long.capacity());
        spare.keep(long);
        let mut again = spare.take(length / 2);
        assert_eq!((again.as_ptr(), again.len()), (address, 0));
        again.extend([state.detach(); 10]);
        let short = spare.trim(again);
        assert_eq!((short.len(), short.capacity()), (10, 10));
        spare.keep(short);
        let again = spare.take(1);
        assert_eq!((again.as_ptr(), again.capacity()), (address, capacity));
        assert_eq!(spare.take(1).capacity(), 1);
    }
}
