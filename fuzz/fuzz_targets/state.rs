//! Fuzzes the binary encoding of states: changes bytes of a position, and corrects the digest.
//!
//! A valid state must round-trip and be playable.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_fuzz::{Bytes, CheckedGame, Random, setups};
use orrery_rules::{STATE_BYTES, State, StateBytesError, deck};

/// The first byte of the digest, after the version and the ruleset.
const DIGEST: usize = 5;
/// The first byte after the digest.
const FIELDS: usize = DIGEST + size_of::<u64>();
/// Maximum number of steps after the changes.
const MAX_STEPS: usize = 60;

fuzz_target!(|data: &[u8]| {
    let mut input = Bytes(data);
    let rules = deck::edition(input.pick(&deck::EDITIONS)).expect("built in");
    let options = setups::options(rules, &mut input);
    let mut game = CheckedGame::new(State::new(rules, &options).expect("allowed options"));
    let steps = usize::from(input.byte());
    game.play(&mut Random(u64::from(input.byte())), steps, false);
    let mut bytes = game.state.to_bytes();
    assert_eq!(State::from_bytes(rules, &bytes), Ok(game.state));
    while !input.is_empty() {
        bytes[FIELDS + input.below(STATE_BYTES - FIELDS)] = input.byte();
    }
    if let Err(StateBytesError::Digest(digest)) = State::from_bytes(rules, &bytes) {
        bytes[DIGEST..FIELDS].copy_from_slice(&digest.to_le_bytes());
    }
    match State::from_bytes(rules, &bytes) {
        Ok(state) => {
            assert_eq!(State::from_bytes(rules, &state.to_bytes()), Ok(state));
            // A finished game is not checked as a set-up, because nobody can play it.
            if !state.is_over() {
                CheckedGame::new(state).play(&mut input.random(), MAX_STEPS, false);
            }
        }
        Err(StateBytesError::Digest(_)) => panic!("the corrected digest is refused"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
