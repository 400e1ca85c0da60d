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
    let reread = Puzzle::parse(&written).expect("a written puzzle is readable");
    assert_eq!(reread.to_string(), written);
    for proved in puzzle.proof.moves.iter().take(4) {
        let _ = judge(&puzzle, &proved.steps);
    }
    let _ = judge(&puzzle, &puzzle.greedy);
});
