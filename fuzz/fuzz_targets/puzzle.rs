//! Fuzzes puzzle files.
//!
//! A valid puzzle must round-trip, and checking an answer must not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_analysis::puzzle::{Puzzle, judge};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let Ok(puzzle) = Puzzle::parse(&text) else { return };
    let written = puzzle.to_string();
    let again = Puzzle::parse(&written).expect("a written puzzle is readable");
    assert_eq!(again.to_string(), written);
    for it in puzzle.proof.moves.iter().take(4) {
        let _ = judge(&puzzle, &it.steps);
    }
    let _ = judge(&puzzle, &puzzle.greedy);
});
