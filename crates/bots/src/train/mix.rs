//! The mix of training games: weights of editions, numbers of seats and Rogues.

use crate::Random;
use orrery_rules::{OptionSet, Options, Rules, deck};

/// A kind of table with its weight.
#[derive(Clone, Copy, Debug)]
struct TableKind {
    /// The index of the ruleset.
    ruleset: usize,
    options: Options,
    weight: usize,
}

/// The weight of one Rogue, in percent; all numbers of seats of an edition together have 100 %.
const ROGUE_PERCENT: usize = 12;

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
    /// `solo`, at most 100, is the weight of solo games; the others have the weight `100 - solo`,
    /// and about three quarters of them have two players. If `solo` is neither 0 nor 100, the
    /// percentage of solo games is lower than `solo`, for two reasons. Some editions have no solo
    /// games. In the remaining editions, the weights of the Rogues (`ROGUE_PERCENT` each) add up to
    /// less than 100 %.
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

    /// Returns the weight of an edition. Classic and revised games are the most common.
    fn edition_weight(id: &str) -> usize {
        match id {
            "classic" => 8,
            "revised" => 6,
            _ => 3,
        }
    }

    fn add_seats(&mut self, ruleset: usize, weight: usize) {
        let rules = self.rules[ruleset];
        let (fewest, most) = (rules.seats.0 as usize, rules.seats.1 as usize);
        for seats in fewest..=most {
            let percent = if seats == 2 { 75 } else { 25 / (most - fewest).max(1) };
            let weight = Self::edition_weight(&rules.id) * weight * percent;
            self.kinds.push(TableKind { ruleset, options: Options::players(seats), weight });
        }
    }

    fn add_solo(&mut self, ruleset: usize, weight: usize) {
        let rules = self.rules[ruleset];
        if rules.solo.is_none() {
            return;
        }
        let variants: Vec<OptionSet> = OptionSet::offered(rules, 1).subsets().collect();
        for rogue in 0..rules.rogues.len() {
            for &chosen in &variants {
                let options = Options { chosen, ..Options::solo(rogue) };
                let weight =
                    Self::edition_weight(&rules.id) * weight * ROGUE_PERCENT / variants.len();
                self.kinds.push(TableKind { ruleset, options, weight });
            }
        }
    }

    /// Returns the rulesets, by index.
    pub(super) fn rules(&self) -> impl Iterator<Item = &'static Rules> + '_ {
        self.rules.iter().copied()
    }

    /// Picks a random table: the index of its ruleset, the ruleset and the options.
    pub(super) fn pick(&self, random: &mut Random) -> (usize, &'static Rules, Options) {
        let total: usize = self.kinds.iter().map(|kind| kind.weight).sum();
        let mut remaining = random.below(total.max(1));
        for kind in &self.kinds {
            if remaining < kind.weight {
                return (kind.ruleset, self.rules[kind.ruleset], kind.options);
            }
            remaining -= kind.weight;
        }
        (0, self.rules[0], Options::players(2))
    }
}
