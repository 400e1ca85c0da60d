//! Tests of reasons and puzzles.

use crate::page::{Page, SEED};
use serde_json::{Value, json};

const POSITION: &str = include_str!("position.txt");

fn puzzle() -> String {
    format!(
        "puzzle classic-2-001\nrevision 2\nevaluator 0123456789abcdef\nseed 17\nseat A\nthemes colonise\n\
         found cadet 31 pilot 52 captain 70 admiral 88 oracle 100\ngreedy activate energy\n\n{POSITION}\n\
         0.812500 games 1024 : activate culture\n\
         0.503125 behind 0.309375 error 0.018000 games 640 : activate energy\n\
         0.400000 behind 0.412500 error 0.020000 games 640 : end\n"
    )
}

/// Asserts that each reason has a text, and that its positions can be opened.
fn check_reasons(page: &mut Page, reasons: &Value) {
    let reasons = reasons.as_array().expect("reasons");
    assert!((1..=3).contains(&reasons.len()), "{reasons:?}");
    for reason in reasons {
        assert!(reason["text"].as_str().is_some_and(|text| text.contains('%')), "{reason}");
        for position in ["better_position", "worse_position"] {
            let text = &reason[position]["setup"];
            page.ask(json!({ "do": "position", "text": text, "seed": SEED, "viewer": "A" }));
        }
    }
}

#[test]
fn a_hint_has_reasons() {
    let mut page = Page::new();
    let opened = page.ask(json!({ "do": "position", "text": POSITION, "seed": SEED }));
    let hint = page.ask(json!({ "do": "hint", "saved": opened["saved"] }));
    check_reasons(&mut page, &hint["reasons"]);
    let request = json!({
        "do": "reasons", "saved": opened["saved"],
        "better": hint["answers"][0]["steps"], "worse": hint["answers"][1]["steps"],
    });
    assert_eq!(page.ask(request.clone()), hint["reasons"]);
    page.language = "de";
    assert_ne!(page.ask(request)[0]["text"], hint["reasons"][0]["text"]);
}

#[test]
fn a_move_of_a_review_has_reasons() {
    let mut page = Page::new();
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/records/v1-r1-free-follow-idle.orr");
    let record = std::fs::read_to_string(file).expect("a record");
    let started = page.ask(json!({ "do": "review", "record": record, "rollouts": 0 }));
    let review = &started["review"];
    page.ask(json!({ "do": "review-advance", "review": review, "work": 1_000_000 }));
    let result = page.ask(json!({ "do": "review-result", "review": review }));
    let moves = result["moves"].as_array().expect("moves");
    let loss = |played: &Value| played["loss"].as_f64().unwrap_or_default();
    let worst = (0..moves.len()).max_by(|a, b| loss(&moves[*a]).total_cmp(&loss(&moves[*b])));
    let reasons = page.ask(json!({ "do": "reasons", "review": review, "index": worst }));
    assert!(reasons.as_array().is_some_and(|all| all.len() <= 3));
    let best = (0..moves.len()).find(|index| loss(&moves[*index]) == 0.0).expect("a good move");
    assert_eq!(page.ask(json!({ "do": "reasons", "review": review, "index": best })), json!([]));
}

#[test]
fn reasons_need_a_position_and_legal_moves() {
    let mut page = Page::new();
    let opened = page.ask(json!({ "do": "position", "text": POSITION, "seed": SEED }));
    let fault = page.refused(json!({ "do": "reasons" }));
    assert_eq!(fault["field"], "saved");
    let illegal = json!({
        "do": "reasons", "saved": opened["saved"], "better": ["activate colony"], "worse": ["end"],
    });
    assert!(page.refused(illegal).is_object());
    assert_eq!(
        page.refused(json!({ "do": "reasons", "review": 7, "index": 0 }))["code"],
        "not-found"
    );
}

#[test]
fn a_list_of_puzzles_names_the_puzzle_of_the_day() {
    let mut page = Page::new();
    let list = page.ask(json!({ "do": "puzzles", "files": [puzzle()], "date": "2026-01-31" }));
    assert_eq!(list["today"], 0);
    let first = &list["puzzles"][0];
    assert_eq!((&first["id"], &first["edition"]), (&json!("classic-2-001"), &json!("classic")));
    assert_eq!((&first["seats"], &first["seat"]), (&json!(2), &json!("A")));
    assert_eq!((&first["level"], &first["moves"]), (&json!("pilot"), &json!(3)));
    assert!(!list.to_string().contains("activate"), "the list reveals a solution");
    assert_eq!(page.ask(json!({ "do": "puzzles", "files": [] }))["today"], Value::Null);
    assert_eq!(page.refused(json!({ "do": "puzzles", "files": ["x"] }))["field"], "puzzle");
}

#[test]
fn a_list_of_puzzles_reads_set_ups_like_every_other_request() {
    let mut page = Page::new();
    let line = POSITION.lines().next().expect("a position has lines");
    let with_head = |head: &str| puzzle().replacen(&format!("\n{line}\n"), head, 1);
    let list = |head: &str| json!({ "do": "puzzles", "files": [with_head(head)] });
    let listed = page.ask(list("\nclassic 2; start A\n"));
    assert_eq!(listed["puzzles"][0]["seats"], 2);
    let solo = page.ask(list("\nclassic solo artemis\n"));
    assert_eq!(
        (&solo["puzzles"][0]["seats"], &solo["puzzles"][0]["rogue"]),
        (&json!(1), &json!("artemis"))
    );
    for head in ["classic two", "classic 9", "classic solo nobody", "unknown 2"] {
        let fault = page.refused(list(&format!("\n{head}\n")));
        assert_eq!(fault["field"], "puzzle", "{head}: {fault}");
    }
}

#[test]
fn a_puzzle_is_opened_answered_and_solved() {
    let mut page = Page::new();
    let opened = page.ask(json!({ "do": "puzzle-open", "puzzle": puzzle(), "seed": SEED }));
    assert_eq!(opened["moment"]["prompt"]["seats"], json!(["A"]));
    let judged = |page: &mut Page, steps: &[&str]| {
        page.ask(json!({ "do": "puzzle-judge", "puzzle": puzzle(), "steps": steps }))
    };
    assert_eq!(judged(&mut page, &["activate culture"])["solved"], true);
    let wrong = judged(&mut page, &["activate energy"]);
    assert_eq!((&wrong["solved"], &wrong["index"]), (&json!(false), &json!(1)));
    let solution = page.ask(json!({ "do": "puzzle-solve", "puzzle": puzzle() }));
    assert_eq!(solution["moves"].as_array().map(Vec::len), Some(3));
    assert_eq!(solution["moves"][0]["steps"], json!(["activate culture"]));
    assert_eq!(solution["moves"][0]["texts"].as_array().map(Vec::len), Some(1));
    assert_eq!(solution["greedy"], 1);
    check_reasons(&mut page, &solution["reasons"]);
    let illegal = json!({ "do": "puzzle-solve", "puzzle": puzzle(), "steps": ["activate colony"] });
    assert_eq!(page.refused(illegal)["field"], "puzzle");
}
