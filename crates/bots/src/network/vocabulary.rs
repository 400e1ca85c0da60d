//! The slugs of the cards that a network was trained on.
//!
//! Because of the slugs, a network works with decks of any size and order. It evaluates unknown
//! planets by their printed values alone.

use super::layout::{EDITION_CAPACITY, MISSION_CAPACITY, PLANET_CAPACITY, ROGUE_CAPACITY};
use orrery_rules::{Rules, deck};

/// Slugs in the order of the network's inputs.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Vocabulary {
    /// The slugs of each kind: planets, missions, Rogues and editions.
    lists: [Vec<String>; 4],
}

/// The kinds of slugs, as indices of the lists.
const PLANET: usize = 0;
const MISSION: usize = 1;
const ROGUE: usize = 2;
const EDITION: usize = 3;

/// The capacity of each list.
const CAPACITY: [usize; 4] = [PLANET_CAPACITY, MISSION_CAPACITY, ROGUE_CAPACITY, EDITION_CAPACITY];

impl Vocabulary {
    /// Returns the vocabulary of all built-in editions.
    pub(crate) fn of_editions() -> Self {
        let mut vocabulary = Self::default();
        for rules in deck::EDITIONS.iter().filter_map(|id| deck::edition(id)) {
            vocabulary.add_rules(rules);
        }
        vocabulary
    }

    fn add_rules(&mut self, rules: &Rules) {
        rules.planets.iter().for_each(|card| self.add(PLANET, &card.id));
        rules.missions.iter().for_each(|card| self.add(MISSION, &card.id));
        rules.rogues.iter().for_each(|card| self.add(ROGUE, &card.id));
        self.add(EDITION, &rules.id);
    }

    fn add(&mut self, kind: usize, slug: &str) {
        let slugs = &mut self.lists[kind];
        if slugs.len() < CAPACITY[kind] && !slugs.iter().any(|known| known == slug) {
            slugs.push(slug.to_owned());
        }
    }

    fn find(&self, kind: usize, slug: &str) -> Option<u16> {
        self.lists[kind].iter().position(|known| known == slug).map(|index| index as u16)
    }

    pub(crate) fn planet(&self, slug: &str) -> Option<u16> {
        self.find(PLANET, slug)
    }

    pub(crate) fn mission(&self, slug: &str) -> Option<u16> {
        self.find(MISSION, slug)
    }

    pub(crate) fn rogue(&self, slug: &str) -> Option<u16> {
        self.find(ROGUE, slug)
    }

    pub(crate) fn edition(&self, slug: &str) -> Option<u16> {
        self.find(EDITION, slug)
    }

    /// Writes the vocabulary as text, one line per list.
    pub(crate) fn to_text(&self) -> String {
        self.lists.iter().map(|list| list.join(" ") + "\n").collect()
    }

    /// Reads the vocabulary from text. Drops entries beyond the capacity.
    pub(crate) fn from_text(text: &str) -> Self {
        let mut vocabulary = Self::default();
        for (kind, line) in text.lines().take(4).enumerate() {
            line.split_whitespace().for_each(|slug| vocabulary.add(kind, slug));
        }
        vocabulary
    }
}
