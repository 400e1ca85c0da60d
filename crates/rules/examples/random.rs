//! Plays random games: `random EDITION SEATS GAMES` prints the total number of decisions.
//!
//! This example shows how to use the engine. Benchmarks also run it to count CPU instructions per
//! decision.

use orrery_rules::{Actions, Actor, Options, Random, State, Step, deck};

/// Plays a game to its end and returns the number of decisions.
fn play(state: &mut State<'_>, random: &mut Random, actions: &mut Actions) -> u64 {
    let mut decisions = 0;
    loop {
        let step = match state.actor() {
            Actor::Over => return decisions,
            Actor::Chance => match state.chance() {
                Some(node) => Step::Chance(node.pick(random.bits())),
                None => return decisions,
            },
            Actor::Seat(_) => {
                decisions += 1;
                state.legal_actions(actions);
                Step::Action(actions[random.below(actions.len())])
            }
        };
        state.apply_unchecked(step);
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let edition = args.next().unwrap_or_else(|| "classic".to_owned());
    let mut number = |default| args.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (seats, games) = (number(2), number(1000));
    let rules = deck::edition(&edition).unwrap_or(deck::classic());
    let options = if seats == 1 { Options::solo(0) } else { Options::players(seats) };
    let (mut random, mut actions) = (Random(1), Actions::new());
    let mut decisions = 0;
    for _ in 0..games {
        let Ok(mut state) = State::new(rules, &options) else {
            eprintln!("{edition} cannot be played with {seats} players");
            return;
        };
        decisions += play(&mut state, &mut random, &mut actions);
    }
    println!("{decisions}");
}
