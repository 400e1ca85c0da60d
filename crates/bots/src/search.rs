//! Deeper search: expands the best few candidates through rerolls and decisions of other seats.
//!
//! A roll is expanded over all outcomes, or over a sample if there are too many. The caller has
//! already completed the hidden information at random.

use crate::Random;
use crate::policy::{ActionLine, Candidate, Policy};
use orrery_rules::{Actor, ChanceNode, ChanceOutcome, Question, Seat, State, Step};

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchLimits {
    /// The depth after the first step, in own decisions and rolls of the Rogue.
    pub(crate) depth: u32,
    /// The number of candidates expanded at the first step and at later ones.
    pub(crate) width: [usize; 2],
    /// Candidates whose chance is lower than the best one by more than this are not expanded.
    pub(crate) margin: f32,
    /// Maximum number of outcomes of a roll. If there are more, this many are sampled.
    pub(crate) rolls: usize,
}

/// A search for one seat.
pub(crate) struct Search<'p, 'e> {
    policy: &'p mut Policy<'e>,
    seat: Seat,
    limits: SearchLimits,
    random: Random,
}

impl<'p, 'e> Search<'p, 'e> {
    pub(crate) const fn new(
        policy: &'p mut Policy<'e>,
        seat: Seat,
        limits: SearchLimits,
        random: Random,
    ) -> Self {
        Self { policy, seat, limits, random }
    }

    /// Returns the best candidate.
    pub(crate) fn best(&mut self, state: &State<'_>) -> Option<Candidate> {
        Candidate::best_of(&self.candidates(state)).cloned()
    }

    /// Returns the best candidates with their values by deeper search.
    ///
    /// If the budget runs out, all candidates keep their one-step values, because values of
    /// different depths are not comparable.
    pub(crate) fn candidates(&mut self, state: &State<'_>) -> Vec<Candidate> {
        let candidates = self.one_step_candidates(state, self.limits.width[0]);
        if candidates.len() < 2 {
            return candidates;
        }
        let mut deeper = Vec::with_capacity(candidates.len());
        for candidate in &candidates {
            let chance = self.value_after(state, &candidate.line, self.limits.depth);
            if self.policy.is_exhausted() {
                return candidates;
            }
            deeper.push(Candidate { chance, line: candidate.line.clone() });
        }
        deeper
    }

    /// Returns the best candidates by one-step lookahead, best first.
    fn one_step_candidates(&mut self, state: &State<'_>, width: usize) -> Vec<Candidate> {
        let mut candidates = self.policy.all_candidates(state, self.seat);
        candidates.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        candidates.truncate(width);
        let min_chance = candidates.first().map_or(0.0, |best| best.chance - self.limits.margin);
        candidates.retain(|candidate| candidate.chance >= min_chance);
        candidates
    }

    /// Returns the value of the position after these actions.
    fn value_after(&mut self, state: &State<'_>, line: &ActionLine, depth: u32) -> f32 {
        let mut next = *state;
        for &action in line.iter().rev() {
            next.apply_unchecked(Step::Action(action));
        }
        self.value(&next, depth)
    }

    /// Returns the value of a position at this search depth.
    fn value(&mut self, state: &State<'_>, depth: u32) -> f32 {
        let deeper = depth > 0 && !self.policy.is_exhausted();
        let value = match state.actor() {
            Actor::Seat(seat) if deeper && seat == self.seat => self.own_decision(state, depth),
            Actor::Seat(seat) if deeper => self.answer_of(state, seat, depth),
            Actor::Chance if deeper => self.expected_value(state, depth),
            _ => None,
        };
        value.unwrap_or_else(|| self.policy.chance(state, self.seat))
    }

    /// Returns the value of the seat's own best choice.
    fn own_decision(&mut self, state: &State<'_>, depth: u32) -> Option<f32> {
        if depth == 1 {
            return self.policy.best(state, self.seat).map(|best| best.chance);
        }
        let candidates = self.one_step_candidates(state, self.limits.width[1]);
        let values = candidates.iter().map(|next| self.value_after(state, &next.line, depth - 1));
        values.max_by(f32::total_cmp)
    }

    /// Returns the value after another seat's best choice, or `None` in a turn of that seat.
    fn answer_of(&mut self, state: &State<'_>, seat: Seat, depth: u32) -> Option<f32> {
        let decision = state.decision()?;
        if decision.question == Question::Turn {
            return None;
        }
        let choice = self.policy.best(state, seat)?;
        Some(self.value_after(state, &choice.line, depth))
    }

    /// Returns the expected value of a roll: the seat's own reroll, or the Rogue's next die.
    ///
    /// The network evaluates draws and the rolls of other seats without expansion.
    fn expected_value(&mut self, state: &State<'_>, depth: u32) -> Option<f32> {
        let node = state.chance().filter(|node| matches!(node, ChanceNode::Roll(_)))?;
        let is_own = state.active() == self.seat && !state.chosen_dice().is_empty();
        let depth = match state.is_rogue(state.active()) {
            true => depth - 1,
            false if is_own => depth,
            false => return None,
        };
        let (mut sum, mut weights) = (0.0, 0.0);
        for (outcome, weight) in self.rolls(node) {
            let mut next = *state;
            next.apply_unchecked(Step::Chance(outcome));
            sum += self.value(&next, depth) * weight as f32;
            weights += weight as f32;
        }
        (weights > 0.0).then_some(sum / weights)
    }

    /// Returns all rolls with their weights, or a sample if there are too many.
    fn rolls(&mut self, node: ChanceNode) -> Vec<(ChanceOutcome, u64)> {
        let mut outcomes = Vec::new();
        node.outcomes(&mut outcomes);
        if outcomes.len() > self.limits.rolls {
            let draws = (0..self.limits.rolls).map(|_| (node.pick(self.random.bits()), 1));
            outcomes = draws.collect();
        }
        outcomes
    }
}
