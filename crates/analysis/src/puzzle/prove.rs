//! Computes the values of moves: exactly near the end of a game, otherwise by rollouts to its end.
//!
//! All seats continue with one-step play. Both methods average over the missions that rivals may
//! have.

use super::{LEAD, ProvedMove};
use crate::knowledge::Knowledge;
use crate::lookahead::after;
use orrery_bots::OneStep;
use orrery_rules::{Action, Actor, Random, Seat, State, Step};

/// Maximum number of positions that an enumeration visits for one move.
const MAX_POSITIONS: u32 = 600;
/// Maximum number of steps of a rollout. Games end long before.
const MAX_STEPS: usize = 100_000;
/// The number of rollouts of each move between two checks of the result.
const BATCH: u32 = 16;
/// Minimum number of rollouts of a proof.
const MIN_ROLLOUTS: u32 = 64;

/// A move and its value.
pub(crate) struct EvaluatedMove {
    pub(crate) actions: Vec<Action>,
    /// The exact value, or the results of the rollouts.
    pub(crate) value: Value,
}

/// The value of a move.
pub(crate) enum Value {
    Exact(f64),
    Rollouts(Vec<f64>),
}

/// Computes values of moves in one position.
pub(crate) struct Prover<'r, 'e> {
    one_step: OneStep<'e>,
    state: State<'r>,
    seat: Seat,
    knowledge: Knowledge,
    seed: u64,
}

impl<'r, 'e> Prover<'r, 'e> {
    pub(crate) fn new(one_step: OneStep<'e>, state: &State<'r>, seat: Seat, seed: u64) -> Self {
        // The sampled missions depend on the position only: a new seed changes just the dice.
        let knowledge = Knowledge::new(state, seat, 0);
        Self { one_step, state: *state, seat, knowledge, seed }
    }

    /// Returns the possible moves, one for each distinct result.
    pub(crate) fn moves(&mut self) -> Vec<Vec<Action>> {
        let guess = self.knowledge.guess(&self.state);
        let moves = self.one_step.moves(&guess, self.seat);
        moves.into_iter().map(|found| found.actions.into_iter().collect()).collect()
    }

    /// Returns the exact value of a move; `None` if there are too many continuations.
    pub(crate) fn exact(&mut self, actions: &[Action]) -> Option<f64> {
        let hands = self.knowledge.hand_count()?;
        let (mut sum, mut positions_left) = (0.0, MAX_POSITIONS);
        for hand in 0..hands {
            let start = after(&self.knowledge.state_with_hand(&self.state, hand), actions);
            sum += self.expected(&start, &mut positions_left)?;
        }
        Some(sum / hands as f64)
    }

    /// Returns the seat's expected share of the victory under one-step play.
    fn expected(&mut self, state: &State<'_>, positions_left: &mut u32) -> Option<f64> {
        *positions_left = positions_left.checked_sub(1)?;
        match state.actor() {
            Actor::Over => Some(share(state, self.seat)),
            Actor::Seat(seat) => {
                let best = self.one_step.best_move(state, seat)?;
                self.expected(&best.after(state), positions_left)
            }
            Actor::Chance => {
                let (node, mut outcomes) = (state.chance()?, Vec::new());
                node.outcomes(&mut outcomes);
                let mut sum = 0.0;
                for (outcome, weight) in outcomes {
                    let mut next = *state;
                    next.apply_unchecked(Step::Chance(outcome));
                    sum += weight as f64 * self.expected(&next, positions_left)?;
                }
                Some(sum / node.total() as f64)
            }
        }
    }

    /// Evaluates moves, exactly or by rollouts, until the first one is proved to be the best.
    ///
    /// `spread` is the unit of [`LEAD`]. Returns `None` as soon as a proof is unlikely, or after
    /// `max_rollouts` rollouts of a move.
    pub(crate) fn race(
        &mut self,
        moves: &[Vec<Action>],
        spread: f64,
        max_rollouts: u32,
    ) -> Option<Vec<EvaluatedMove>> {
        let (first, others) = moves.split_first()?;
        let mut rated = vec![self.initial(first)];
        for actions in others {
            let mut other = self.initial(actions);
            self.prove_lead(&mut rated[0], &mut other, spread, max_rollouts)?;
            rated.push(other);
        }
        rated[1..].sort_by(|a, b| b.value.mean().total_cmp(&a.value.mean()));
        Some(rated)
    }

    /// Returns a move with its exact value, or with an empty list of rollouts.
    fn initial(&mut self, actions: &[Action]) -> EvaluatedMove {
        let value = self.exact(actions).map_or_else(|| Value::Rollouts(Vec::new()), Value::Exact);
        EvaluatedMove { actions: actions.to_vec(), value }
    }

    /// Plays rollouts of two moves until the first one is proved better, or a proof is unlikely.
    ///
    /// `spread` is the unit of [`LEAD`].
    fn prove_lead(
        &mut self,
        best: &mut EvaluatedMove,
        other: &mut EvaluatedMove,
        spread: f64,
        max_rollouts: u32,
    ) -> Option<()> {
        let is_exact = |rated: &EvaluatedMove| matches!(rated.value, Value::Exact(_));
        let min_rollouts = if is_exact(best) && is_exact(other) { 0 } else { MIN_ROLLOUTS };
        for played in (BATCH..=max_rollouts).step_by(BATCH as usize) {
            self.extend(best, played);
            self.extend(other, played);
            let so_far = compare(best, other, Vec::new());
            if played >= min_rollouts && so_far.is_beaten(spread) {
                return Some(());
            }
            if so_far.behind + so_far.error < LEAD * spread {
                return None;
            }
        }
        None
    }

    /// Plays rollouts of a move until it has this many.
    pub(crate) fn extend(&mut self, rated: &mut EvaluatedMove, games: u32) {
        let EvaluatedMove { actions, value: Value::Rollouts(results) } = rated else { return };
        for number in results.len() as u32..games {
            results.push(self.play(actions, number));
        }
    }

    /// Plays a move and the rest of the game. Returns the seat's share of the victory.
    fn play(&mut self, actions: &[Action], number: u32) -> f64 {
        let mut state =
            after(&self.knowledge.state_with_hand(&self.state, number as usize), actions);
        let mut random = Random(Random(self.seed ^ u64::from(number) << 32).bits());
        for _ in 0..MAX_STEPS {
            match state.actor() {
                Actor::Over => break,
                Actor::Chance => {
                    let Some(node) = state.chance() else { break };
                    state.apply_unchecked(Step::Chance(node.pick(random.bits())));
                }
                Actor::Seat(seat) => {
                    let Some(best) = self.one_step.best_move(&state, seat) else { break };
                    state = best.after(&state);
                }
            }
        }
        share(&state, self.seat)
    }
}

/// Returns a seat's share of the victory.
fn share(state: &State<'_>, seat: Seat) -> f64 {
    let result = state.outcome().filter(|result| result.is_winner(seat));
    result.map_or(0.0, |result| 1.0 / result.winners().len().max(1) as f64)
}

impl Value {
    fn mean(&self) -> f64 {
        match self {
            Self::Exact(value) => *value,
            Self::Rollouts(results) => mean(results.iter().copied()),
        }
    }

    /// Returns the variance of the mean; 0 for an exact value.
    fn variance_of_mean(&self) -> f64 {
        match self {
            Self::Exact(_) => 0.0,
            Self::Rollouts(results) => variance_of_mean(results.iter().copied()),
        }
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// Returns the variance of the mean of a sample.
fn variance_of_mean(values: impl ExactSizeIterator<Item = f64> + Clone) -> f64 {
    let (count, mean) = (values.len().max(1) as f64, mean(values.clone()));
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    squares / (count - 1.0).max(1.0) / count
}

/// Returns a move as part of a proof: with its value and its distance from the best move.
///
/// Rollouts with the same number have the same dice and missions, so they are compared in pairs.
pub(crate) fn compare(
    best: &EvaluatedMove,
    rated: &EvaluatedMove,
    steps: Vec<String>,
) -> ProvedMove {
    let games = match &rated.value {
        Value::Exact(_) => None,
        Value::Rollouts(results) => Some(results.len() as u32),
    };
    let (behind, variance) = match (&best.value, &rated.value) {
        (Value::Rollouts(best), Value::Rollouts(results)) => {
            let pairs = best.iter().zip(results).map(|(best, result)| best - result);
            (mean(pairs.clone()), variance_of_mean(pairs))
        }
        _ if std::ptr::eq(best, rated) => (0.0, 0.0),
        (best, value) => {
            (best.mean() - value.mean(), best.variance_of_mean() + value.variance_of_mean())
        }
    };
    ProvedMove { steps, value: rated.value.mean(), behind, error: libm::sqrt(variance), games }
}
