//! Tests that a bot's decisions depend only on its seed, its budget and what its seat may know.

use crate::play::{bots, play};
use orrery_bots::{Budget, NAMES, Network, Random, named};
use orrery_rules::{Actions, Actor, Options, Seat, State, Step, View, deck};

const BUDGET: Budget = Budget::Evaluations(150);

#[test]
fn the_same_seed_and_budget_give_the_same_game() {
    for name in NAMES {
        let mut reused = bots(name, 3, BUDGET);
        let mut game = |seed: u64, reuse_bots: bool| {
            let mut fresh = bots(name, 3, BUDGET);
            let bots = if reuse_bots { &mut reused } else { &mut fresh };
            play(deck::classic(), &Options::players(3), bots, (seed, 20_000)).answers
        };
        let first = game(9, true);
        assert_eq!(first, game(9, true), "{name} remembers the previous game");
        assert_eq!(first, game(9, false), "{name}");
    }
}

/// Returns pairs of states that differ only in the missions of other seats.
///
/// The states are from a random game; in each, a seat has a choice.
fn twins(seats: usize) -> Vec<(Seat, [State<'static>; 2])> {
    let mut state = State::new(deck::classic(), &Options::players(seats)).expect("they fit");
    let (mut random, mut legal, mut found) = (Random(11), Actions::new(), Vec::new());
    while found.len() < 60 && state.actor() != Actor::Over {
        let step = match state.actor() {
            Actor::Seat(seat) => {
                state.legal_actions(&mut legal);
                let other = state.observe(Some(seat)).complete(random.bits());
                let differ = state.seats().any(|seat| other.mission(seat) != state.mission(seat));
                if differ && legal.len() > 1 && random.below(10) == 0 {
                    found.push((seat, [state, other]));
                }
                Step::Action(legal[random.below(legal.len())])
            }
            _ => Step::Chance(state.chance().expect("chance decides").pick(random.bits())),
        };
        state.apply_unchecked(step);
    }
    assert!(found.len() > 20, "only {} positions", found.len());
    found
}

fn views(seat: Seat, states: [State<'static>; 2]) -> [(View<'static>, Actions); 2] {
    states.map(|state| {
        let (view, mut legal) = (state.observe(Some(seat)), Actions::new());
        view.legal_actions(&mut legal);
        (view, legal)
    })
}

#[test]
fn the_missions_of_others_do_not_change_the_decision() {
    for name in NAMES {
        for (seat, states) in twins(3) {
            let answers = views(seat, states).map(|(view, legal)| {
                let mut bot = named(name).expect("it is in NAMES");
                bot.limit(BUDGET);
                bot.start(seat, 3);
                bot.choose(&view, &legal).expect("our bots do not fail")
            });
            assert_eq!(answers[0], answers[1], "{name}");
        }
    }
}

#[test]
fn the_missions_of_others_do_not_change_the_evaluation() {
    let network = Network::embedded();
    for (seat, states) in twins(4) {
        let [(first, _), (second, _)] = views(seat, states);
        assert_eq!(network.chances(&first), network.chances(&second));
        assert_eq!(network.advise(&first, BUDGET), network.advise(&second, BUDGET));
    }
}
