//! Remembers the best completions of unfinished actions.

use crate::policy::{ActionLine, Candidate};
use orrery_rules::Action;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The best completions found so far, by [`orrery_rules::State::search_key`].
#[derive(Clone, Default)]
pub(crate) struct Memo {
    found: HashMap<u64, Completion, BuildHasherDefault<KeyHasher>>,
    /// The action lines of all completions, one after the other.
    actions: Vec<Action>,
}

#[derive(Clone, Copy)]
struct Completion {
    chance: f32,
    /// The place of its line.
    start: u32,
    len: u32,
}

/// The most completions to keep allocated memory for.
const KEPT: usize = 512;

impl Memo {
    /// Forgets everything, and frees the memory of an unusually large decision.
    pub(crate) fn clear(&mut self) {
        if self.found.capacity() > 2 * KEPT {
            *self = Self::default();
        }
        self.found.clear();
        self.actions.clear();
    }

    /// Returns a completion.
    pub(crate) fn get(&self, key: u64) -> Option<Candidate> {
        let found = self.found.get(&key)?;
        let actions = self.actions.get(found.start as usize..)?.get(..found.len as usize)?;
        Some(Candidate { chance: found.chance, line: ActionLine::try_from(actions).ok()? })
    }

    pub(crate) fn put(&mut self, key: u64, choice: &Candidate) {
        let (start, len) = (self.actions.len() as u32, choice.line.len() as u32);
        self.actions.extend(&choice.line);
        self.found.insert(key, Completion { chance: choice.chance, start, len });
    }
}

/// Uses the keys as they are, because they are hashes.
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
