//! Fuzzes deck files. Every valid deck must be playable.
//!
//! The first byte selects the kind of input: `~` an edited built-in edition, `!` a generated deck,
//! `^` nested brackets. Any other input is raw text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_fuzz::{Bytes, CheckedGame, deck_text, nested, setups};
use orrery_rules::{Rules, State, deck};

/// Maximum number of steps of a game.
const MAX_STEPS: usize = 3000;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data.get(1..).unwrap_or_default());
    match data.first() {
        Some(b'~') => read(&deck_text::edited(&mut bytes), &mut bytes),
        Some(b'^') => read(&nested::text(nested::TOML, &mut bytes), &mut bytes),
        Some(b'!') => {
            let text = deck_text::generated(&mut bytes);
            match deck::parse(&text) {
                Ok(rules) => play(&rules, &mut bytes),
                Err(problems) => panic!("{text}\n{problems}"),
            }
        }
        _ => read(&String::from_utf8_lossy(data), &mut Bytes(data)),
    }
});

fn read(text: &str, bytes: &mut Bytes) {
    match deck::parse(text) {
        Ok(rules) => play(&rules, bytes),
        Err(problems) => {
            let lines = text.split('\n').count();
            assert!(!problems.list().is_empty());
            assert!(problems.list().iter().all(|p| (1..=lines).contains(&p.line) && p.column > 0));
            assert!(!problems.to_string().is_empty());
        }
    }
}

fn play(rules: &Rules, bytes: &mut Bytes) {
    let flags = bytes.byte();
    let opening = |bytes: &mut Bytes| {
        State::new(rules, &setups::options(rules, bytes)).expect("allowed options")
    };
    let state = if flags & 1 == 0 {
        State::from_setup(rules, &setups::plausible(rules, bytes))
            .unwrap_or_else(|_| opening(bytes))
    } else {
        opening(bytes)
    };
    CheckedGame::new(state).play(&mut bytes.random(), MAX_STEPS, flags & 2 == 0);
}
