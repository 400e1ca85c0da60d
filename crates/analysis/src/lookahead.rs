//! The lookahead: plays a turn on, by the moves of the bots, as long as a die is useful.

use crate::evaluation::{BySeat, Judge};
use crate::knowledge::Knowledge;
use orrery_bots::{Evaluator, OneStep};
use orrery_rules::{Action, Actor, ChanceNode, Question, Seat, State, Step};

/// The most moves of a line; nested abilities and follows are far below it.
const MAX_MOVES: usize = 200;
/// The evaluations that take as long as a line.
const LINE: u64 = 96;

/// The evaluation of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvaluatorKind {
    /// The mean of the two others; the lookahead of rolls is sampled.
    #[default]
    Blend,
    /// The network after the useful dice of the turn.
    Lookahead,
    /// The network directly.
    Network,
}

/// Evaluates positions by one-step play as long as a die is useful.
///
/// The network alone sees only a part of what dice are worth, and the lookahead overestimates it
/// (decision 0054).
pub(crate) struct Lookahead<'e> {
    pub(crate) kind: EvaluatorKind,
    pub(crate) judge: Judge<'e>,
    pub(crate) one_step: OneStep<'e>,
    /// The lines played so far.
    lines: u64,
}

impl<'e> Lookahead<'e> {
    pub(crate) fn new(evaluator: &'e Evaluator<'e>, kind: EvaluatorKind) -> Self {
        Self { kind, judge: Judge::new(evaluator), one_step: OneStep::new(evaluator), lines: 0 }
    }

    /// Returns the work so far in lines, the unit of budgets.
    pub(crate) const fn work(&self) -> u64 {
        self.lines + self.judge.count / LINE
    }

    /// Counts work that is done outside.
    pub(crate) const fn add_work(&mut self, lines: u64) {
        self.lines += lines;
    }

    /// Returns the chances of all seats with open missions.
    pub(crate) fn value(&mut self, state: &State<'_>) -> BySeat {
        self.evaluate(state, |judge, state| judge.chances(state))
    }

    /// Returns the chances of all seats, averaged over the missions that a seat cannot rule out.
    pub(crate) fn known(&mut self, knowledge: &Knowledge, state: &State<'_>) -> BySeat {
        self.evaluate(state, |judge, state| knowledge.chances(judge, state))
    }

    /// Evaluates a position directly, after the useful dice, or as the mean of both.
    fn evaluate(
        &mut self,
        state: &State<'_>,
        chances: impl Fn(&mut Judge<'e>, &State<'_>) -> BySeat,
    ) -> BySeat {
        if self.kind == EvaluatorKind::Network {
            return chances(&mut self.judge, state);
        }
        let end = self.end(state);
        let deep = chances(&mut self.judge, &end);
        match self.kind {
            EvaluatorKind::Blend => blend(&chances(&mut self.judge, state), &deep),
            _ => deep,
        }
    }

    /// Plays on until no die is useful, a roll is due, the turn ends or the game is over.
    ///
    /// Rerolls and the converter are left out: they have by far the most continuations.
    ///
    /// It does not average over planets that are drawn on the way but takes the one in the middle of
    /// the deck's order.
    pub(crate) fn end<'r>(&mut self, state: &State<'r>) -> State<'r> {
        let (mut state, turn) = (*state, state.turn());
        self.lines += 1;
        if turn == 0 {
            return state;
        }
        for _ in 0..MAX_MOVES {
            match state.actor() {
                Actor::Seat(seat) if state.turn() == turn => {
                    let found = match is_turn(&state) {
                        true => self.one_step.useful_die(&state, seat),
                        false => self.one_step.best_move(&state, seat),
                    };
                    let Some(found) = found else { break };
                    state = found.after(&state);
                }
                Actor::Chance if state.turn() == turn => match state.chance() {
                    Some(node @ ChanceNode::Draw(_)) => {
                        state.apply_unchecked(Step::Chance(node.at(node.total() / 2)));
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        state
    }
}

/// Returns the mean of two evaluations.
pub(crate) fn blend(one: &BySeat, other: &BySeat) -> BySeat {
    one.iter().zip(other).map(|(one, other)| 0.5 * (one + other)).collect()
}

/// Returns whether a seat chooses its next action in its turn.
pub(crate) fn is_turn(state: &State<'_>) -> bool {
    state.decision().is_some_and(|asked| asked.question == Question::Turn)
}

/// Returns whether a seat is not in the middle of a move.
pub(crate) fn is_quiet(state: &State<'_>, seat: Seat) -> bool {
    state.decision().is_none_or(|asked| {
        asked.seat != seat
            || matches!(
                asked.question,
                Question::Turn | Question::Follow { .. } | Question::ForceReroll { .. }
            )
    })
}

/// Returns the position after some actions.
pub(crate) fn after<'r>(state: &State<'r>, actions: &[Action]) -> State<'r> {
    let mut next = *state;
    for &action in actions {
        next.apply_unchecked(Step::Action(action));
    }
    next
}
