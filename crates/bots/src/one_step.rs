//! One-step play on complete states, for rollouts and analysis.

use crate::policy::{ActionLine, Candidate, Candidates, Lines, MAX_LINE, Policy};
use crate::{Budget, Evaluator};
use arrayvec::ArrayVec;
use orrery_rules::{Action, Actions, Question, Seat, State, Step};
use std::collections::HashSet;

/// An action with the choices that complete it.
///
/// A move ends before the next chance outcome, decision of another seat, or free choice of the same
/// seat (its next action in the turn, or whether it follows).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Move {
    /// The actions in the order of play.
    pub actions: ArrayVec<Action, MAX_LINE>,
    /// The deciding seat's chance to win after the move.
    pub chance: f32,
}

impl Move {
    fn new(candidate: &Candidate) -> Self {
        let actions = candidate.line.iter().rev().copied().collect();
        Self { actions, chance: candidate.chance }
    }

    /// Returns the position after the move.
    #[must_use]
    pub fn after<'r>(&self, state: &State<'r>) -> State<'r> {
        let mut next = *state;
        for &action in &self.actions {
            next.apply_unchecked(Step::Action(action));
        }
        next
    }
}

/// Chooses moves by the network's evaluation of the position after them.
///
/// It uses only information that the deciding seat may know. One `OneStep` can evaluate any number
/// of states of the evaluator's ruleset. Reuse it to avoid allocating its caches again.
pub struct OneStep<'e> {
    policy: Policy<'e>,
}

impl<'e> OneStep<'e> {
    /// Maximum number of moves that [`Self::moves`] returns.
    pub const MAX_MOVES: usize = 8192;

    /// Creates a one-step player with an evaluator.
    #[must_use]
    pub fn new(evaluator: &'e Evaluator<'e>) -> Self {
        Self { policy: Policy::new(evaluator, Budget::Standard) }
    }

    /// Returns a seat's chance to win, as [`Evaluator::chance`] does.
    #[must_use]
    pub fn chance(&mut self, state: &State<'_>, seat: Seat) -> f32 {
        self.policy.chance(state, seat)
    }

    /// Returns the move that a bot level without noise plays, or `None` if no seat acts next.
    ///
    /// This move is not always the best one: in a turn, if using a die does not lower the
    /// evaluation, the level uses the die without trying rerolls and the converter.
    #[must_use]
    pub fn best_move(&mut self, state: &State<'_>, seat: Seat) -> Option<Move> {
        self.policy.renew(Budget::Standard);
        self.policy.best(state, seat).as_ref().map(Move::new)
    }

    /// Returns the best use of a die that does not lower the evaluation, if there is one.
    ///
    /// This is much faster than [`Self::best_move`], because it ignores rerolls and the converter.
    #[must_use]
    pub fn useful_die(&mut self, state: &State<'_>, seat: Seat) -> Option<Move> {
        self.policy.renew(Budget::Standard);
        self.policy.useful_die(state, seat).as_ref().map(Move::new)
    }

    /// Returns the actions that a level with noise chooses from, each with its best completion.
    ///
    /// The list is empty for decisions to which no level adds noise: every level takes the best
    /// action there.
    #[must_use]
    pub fn noisy_choices(&mut self, state: &State<'_>, seat: Seat) -> Vec<Move> {
        self.policy.renew(Budget::Standard);
        let Candidates { dice, others } = self.policy.candidates(state, seat, Lines::All);
        let best = Candidate::best_of(dice.iter().chain(&others));
        let in_turn = state.decision().is_some_and(|decision| decision.question == Question::Turn);
        let uses_die = |best: &Candidate| matches!(best.action(), Some(Action::Activate(_)));
        if in_turn && !best.is_some_and(uses_die) {
            return Vec::new();
        }
        if in_turn { dice } else { others }.iter().map(Move::new).collect()
    }

    /// Returns every move that leads to a different position, best first.
    ///
    /// If several moves lead to the same position, the result has the first one in the order of the
    /// legal actions. The enumeration stops after [`Self::MAX_MOVES`] moves.
    #[must_use]
    pub fn moves(&mut self, state: &State<'_>, seat: Seat) -> Vec<Move> {
        let mut search =
            Enumeration { policy: &mut self.policy, seat, seen: HashSet::new(), moves: Vec::new() };
        search.extend(state, &mut ActionLine::new());
        let mut moves = search.moves;
        moves.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        moves
    }
}

/// An enumeration of moves in progress.
struct Enumeration<'p, 'e> {
    policy: &'p mut Policy<'e>,
    seat: Seat,
    /// The digests of the positions reached, also in the middle of moves.
    seen: HashSet<u64>,
    moves: Vec<Move>,
}

impl Enumeration<'_, '_> {
    /// Adds all moves that begin with these actions, which lead to `state`.
    fn extend(&mut self, state: &State<'_>, actions: &mut ActionLine) {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        for &action in legal.iter() {
            if self.moves.len() >= OneStep::MAX_MOVES || actions.is_full() {
                return;
            }
            let mut next = *state;
            next.apply_unchecked(Step::Action(action));
            if !self.seen.insert(next.digest()) {
                continue;
            }
            actions.push(action);
            if next.is_between_moves(self.seat) {
                let chance = self.policy.chance(&next, self.seat);
                self.moves.push(Move { actions: actions.clone(), chance });
            } else {
                self.extend(&next, actions);
            }
            actions.pop();
        }
    }
}

#[cfg(test)]
mod tests;
