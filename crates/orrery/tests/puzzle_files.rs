//! Tests of `orrery puzzles`, and of `orrery verify` with a puzzle, from the user's point of view.

mod cli_common;

use cli_common::{Scratch, orrery, printed, refused};
use std::fs::{read_dir, read_to_string, write};

#[test]
fn a_puzzle_is_found_and_verified_and_a_changed_one_is_refused() {
    let scratch = Scratch::new("puzzles");
    let out = scratch.file("out");
    let found = printed(&[
        "puzzles",
        "--count",
        "1",
        "--seats",
        "1",
        "--edition",
        "revised",
        "--rollouts",
        "256",
        "--threads",
        "1",
        "--quiet",
        "--out",
        &out,
    ]);
    assert!(found.starts_with("revised-solo-001  "), "{found}");
    let files: Vec<_> = read_dir(&out).expect("a directory").collect();
    assert_eq!(files.len(), 1);
    let file = format!("{out}/revised-solo-001.txt");
    assert!(printed(&["verify", &file]).starts_with("revised-solo-001: the proof of "));
    let text = read_to_string(&file).expect("a puzzle");
    let last = text.trim_end().lines().last().expect("a move").to_owned();
    let changed = scratch.file("changed.txt");
    write(&changed, text.replace(&last, &format!("0.9{}", &last[3..]))).expect("written");
    let output = orrery(&["verify", &changed]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("changed.txt: the proof is false"), "{error}");
    write(&changed, "puzzle x\n").expect("written");
    assert!(refused(&["verify", &changed]).contains("changed.txt"));
}

#[test]
fn puzzles_have_no_custom_deck() {
    let error = refused(&["puzzles", "--deck", "some.toml"]);
    assert!(error.contains("custom deck"), "{error}");
    assert!(!printed(&["puzzles", "--help"]).contains("--deck"));
}
