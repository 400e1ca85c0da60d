//! The luck of a game without the rest of its review, for luck-adjusted results.

use crate::chance::{OutcomeTable, sample_seed};
use crate::evaluation::{BySeat, DirectEvaluator};
use crate::lookahead::{EvaluatorKind, Lookahead};
use orrery_bots::Network;
use orrery_rules::{State, Step};

/// Returns the luck of each seat in a game: the sum over all chance outcomes.
///
/// This is the luck of a review with seed 0. The expected luck of each seat is 0, so subtracting the
/// luck from a result keeps its expected value.
#[must_use]
pub fn luck(start: &State<'_>, steps: &[Step], kind: EvaluatorKind) -> Vec<f64> {
    let network = Network::embedded();
    let evaluator = network.evaluator(start.rules());
    let mut lookahead = Lookahead::new(&evaluator, kind);
    let mut state = *start;
    let mut sum: BySeat = state.seats().map(|_| 0.0).collect();
    for (at, &step) in steps.iter().enumerate() {
        if let (Some(node), Step::Chance(outcome)) = (state.chance(), step) {
            let mut table = OutcomeTable::new(kind, node, outcome, sample_seed(0, at));
            table.advance(&mut lookahead, &state, u64::MAX);
            sum.iter_mut().zip(table.luck()).for_each(|(sum, luck)| *sum += luck);
        }
        state.apply_unchecked(step);
    }
    sum.to_vec()
}

/// Returns each seat's luck in a step by direct evaluation; `None` if it is not a chance outcome.
pub(crate) fn direct_luck(
    direct: &mut DirectEvaluator<'_>,
    state: &State<'_>,
    step: Step,
) -> Option<BySeat> {
    let (Some(node), Step::Chance(outcome)) = (state.chance(), step) else { return None };
    Some(OutcomeTable::direct(direct, state, node, outcome).luck())
}
