//! Keeps the memory of one dropped array of positions for the next one.
//!
//! The system clears each page of new memory when it is first used, which takes several times as long
//! as the expansion itself. Search drops one array of children after the other.

use orrery_rules::DetachedState;
use std::sync::Mutex;

/// The most positions whose memory is kept: about 270 MB.
const MOST: usize = 1 << 20;
/// An array that uses less than this part of its memory moves to memory of its own.
const LEAST_PART: usize = 32;

static SPARE: SpareMemory = SpareMemory(Mutex::new(Vec::new()));

/// Memory without positions; a thread that cannot have it at once does without.
struct SpareMemory(Mutex<Vec<DetachedState>>);

impl SpareMemory {
    fn take(&self, positions: usize) -> Vec<DetachedState> {
        let spare = self.0.try_lock().map(|mut spare| std::mem::take(&mut *spare));
        let states = spare.unwrap_or_default();
        if states.capacity() < positions { Vec::with_capacity(positions) } else { states }
    }

    fn trim(&self, states: Vec<DetachedState>) -> Vec<DetachedState> {
        if states.len() >= states.capacity() / LEAST_PART {
            return states;
        }
        let short = states.as_slice().to_vec();
        self.keep(states);
        short
    }

    /// Keeps the memory of an array, if it is larger than what is kept already.
    fn keep(&self, mut states: Vec<DetachedState>) {
        states.clear();
        if states.capacity() <= MOST
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

/// Moves a short array out of long memory, which is kept.
pub(crate) fn trim(states: Vec<DetachedState>) -> Vec<DetachedState> {
    SPARE.trim(states)
}

/// Keeps the memory of an array for the next expansion.
pub fn recycle(states: Vec<DetachedState>) {
    SPARE.keep(states);
}

#[cfg(test)]
mod tests {
    use super::{LEAST_PART, SpareMemory};
    use orrery_rules::{Options, State, deck};
    use std::sync::Mutex;

    #[test]
    fn memory_is_used_again_and_short_arrays_leave_it() {
        let state = State::new(deck::classic(), &Options::players(2)).expect("the options fit");
        let spare = SpareMemory(Mutex::new(Vec::new()));
        let length = 40 * LEAST_PART;
        let long = vec![state.detach(); length];
        let (place, most) = (long.as_ptr(), long.capacity());
        spare.keep(long);
        let mut again = spare.take(length / 2);
        assert_eq!((again.as_ptr(), again.len()), (place, 0));
        again.extend([state.detach(); 10]);
        let short = spare.trim(again);
        assert_eq!((short.len(), short.capacity()), (10, 10));
        spare.keep(short);
        let again = spare.take(1);
        assert_eq!((again.as_ptr(), again.capacity()), (place, most));
        assert_eq!(spare.take(1).capacity(), 1);
    }
}
