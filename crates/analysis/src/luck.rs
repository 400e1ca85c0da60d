//! The luck of a game without the rest of its review, for luck-adjusted results.

use crate::chance::{OutcomeTable, sample_seed};
use crate::evaluation::BySeat;
use crate::lookahead::{EvaluatorKind, Lookahead};
use crate::rollout::GOLDEN;
use orrery_bots::{Network, OneStep};
use orrery_rules::{ChanceNode, ChanceOutcome, Seat, State, Step};

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

/// The size of a sample of dice sequences or cards. Up to this number, all of them are evaluated.
///
/// A roll of two dice has 36 sequences.
const SAMPLE_SIZE: u64 = 36;

/// Returns one seat's luck in an outcome, based on the network's evaluation for this seat alone.
///
/// `start` are random bits that choose a sample if there are many outcomes. The mean of the luck over
/// all outcomes and samples is 0, as that of the luck in a review. A review also evaluates the other
/// seats and all outcomes, which takes many times longer.
pub(crate) fn sampled_luck(
    one_step: &mut OneStep<'_>,
    state: &State<'_>,
    (node, outcome): (ChanceNode, ChanceOutcome),
    seat: Seat,
    start: u64,
) -> f64 {
    let mut chance_after = |outcome| {
        let mut next = *state;
        next.apply_unchecked(Step::Chance(outcome));
        f64::from(one_step.chance(&next, seat))
    };
    let sample = |number: u64| match node.total() {
        ..=SAMPLE_SIZE => node.at(number),
        _ => node.pick(start.wrapping_add(number.wrapping_mul(GOLDEN))),
    };
    let size = node.total().min(SAMPLE_SIZE);
    let sum: f64 = (0..size).map(|number| chance_after(sample(number))).sum();
    chance_after(outcome) - sum / size as f64
}
