//! Tests of chances to win and of advice.

use crate::play::{editions, solos};
use orrery_bots::{Bot, Budget, GreedyBot, Network, Random};
use orrery_rules::{Action, Actions, Actor, Options, Rules, Seat, State, Step, deck};
use std::time::Duration;

/// Plays a game with the greedy bot, and returns about one in `one_in` positions with a choice.
fn positions(
    rules: &'static Rules,
    options: &Options,
    one_in: usize,
) -> Vec<(State<'static>, Seat)> {
    let mut state = State::new(rules, options).expect("the options fit");
    let (mut bot, mut random) = (GreedyBot::default(), Random(21));
    let (mut legal, mut found) = (Actions::new(), Vec::new());
    while state.actor() != Actor::Over {
        let step = match state.actor() {
            Actor::Seat(seat) => {
                state.legal_actions(&mut legal);
                if legal.len() > 1 && random.below(one_in) == 0 {
                    found.push((state, seat));
                }
                let answer = bot.choose(&state.observe(Some(seat)), &legal);
                Step::Action(answer.expect("our bots do not fail"))
            }
            _ => Step::Chance(state.chance().expect("chance decides").pick(random.bits())),
        };
        state.apply_unchecked(step);
    }
    found
}

fn every_table() -> impl Iterator<Item = (&'static Rules, Options)> {
    editions().flat_map(|rules| {
        let seats = (rules.seats.0..=rules.seats.1).map(|seats| Options::players(seats.into()));
        seats.chain(solos(rules)).map(move |options| (rules, options))
    })
}

#[test]
fn chances_add_up_to_one() {
    let network = Network::embedded();
    for (rules, options) in every_table() {
        for (state, seat) in positions(rules, &options, 8) {
            for viewer in [Some(seat), None] {
                let chances = network.chances(&state.observe(viewer));
                assert_eq!(chances.len(), state.seat_count());
                assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{chances:?}");
                assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{chances:?}");
            }
        }
    }
}

/// Returns whether a list consists of at most two descending parts.
///
/// Advice lists the actions that the search reached, best first, and then the others, best first.
fn has_at_most_two_descending_parts(chances: &[f32]) -> bool {
    chances.windows(2).filter(|pair| pair[0] < pair[1]).count() <= 1
}

#[test]
fn advice_names_every_legal_action_once() {
    let (network, mut legal) = (Network::embedded(), Actions::new());
    let no_time = Budget::Time(Duration::ZERO);
    for (rules, options) in every_table() {
        for (state, seat) in positions(rules, &options, 40) {
            state.legal_actions(&mut legal);
            for budget in [Budget::Evaluations(1000), Budget::Evaluations(3), no_time] {
                let advice = network.advise(&state.observe(Some(seat)), budget);
                let mut named: Vec<Action> = advice.iter().map(|advice| advice.action).collect();
                let mut wanted = legal.to_vec();
                wanted.sort();
                named.sort();
                assert_eq!(named, wanted, "{budget:?}");
            }
        }
    }
}

#[test]
fn the_best_advice_comes_first() {
    let network = Network::embedded();
    for (state, seat) in positions(deck::classic(), &Options::players(2), 20) {
        let advice = network.advise(&state.observe(Some(seat)), Budget::Standard);
        let chances: Vec<f32> = advice.iter().map(|advice| advice.chance).collect();
        assert!(has_at_most_two_descending_parts(&chances), "{chances:?}");
    }
}

#[test]
fn only_the_deciding_seat_gets_advice() {
    let network = Network::embedded();
    for (state, seat) in positions(deck::classic(), &Options::players(3), 10) {
        let others = state.seats().filter(|other| *other != seat).map(Some);
        for viewer in others.chain([None]) {
            assert!(network.advise(&state.observe(viewer), Budget::Evaluations(10)).is_empty());
        }
    }
}
