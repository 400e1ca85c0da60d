//! Tests that rollouts agree with exact values on positions whose games can be enumerated.

use super::{GOLDEN, NextStep, games_per_mark, next_step, rollout};
use crate::lookahead::{EvaluatorKind, Lookahead};
use crate::luck::sampled_luck;
use orrery_bots::{Network, named};
use orrery_rules::{
    Actions, Actor, ChanceNode, ChanceOutcome, Options, Random, Rules, Seat, State, Step, deck,
};

/// Maximum number of positions in an enumeration.
const MAX_POSITIONS: u32 = 400;
/// The number of rollouts from each position.
const GAMES: u64 = 64;

/// The exact moments of the results of rollouts from one position.
#[derive(Clone, Copy, Default)]
struct Moments {
    /// The mean share of the victory.
    share: f64,
    /// The mean of the share less the luck on the way.
    adjusted: f64,
    /// The mean of the square of `adjusted`.
    squares: f64,
}

impl Moments {
    fn add(&mut self, weight: f64, other: Self) {
        self.share += weight * other.share;
        self.adjusted += weight * other.adjusted;
        self.squares += weight * other.squares;
    }
}

/// Enumerates the rest of a game by one-step play; `None` if it is too large.
fn exact(
    lookahead: &mut Lookahead<'_>,
    state: &State<'_>,
    (seat, luck): (Seat, f64),
    positions_left: &mut u32,
) -> Option<Moments> {
    *positions_left = positions_left.checked_sub(1)?;
    let Some(step) = next_step(lookahead, state, u16::MAX) else {
        let share = lookahead.direct.chances(state)[seat.index()];
        let adjusted = share - luck;
        return Some(Moments { share, adjusted, squares: adjusted * adjusted });
    };
    let node = match step {
        NextStep::Move(best) => {
            return exact(lookahead, &best.after(state), (seat, luck), positions_left);
        }
        NextStep::Chance(node) => node,
    };
    let mut outcomes = Vec::new();
    node.outcomes(&mut outcomes);
    if outcomes.len() > *positions_left as usize {
        return None;
    }
    let probability = |weight: u64| weight as f64 / node.total() as f64;
    let after = |outcome| {
        let mut next = *state;
        next.apply_unchecked(Step::Chance(outcome));
        next
    };
    let mut chances = Vec::new();
    for (outcome, weight) in &outcomes {
        let chance = f64::from(lookahead.one_step.chance(&after(*outcome), seat));
        chances.push((chance, probability(*weight)));
    }
    let mean: f64 = chances.iter().map(|(chance, probability)| chance * probability).sum();
    let mut sum = Moments::default();
    for ((outcome, _), (chance, probability)) in outcomes.into_iter().zip(chances) {
        let luck = luck + chance - mean;
        sum.add(probability, exact(lookahead, &after(outcome), (seat, luck), positions_left)?);
    }
    Some(sum)
}

/// Returns the positions of the last turn of a game.
fn last_turn(rules: &Rules, seats: usize, seed: u64) -> Vec<State<'_>> {
    let mut state = State::new(rules, &Options::players(seats)).expect("options");
    let (mut random, mut legal, mut positions) = (Random(seed), Actions::new(), Vec::new());
    let mut bot = named("greedy").expect("a bot");
    while state.actor() != Actor::Over {
        positions.push(state);
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
    positions.retain(|position| position.turn() == state.turn());
    positions
}

/// The comparison of rollouts with exact values.
#[derive(Default)]
struct Agreement {
    positions: u32,
    uncertain: u32,
    bias: f64,
}

impl Agreement {
    fn check(&mut self, lookahead: &mut Lookahead<'_>, state: &State<'_>) {
        let seat = state.active();
        let Some(truth) = exact(lookahead, state, (seat, 0.0), &mut { MAX_POSITIONS }) else {
            return;
        };
        assert!((truth.adjusted - truth.share).abs() < 1e-9, "subtracting luck is unbiased");
        let bits = (1..=GAMES).map(|game| game.wrapping_mul(GOLDEN));
        let sum: f64 = bits.map(|bits| rollout(lookahead, state, seat, bits)).sum();
        let mean = sum / GAMES as f64;
        let variance = (truth.squares - truth.adjusted * truth.adjusted).max(0.0);
        let error = (variance / GAMES as f64).sqrt();
        let bias = mean - truth.share;
        assert!(bias.abs() <= 4.5 * error + 1e-9, "{mean} {} {error}", truth.share);
        self.positions += 1;
        self.uncertain += u32::from(error > 1e-9);
        self.bias += bias;
    }
}

#[test]
fn rollouts_agree_with_exact_values_at_the_end_of_games() {
    let network = Network::embedded();
    let mut agreement = Agreement::default();
    for (rules, seats, games) in [(deck::classic(), 2, 50), (deck::classic(), 3, 20)] {
        let evaluator = network.evaluator(rules);
        let mut lookahead = Lookahead::new(&evaluator, EvaluatorKind::default());
        for seed in 1..=games {
            let positions = last_turn(rules, seats, seed);
            positions.iter().for_each(|state| agreement.check(&mut lookahead, state));
        }
    }
    let Agreement { positions, uncertain, bias } = agreement;
    assert!(positions >= 200 && uncertain >= 40, "{positions} positions, {uncertain} uncertain");
    assert!(bias.abs() / f64::from(positions) < 0.005, "{bias}");
}

#[test]
fn the_sampled_luck_of_a_roll_has_mean_zero() {
    let (network, rules) = (Network::embedded(), deck::classic());
    let evaluator = network.evaluator(rules);
    let mut one_step = Lookahead::new(&evaluator, EvaluatorKind::default()).one_step;
    let state = first_roll(rules);
    let node = state.chance().expect("a roll");
    assert!(node.total() > 1000, "a sample of the rolls");
    let mut outcomes = Vec::new();
    node.outcomes(&mut outcomes);
    // Evenly distributed starts give every roll the same share of the samples as its probability.
    let starts = (0..64).map(|number: u64| number << 58 | 1 << 57);
    let mut lucks = Vec::new();
    for start in starts {
        let luck = |(outcome, weight): &(ChanceOutcome, u64)| {
            let chance = (node, *outcome);
            *weight as f64 * sampled_luck(&mut one_step, &state, chance, state.active(), start)
        };
        lucks.push(outcomes.iter().map(luck).sum::<f64>() / node.total() as f64);
    }
    let mean = lucks.iter().sum::<f64>() / lucks.len() as f64;
    let largest = lucks.iter().fold(0.0, |largest: f64, luck| largest.max(luck.abs()));
    assert!(mean.abs() < 5e-4, "{mean}");
    assert!(mean.abs() < largest && largest < 0.05, "single samples differ: {largest}");
}

/// Returns the position before the first roll of a game, after the choice of missions.
fn first_roll(rules: &Rules) -> State<'_> {
    let mut state = State::new(rules, &Options::players(2)).expect("options");
    let mut legal = Actions::new();
    while !matches!(state.chance(), Some(ChanceNode::Roll(_))) {
        let step = match state.chance() {
            Some(node) => Step::Chance(node.at(0)),
            None => {
                state.legal_actions(&mut legal);
                Step::Action(legal[0])
            }
        };
        state.apply_unchecked(step);
    }
    state
}

#[test]
fn reviews_with_many_marks_or_seats_have_fewer_rollouts_per_mark() {
    assert_eq!(games_per_mark(128, 0, 2), 128);
    assert_eq!(games_per_mark(128, 60, 2), 128);
    assert_eq!(games_per_mark(128, 120, 2), 64);
    assert_eq!(games_per_mark(128, 60, 4), 32);
    // At least 16, because fewer confirm no mark.
    assert_eq!(games_per_mark(128, 1000, 5), 16);
    // A request for more or fewer rollouts counts.
    assert_eq!(games_per_mark(256, 120, 2), 128);
    assert_eq!(games_per_mark(8, 1000, 5), 8);
}
