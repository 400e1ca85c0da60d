//! Rollouts: play a position on many times to compare two moves.

use crate::knowledge::Knowledge;
use crate::lookahead::{Lookahead, after};
use crate::review::{Check, CheckVerdict};
use orrery_rules::{Action, Actor, Random, Seat, State, Step};

/// The distance from 0 at which a difference is significant, in standard errors.
const SIGNIFICANT: f64 = 2.33;
/// The fewest games before a comparison can end.
const FEWEST: u32 = 16;
/// The fractional part of the golden ratio as 64 bits: its multiples fill the unit interval evenly.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A comparison of two moves by rollouts.
///
/// Both moves are played on with the same dice. The first chance outcome is stratified. A game is
/// truncated after one round and evaluated by the network.
pub(crate) struct Comparison {
    knowledge: Knowledge,
    seat: Seat,
    seed: u64,
    games: u32,
    sum: f64,
    squares: f64,
}

impl Comparison {
    pub(crate) fn new(state: &State<'_>, seat: Seat, seed: u64) -> Self {
        let knowledge = Knowledge::new(state, seat, seed);
        Self { knowledge, seat, seed, games: 0, sum: 0.0, squares: 0.0 }
    }

    /// Plays one more pair of games.
    pub(crate) fn play(
        &mut self,
        lookahead: &mut Lookahead<'_>,
        state: &State<'_>,
        [better, played]: [&[Action]; 2],
    ) {
        let start = self.knowledge.hand(state, self.games as usize);
        let bits = (u64::from(self.games) + 1).wrapping_mul(GOLDEN) ^ self.seed;
        let [better, played] = [better, played]
            .map(|actions| rollout(lookahead, &after(&start, actions), self.seat, bits));
        let difference = better - played;
        self.games += 1;
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// Returns the result so far.
    pub(crate) fn check(&self) -> Check {
        let count = f64::from(self.games.max(1));
        let loss = self.sum / count;
        let variance =
            (self.squares / count - loss * loss).max(0.0) * count / (count - 1.0).max(1.0);
        let error = libm::sqrt(variance / count);
        let verdict = match loss {
            _ if self.games < FEWEST => CheckVerdict::Close,
            loss if loss > 0.0 && loss >= SIGNIFICANT * error => CheckVerdict::Worse,
            loss if loss < 0.0 && -loss >= SIGNIFICANT * error => CheckVerdict::Better,
            _ => CheckVerdict::Close,
        };
        Check { verdict, loss, error, games: self.games }
    }

    /// Returns whether the comparison is decided, or this many games were played.
    pub(crate) fn is_done(&self, most: u32) -> bool {
        self.games >= most || self.check().verdict != CheckVerdict::Close
    }
}

/// Plays a position on for one round and returns the chance of a seat.
///
/// `bits` are those of the first chance outcome; the others follow from them.
fn rollout(lookahead: &mut Lookahead<'_>, state: &State<'_>, seat: Seat, bits: u64) -> f64 {
    let (mut state, mut random) = (*state, Random(bits));
    let last = state.turn() + state.seat_count() as u16;
    let mut next = Some(bits);
    lookahead.lines += 1;
    loop {
        match state.actor() {
            Actor::Over => break,
            Actor::Chance if state.turn() > last => break,
            Actor::Chance => {
                let Some(node) = state.chance() else { break };
                let bits = next.take().unwrap_or_else(|| random.bits());
                state.apply_unchecked(Step::Chance(node.pick(bits)));
            }
            Actor::Seat(asked) => {
                let Some(found) = lookahead.one_step.best_move(&state, asked) else { break };
                state = found.after(&state);
            }
        }
    }
    lookahead.judge.chances(&state)[seat.index()]
}

#[cfg(test)]
mod tests {
    use super::rollout;
    use crate::lookahead::{EvaluatorKind, Lookahead};
    use orrery_bots::{Network, named};
    use orrery_rules::{Actions, Actor, Options, Random, Seat, State, Step, deck};

    /// Returns the expected share of a seat if all play on by one step.
    ///
    /// Returns `None` if there are too many chance outcomes.
    fn exact(
        lookahead: &mut Lookahead<'_>,
        state: &State<'_>,
        seat: Seat,
        left: &mut u32,
    ) -> Option<f64> {
        *left = left.checked_sub(1)?;
        match state.actor() {
            Actor::Over => Some(lookahead.judge.chances(state)[seat.index()]),
            Actor::Seat(asked) => {
                let found = lookahead.one_step.best_move(state, asked)?;
                exact(lookahead, &found.after(state), seat, left)
            }
            Actor::Chance => {
                let (node, mut outcomes) = (state.chance()?, Vec::new());
                node.outcomes(&mut outcomes);
                let mut sum = 0.0;
                for (outcome, weight) in outcomes {
                    let mut next = *state;
                    next.apply_unchecked(Step::Chance(outcome));
                    sum += weight as f64 * exact(lookahead, &next, seat, left)?;
                }
                Some(sum / node.total() as f64)
            }
        }
    }

    /// Returns the positions of the last turn of a game.
    fn last_turn(seed: u64) -> Vec<State<'static>> {
        let mut state = State::new(deck::classic(), &Options::players(2)).expect("options");
        let (mut random, mut legal, mut found) = (Random(seed), Actions::new(), Vec::new());
        let mut bot = named("greedy").expect("a bot");
        while state.actor() != Actor::Over {
            found.push(state);
            let step = match (state.chance(), state.actor()) {
                (Some(node), _) => Step::Chance(node.pick(random.bits())),
                (None, Actor::Seat(seat)) => {
                    state.legal_actions(&mut legal);
                    let action = bot.choose(&state.observe(Some(seat)), &legal);
                    Step::Action(action.expect("an action"))
                }
                _ => break,
            };
            state.apply_unchecked(step);
        }
        found.retain(|position| position.turn() == state.turn());
        found
    }

    #[test]
    fn rollouts_agree_with_exact_values_at_the_end_of_games() {
        let network = Network::embedded();
        let evaluator = network.evaluator(deck::classic());
        let mut lookahead = Lookahead::new(&evaluator, EvaluatorKind::Lookahead);
        let (mut positions, mut uncertain, mut off) = (0, 0, 0.0);
        for seed in 1..=8 {
            for state in last_turn(seed).iter().step_by(2) {
                let seat = state.active();
                let Some(truth) = exact(&mut lookahead, state, seat, &mut 400) else { continue };
                let games = 64_u64;
                let mut sum = 0.0;
                for game in 1..=games {
                    let bits = game.wrapping_mul(super::GOLDEN);
                    sum += rollout(&mut lookahead, state, seat, bits);
                }
                let mean = sum / games as f64;
                // Shares are 0, 1/2 or 1, so this bounds the standard deviation.
                let error = ((truth * (1.0 - truth)).max(0.0) / games as f64).sqrt();
                assert!((mean - truth).abs() <= 4.5 * error + 1e-9, "{mean} {truth}");
                positions += 1;
                uncertain += u32::from(error > 0.0);
                off += mean - truth;
            }
        }
        assert!(positions >= 20, "{positions} positions, {uncertain} uncertain");
        assert!(off.abs() / f64::from(positions) < 0.02);
    }
}
