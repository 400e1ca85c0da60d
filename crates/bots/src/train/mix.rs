//! The mix of training games: shares of editions, numbers of seats and Rogues.

use crate::Random;
use orrery_rules::{OptionSet, Options, Rules, deck};

/// A kind of table with its share.
#[derive(Clone, Copy, Debug)]
struct TableKind {
    /// The index of the ruleset.
    ruleset: usize,
    options: Options,
    share: usize,
}

/// A weighted set of tables.
#[derive(Clone, Debug)]
pub struct GameMix {
    solo: usize,
    rules: Vec<&'static Rules>,
    kinds: Vec<TableKind>,
}

impl GameMix {
    /// Creates a mix of all built-in editions, numbers of seats and Rogues.
    ///
    /// Solo games have the weight `solo`, at most 100, and the others `100 - solo`. Three quarters
    /// of the others have two players. Not every edition has solo games, so their percentage is
    /// lower than `solo`, unless this is 0 or 100.
    #[must_use]
    pub fn new(solo: usize) -> Self {
        let rules: Vec<_> = deck::EDITIONS.iter().filter_map(|id| deck::edition(id)).collect();
        let solo = solo.min(100);
        let mut mix = Self { solo, rules, kinds: Vec::new() };
        for i in 0..mix.rules.len() {
            mix.add_seats(i, 100 - solo);
            mix.add_solo(i, solo);
        }
        mix
    }

    /// Returns the weight of solo games, from 0 to 100.
    #[must_use]
    pub const fn solo(&self) -> usize {
        self.solo
    }

    /// Returns the weight of an edition; classic and revised are played most.
    fn weight(id: &str) -> usize {
        match id {
            "classic" => 8,
            "revised" => 6,
            _ => 3,
        }
    }

    fn add_seats(&mut self, ruleset: usize, share: usize) {
        let rules = self.rules[ruleset];
        let (fewest, most) = (rules.seats.0 as usize, rules.seats.1 as usize);
        for seats in fewest..=most {
            let percent = if seats == 2 { 75 } else { 25 / (most - fewest).max(1) };
            let share = Self::weight(&rules.id) * share * percent;
            self.kinds.push(TableKind { ruleset, options: Options::players(seats), share });
        }
    }

    fn add_solo(&mut self, ruleset: usize, share: usize) {
        let rules = self.rules[ruleset];
        if rules.solo.is_none() {
            return;
        }
        let variants: Vec<OptionSet> = OptionSet::offered(rules, 1).subsets().collect();
        for rogue in 0..rules.rogues.len() {
            for &chosen in &variants {
                let options = Options { chosen, ..Options::solo(rogue) };
                let share = Self::weight(&rules.id) * share * 12 / variants.len();
                self.kinds.push(TableKind { ruleset, options, share });
            }
        }
    }

    /// Returns the rulesets, by index.
    pub(super) fn rules(&self) -> impl Iterator<Item = &'static Rules> + '_ {
        self.rules.iter().copied()
    }

    /// Picks a random table: the index of its ruleset, the ruleset and the options.
    pub(super) fn pick(&self, random: &mut Random) -> (usize, &'static Rules, Options) {
        let total: usize = self.kinds.iter().map(|kind| kind.share).sum();
        let mut remaining = random.below(total.max(1));
        for kind in &self.kinds {
            if remaining < kind.share {
                return (kind.ruleset, self.rules[kind.ruleset], kind.options);
            }
            remaining -= kind.share;
        }
        (0, self.rules[0], Options::players(2))
    }
}
