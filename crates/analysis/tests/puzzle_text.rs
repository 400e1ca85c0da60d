//! Tests of the puzzle reader, of answers to puzzles, and of the puzzle of the day.

use orrery_analysis::puzzle::{Puzzle, PuzzleError, Theme, judge, puzzle_of_the_day};
use std::collections::BTreeSet;

const TEXT: &str = "\
puzzle classic-2-001
revision 2
evaluator 0123456789abcdef
seed 17
seat A
themes colonise last-round
found cadet 31 pilot 52 captain 70 admiral 88 oracle 100
greedy activate energy

classic 2
row birkomius walsfeo nagato shouhua
A 2e2c level 1 ships home orbit:1:0
B 2e1c
turn A dice move culture energy

0.812500 games 1024 : activate culture
0.503125 behind 0.309375 error 0.018000 games 640 : activate energy
0.400000 behind 0.412500 exact : activate move / ship 1 / to surface 1
";

#[test]
fn a_puzzle_round_trips_as_text() {
    let puzzle = Puzzle::parse(TEXT).expect("a puzzle");
    assert_eq!(puzzle.to_string(), TEXT);
    assert_eq!(puzzle.themes, [Theme::Colonise, Theme::LastRound]);
    assert_eq!((puzzle.edition(), puzzle.found[1]), ("classic", 52));
    assert_eq!(puzzle.level().map(|level| level.word()), Some("pilot"));
    assert_eq!(puzzle.proof.moves[1].games, Some(640));
    let with_steps = TEXT.replace("\n\nclassic", "\nsteps activate culture / pass\n\nclassic");
    let puzzle = Puzzle::parse(&with_steps).expect("a puzzle");
    assert_eq!(puzzle.steps, ["activate culture", "pass"]);
    assert_eq!(puzzle.to_string(), with_steps);
}

#[test]
fn values_have_six_decimals() {
    let text = TEXT.replace("0.812500 games", "0.81250012 behind -0.0000001 games");
    assert_eq!(Puzzle::parse(&text).expect("a puzzle").to_string(), TEXT);
}

#[test]
fn an_invalid_puzzle_file_is_rejected_with_the_line() {
    let line = |text: &str| match Puzzle::parse(text) {
        Err(PuzzleError::Unreadable { line, .. }) => line,
        other => panic!("{other:?}"),
    };
    assert_eq!(line(""), None);
    assert_eq!(line(&"x".repeat(70_000)), None);
    assert_eq!(line(&TEXT.replace("seed 17", "seed x")), Some(4));
    assert_eq!(line(&TEXT.replace("seat A", "seat Z")), Some(5));
    assert_eq!(line(&TEXT.replace("themes colonise", "themes fun")), Some(6));
    assert_eq!(line(&TEXT.replace("pilot 52", "pilot 152")), Some(7));
    assert_eq!(line(&TEXT.replace("0.503125 behind", "behind")), Some(17));
    assert_eq!(line(&TEXT.replace("0.503125", "NaN")), Some(17));
    assert_eq!(line(&TEXT.replace("classic-2-001", "../etc")), Some(1));
    assert_eq!(line(&TEXT.replace("0123456789abcdef", "01234 / abcdef")), Some(3));
    assert_eq!(line(&TEXT.replace("0123456789abcdef", &"0".repeat(61))), Some(3));
    assert_eq!(line(&format!("{TEXT}{}", "0.1 exact : end\n".repeat(300))), None);
    let steps = "end / ".repeat(100);
    assert_eq!(line(&TEXT.replace("greedy ", &format!("greedy {steps}"))), Some(8));
}

#[test]
fn an_answer_is_judged_by_the_position_after_it() {
    let puzzle = Puzzle::parse(TEXT).expect("a puzzle");
    let judged = |steps: &[&str]| {
        let steps: Vec<String> = steps.iter().map(|step| (*step).to_owned()).collect();
        judge(&puzzle, &steps)
    };
    let best = judged(&["activate culture"]).expect("legal");
    assert!(best.is_solved && best.index == Some(0));
    let other = judged(&["activate energy"]).expect("legal");
    assert!(!other.is_solved && other.behind == Some(0.309_375));
    let unknown = judged(&["end"]).expect("legal");
    assert!(!unknown.is_solved && unknown.index.is_none());
    assert!(judged(&["activate colony"]).is_err());
}

#[test]
fn every_puzzle_occurs_once_before_one_repeats() {
    let days = (1..=31).map(|day| format!("2026-01-{day:02}"));
    let days: Vec<String> = days.chain((1..=9).map(|day| format!("2026-02-{day:02}"))).collect();
    let seen: BTreeSet<_> = days.iter().map(|day| puzzle_of_the_day(day, 40)).collect();
    assert_eq!(seen.len(), 40);
    assert!(!seen.contains(&None));
    assert_eq!(puzzle_of_the_day("2024-02-29", 7), puzzle_of_the_day("2024-03-07", 7));
}

#[test]
fn an_invalid_date_has_no_puzzle() {
    for date in ["", "today", "2026-13-01", "2026-01-32", "2026-01", "20260101xx", "ä2026-01-01"] {
        assert_eq!(puzzle_of_the_day(date, 7), None, "{date}");
    }
    assert_eq!(puzzle_of_the_day("2026-01-01", 0), None);
}
