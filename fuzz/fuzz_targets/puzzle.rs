//! Fuzzes puzzle files: raw text, and header and moves around a valid set-up (`!`).
//!
//! A puzzle that can be read must round-trip, and an answer to it must not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_analysis::puzzle::{Puzzle, judge};

const SETUP: &str = "\n\nclassic 2\nrow birkomius walsfeo nagato shouhua\nA 2e2c level 1 ships home orbit:1:0\n\
    B 2e1c\nturn A dice move culture energy\n\n";

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let text = match text.strip_prefix('!').and_then(|rest| rest.split_once('!')) {
        Some((header, moves)) => format!("{header}{SETUP}{moves}"),
        None => text.into_owned(),
    };
    let Ok(puzzle) = Puzzle::parse(&text) else { return };
    let written = puzzle.to_string();
    let again = Puzzle::parse(&written).expect("a written puzzle is readable");
    assert_eq!(again.to_string(), written);
    for it in puzzle.proof.moves.iter().take(4) {
        let _ = judge(&puzzle, &it.steps);
    }
    let _ = judge(&puzzle, &puzzle.greedy);
});
