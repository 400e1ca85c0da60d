//! Tests of assessing moves before they are played.

use crate::page::{Page, SEED};
use serde_json::{Value, json};

const POSITION: &str = include_str!("position.txt");

/// Assesses a move of seat A in a known position.
fn assess(page: &mut Page, steps: &[&str]) -> Value {
    let saved = saved(page);
    page.ask(request(saved, steps))
}

fn saved(page: &mut Page) -> Value {
    page.ask(json!({ "do": "position", "text": POSITION, "seed": SEED, "viewer": "A" }))["saved"]
        .clone()
}

fn request(saved: Value, steps: &[&str]) -> Value {
    json!({ "do": "assess", "saved": saved, "steps": steps })
}

#[test]
fn a_wasted_turn_is_a_mistake_and_the_best_move_is_not() {
    let mut page = Page::new();
    let found = assess(&mut page, &["end"]);
    let review = &found["review"];
    assert!(["mistake", "blunder"].map(Value::from).contains(&review["mark"]), "{review}");
    let (best, chance) = (review["best"].as_f64(), review["chance"].as_f64());
    assert!(best > chance, "{review}");
    let listed = review["alternatives"].as_array().expect("moves");
    assert_eq!(found["texts"]["alternatives"].as_array().map(Vec::len), Some(listed.len()));
    let best = listed[0]["steps"].as_array().expect("steps");
    let best: Vec<&str> = best.iter().filter_map(Value::as_str).collect();
    let best_review = &assess(&mut page, &best)["review"];
    let mark_and_loss = (&best_review["mark"], best_review["loss"].as_f64());
    assert_eq!(mark_and_loss, (&Value::Null, Some(0.0)), "{best_review}");
}

#[test]
fn the_best_continuation_completes_a_move() {
    let found = assess(&mut Page::new(), &["activate move"]);
    let steps = found["review"]["steps"].as_array().expect("steps");
    assert!(steps.len() >= 3, "die, ship, place: {found}");
    assert_eq!(steps[0], "activate move");
    assert_eq!(found["texts"]["played"].as_array().map(Vec::len), Some(steps.len()));
}

#[test]
fn moves_that_are_not_legal_are_rejected() {
    let mut page = Page::new();
    let saved = saved(&mut page);
    assert_eq!(page.refused(request(saved.clone(), &["activate colony"]))["code"], "illegal");
    assert_eq!(page.refused(request(saved.clone(), &["rolled move"]))["field"], "steps");
    assert_eq!(page.refused(request(saved, &[]))["code"], "illegal");
}
