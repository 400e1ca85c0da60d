//! Tests that partial sums give the evaluations of the whole network.

use super::PartialSums;
use crate::testing::{play, tables};
use crate::{GreedyBot, Network, RandomBot};
use orrery_rules::{Actions, State, Step};

/// Checks that partial sums and the whole network evaluate positions equally for every seat.
///
/// The positions are those of some games, and those after each legal action.
#[test]
fn partial_sums_give_the_same_evaluations() {
    let network = Network::embedded();
    let mut compared = 0;
    for (table, seed) in tables().into_iter().zip(1..).step_by(3) {
        let evaluator = network.evaluator(table.0);
        let mut sums = PartialSums::default();
        let mut compare = |state: &State<'static>| {
            for seat in state.seats().filter(|seat| !state.is_rogue(*seat)) {
                let chance = sums.chance(&evaluator, state, seat);
                assert_eq!(chance.to_bits(), evaluator.chance(state, seat).to_bits());
                compared += 1;
            }
        };
        let mut compare_with_successors = |state: &State<'static>, legal: &Actions| {
            compare(state);
            for &action in legal.iter() {
                let mut next = *state;
                next.apply_unchecked(Step::Action(action));
                compare(&next);
            }
        };
        play(table, &GreedyBot::default(), seed, |state, _, legal, _| {
            compare_with_successors(state, legal);
        });
        play(table, &RandomBot::default(), seed, |state, _, legal, _| {
            compare_with_successors(state, legal);
        });
    }
    assert!(compared > 30_000, "{compared}");
}
