//! The luck of a game without the rest of its review, for luck-adjusted results.

use crate::chance::OutcomeTable;
use crate::evaluation::{BySeat, DirectEvaluator};
use orrery_bots::Network;
use orrery_rules::{State, Step};

/// Returns the luck of each seat in a game: the sum over all chance outcomes.
///
/// The expected luck of each seat is 0, so subtracting the luck from a result keeps its expected
/// value. The function uses the network without lookahead and takes some milliseconds per game.
#[must_use]
pub fn luck(start: &State<'_>, steps: &[Step]) -> Vec<f64> {
    let network = Network::embedded();
    let evaluator = network.evaluator(start.rules());
    let mut direct = DirectEvaluator::new(&evaluator);
    let mut state = *start;
    let mut sum: BySeat = state.seats().map(|_| 0.0).collect();
    for &step in steps {
        if let Some(luck) = luck_of(&mut direct, &state, step) {
            sum.iter_mut().zip(luck).for_each(|(sum, luck)| *sum += luck);
        }
        state.apply_unchecked(step);
    }
    sum.to_vec()
}

/// Returns the luck of each seat by a step, or `None` if the step is not a chance outcome.
pub(crate) fn luck_of(
    direct: &mut DirectEvaluator<'_>,
    state: &State<'_>,
    step: Step,
) -> Option<BySeat> {
    let (Some(node), Step::Chance(outcome)) = (state.chance(), step) else { return None };
    Some(OutcomeTable::direct(direct, state, node, outcome).luck())
}
