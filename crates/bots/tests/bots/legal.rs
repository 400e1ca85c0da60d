//! Tests that every bot plays complete games of every kind with legal actions only.

use crate::play::{bots, editions, play, solos};
use orrery_bots::{Budget, NAMES};
use orrery_rules::{Action, Actions, Options, Rules, Seat, Setup, State, Step, deck};
use std::fmt::Write as _;
use std::time::Duration;

/// A small budget, to keep the games fast.
const SMALL: Budget = Budget::Evaluations(40);

/// Returns the maximum number of turns of a sensible game; the random bot needs more.
fn max_turns(name: &str, seats: usize) -> u16 {
    if name == "random" { 20_000 } else { 80 * seats as u16 }
}

/// Checks that a game of one bot against itself ends.
fn finishes(name: &str, rules: &Rules, options: &Options, budget: Budget) {
    let seats = if options.rogue.is_some() { 1 } else { options.seats };
    let limits = (u64::from(rules.seats.0) + 7, max_turns(name, seats + 1));
    let played = play(rules, options, &mut bots(name, seats, budget), limits);
    let turns = played.state.turn();
    assert!(played.state.outcome().is_some(), "{name}, {}, {options:?}: {turns} turns", rules.id);
}

fn finishes_every_game(name: &str) {
    for rules in editions() {
        for seats in rules.seats.0..=rules.seats.1 {
            finishes(name, rules, &Options::players(seats.into()), SMALL);
        }
        for options in solos(rules) {
            finishes(name, rules, &options, SMALL);
        }
    }
}

macro_rules! finishes_every_game {
    ($($test:ident: $name:literal;)*) => {
        $(#[test]
        fn $test() {
            finishes_every_game($name);
        })*

        #[test]
        fn every_bot_is_tested() {
            assert_eq!(NAMES, [$($name),*]);
        }
    };
}

finishes_every_game! {
    random_finishes_every_game: "random";
    greedy_finishes_every_game: "greedy";
    the_cadet_finishes_every_game: "cadet";
    the_pilot_finishes_every_game: "pilot";
    the_captain_finishes_every_game: "captain";
    the_admiral_finishes_every_game: "admiral";
    the_oracle_finishes_every_game: "oracle";
}

#[test]
fn actions_are_legal_even_without_a_budget() {
    for name in NAMES {
        for budget in [Budget::Time(Duration::ZERO), Budget::Evaluations(0)] {
            let mut table = bots(name, 3, budget);
            let played = play(deck::classic(), &Options::players(3), &mut table, (5, 40));
            assert!(played.state.turn() > 15 || played.state.outcome().is_some(), "{name}");
        }
    }
}

#[test]
fn games_end_with_the_standard_budget() {
    for name in NAMES {
        finishes(name, deck::classic(), &Options::players(2), Budget::Standard);
    }
}

/// Returns a deck of planets that the network was not trained on.
fn own_deck() -> String {
    let mut text = "edition = \"classic\"\nid = \"own\"\nname = \"Own\"\nrevision = 1\n".to_owned();
    for i in 0..24 {
        let (resource, track) = (["energy", "culture"][i % 2], ["economy", "diplomacy"][i / 2 % 2]);
        let _ = writeln!(
            text,
            "[[planet]]\nid = \"own-{i}\"\nname = \"Own {i}\"\nresource = \"{resource}\"\n\
             track = \"{track}\"\npoints = {}\nlength = 4\nability = [{{ op = \"gain\", {resource} = 2 }}]",
            i % 7 + 1
        );
    }
    text
}

#[test]
fn decks_with_unknown_cards_are_played() {
    let rules = deck::parse(&own_deck()).expect("a valid deck");
    for name in NAMES {
        finishes(name, &rules, &Options::solo(4), SMALL);
    }
    for name in NAMES.into_iter().filter(|name| *name != "oracle") {
        finishes(name, &rules, &Options::players(3), SMALL);
    }
    // Some games between oracles with this deck do not end within 600 turns.
    let played = play(&rules, &Options::players(3), &mut bots("oracle", 3, SMALL), (9, 100));
    assert!(played.state.turn() > 100 || played.state.outcome().is_some());
}

/// The player chooses what Hades steals, on the Rogue's turn.
#[test]
fn r12_13_every_bot_answers_what_the_rogue_steals() {
    let rules = deck::classic();
    let text = "classic solo hades; row jakks nagato hoefker shouhua; A 4e4c; B level 5; turn B";
    let setup = Setup::parse(rules, text).expect("a readable set-up");
    let player = Seat::new(0).expect("a seat");
    for name in NAMES {
        let mut state = State::from_setup(rules, &setup).expect("a possible set-up");
        for words in ["rolled colony", "accept"] {
            let step = Step::parse(rules, words).expect("a step");
            state.apply(step, &mut Vec::new()).expect("a legal step");
        }
        let mut bot = bots(name, 1, SMALL).remove(0);
        bot.start(player, 3);
        for _ in 0..3 {
            let mut legal = Actions::new();
            state.legal_actions(&mut legal);
            let answer = bot.choose(&state.observe(Some(player)), &legal).expect("an answer");
            assert!(matches!(answer, Action::Lose(_)) && legal.contains(&answer), "{name}");
            state.apply(Step::Action(answer), &mut Vec::new()).expect("a legal step");
        }
        assert_eq!(state.held(player).total(), 5, "{name}");
    }
}
