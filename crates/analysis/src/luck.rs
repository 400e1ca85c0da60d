//! The luck of a game without the rest of its review, for luck-adjusted results.

use crate::chance::OutcomeTable;
use crate::evaluation::{BySeat, Judge};
use orrery_bots::Network;
use orrery_rules::{State, Step};

/// Returns the luck of each seat in a game: the sum over all chance outcomes.
///
/// Its mean is 0 for each seat, so a result less the luck has the mean of the result. It uses the
/// network without lookahead, which takes some milliseconds per game.
#[must_use]
pub fn luck(start: &State<'_>, steps: &[Step]) -> Vec<f64> {
    let network = Network::embedded();
    let evaluator = network.evaluator(start.rules());
    let mut judge = Judge::new(&evaluator);
    let mut state = *start;
    let mut sum: BySeat = state.seats().map(|_| 0.0).collect();
    for &step in steps {
        if let Some(luck) = luck_of(&mut judge, &state, step) {
            sum.iter_mut().zip(luck).for_each(|(sum, luck)| *sum += luck);
        }
        state.apply_unchecked(step);
    }
    sum.to_vec()
}

/// Returns the luck of each seat by a step, if it is a chance outcome.
pub(crate) fn luck_of(judge: &mut Judge<'_>, state: &State<'_>, step: Step) -> Option<BySeat> {
    let (Some(node), Step::Chance(outcome)) = (state.chance(), step) else { return None };
    Some(OutcomeTable::direct(judge, state, node, outcome).luck())
}
