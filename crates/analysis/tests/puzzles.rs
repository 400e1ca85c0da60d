//! Tests of the search for puzzles, of their verification, and of the puzzles in `data/puzzles`.

mod games;

use games::played;
use orrery_analysis::Game;
use orrery_analysis::puzzle::{
    FindOptions, LEAD, Puzzle, SIGNIFICANCE, Theme, Verification, find, judge, verify,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Reads all puzzles, with the names and texts of their files.
fn committed_puzzles() -> Vec<(String, String, Puzzle)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/puzzles");
    let files = std::fs::read_dir(folder).expect("the puzzles").map(|file| file.expect("a file"));
    let mut all: Vec<(String, String, Puzzle)> = files
        .map(|file| {
            let text = std::fs::read_to_string(file.path()).expect("a text");
            let name = file.file_name().to_string_lossy().into_owned();
            let puzzle = Puzzle::parse(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            (name, text, puzzle)
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

#[test]
fn at_least_100_puzzles_cover_all_editions_and_solo() {
    let all = committed_puzzles();
    assert!(all.len() >= 100, "{} puzzles", all.len());
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    let mut themes = BTreeSet::new();
    for (name, text, puzzle) in &all {
        assert_eq!(*name, format!("{}.txt", puzzle.id));
        assert_eq!(puzzle.to_string(), *text, "{name}");
        let is_solo = puzzle.setup.split_ascii_whitespace().nth(1) == Some("solo");
        *kinds.entry(format!("{} {is_solo}", puzzle.edition())).or_default() += 1;
        themes.extend(puzzle.themes.iter().map(|theme| theme.word()));
    }
    let wanted = ["prototype false", "classic false", "revised false", "blast-off false"];
    for kind in wanted.into_iter().chain(["classic true", "revised true"]) {
        assert!(kinds.get(kind).is_some_and(|count| *count >= 5), "{kind}: {kinds:?}");
    }
    assert!(themes.len() >= 8, "{themes:?}");
    let positions: BTreeSet<(&str, &[String])> =
        all.iter().map(|(_, _, puzzle)| (puzzle.setup.as_str(), &puzzle.steps[..])).collect();
    assert_eq!(positions.len(), all.len(), "a position occurs twice");
}

#[test]
fn the_best_move_of_each_puzzle_leads_and_solves_it() {
    for (name, _, puzzle) in committed_puzzles() {
        let rules = puzzle.rules().expect("an edition");
        let state = puzzle.state(&rules).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let seats = state.seat_count() as f64;
        let spread = (seats - 1.0).sqrt() / seats;
        for other in &puzzle.proof.moves[1..] {
            let lead = other.behind - SIGNIFICANCE * other.error;
            assert!(lead >= LEAD * spread, "{name}: {other}");
        }
        let best = judge(&puzzle, &puzzle.proof.moves[0].steps).expect("legal");
        let greedy = judge(&puzzle, &puzzle.greedy).expect("legal");
        assert!(best.is_solved && !greedy.is_solved, "{name}");
    }
}

/// Verifies the puzzles with the fewest rollouts; `orrery verify data/puzzles/*.txt` verifies all.
#[test]
fn the_shortest_proofs_verify() {
    let mut all = committed_puzzles();
    let games =
        |puzzle: &Puzzle| puzzle.proof.moves.iter().filter_map(|proved| proved.games).sum::<u32>();
    all.sort_by_key(|(_, _, puzzle)| games(puzzle));
    for (name, _, puzzle) in all.iter().take(5) {
        verify(puzzle).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
}

/// Plays games until one contains a puzzle, and returns it.
fn first_puzzle(edition: &str, seats: usize) -> Puzzle {
    let options = FindOptions { rollouts: 256, min_points: 18, ..FindOptions::default() };
    let mut found = None;
    for seed in 1.. {
        let game = played(edition, seats, "captain", seed);
        let game = Game::from_steps(game.rules.clone(), game.position(0).detach(), &game.steps);
        find(&game, options, |puzzle| {
            found = Some(puzzle);
            false
        });
        if found.is_some() {
            break;
        }
    }
    let mut puzzle = found.expect("a puzzle");
    puzzle.id = "test-1".to_owned();
    puzzle
}

#[test]
fn a_found_puzzle_verifies_and_a_changed_one_fails() {
    let puzzle = first_puzzle("classic", 2);
    let read = Puzzle::parse(&puzzle.to_string()).expect("a puzzle");
    assert_eq!(read, puzzle);
    assert_eq!(verify(&read), Ok(Verification::Reproduced));
    let best = puzzle.best().expect("a move").steps.clone();
    assert!(judge(&puzzle, &best).expect("legal").is_solved);
    assert!(!judge(&puzzle, &puzzle.greedy).expect("legal").is_solved);
    let changes: [fn(&mut Puzzle); 6] = [
        |puzzle| puzzle.proof.moves[1].value += 0.01,
        |puzzle| puzzle.proof.moves.swap(0, 1),
        |puzzle| drop(puzzle.proof.moves.pop()),
        |puzzle| puzzle.found[0] = 100 - puzzle.found[0],
        |puzzle| puzzle.themes = vec![Theme::Convert, Theme::Rogue],
        |puzzle| puzzle.greedy = puzzle.proof.moves[0].steps.clone(),
    ];
    for change in changes {
        let mut changed = puzzle.clone();
        change(&mut changed);
        let problem = verify(&changed).expect_err("the proof is changed");
        assert!(problem.is_invalid_proof(), "{problem}");
    }
    let mut other = puzzle;
    other.proof.evaluator = "0".repeat(16);
    assert_eq!(verify(&other), Ok(Verification::Holds));
}
