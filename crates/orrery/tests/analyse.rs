//! Tests of `orrery analyse` from the user's point of view.
//!
//! Rollouts take most of the time of a review, so only the tests about rollouts use them.

mod cli_common;

use cli_common::{Scratch, orrery, printed, refused};
use serde_json::{Value, json};
use std::fs::{read_to_string, write};

/// A short finished game of two players.
const SHORT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/records/v1-r1-free-follow-idle.orr");
/// A short solo game.
const SOLO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/records/v1-revised-solo.orr");

fn reviews(args: &[&str]) -> Value {
    let text = printed(&[&["analyse", "--json"], args].concat());
    serde_json::from_str::<Value>(&text).expect("JSON")["games"].clone()
}

fn number(value: &Value, field: &str) -> f64 {
    value[field].as_f64().unwrap_or_else(|| panic!("no {field} in {value}"))
}

#[test]
fn the_accounts_of_a_record_balance() {
    for args in [[SHORT, "--rollouts=0"], [SOLO, "--quiet"]] {
        let games = reviews(&args);
        let review = &games[0]["review"];
        assert_eq!(review["analysed"], review["steps"]);
        for account in review["accounts"].as_array().expect("accounts") {
            let part = |field: &str| number(account, field);
            let explained = part("luck") - part("losses") + part("gifts") + part("hidden");
            let change = part("result") - part("start");
            assert!((change - explained - part("unexplained")).abs() < 1e-6, "{account}");
        }
    }
}

#[test]
fn rollouts_check_marks_by_default() {
    let checked = printed(&["analyse", SOLO, "--quiet"]);
    let unchecked = printed(&["analyse", SOLO, "--quiet", "--rollouts", "0"]);
    assert!(checked.contains('±') && !unchecked.contains('±'), "{checked}");
}

#[test]
fn a_review_is_printed_as_tables_or_written_as_a_page() {
    let scratch = Scratch::new("analyse");
    let text = printed(&["analyse", SHORT, "--quiet", "--rollouts", "0"]);
    for part in ["classic, 2 seats", "Account, in percentage points", "plays like", "Key moments"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let page = scratch.file("review.html");
    printed(&["analyse", SHORT, "--quiet", "--rollouts", "0", "--html", &page]);
    let page = read_to_string(page).expect("written");
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg"));
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"));
}

#[test]
fn illegal_and_unreadable_records_are_reported_and_others_are_reviewed() {
    let scratch = Scratch::new("analyse-damaged");
    let text = read_to_string(SHORT).expect("a record");
    let file = scratch.file("illegal.orr");
    write(&file, text.replacen("activate energy", "activate economy", 1)).expect("written");
    let games = reviews(&[&file, "--rollouts=0"]);
    let notes = games[0]["review"]["notes"].as_array().expect("notes").clone();
    let kinds: Vec<&str> = notes.iter().filter_map(|note| note["kind"].as_str()).collect();
    assert!(kinds.contains(&"illegal") && kinds.contains(&"unfinished"), "{kinds:?}");
    let broken = scratch.file("broken.orr");
    write(&broken, "this is not a record").expect("written");
    let output = orrery(&["analyse", "--quiet", "--rollouts", "0", &broken, SHORT]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Account"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("broken.orr"));
    assert!(refused(&["analyse", &broken]).contains("broken.orr"));
}

#[test]
fn annotated_records_verify_and_are_never_overwritten() {
    let scratch = Scratch::new("analyse-annotate");
    let folder = scratch.file("annotated");
    let args = ["analyse", SHORT, "--quiet", "--rollouts", "0", "--annotate", &folder];
    printed(&args);
    let file = format!("{folder}/v1-r1-free-follow-idle.orr");
    let text = read_to_string(&file).expect("written");
    assert!(text.contains("[review: ") && text.contains("luck"), "{text}");
    assert_eq!(printed(&["replay", &file, "--as", "text"]), text);
    assert_eq!(printed(&["verify", &file]), printed(&["verify", SHORT]).replace(SHORT, &file));
    assert!(refused(&args).contains("exists"));
}

#[test]
fn the_games_of_a_server_export_are_reviewed() {
    let scratch = Scratch::new("analyse-export");
    let record = read_to_string(SHORT).expect("a record");
    let game =
        |table: &str, record: Value| json!({ "table": { "table": table }, "record": record });
    let games = [
        game("../one", Value::from(record)),
        game("two", Value::Null),
        game("three", Value::from("no record")),
    ];
    let export = json!({ "me": {}, "bots": [], "devices": [], "games": games });
    let (file, folder) = (scratch.file("export.json"), scratch.file("out"));
    write(&file, export.to_string()).expect("written");
    let output = orrery(&["analyse", "--quiet", "--rollouts", "0", &file, "--annotate", &folder]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("export.json, table one: classic"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("table three"));
    assert!(read_to_string(format!("{folder}/export-one.orr")).is_ok());
}

#[test]
fn bot_games_pass_the_check() {
    let text = printed(&["analyse", "--check", "2", "--bot", "greedy", "--seats", "1", "--quiet"]);
    assert!(
        text.starts_with("2 games reviewed: classic solo") && text.contains("hash of all reviews"),
        "{text}"
    );
}

#[test]
fn the_statistics_of_players_are_grouped() {
    let text = printed(&["analyse", "--json", "--rollouts", "0", "--quiet", SHORT, SHORT]);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let players = document["players"].as_array().expect("players");
    assert_eq!(players.len(), 2);
    for player in players {
        let total = &player["total"];
        assert_eq!(total["games"], 2);
        for by in ["by_edition", "by_phase", "by_kind"] {
            let groups = player[by].as_object().expect("groups");
            let sum: f64 = groups.values().map(|it| number(it, "decisions")).sum();
            assert_eq!(sum, number(total, "decisions"), "{by}");
        }
        let editions = player["by_edition"].as_object().expect("groups");
        let luck: f64 = editions.values().map(|it| number(it, "luck")).sum();
        assert!((luck - number(total, "luck")).abs() < 1e-9);
    }
    let table = printed(&["analyse", "--rollouts", "0", "--quiet", SHORT, SHORT]);
    for part in ["By edition", "By phase", "By kind", "gifts taken", "followed"] {
        assert!(table.contains(part), "{part}");
    }
}
