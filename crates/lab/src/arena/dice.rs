//! Common random numbers: all games of a deal get the same dice and cards as far as possible.
//!
//! The planet deck and the missions are shuffled once per deal. Rolls are keyed by the turn number
//! and the number of the roll within that turn. If two games roll different numbers of dice for the
//! same key, the larger roll begins with the dice of the smaller one. Games that diverge therefore
//! still have the same luck in the same turn. The distribution within each game is exactly that of
//! the rules.

use crate::player::derive_seed;
use orrery_rules::{ChanceNode, ChanceOutcome};

/// The dice and cards of one game of a deal.
#[derive(Clone, Debug)]
pub(crate) struct CommonDice {
    seed: u64,
    turn: u16,
    /// Number of rolls so far in this turn.
    rolls: u64,
}

/// Key prefixes, one per kind of chance node.
const PLANET: u64 = 1 << 56;
const MISSION: u64 = 2 << 56;
const START: u64 = 3 << 56;
const ROLL: u64 = 4 << 56;

impl CommonDice {
    /// Creates the dice of the deal with this seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed, turn: 0, rolls: 0 }
    }

    /// Returns the outcome of a chance node in this turn.
    pub(crate) fn outcome(&mut self, node: ChanceNode, turn: u16) -> ChanceOutcome {
        // The card with the smallest pseudorandom key: all games of a deal draw in the same order.
        let drawn = match node {
            ChanceNode::Draw(planets) => {
                let first = planets.into_iter().min_by_key(|card| self.bits(PLANET, card.index()));
                first.map(ChanceOutcome::Drew)
            }
            ChanceNode::Deal(missions) => {
                let first = missions.iter().min_by_key(|card| self.bits(MISSION, card.index()));
                first.map(ChanceOutcome::Dealt)
            }
            ChanceNode::Start(_) => None,
            ChanceNode::Roll(_) => return node.pick(self.next_roll(turn)),
        };
        drawn.unwrap_or_else(|| node.pick(self.bits(START, 0)))
    }

    fn next_roll(&mut self, turn: u16) -> u64 {
        if turn != self.turn {
            (self.turn, self.rolls) = (turn, 0);
        }
        self.rolls += 1;
        self.bits(ROLL | self.rolls << 16, turn as usize)
    }

    /// Returns the pseudorandom bits for this kind of chance node and this number.
    const fn bits(&self, kind: u64, number: usize) -> u64 {
        derive_seed(self.seed, kind | number as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::CommonDice;
    use orrery_rules::ids::Planets;
    use orrery_rules::{ChanceNode, ChanceOutcome, Planet};

    fn faces(outcome: ChanceOutcome) -> Vec<usize> {
        let ChanceOutcome::Rolled(dice) = outcome else { panic!("dice were rolled") };
        dice.iter().map(|face| face.index()).collect()
    }

    /// Returns whether `many` contains each face at least as often as `few`.
    fn is_sub_multiset(few: &[usize], many: &[usize]) -> bool {
        let count = |list: &[usize], face| list.iter().filter(|other| **other == face).count();
        (0..6).all(|face| count(few, face) <= count(many, face))
    }

    #[test]
    fn rolls_do_not_depend_on_earlier_turns() {
        for seed in 0..50 {
            let (mut one, mut other) = (CommonDice::new(seed), CommonDice::new(seed));
            one.outcome(ChanceNode::Roll(4), 1);
            one.outcome(ChanceNode::Roll(3), 1);
            other.outcome(ChanceNode::Roll(5), 1);
            let (first, again) = (ChanceNode::Roll(4), ChanceNode::Roll(2));
            assert_eq!(one.outcome(first, 2), other.outcome(first, 2));
            assert_eq!(one.outcome(again, 2), other.outcome(again, 2));
        }
    }

    #[test]
    fn larger_rolls_start_with_the_smaller_roll() {
        for seed in 0..200 {
            let few = faces(CommonDice::new(seed).outcome(ChanceNode::Roll(4), 9));
            let many = faces(CommonDice::new(seed).outcome(ChanceNode::Roll(6), 9));
            assert!(
                few.len() == 4 && many.len() == 6 && is_sub_multiset(&few, &many),
                "{few:?} {many:?}"
            );
        }
    }

    #[test]
    fn the_deck_is_shuffled_once() {
        let all: Planets = (0..40).filter_map(Planet::new).collect();
        let order = |seed| {
            let (mut dice, mut left, mut drawn) = (CommonDice::new(seed), all, Vec::new());
            while let (false, ChanceOutcome::Drew(planet)) =
                (left.is_empty(), dice.outcome(ChanceNode::Draw(left), 0))
            {
                left = left.without([planet].into_iter().collect());
                drawn.push(planet.index());
            }
            drawn
        };
        assert_eq!(order(5).len(), 40);
        assert!(order(5) == order(5) && order(5) != order(6));
        let mut first = [0; 40];
        (0..4000).for_each(|seed| first[order(seed)[0]] += 1);
        assert!(first.iter().all(|count| (60..150).contains(count)), "{first:?}");
    }

    #[test]
    fn faces_are_equally_likely() {
        let mut counts = [0; 6];
        for seed in 0..3000 {
            let mut dice = CommonDice::new(seed);
            for turn in 1..3 {
                faces(dice.outcome(ChanceNode::Roll(5), turn)).iter().for_each(|f| counts[*f] += 1);
            }
        }
        assert!(counts.iter().all(|count| (4700..5300).contains(count)), "{counts:?}");
    }
}
