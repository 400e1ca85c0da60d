//! The lookahead: continues a turn with the moves of the bots as long as a die is useful.

use crate::evaluation::{BySeat, DirectEvaluator};
use crate::knowledge::Knowledge;
use orrery_bots::{Evaluator, OneStep};
use orrery_rules::{Action, Actor, ChanceNode, Question, Seat, State, Step};
use serde::{Deserialize, Serialize};

/// Maximum number of moves in a line. Real lines are much shorter, even with nested abilities.
const MAX_MOVES: usize = 200;
/// The number of direct evaluations that take as long as one line of play.
const EVALUATIONS_PER_LINE: u64 = 96;

/// A method that evaluates positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum EvaluatorKind {
    /// The mean of the two other evaluators. The lookahead of a roll with many outcomes is sampled.
    #[default]
    Blend,
    /// The network, applied after the useful dice of the turn are played.
    Lookahead,
    /// The network, applied to the position itself.
    Network,
}

impl EvaluatorKind {
    /// Returns the name of the evaluator in options and reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blend => "blend",
            Self::Lookahead => "lookahead",
            Self::Network => "network",
        }
    }
}

/// Evaluates positions after one-step play has used every die that is worth using.
///
/// The network alone underestimates unused dice, and the lookahead overestimates them (decision
/// 0054).
pub(crate) struct Lookahead<'e> {
    pub(crate) kind: EvaluatorKind,
    pub(crate) direct: DirectEvaluator<'e>,
    pub(crate) one_step: OneStep<'e>,
    /// The number of lines of play so far.
    lines: u64,
}

impl<'e> Lookahead<'e> {
    pub(crate) fn new(evaluator: &'e Evaluator<'e>, kind: EvaluatorKind) -> Self {
        Self {
            kind,
            direct: DirectEvaluator::new(evaluator),
            one_step: OneStep::new(evaluator),
            lines: 0,
        }
    }

    /// Returns the work so far in lines of play, the unit of budgets.
    pub(crate) const fn work(&self) -> u64 {
        self.lines + self.direct.count / EVALUATIONS_PER_LINE
    }

    /// Adds work that was done elsewhere, in lines of play.
    pub(crate) const fn add_work(&mut self, lines: u64) {
        self.lines += lines;
    }

    /// Returns the win probabilities of all seats, based on the real missions.
    pub(crate) fn value(&mut self, state: &State<'_>) -> BySeat {
        self.evaluate(state, |direct, state| direct.chances(state))
    }

    /// Returns all win probabilities as one seat knows them: averaged over missions of rivals.
    pub(crate) fn value_as_known(&mut self, knowledge: &Knowledge, state: &State<'_>) -> BySeat {
        self.evaluate(state, |direct, state| knowledge.chances(direct, state))
    }

    /// Evaluates a position directly, after the useful dice, or as the mean of both.
    fn evaluate(
        &mut self,
        state: &State<'_>,
        chances: impl Fn(&mut DirectEvaluator<'e>, &State<'_>) -> BySeat,
    ) -> BySeat {
        if self.kind == EvaluatorKind::Network {
            return chances(&mut self.direct, state);
        }
        let end = self.play_out(state);
        let deep = chances(&mut self.direct, &end);
        match self.kind {
            EvaluatorKind::Blend => blend(&chances(&mut self.direct, state), &deep),
            _ => deep,
        }
    }

    /// Plays on until no die is useful, a roll is due, the turn ends or the game is over.
    ///
    /// Rerolls and the converter are left out: they have by far the most continuations.
    ///
    /// If a planet is drawn on the way, the lookahead takes the middle planet of the deck's order
    /// instead of an average.
    pub(crate) fn play_out<'r>(&mut self, state: &State<'r>) -> State<'r> {
        let (mut state, turn) = (*state, state.turn());
        self.lines += 1;
        if turn == 0 {
            return state;
        }
        for _ in 0..MAX_MOVES {
            match state.actor() {
                Actor::Seat(seat) if state.turn() == turn => {
                    let best = match is_turn_decision(&state) {
                        true => self.one_step.useful_die(&state, seat),
                        false => self.one_step.best_move(&state, seat),
                    };
                    let Some(best) = best else { break };
                    state = best.after(&state);
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
pub(crate) fn is_turn_decision(state: &State<'_>) -> bool {
    state.decision().is_some_and(|decision| decision.question == Question::Turn)
}

/// Returns whether a seat is not in the middle of a move.
pub(crate) fn is_between_moves(state: &State<'_>, seat: Seat) -> bool {
    state.decision().is_none_or(|decision| {
        decision.seat != seat
            || matches!(
                decision.question,
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
