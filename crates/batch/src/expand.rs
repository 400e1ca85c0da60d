//! Expands and evaluates arrays of positions.

use crate::parallel::{chunk_len, map_on_threads};
use crate::spare;
use orrery_bots::Network;
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Actions, DetachedState, Rules, Seat, State, Step};

/// The children of an array of positions, in the order of their parents.
///
/// The children of a position are in the order of its legal actions or its chance outcomes.
#[derive(Clone, Debug, Default)]
pub struct Children {
    /// The positions of the children.
    pub states: Vec<DetachedState>,
    /// The index of each child's parent.
    pub parents: Vec<u32>,
    /// The probability of each child: exact for a chance outcome, 1 for an action.
    pub probabilities: Vec<f64>,
}

/// Returns all children of the positions.
#[must_use]
pub fn expand(rules: &Rules, states: &[DetachedState], threads: usize) -> Children {
    let length = chunk_len(states.len(), threads);
    let chunks = states.chunks(length).enumerate().collect();
    let parts = map_on_threads(chunks, |(number, chunk)| {
        let mut expander = ChunkExpander::new(chunk.len());
        for (i, state) in chunk.iter().enumerate() {
            expander.expand(&state.attach(rules), (number * length + i) as u32);
        }
        let children = expander.children;
        Children { states: spare::trim(children.states), ..children }
    });
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_default();
    for part in parts {
        all.states.extend(part.states);
        all.parents.extend(part.parents);
        all.probabilities.extend(part.probabilities);
    }
    all
}

/// Expands a chunk of positions; holds the children so far and scratch memory.
struct ChunkExpander {
    children: Children,
    legal: Actions,
    outcomes: Vec<(orrery_rules::ChanceOutcome, u64)>,
}

impl ChunkExpander {
    fn new(parents: usize) -> Self {
        let children = Children {
            states: spare::take(parents * 8),
            parents: Vec::with_capacity(parents * 8),
            probabilities: Vec::with_capacity(parents * 8),
        };
        Self { children, legal: Actions::new(), outcomes: Vec::new() }
    }

    fn expand(&mut self, state: &State<'_>, parent: u32) {
        match state.chance() {
            Some(node) => {
                let total = node.total() as f64;
                node.outcomes(&mut self.outcomes);
                for &(outcome, weight) in &self.outcomes {
                    let child = child(state, Step::Chance(outcome));
                    self.children.push(child, parent, weight as f64 / total);
                }
            }
            None => {
                state.legal_actions(&mut self.legal);
                for &action in self.legal.iter() {
                    self.children.push(child(state, Step::Action(action)), parent, 1.0);
                }
            }
        }
    }
}

#[inline]
fn child(state: &State<'_>, step: Step) -> DetachedState {
    let mut next = *state;
    next.apply_unchecked(step);
    next.detach()
}

impl Children {
    #[inline]
    fn push(&mut self, state: DetachedState, parent: u32, probability: f64) {
        self.states.push(state);
        self.parents.push(parent);
        self.probabilities.push(probability);
    }
}

/// Writes each seat's chance to win into rows of [`MAX_SEATS`] values; empty seats get 0.
///
/// The only hidden information that the network sees is the seat's own mission.
pub fn evaluate(
    network: &Network,
    rules: &Rules,
    states: &[DetachedState],
    values: &mut [[f32; MAX_SEATS]],
    threads: usize,
) {
    let length = chunk_len(states.len(), threads);
    let chunks = states.chunks(length).zip(values.chunks_mut(length)).collect();
    map_on_threads(chunks, |(states, values): (&[DetachedState], &mut [[f32; MAX_SEATS]])| {
        let evaluator = network.evaluator(rules);
        for (state, row) in states.iter().zip(values) {
            let state = state.attach(rules);
            *row = [0.0; MAX_SEATS];
            for seat in state.seats() {
                row[seat.index()] = match (state.is_rogue(seat), Seat::new(0)) {
                    (true, Some(player)) => 1.0 - evaluator.chance(&state, player),
                    _ => evaluator.chance(&state, seat),
                };
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::expand;
    use orrery_rules::{Options, State, Step, deck};

    #[test]
    fn chance_children_have_exact_probabilities() {
        let rules = deck::classic();
        let mut state = State::new(rules, &Options::players(2)).expect("the options fit");
        let first = state.detach();
        while let Some(node) = state.chance() {
            state.apply_unchecked(Step::Chance(node.pick(9)));
        }
        let states = [first, state.detach()];
        let one = expand(rules, &states, 1);
        let two = expand(rules, &states, 2);
        assert_eq!((&one.parents, &one.probabilities), (&two.parents, &two.probabilities));
        let of_first = one.parents.iter().filter(|parent| **parent == 0).count();
        assert_eq!(of_first, rules.planets.len());
        assert!((one.probabilities[..of_first].iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mut legal = orrery_rules::Actions::new();
        state.legal_actions(&mut legal);
        for (action, child) in legal.iter().zip(&one.states[of_first..]) {
            let mut next = state;
            next.apply_unchecked(Step::Action(*action));
            assert_eq!(child.attach(rules), next);
        }
        assert_eq!(one.states.len(), of_first + legal.len());
    }
}
