//! Perft: counts the action sequences of a given length, as a test of the rules.
//!
//! Two engines with equal counts very likely agree on what is legal. Chance outcomes are not
//! random: [`fixed_outcome`] determines them in a way that any engine can implement.

use crate::actions::Actions;
use crate::chance::ChanceNode;
use crate::dice::Dice;
use crate::ids::Face;
use crate::state::State;
use crate::step::{Actor, ChanceOutcome, Step};

/// Returns the number of action sequences of length `depth`.
///
/// Chance steps are not counted; each has the outcome that [`fixed_outcome`] returns for its number
/// in the sequence, counted from 0.
#[must_use]
pub fn perft(state: &State<'_>, depth: u32) -> u64 {
    count_sequences(*state, depth, 0)
}

fn count_sequences(mut state: State<'_>, depth: u32, mut chances: usize) -> u64 {
    while let Some(node) = state.chance() {
        state.apply_unchecked(Step::Chance(fixed_outcome(node, chances)));
        chances += 1;
    }
    if depth == 0 {
        return 1;
    }
    if state.actor() == Actor::Over {
        return 0;
    }
    let mut actions = Actions::new();
    state.legal_actions(&mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    let count_after = |action: &crate::step::Action| {
        let mut next = state;
        next.apply_unchecked(Step::Action(*action));
        count_sequences(next, depth - 1, chances)
    };
    actions.iter().map(count_after).sum()
}

/// Returns the fixed outcome of the chance step with this number, counted from 0.
///
/// Die `i` of a roll shows face `(number + i) mod 6` in face order. For planets, missions and
/// seats, the outcome is the one at index `number mod count` in ascending order.
#[must_use]
pub fn fixed_outcome(node: ChanceNode, number: usize) -> ChanceOutcome {
    match node {
        ChanceNode::Roll(count) => {
            let faces = (0..count as usize).map(|i| Face::ALL[(number + i) % Face::ALL.len()]);
            ChanceOutcome::Rolled(faces.collect::<Dice>())
        }
        _ => {
            let mut outcomes = Vec::new();
            node.outcomes(&mut outcomes);
            outcomes[number % outcomes.len().max(1)].0
        }
    }
}
