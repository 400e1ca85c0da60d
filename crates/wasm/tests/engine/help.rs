//! Tests of explanations, previews, cards, rules and invalid requests.

use crate::page::{Page, SEED};
use orrery_testing::small_stack::on_small_stack;
use serde_json::{Value, json};

const POSITION: &str = include_str!("position.txt");

/// Opens the test position, viewed by seat A.
fn open_position(page: &mut Page) -> Value {
    page.ask(json!({ "do": "position", "text": POSITION, "seed": SEED, "viewer": "A" }))
}

#[test]
fn an_illegal_step_gives_the_reason_and_the_rule() {
    let mut page = Page::new();
    let opened = open_position(&mut page);
    let request = json!({ "do": "why", "game": opened["game"], "step": "activate colony" });
    let why = page.ask(request.clone());
    assert_eq!(why["rule"], "R2.3");
    assert!(why["book"].as_str().is_some_and(|rule| rule.starts_with("R2.3 ")), "{why}");
    page.language = "de";
    assert_ne!(page.ask(request)["text"], why["text"]);
}

#[test]
fn a_legal_step_gives_no_reason() {
    let mut page = Page::new();
    let opened = open_position(&mut page);
    let why = page.ask(json!({ "do": "why", "game": opened["game"], "step": "end" }));
    assert_eq!(why, Value::Null);
}

#[test]
fn every_legal_action_has_a_text() {
    let mut page = Page::new();
    page.language = "de";
    let opened = open_position(&mut page);
    let prompt = &opened["moment"]["prompt"];
    let (legal, texts) = (prompt["legal"].as_array(), prompt["texts"].as_array());
    assert_eq!(legal.map(Vec::len), texts.map(Vec::len));
    assert!(prompt["texts"].to_string().contains("Zug beenden"), "{prompt}");
}

#[test]
fn a_preview_shows_the_events_before_the_next_chance_outcome() {
    let mut page = Page::new();
    let opened = open_position(&mut page);
    let culture = page.ask(json!({
        "do": "preview", "game": opened["game"], "steps": ["activate culture"],
    }));
    assert!(culture["events"].to_string().contains("\"gained\""), "{culture}");
    let reroll = page.ask(json!({
        "do": "preview", "game": opened["game"], "steps": ["reroll", "die culture", "roll"],
    }));
    assert_eq!(reroll["next"], "chance");
    assert!(!reroll["events"].to_string().contains("dice-rolled"), "{reroll}");
    let moment = page.ask(json!({ "do": "look", "game": opened["game"], "viewer": "A" }));
    assert_eq!(moment, opened["moment"], "a preview changed the game");
}

#[test]
fn paths_go_from_the_die_to_its_targets() {
    let mut page = Page::new();
    let opened = open_position(&mut page);
    let paths = page.ask(json!({
        "do": "paths", "game": opened["game"], "steps": ["activate move"],
    }));
    let paths = paths.as_array().expect("paths");
    assert!(paths.len() > 4, "{}", paths.len());
    for path in paths {
        let steps = path["steps"].as_array().expect("steps");
        assert_eq!(steps.len(), 3, "die, ship, place: {path}");
        assert_eq!(path["texts"].as_array().map(Vec::len), Some(3));
        assert!(path["events"].to_string().contains("\"ship-moved\""), "{path}");
        page.ask(json!({ "do": "preview", "game": opened["game"], "steps": steps }));
    }
}

#[test]
fn a_hint_rates_every_action_with_its_continuation() {
    let mut page = Page::new();
    let opened = open_position(&mut page);
    let saved = page.ask(json!({ "do": "save", "game": opened["game"] }));
    let hint = page.ask(json!({ "do": "hint", "saved": saved }));
    let answers = hint["answers"].as_array().expect("answers");
    let legal = opened["moment"]["prompt"]["legal"].as_array().expect("answers");
    assert_eq!(answers.len(), legal.len(), "{hint}");
    for answer in answers {
        assert!(legal.contains(&answer["steps"][0]), "{answer}");
        let (steps, texts) = (answer["steps"].as_array(), answer["texts"].as_array());
        assert_eq!(steps.map(Vec::len), texts.map(Vec::len), "{answer}");
        assert!(
            answer["chance"].as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance)),
            "{answer}"
        );
        let preview = json!({ "do": "preview", "game": opened["game"], "steps": answer["steps"] });
        assert_ne!(page.ask(preview)["next"], "choice", "the steps are not a whole move: {answer}");
    }
}

#[test]
fn the_engine_lists_editions_and_bots() {
    let about = Page::new().ask(json!({ "do": "about" }));
    let classic = &about["editions"][1];
    assert_eq!(classic["edition"], "classic");
    assert_eq!(classic["seats"], json!([1, 2, 3, 4, 5]));
    assert_eq!(classic["rogues"].as_array().map(Vec::len), Some(5));
    assert!(about["bots"].as_array().is_some_and(|bots| bots.contains(&json!("greedy"))));
}

#[test]
fn cards_and_rules_can_be_looked_up() {
    let mut page = Page::new();
    let cards = page.ask(json!({ "do": "cards", "edition": "classic" }));
    assert!(cards["planets"].as_array().is_some_and(|planets| planets.len() >= 36));
    let opened = page.new_game(json!({ "edition": "blast-off", "seats": 2 }));
    let cards = page.ask(json!({ "do": "cards", "game": opened["game"] }));
    assert_eq!(cards["edition"], "blast-off");
    let book = page.ask(json!({ "do": "rulebook" }));
    assert_eq!(book["chapters"].as_array().map(Vec::len), Some(14));
    assert!(book["rules"].as_array().is_some_and(|rules| rules.len() >= 80));
}

#[test]
fn rules_and_mission_names_are_translated() {
    let mut page = Page::new();
    let english = page.ask(json!({ "do": "rulebook" }));
    page.language = "de";
    let german = page.ask(json!({ "do": "rulebook" }));
    assert_eq!((&english["language"], &german["language"]), (&json!("en"), &json!("de")));
    assert_eq!(english["rules"][0]["number"], german["rules"][0]["number"]);
    assert_ne!(english["rules"][0]["text"], german["rules"][0]["text"]);
    let cards = page.ask(json!({ "do": "cards", "edition": "classic" }));
    assert_eq!(cards["missions"][0]["mission"], "seeker");
    assert_eq!(cards["missions"][0]["name"], "Sucher");
    assert_eq!(cards["name"], "Klassisch");
}

#[test]
fn an_invalid_deck_is_rejected_with_all_its_problems() {
    let fault = Page::new().refused(json!({ "do": "deck", "deck": "id = 3\nplanets = 4\n" }));
    assert_eq!(fault["code"], "bad-deck");
    assert!(fault["problems"].as_array().is_some_and(|problems| problems.len() > 1), "{fault}");
    assert_eq!(fault["problems"][0]["line"], 1);
}

#[test]
fn invalid_options_are_rejected_with_their_rule() {
    let fault = Page::new().refused(json!({
        "do": "new", "settings": { "edition": "blast-off", "seats": 5 }, "seed": SEED,
    }));
    assert_eq!(fault["code"], "options");
    assert_eq!(fault["problems"][0]["rule"], "R1.1");
}

#[test]
fn invalid_requests_are_rejected_without_side_effects() {
    let mut page = Page::new();
    for request in
        ["", "{", "[]", "{\"do\":\"dance\"}", "{\"do\":\"look\"}", "{\"do\":\"look\",\"game\":-1}"]
    {
        assert!(
            page.ask_raw(request).starts_with("{\"fault\":{\"code\":\"malformed\""),
            "{request}"
        );
    }
    assert_eq!(page.refused(json!({ "do": "look", "game": 7 }))["code"], "not-found");
    for seed in ["", "zz", &SEED[1..]] {
        let fault = page.refused(json!({ "do": "new", "settings": { "seats": 2 }, "seed": seed }));
        assert_eq!(fault["field"], "seed");
    }
    page.new_game(json!({ "seats": 2 }));
}

/// Sends deeply nested requests, and requests with deeply nested decks, set-ups and records.
#[test]
fn nested_requests_do_not_overflow_the_stack() {
    on_small_stack("help::nested_requests_do_not_overflow_the_stack", || {
        let mut page = Page::new();
        for open in ["[", "{\"do\":", "{\"do\":\"new\",\"settings\":{\"a\":"] {
            let answer = page.ask_raw(&open.repeat(100_000));
            assert!(answer.starts_with("{\"fault\":{\"code\":\"malformed\""), "{open}");
        }
        for deep in ["{{}a", "[", "{a="].map(|open| format!("a={}", open.repeat(4000))) {
            assert_eq!(page.refused(json!({ "do": "deck", "deck": deep }))["code"], "bad-deck");
            assert!(
                page.refused(json!({ "do": "position", "text": deep, "seed": SEED })).is_object()
            );
            assert!(page.refused(json!({ "do": "open", "record": deep })).is_object());
        }
    });
}
