//! Rollouts: continue a position many times to compare two moves.

use crate::analysis::spread;
use crate::knowledge::Knowledge;
use crate::lookahead::{Lookahead, after};
use crate::luck::sampled_luck;
use crate::review::{Check, CheckVerdict};
use orrery_bots::Move;
use orrery_rules::{Action, Actor, ChanceNode, Random, Seat, State, Step};

/// The smallest significant difference, in standard errors: the 99 % quantile (normal).
const SIGNIFICANT: f64 = 2.33;
/// Minimum number of games before a comparison can end.
const MIN_GAMES: u32 = 16;
/// The number of marks of a two-seat game up to which each gets the maximum number of games.
const FULLY_CHECKED_MARKS: usize = 60;
/// The standard error at which an undecided comparison ends, as a fraction of `spread(state)`.
const PRECISE: f64 = 0.01;
/// The fractional part of the golden ratio as 64 bits: its multiples fill the unit interval evenly.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A comparison of two moves by rollouts.
///
/// Both moves are continued with the same dice. The first chance outcome is stratified. A game is
/// truncated after one round. Its result is the seat's chance to win at this point, minus the seat's
/// luck since the move.
pub(crate) struct Comparison {
    knowledge: Knowledge,
    seat: Seat,
    seed: u64,
    games: u32,
    sum: f64,
    squares: f64,
    /// The standard error at which the comparison ends even if it is undecided.
    precise: f64,
}

impl Comparison {
    pub(crate) fn new(state: &State<'_>, seat: Seat, seed: u64) -> Self {
        let knowledge = Knowledge::new(state, seat, seed);
        let precise = PRECISE * spread(state);
        Self { knowledge, seat, seed, games: 0, sum: 0.0, squares: 0.0, precise }
    }

    /// Plays one more pair of games.
    pub(crate) fn play(
        &mut self,
        lookahead: &mut Lookahead<'_>,
        state: &State<'_>,
        [better, played]: [&[Action]; 2],
    ) {
        let start = self.knowledge.state_with_hand(state, self.games as usize);
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
            _ if self.games < MIN_GAMES => CheckVerdict::Close,
            loss if loss > 0.0 && loss >= SIGNIFICANT * error => CheckVerdict::Worse,
            loss if loss < 0.0 && -loss >= SIGNIFICANT * error => CheckVerdict::Better,
            _ => CheckVerdict::Close,
        };
        Check { verdict, loss, error, games: self.games }
    }

    /// Returns whether the comparison is decided or precise enough, or has `max_games` games.
    pub(crate) fn is_done(&self, max_games: u32) -> bool {
        let check = self.check();
        let is_precise = self.games >= MIN_GAMES && check.error <= self.precise;
        self.games >= max_games || is_precise || check.verdict != CheckVerdict::Close
    }
}

/// Returns the maximum number of games for each mark of a review, so that its duration is limited.
///
/// The number falls with the number of marks and with the square of the number of seats, because the
/// duration of a rollout grows with it.
pub(crate) fn games_per_mark(max_games: u32, marks: usize, seats: usize) -> u32 {
    let games = max_games as usize * FULLY_CHECKED_MARKS * 4 / (marks.max(1) * seats * seats);
    (games as u32).max(MIN_GAMES).min(max_games)
}

/// Plays one more round and returns the seat's chance to win minus its luck during the rollout.
///
/// The luck has mean 0, so subtracting it does not change the mean result and reduces the variance.
/// `bits` select the first chance outcome and are the seed of the others.
fn rollout(lookahead: &mut Lookahead<'_>, state: &State<'_>, seat: Seat, bits: u64) -> f64 {
    let (mut state, mut random) = (*state, Random(bits));
    let last = state.turn() + state.seat_count() as u16;
    let (mut first_bits, mut luck) = (Some(bits), 0.0);
    // A rollout takes about as long as this many lines of play.
    lookahead.add_work(state.seat_count().pow(2) as u64);
    while let Some(step) = next_step(lookahead, &state, last) {
        match step {
            NextStep::Move(best) => state = best.after(&state),
            NextStep::Chance(node) => {
                let bits = first_bits.take().unwrap_or_else(|| random.bits());
                let outcome = node.pick(bits);
                let chance = (node, outcome);
                let sample = random.bits();
                luck += sampled_luck(&mut lookahead.one_step, &state, chance, seat, sample);
                state.apply_unchecked(Step::Chance(outcome));
            }
        }
    }
    lookahead.direct.chances(&state)[seat.index()] - luck
}

/// The next step of a rollout.
enum NextStep {
    Move(Move),
    Chance(ChanceNode),
}

/// Returns the next chance outcome or move, or `None` if turn `last` or the game is over.
///
/// The move is the best one by a search of one step.
fn next_step(lookahead: &mut Lookahead<'_>, state: &State<'_>, last: u16) -> Option<NextStep> {
    match state.actor() {
        Actor::Over => None,
        Actor::Chance if state.turn() > last => None,
        Actor::Chance => state.chance().map(NextStep::Chance),
        Actor::Seat(seat) => lookahead.one_step.best_move(state, seat).map(NextStep::Move),
    }
}

#[cfg(test)]
mod tests;
