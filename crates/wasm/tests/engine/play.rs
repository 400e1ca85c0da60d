//! Tests of running games: actions, undo, saving and hidden information.

use crate::page::{Page, SEED};
use serde_json::{Value, json};

/// A set-up in which seat A decides.
const POSITION: &str = include_str!("position.txt");

/// Opens the test position, viewed by seat A.
fn open_position(page: &mut Page) -> Value {
    page.ask(json!({
        "do": "position", "text": POSITION, "names": ["Ada", "Ben"], "seed": SEED, "viewer": "A",
    }))
}

fn act(page: &mut Page, opened: &Value, version: u64, steps: &[&str]) -> Value {
    page.ask(json!({
        "do": "act", "game": opened["game"], "version": version, "steps": steps, "viewer": "A",
    }))
}

#[test]
fn a_new_game_runs_up_to_the_first_question() {
    let mut page = Page::new();
    let opened = page.new_game(json!({ "seats": 2 }));
    let moment = &opened["moment"];
    assert_eq!(moment["prompt"]["decision"]["question"], "keep-mission");
    assert_eq!(moment["prompt"]["legal"].as_array().map(Vec::len), Some(2));
    assert_eq!(moment["view"]["dealt"].as_array().map(Vec::len), Some(2));
    assert_eq!(moment["version"], opened["steps"].as_array().map_or(0, Vec::len));
    assert_eq!(moment["undo"], Value::Null);
}

#[test]
fn a_view_contains_the_current_score_of_the_viewers_mission() {
    let mut page = Page::new();
    let mut standing = |mission: &str, viewer: Option<&str>| {
        let text = format!(
            "classic 2; row jakks nagato hoefker shouhua; A mission {mission} colonies leandra; \
             B mission hoarder; turn A dice move"
        );
        let opened = page.ask(json!({
            "do": "position", "text": text, "seed": SEED, "viewer": viewer,
        }));
        opened["moment"]["view"]["standing"].clone()
    };
    assert_eq!(standing("noble", Some("A")), json!({ "points": 3, "counts": [1, 0] }));
    assert_eq!(standing("trader", Some("A")), json!({ "points": 2, "counts": [0, 0] }));
    assert_eq!(standing("orbiter", Some("A")), json!({ "points": 2, "counts": [] }));
    assert_eq!(standing("noble", None), Value::Null);
}

#[test]
fn hidden_missions_of_others_are_never_sent() {
    let mut page = Page::new();
    let opened = page.new_game(json!({ "seats": 2 }));
    let steps = opened["steps"].as_array().expect("steps");
    let dealt = |seat: &str| {
        steps
            .iter()
            .filter(|step| step["events"][0]["kind"] == "mission-dealt")
            .filter(move |step| step["events"][0]["seat"] == seat)
            .collect::<Vec<&Value>>()
    };
    assert!(dealt("A").iter().all(|step| step["step"] != "dealt ?"));
    assert!(dealt("B").iter().all(|step| step["step"] == "dealt ?"));
    assert!(dealt("B").iter().all(|step| step["events"][0]["mission"].is_null()));
    assert_eq!(dealt("B").len(), 2);
}

#[test]
fn other_seats_see_the_question_but_no_actions() {
    let mut page = Page::new();
    let opened = page.new_game(json!({ "seats": 2 }));
    let seen = page.ask(json!({ "do": "look", "game": opened["game"], "viewer": "B" }));
    assert_eq!(seen["prompt"]["decision"]["seat"], "A");
    assert_eq!(seen["prompt"]["legal"], Value::Null, "other seats see the legal actions");
}

#[test]
fn whole_games_are_played_in_every_edition_and_solo() {
    let games = [
        json!({ "edition": "prototype", "seats": 2 }),
        json!({ "edition": "classic", "seats": 5 }),
        json!({ "edition": "revised", "seats": 1, "rogue": "hades", "relentless": true }),
        json!({ "edition": "blast-off", "seats": 3 }),
    ];
    for settings in games {
        let (end, _) = Page::new().play_whole_game(settings.clone());
        assert!(end["view"]["outcome"]["winners"].is_array(), "{settings}");
        assert_eq!(end["prompt"], Value::Null);
        assert_eq!(end["undo"], Value::Null);
    }
}

#[test]
fn a_saved_game_continues_identically_in_another_engine() {
    let mut page = Page::new();
    let opened = page.new_game(json!({ "seats": 2 }));
    let saved = page.ask(json!({ "do": "save", "game": opened["game"] }));
    let mut other = Page::new();
    let loaded = other.ask(json!({ "do": "load", "saved": saved, "viewer": "A" }));
    assert_eq!(loaded["moment"], opened["moment"]);
    let original_end = page.bots_play(&opened["game"], opened["moment"].clone(), "AB");
    let restored_end = other.bots_play(&loaded["game"], loaded["moment"].clone(), "AB");
    assert_eq!(original_end, restored_end);
}

#[test]
fn an_action_for_a_stale_version_is_rejected() {
    let mut page = Page::new();
    let opened = open_position(&mut page);
    act(&mut page, &opened, 0, &["activate culture"]);
    let fault = page.refused(json!({
        "do": "act", "game": opened["game"], "version": 0, "steps": ["end"],
    }));
    assert_eq!(fault["code"], "stale");
    assert!(fault["version"].as_u64() > Some(0));
}

#[test]
fn several_steps_are_applied_atomically() {
    let mut page = Page::new();
    let opened = open_position(&mut page);
    let fault = page.refused(json!({
        "do": "act", "game": opened["game"], "version": 0,
        "steps": ["activate move", "ship 1", "ship 1"],
    }));
    assert_eq!(fault["code"], "illegal");
    let moment = page.ask(json!({ "do": "look", "game": opened["game"] }));
    assert_eq!(moment["version"], 0);
}

#[test]
fn undo_goes_back_to_the_last_new_information() {
    let mut page = Page::new();
    let opened = open_position(&mut page);
    let game = &opened["game"];
    assert_eq!(opened["moment"]["undo"], Value::Null);
    let moved = act(&mut page, &opened, 0, &["activate move", "ship 1"]);
    assert_eq!(moved["moment"]["undo"], 1, "back to the choice of the ship");
    let back = page.ask(json!({ "do": "undo", "game": game, "to": 0, "viewer": "A" }));
    assert_eq!(back["moment"]["view"], opened["moment"]["view"]);
    let rolled = act(&mut page, &opened, 0, &["reroll", "die culture", "roll"]);
    assert_eq!(rolled["moment"]["undo"], Value::Null);
    let fault = page.refused(json!({ "do": "undo", "game": game, "viewer": "A" }));
    assert_eq!(fault["code"], "nothing-to-undo");
}

#[test]
fn a_seat_cannot_undo_steps_of_another() {
    let mut page = Page::new();
    let opened = open_position(&mut page);
    act(&mut page, &opened, 0, &["activate move", "ship 1"]);
    let seen = page.ask(json!({ "do": "look", "game": opened["game"], "viewer": "B" }));
    assert_eq!(seen["undo"], Value::Null);
    let fault = page.refused(json!({ "do": "undo", "game": opened["game"], "viewer": "B" }));
    assert_eq!(fault["code"], "nothing-to-undo");
}

#[test]
fn undo_does_not_change_the_next_roll() {
    let mut page = Page::new();
    let reroll = ["reroll", "die culture", "roll"];
    let opened = open_position(&mut page);
    let without_undo = act(&mut page, &opened, 0, &reroll);
    let opened = open_position(&mut page);
    act(&mut page, &opened, 0, &["reroll", "die culture"]);
    page.ask(json!({ "do": "undo", "game": opened["game"], "to": 0, "viewer": "A" }));
    assert_eq!(act(&mut page, &opened, 0, &reroll)["steps"], without_undo["steps"]);
}

#[test]
fn a_script_overrides_the_dice() {
    let mut page = Page::new();
    let opened = page.ask(json!({
        "do": "position", "text": POSITION, "seed": SEED, "viewer": "A", "script": ["rolled colony"],
    }));
    let rolled = act(&mut page, &opened, 0, &["reroll", "die culture", "roll"]);
    let dice = rolled["moment"]["view"]["dice"].as_array().expect("dice");
    assert!(dice.contains(&json!("colony")), "{dice:?}");
}

#[test]
fn an_impossible_script_is_rejected() {
    let fault = Page::new().refused(json!({
        "do": "new", "settings": { "seats": 2 }, "seed": SEED, "script": ["rolled colony"],
    }));
    assert_eq!(fault["field"], "script");
}

#[test]
fn a_game_keeps_its_deck_while_many_other_decks_are_loaded() {
    let deck = |i: u32| format!("id = \"deck-{i}\"\nname = \"Deck {i}\"\nedition = \"classic\"\n");
    let mut page = Page::new();
    let opened = page.new_game(json!({ "seats": 2, "deck": deck(0) }));
    for i in 1..100 {
        let checked = page.ask(json!({ "do": "deck", "deck": deck(i) }));
        assert_eq!(checked["edition"], format!("deck-{i}"));
    }
    let cards = page.ask(json!({ "do": "cards", "game": opened["game"] }));
    assert_eq!(cards["edition"], "deck-0");
    let end = page.bots_play(&opened["game"], opened["moment"].clone(), "AB");
    assert!(end["view"]["outcome"].is_object(), "{end}");
}
