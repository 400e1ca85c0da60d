//! Values of moves: by all continuations at the end of a game, otherwise by rollouts to its end.
//!
//! All seats play on by one step. Both kinds average over the missions that rivals may have.

use super::{LEAD, ProvedMove};
use crate::knowledge::Knowledge;
use crate::lookahead::after;
use orrery_bots::OneStep;
use orrery_rules::{Action, Actor, Random, Seat, State, Step};

/// The most positions that an enumeration visits for one move.
const MAX_POSITIONS: u32 = 600;
/// The most steps of a rollout; games end long before.
const MAX_STEPS: usize = 100_000;
/// The rollouts between two looks at the result, and the fewest of a proof.
const ROUND: u32 = 16;
const FEWEST: u32 = 64;

/// A move and its values.
pub(crate) struct Rated {
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
        // The missions are sampled the same way for all seeds, so they belong to the position.
        let knowledge = Knowledge::new(state, seat, 0);
        Self { one_step, state: *state, seat, knowledge, seed }
    }

    /// Returns every move with a different result.
    pub(crate) fn moves(&mut self) -> Vec<Vec<Action>> {
        let guess = self.knowledge.guess(&self.state);
        let found = self.one_step.moves(&guess, self.seat);
        found.into_iter().map(|it| it.actions.into_iter().collect()).collect()
    }

    /// Returns the exact values of moves, best first; `None` if there are too many continuations.
    pub(crate) fn exact(&mut self, moves: &[Vec<Action>]) -> Option<Vec<Rated>> {
        let hands = self.knowledge.all_hands()?;
        let mut rated = Vec::new();
        for actions in moves {
            let (mut sum, mut left) = (0.0, MAX_POSITIONS);
            for hand in 0..hands {
                let start = after(&self.knowledge.hand(&self.state, hand), actions);
                sum += self.expected(&start, &mut left)?;
            }
            let value = Value::Exact(sum / hands as f64);
            rated.push(Rated { actions: actions.clone(), value });
        }
        sort(&mut rated);
        Some(rated)
    }

    /// Returns the expected share if all play on by one step.
    fn expected(&mut self, state: &State<'_>, left: &mut u32) -> Option<f64> {
        *left = left.checked_sub(1)?;
        match state.actor() {
            Actor::Over => Some(share(state, self.seat)),
            Actor::Seat(asked) => {
                let found = self.one_step.best_move(state, asked)?;
                self.expected(&found.after(state), left)
            }
            Actor::Chance => {
                let (node, mut outcomes) = (state.chance()?, Vec::new());
                node.outcomes(&mut outcomes);
                let mut sum = 0.0;
                for (outcome, weight) in outcomes {
                    let mut next = *state;
                    next.apply_unchecked(Step::Chance(outcome));
                    sum += weight as f64 * self.expected(&next, left)?;
                }
                Some(sum / node.total() as f64)
            }
        }
    }

    /// Rolls moves out until the first one is proved to be the best.
    ///
    /// Returns `None` as soon as a proof is unlikely, or after `most` rollouts of a move.
    pub(crate) fn race(
        &mut self,
        moves: &[Vec<Action>],
        spread: f64,
        most: u32,
    ) -> Option<Vec<Rated>> {
        let unplayed = |actions: &Vec<Action>| Rated {
            actions: actions.clone(),
            value: Value::Rollouts(Vec::new()),
        };
        let mut rated: Vec<Rated> = moves.iter().map(unplayed).collect();
        let (best, others) = rated.split_first_mut()?;
        for other in others {
            self.beat(best, other, spread, most)?;
        }
        sort_others(&mut rated);
        Some(rated)
    }

    /// Plays two moves on until the first one is proved to lead.
    fn beat(&mut self, best: &mut Rated, other: &mut Rated, spread: f64, most: u32) -> Option<()> {
        for played in (ROUND..=most).step_by(ROUND as usize) {
            self.extend(best, played);
            self.extend(other, played);
            let so_far = proved(best, other, Vec::new());
            if played >= FEWEST && so_far.is_beaten(spread) {
                return Some(());
            }
            if so_far.behind + so_far.error < LEAD * spread {
                return None;
            }
        }
        None
    }

    /// Plays rollouts of a move until it has this many.
    pub(crate) fn extend(&mut self, rated: &mut Rated, games: u32) {
        let Rated { actions, value: Value::Rollouts(results) } = rated else { return };
        for number in results.len() as u32..games {
            results.push(self.play(actions, number));
        }
    }

    /// Plays a move on to the end of the game; returns the share of the seat.
    fn play(&mut self, actions: &[Action], number: u32) -> f64 {
        let mut state = after(&self.knowledge.hand(&self.state, number as usize), actions);
        let mut random = Random(Random(self.seed ^ u64::from(number) << 32).bits());
        for _ in 0..MAX_STEPS {
            match state.actor() {
                Actor::Over => break,
                Actor::Chance => {
                    let Some(node) = state.chance() else { break };
                    state.apply_unchecked(Step::Chance(node.pick(random.bits())));
                }
                Actor::Seat(asked) => {
                    let Some(found) = self.one_step.best_move(&state, asked) else { break };
                    state = found.after(&state);
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
    pub(crate) fn mean(&self) -> f64 {
        match self {
            Self::Exact(value) => *value,
            Self::Rollouts(results) => results.iter().sum::<f64>() / results.len().max(1) as f64,
        }
    }
}

fn sort(rated: &mut [Rated]) {
    rated.sort_by(|a, b| b.value.mean().total_cmp(&a.value.mean()));
}

/// Sorts all moves but the best one.
fn sort_others(rated: &mut [Rated]) {
    if let [_, others @ ..] = rated {
        sort(others);
    }
}

/// Returns a move of a proof: its value and its distance from the best move.
///
/// Rollouts with the same number have the same dice and missions, so they are compared in pairs.
pub(crate) fn proved(best: &Rated, it: &Rated, steps: Vec<String>) -> ProvedMove {
    let value = it.value.mean();
    match (&best.value, &it.value) {
        (Value::Rollouts(best), Value::Rollouts(results)) => {
            let count = results.len().max(1) as f64;
            let pairs = || best.iter().zip(results).map(|(best, own)| best - own);
            let behind = pairs().sum::<f64>() / count;
            let squares: f64 = pairs().map(|pair| (pair - behind) * (pair - behind)).sum();
            let error = libm::sqrt(squares / (count - 1.0).max(1.0) / count);
            ProvedMove { steps, value, behind, error, games: Some(results.len() as u32) }
        }
        _ => {
            let behind = best.value.mean() - value;
            ProvedMove { steps, value, behind, error: 0.0, games: None }
        }
    }
}
