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

static SPARE: Mutex<Vec<DetachedState>> = Mutex::new(Vec::new());

/// Returns an empty array for at least this many positions.
pub(crate) fn take(positions: usize) -> Vec<DetachedState> {
    let states = SPARE.try_lock().map(|mut spare| std::mem::take(&mut *spare)).unwrap_or_default();
    if states.capacity() < positions { Vec::with_capacity(positions) } else { states }
}

/// Moves a short array out of long memory, which is kept.
pub(crate) fn trim(states: Vec<DetachedState>) -> Vec<DetachedState> {
    if states.len() >= states.capacity() / LEAST_PART {
        return states;
    }
    let short = states.as_slice().to_vec();
    recycle(states);
    short
}

/// Keeps the memory of an array, if it is larger than what is kept already.
pub fn recycle(mut states: Vec<DetachedState>) {
    states.clear();
    if states.capacity() <= MOST
        && let Ok(mut spare) = SPARE.try_lock()
        && spare.capacity() < states.capacity()
    {
        *spare = states;
    }
}

#[cfg(test)]
mod tests {
    use super::{recycle, take, trim};
    use orrery_rules::{Options, State, deck};

    /// One test, because the memory is shared by the process.
    #[test]
    fn memory_is_used_again_and_short_arrays_leave_it() {
        let state = State::new(deck::classic(), &Options::players(2)).expect("the options fit");
        let long = vec![state.detach(); 5000];
        let place = long.as_ptr();
        recycle(long);
        let mut again = take(4000);
        assert_eq!((again.as_ptr(), again.len()), (place, 0));
        again.extend([state.detach(); 10]);
        let short = trim(again);
        assert_eq!((short.len(), short.capacity()), (10, 10));
        assert_eq!(take(1).as_ptr(), place);
        recycle(Vec::with_capacity(10));
        assert!(take(1).capacity() < 5000);
    }
}
