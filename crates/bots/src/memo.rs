//! A cache of the best completions of unfinished actions.

use crate::policy::{ActionLine, Candidate};
use orrery_rules::Action;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The best completions found so far, by [`orrery_rules::State::search_key`].
#[derive(Clone, Default)]
pub(crate) struct Memo {
    completions: HashMap<u64, Completion, BuildHasherDefault<KeyHasher>>,
    /// The concatenated action lines of all completions.
    actions: Vec<Action>,
}

#[derive(Clone, Copy)]
struct Completion {
    /// The win probability after the line.
    chance: f32,
    /// The start of the line in `Memo::actions`.
    start: u32,
    len: u32,
}

/// Maximum capacity of the map that stays allocated after a decision.
const MAX_RETAINED_CAPACITY: usize = 1024;

impl Memo {
    /// Clears the cache, and frees the memory of an unusually large decision.
    pub(crate) fn clear(&mut self) {
        if self.completions.capacity() > MAX_RETAINED_CAPACITY {
            *self = Self::default();
        }
        self.completions.clear();
        self.actions.clear();
    }

    /// Returns the completion with this key.
    pub(crate) fn get(&self, key: u64) -> Option<Candidate> {
        let completion = self.completions.get(&key)?;
        let actions = self.actions.get(completion.start as usize..)?;
        let actions = actions.get(..completion.len as usize)?;
        Some(Candidate { chance: completion.chance, line: ActionLine::try_from(actions).ok()? })
    }

    pub(crate) fn put(&mut self, key: u64, choice: &Candidate) {
        let (start, len) = (self.actions.len() as u32, choice.line.len() as u32);
        self.actions.extend(&choice.line);
        self.completions.insert(key, Completion { chance: choice.chance, start, len });
    }
}

/// A hasher that returns keys unchanged, because they are already hashes.
#[derive(Clone, Copy, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| hash.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
