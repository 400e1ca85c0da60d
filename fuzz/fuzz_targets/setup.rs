//! Fuzzes set-ups. Every valid set-up must be playable.
//!
//! Inputs are raw text. If the first byte is `!`, a set-up is generated from the other bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_fuzz::{Bytes, CheckedGame, check, setups};
use orrery_rules::{Actor, Rules, Setup, State, deck};

/// Maximum number of steps of a game.
const MAX_STEPS: usize = 1000;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data.get(1..).unwrap_or_default());
    if data.first() == Some(&b'!') {
        let rules = deck::edition(bytes.pick(&deck::EDITIONS)).expect("built in");
        let mut setup = setups::plausible(rules, &mut bytes);
        (0..bytes.below(8).saturating_sub(4)).for_each(|_| setups::spoil(&mut setup, &mut bytes));
        return start(rules, &setup, &bytes);
    }
    let text = String::from_utf8_lossy(data);
    for rules in deck::EDITIONS.iter().filter_map(|id| deck::edition(id)) {
        match Setup::parse(rules, &text) {
            Ok(setup) => start(rules, &setup, &bytes),
            Err(problems) => {
                assert!(!problems.is_empty());
                assert!(problems.iter().all(|p| p.line > 0 && p.column > 0));
                problems.iter().for_each(|problem| assert!(!problem.to_string().is_empty()));
            }
        }
    }
});

fn start(rules: &Rules, setup: &Setup, bytes: &Bytes) {
    let problems = setup.problems(rules);
    problems.iter().for_each(|problem| assert!(!problem.to_string().is_empty()));
    let written = Setup::parse(rules, &setup.text(rules).to_string());
    let state = match State::from_setup(rules, setup) {
        Ok(state) => state,
        Err(found) => return assert_eq!(*found, *problems),
    };
    assert_eq!(problems, []);
    assert!(written.is_ok_and(|setup| State::from_setup(rules, &setup) == Ok(state)));
    let is_rogue = state.is_rogue(state.active());
    assert_eq!(Setup::of(&state).is_none(), is_rogue || state.actor() == Actor::Over);
    check::set_up(&state);
    CheckedGame::new(state).play(&mut bytes.random(), MAX_STEPS, bytes.0.len().is_multiple_of(2));
}
