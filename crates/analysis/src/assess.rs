//! The assessment of one move before it is played.

use crate::analysis::{Analysis, AnalysisOptions, ROLLOUTS};
use crate::game::Game;
use crate::lookahead::is_between_moves;
use crate::review::MoveReview;
use orrery_bots::{Network, OneStep};
use orrery_record::LoadedRules;
use orrery_rules::{Action, Actor, DetachedState, State, Step};

/// Compares a move with the other moves of its position, as a review does.
///
/// Rollouts check the mark. With many seats there are fewer of them than in a review, because a player
/// waits: the assessment takes at most about half a second natively.
///
/// If the actions stop in the middle of a move, the best continuation completes it. Returns `None`
/// if no seat decides, or if an action is illegal.
#[must_use]
pub fn assess(
    rules: &LoadedRules,
    position: DetachedState,
    actions: &[Action],
) -> Option<MoveReview> {
    let state = position.attach(rules);
    let steps = complete_move(&state, actions)?;
    let game = Game::from_steps(rules.clone(), position, &steps);
    let options = AnalysisOptions { rollouts: max_rollouts(&state), ..AnalysisOptions::default() };
    let mut analysis = Analysis::new(game, options);
    while !analysis.advance(u64::MAX) {}
    analysis.moves().first().cloned()
}

/// Returns the maximum number of rollouts for an assessment: 128 with two to four seats, 81 with five.
///
/// The duration of a rollout grows with the square of the number of seats.
fn max_rollouts(state: &State<'_>) -> u32 {
    (2048 / (state.seat_count() as u32).pow(2)).min(ROLLOUTS)
}

/// Returns the steps of the whole move that begins with these actions.
fn complete_move(state: &State<'_>, actions: &[Action]) -> Option<Vec<Step>> {
    let Actor::Seat(seat) = state.actor() else { return None };
    let (mut state, mut steps) = (*state, Vec::new());
    for &action in actions {
        let step = Step::Action(action);
        state.check(step).ok()?;
        state.apply_unchecked(step);
        steps.push(step);
    }
    if !is_between_moves(&state, seat) {
        let network = Network::embedded();
        let evaluator = network.evaluator(state.rules());
        let rest = OneStep::new(&evaluator).best_move(&state, seat)?;
        steps.extend(rest.actions.iter().map(|&action| Step::Action(action)));
    }
    (!steps.is_empty()).then_some(steps)
}
