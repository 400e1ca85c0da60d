//! Tests of records: replay, branch, verify, import and export.

use crate::page::{Page, SEED};
use serde_json::{Value, json};

const OTHER_SEED: &str = "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1eff";

/// Plays a game and opens its record; returns the last moment, the saved game and the replay.
fn finished_replay(page: &mut Page) -> (Value, Value, Value) {
    let (end, saved) = page.play_whole_game(json!({ "seats": 2 }));
    let replay = page.ask(json!({ "do": "open", "record": saved["record"] }));
    (end, saved, replay)
}

#[test]
fn a_replay_shows_every_moment_from_any_seat() {
    let mut page = Page::new();
    let (end, _, replay) = finished_replay(&mut page);
    assert_eq!(replay["length"], end["version"]);
    assert_eq!(replay["outcome"], end["view"]["outcome"]);
    assert_eq!(replay["names"], json!(["Ada", "Ben"]));
    let number = &replay["replay"];
    let last = page.ask(json!({ "do": "at", "replay": number, "step": 1 << 20, "viewer": "A" }));
    assert_eq!(last["view"], end["view"]);
    let early = page.ask(json!({ "do": "at", "replay": number, "step": 20, "viewer": "B" }));
    assert_eq!(early["view"]["seats"][0]["mission"], Value::Null);
    assert_eq!(early["view"]["viewer"], "B");
}

#[test]
fn a_timeline_contains_every_step() {
    let mut page = Page::new();
    let (end, _, replay) = finished_replay(&mut page);
    let timeline = page.ask(json!({ "do": "timeline", "replay": replay["replay"], "viewer": "A" }));
    let timeline = timeline.as_array().expect("timeline");
    assert_eq!(Some(timeline.len() as u64), end["version"].as_u64());
    let last = &timeline[timeline.len() - 1];
    assert!(last["step"]["events"].to_string().contains("game-over"), "{last}");
    let scores = &end["view"]["outcome"]["scores"];
    let points =
        |seat: usize| scores[seat]["points"].as_u64().zip(scores[seat]["mission_points"].as_u64());
    assert_eq!(last["points"][0].as_u64(), points(0).map(|(all, mission)| all - mission));
    let turns = replay["turns"].as_array().expect("turns");
    assert_eq!(timeline[turns[1]["step"].as_u64().expect("a step") as usize]["turn"], 1);
}

#[test]
fn a_local_game_can_be_verified() {
    let mut page = Page::new();
    let (_, saved, replay) = finished_replay(&mut page);
    let verdict = page.ask(json!({ "do": "verify", "replay": replay["replay"] }));
    assert_eq!(verdict["verdict"], "proved", "{verdict}");
    assert!(verdict["rolls"].as_u64() > Some(10));
    let record = saved["record"].as_str().expect("text");
    assert!(record.contains(SEED), "the record of a finished game does not reveal the seed");
    let forged = record.replace(SEED, OTHER_SEED);
    let replay = page.ask(json!({ "do": "open", "record": forged }));
    let verdict = page.ask(json!({ "do": "verify", "replay": replay["replay"] }));
    assert_eq!(verdict["verdict"], "false", "{verdict}");
}

/// Verifies without a receipt, with the right one and with a wrong one.
#[test]
fn the_proof_level_depends_on_the_receipt() {
    let mut page = Page::new();
    let (_, saved, replay) = finished_replay(&mut page);
    let record = saved["record"].as_str().expect("text");
    let line = record.lines().find_map(|line| line.strip_prefix("dice commit "));
    let commitment = line.expect("a commitment");
    let head = "orrery dice receipt 1\n";
    let verdict = page.ask(json!({ "do": "verify", "replay": replay["replay"] }));
    assert_eq!(
        (&verdict["proof_level"], &verdict["shortfall"]),
        (&json!("consistent"), &json!("no-commitment"))
    );
    let receipt = format!("{head}commit {commitment}\naborted 1\n");
    let ask = json!({ "do": "verify", "replay": replay["replay"], "receipt": receipt });
    let verdict = page.ask(ask);
    assert_eq!((&verdict["proof_level"], &verdict["aborted"]), (&json!("committed"), &json!(1)));
    let receipt = format!("{head}commit {}\n", "00".repeat(32));
    let ask = json!({ "do": "verify", "replay": replay["replay"], "receipt": receipt });
    let verdict = page.ask(ask);
    assert_eq!((&verdict["verdict"], &verdict["proof_level"]), (&json!("false"), &Value::Null));
}

#[test]
fn a_page_gets_the_hash_of_its_contribution() {
    let mut page = Page::new();
    let hash = page.ask(json!({ "do": "entropy-hash", "entropy": "416461" }));
    assert_eq!(hash, "684509b0f0237e92e407cc2e5effc4ed07bc4a8b155f563fafbe30f9fdb16c32");
}

/// Uses games that play differently in revision 1 of the rules and in the newest revision.
#[test]
fn records_of_revision_1_verify_by_its_rulings() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/records");
    for name in ["free-follow-missed", "free-follow-idle", "revised-hades", "own-deck-magpie"] {
        let record = std::fs::read_to_string(format!("{data}/v1-r1-{name}.orr")).expect("a record");
        let mut page = Page::new();
        let replay = page.ask(json!({ "do": "open", "record": record }));
        let verdict = page.ask(json!({ "do": "verify", "replay": replay["replay"] }));
        assert_eq!(verdict["verdict"], "proved", "{name}: {verdict}");
    }
}

#[test]
fn a_running_game_keeps_its_seed_out_of_the_record() {
    let mut page = Page::new();
    let opened = page.new_game(json!({ "seats": 2 }));
    let saved = page.ask(json!({ "do": "save", "game": opened["game"] }));
    assert!(saved["record"].as_str().is_some_and(|record| !record.contains(SEED)));
    assert_eq!(saved["seed"], SEED);
    let replay = page.ask(json!({ "do": "open", "record": saved["record"] }));
    let verdict = page.ask(json!({ "do": "verify", "replay": replay["replay"] }));
    assert_eq!(verdict["verdict"], "unknown", "{verdict}");
}

#[test]
fn a_branch_continues_from_any_step_to_its_own_end() {
    let mut page = Page::new();
    let (end, _, replay) = finished_replay(&mut page);
    let length = end["version"].as_u64().expect("a number");
    for step in [0, 5, length / 2, length / 2 + 1, length / 2 + 2, length - 1] {
        let opened = page.ask(json!({
            "do": "branch", "replay": replay["replay"], "step": step, "seed": OTHER_SEED, "viewer": "A",
        }));
        let end = page.bots_play(&opened["game"], opened["moment"].clone(), "AB");
        assert!(end["view"]["outcome"]["winners"].is_array(), "from step {step}");
        let saved = page.ask(json!({ "do": "save", "game": opened["game"] }));
        page.ask(json!({ "do": "open", "record": saved["record"] }));
    }
}

#[test]
fn a_branch_between_actions_can_be_verified() {
    let mut page = Page::new();
    let (_, _, replay) = finished_replay(&mut page);
    let opened = page.ask(json!({
        "do": "branch", "replay": replay["replay"], "step": replay["turns"][3]["step"],
        "seed": OTHER_SEED, "viewer": "A",
    }));
    page.bots_play(&opened["game"], opened["moment"].clone(), "AB");
    let saved = page.ask(json!({ "do": "save", "game": opened["game"] }));
    let branch = page.ask(json!({ "do": "open", "record": saved["record"] }));
    let verdict = page.ask(json!({ "do": "verify", "replay": branch["replay"] }));
    assert_eq!(verdict["verdict"], "proved", "{verdict}");
}

#[test]
fn a_redacted_record_can_be_watched_but_not_branched() {
    let mut page = Page::new();
    let opened = page.new_game(json!({ "seats": 2 }));
    let saved = page.ask(json!({ "do": "save", "game": opened["game"] }));
    let whole = page.ask(json!({ "do": "open", "record": saved["record"] }));
    let redacted = page.ask(json!({
        "do": "write", "replay": whole["replay"], "form": "text", "seen_by": "A",
    }));
    let replay = page.ask(json!({ "do": "open", "record": redacted }));
    assert_eq!((&replay["whole"], &replay["seen_by"]), (&json!(false), &json!("A")));
    let at = |viewer: &str| json!({ "do": "at", "replay": replay["replay"], "step": 99, "viewer": viewer });
    assert_eq!(page.ask(at("A"))["view"]["dealt"].as_array().map(Vec::len), Some(2));
    assert_eq!(page.refused(at("B"))["field"], "record");
    let branch = json!({ "do": "branch", "replay": replay["replay"], "step": 9, "seed": SEED });
    assert_eq!(page.refused(branch)["field"], "record");
}

#[test]
fn both_file_formats_round_trip() {
    let mut page = Page::new();
    let (_, _, replay) = finished_replay(&mut page);
    for form in ["text", "json"] {
        let file = page.ask(json!({ "do": "write", "replay": replay["replay"], "form": form }));
        let reopened = page.read(file.as_str().expect("text").as_bytes());
        assert_eq!(reopened["ok"]["length"], replay["length"]);
    }
}

#[test]
fn an_invalid_file_is_rejected_with_its_position() {
    let mut page = Page::new();
    let (_, saved, _) = finished_replay(&mut page);
    let record = saved["record"].as_str().expect("text");
    let unreadable = page.refused(json!({ "do": "open", "record": "orrery record 1\n%%%\n" }));
    assert_eq!(
        (&unreadable["field"], &unreadable["problems"][0]["line"]),
        (&json!("record"), &json!(2))
    );
    let impossible = record.replacen("activate", "repeat", 1);
    let fault = page.refused(json!({ "do": "open", "record": impossible }));
    assert!(fault["text"].as_str().is_some_and(|text| text.starts_with("step ")), "{fault}");
    assert!(page.read(b"\x89PNG\r\n\x1a\n\xff").get("fault").is_some());
    assert!(page.read(b"").get("fault").is_some());
}

/// Opens seat C's record of a game in which B and C are both asked to follow.
fn follow_seen_by_c(page: &mut Page) -> Value {
    const POSITION: &str = "classic 3; row jakks nagato hoefker shouhua helios; \
        A 2e1c ships orbit:1:0 home; B 2e2c ships orbit:1:1 home; C 2e2c ships orbit:1:1 home; \
        turn A dice diplomacy energy";
    let opened = page.ask(json!({ "do": "position", "text": POSITION, "seed": SEED }));
    let steps = ["activate diplomacy", "advance 1"];
    let act = json!({ "do": "act", "game": opened["game"], "version": 0, "steps": steps });
    let saved = page.ask(act)["saved"].clone();
    let whole = page.ask(json!({ "do": "open", "record": saved["record"] }));
    let write = json!({ "do": "write", "replay": whole["replay"], "form": "text", "seen_by": "C" });
    let redacted = page.ask(write);
    page.ask(json!({ "do": "open", "record": redacted }))
}

#[test]
fn lookahead_works_at_the_end_of_a_redacted_record() {
    let mut page = Page::new();
    let replay = follow_seen_by_c(&mut page)["replay"].clone();
    let paths = page.ask(json!({ "do": "paths", "replay": replay, "viewer": "C" }));
    let follow =
        paths.as_array().and_then(|all| all.iter().find(|path| path["steps"][0] == "follow"));
    let events = follow.expect("a path that follows")["events"].to_string();
    assert!(events.contains("\"colonised\"") && events.contains("\"C\""), "{events}");
    let why = json!({ "do": "why", "replay": replay, "viewer": "C", "step": "end" });
    assert!(page.ask(why)["rule"].is_string());
    let fault = page.refused(json!({ "do": "preview", "replay": replay, "steps": [] }));
    assert_eq!(fault["field"], "game");
}

/// Returns a complete game, seat A's record at the first question, and all steps as A sees them.
fn seen_by_a(page: &mut Page) -> (Value, Value, Vec<String>) {
    let (_, _, whole) = finished_replay(page);
    let timeline = json!({ "do": "timeline", "replay": whole["replay"], "viewer": "A" });
    let timeline = page.ask(timeline);
    let steps = timeline.as_array().expect("timeline").iter();
    let steps = steps.map(|step| step["step"]["step"].as_str().expect("words").to_owned());
    let opened = page.new_game(json!({ "seats": 2 }));
    let saved = page.ask(json!({ "do": "save", "game": opened["game"] }));
    let begun = page.ask(json!({ "do": "open", "record": saved["record"] }));
    let redacted = page.ask(json!({
        "do": "write", "replay": begun["replay"], "form": "text", "seen_by": "A",
    }));
    (whole, page.ask(json!({ "do": "open", "record": redacted })), steps.collect())
}

#[test]
fn a_redacted_record_is_extended_by_the_steps_its_seat_receives() {
    let mut page = Page::new();
    let (whole, replay, steps) = seen_by_a(&mut page);
    let timeline = page.ask(json!({ "do": "timeline", "replay": whole["replay"], "viewer": "A" }));
    let mut known = replay["length"].as_u64().expect("a number") as usize;
    // Leave out the last step, which reveals the missions of the other seats.
    while known + 1 < steps.len() {
        let next = (known + 1 + known % 3).min(steps.len() - 1);
        let extended = page.ask(json!({
            "do": "extend", "replay": replay["replay"], "viewer": "A", "steps": steps[known..next],
        }));
        let extended_steps = extended["steps"].as_array().expect("steps").clone();
        let expected = (known..next).map(|step| timeline[step]["step"].clone());
        assert_eq!(extended_steps, expected.collect::<Vec<_>>());
        let at = json!({ "do": "at", "replay": whole["replay"], "step": next, "viewer": "A" });
        assert_eq!(extended["moment"]["view"], page.ask(at)["view"], "after {next} steps");
        known = next;
    }
    let request = json!({ "do": "timeline", "replay": replay["replay"], "viewer": "A" });
    let extended = page.ask(request);
    assert_eq!(extended, json!(timeline.as_array().expect("timeline")[..steps.len() - 1]));
}

#[test]
fn an_extended_record_prompts_its_viewer_like_a_server() {
    let mut page = Page::new();
    let replay = follow_seen_by_c(&mut page)["replay"].clone();
    let mut prompt_for = |viewer: &str| {
        page.ask(json!({ "do": "extend", "replay": replay, "viewer": viewer, "steps": [] }))
    };
    let extended = prompt_for("C");
    assert_eq!(extended["steps"], json!([]));
    assert_eq!(extended["moment"]["view"]["decision"]["seat"], "B", "B is not asked first");
    let prompt = &extended["moment"]["prompt"];
    assert_eq!(prompt["decision"]["seat"], "C", "C is not asked at the same time");
    assert_eq!(prompt["legal"], json!(["follow", "pass"]));
    assert!(prompt["texts"][1].as_str().is_some_and(|text| text != "pass"), "{prompt}");
    let spectator = page.ask(json!({ "do": "extend", "replay": replay, "steps": [] }));
    assert_eq!(spectator["moment"]["prompt"], Value::Null);
    assert!(spectator["moment"]["view"]["decision"]["text"].is_string());
}

#[test]
fn impossible_steps_leave_a_record_unchanged() {
    let mut page = Page::new();
    let (_, replay, steps) = seen_by_a(&mut page);
    let known = replay["length"].as_u64().expect("a number") as usize;
    for wrong in ["rolled move", "dance", ""] {
        let steps = [&steps[known], wrong];
        page.refused(json!({ "do": "extend", "replay": replay["replay"], "steps": steps }));
    }
    page.ask(json!({ "do": "extend", "replay": replay["replay"], "steps": steps[known..] }));
}

#[test]
fn lookahead_assumes_that_other_seats_have_chosen_their_missions() {
    let mut page = Page::new();
    let opened = page.new_game(json!({ "seats": 2 }));
    let saved = page.ask(json!({ "do": "save", "game": opened["game"] }));
    let whole = page.ask(json!({ "do": "open", "record": saved["record"] }));
    let redacted = page.ask(json!({
        "do": "write", "replay": whole["replay"], "form": "text", "seen_by": "B",
    }));
    let replay = page.ask(json!({ "do": "open", "record": redacted }))["replay"].clone();
    let last = page.ask(json!({ "do": "at", "replay": replay, "step": 999, "viewer": "B" }));
    let dealt = last["view"]["dealt"].as_array().expect("missions").clone();
    let keep = format!("keep {}", dealt[0].as_str().expect("a mission"));
    let preview =
        page.ask(json!({ "do": "preview", "replay": replay, "viewer": "B", "steps": [keep] }));
    assert_eq!(preview["view"]["seats"][1]["mission"], dealt[0]);
}

/// Returns a deck with CRLF line endings and no line ending at the end of the file.
fn crlf_deck() -> String {
    let deck = include_str!("../../../rules/decks/revised.toml");
    deck.replace("id = \"revised\"", "id = \"house\"").trim_end().replace('\n', "\r\n")
}

#[test]
fn a_game_with_a_custom_deck_embeds_it() {
    let (_, saved) = Page::new().play_whole_game(json!({ "deck": crlf_deck(), "seats": 2 }));
    // A second page has never seen the deck.
    let mut page = Page::new();
    let loaded = page.ask(json!({ "do": "load", "saved": saved, "viewer": "A" }));
    assert_eq!(loaded["moment"]["view"]["edition"], "house");
    let replay = page.ask(json!({ "do": "open", "record": saved["record"] }));
    assert_eq!(replay["edition"], "house");
    assert!(
        replay["deck"].as_str().is_some_and(|deck| !deck.contains('\r')),
        "the deck is missing or not normalized"
    );
    let verdict = page.ask(json!({ "do": "verify", "replay": replay["replay"] }));
    assert_eq!(verdict["verdict"], "proved");
}

#[test]
fn a_replay_describes_its_game() {
    let mut page = Page::new();
    let settings =
        json!({ "edition": "revised", "seats": 1, "rogue": "hades", "relentless": true });
    let (_, saved) = page.play_whole_game(settings);
    let replay = page.ask(json!({ "do": "open", "record": saved["record"] }));
    assert_eq!((&replay["seats"], &replay["rogue"]), (&json!(1), &json!("hades")));
    assert_eq!((&replay["options"]["relentless"], &replay["deck"]), (&json!(true), &Value::Null));
}

#[test]
fn win_chances_are_listed_for_every_turn() {
    let mut page = Page::new();
    let (end, saved) = page.play_whole_game(json!({ "seats": 3 }));
    let history = page.ask(json!({ "do": "odds-history", "record": saved["record"] }));
    let history = history.as_array().expect("a list");
    let turns: Vec<u64> = history.iter().filter_map(|odds| odds["turn"].as_u64()).collect();
    assert!(
        turns.iter().copied().eq(0..=end["view"]["turn"].as_u64().expect("a turn")),
        "{turns:?}"
    );
    for odds in history {
        let sum: f64 =
            odds["chances"].as_array().expect("chances").iter().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{odds}");
    }
    let winner = end["view"]["outcome"]["winners"][0].as_str().expect("a winner");
    let index = ["A", "B", "C"].iter().position(|seat| *seat == winner).expect("a seat");
    let last = history.last().expect("a last moment");
    assert!(last["chances"][index].as_f64().is_some_and(|chance| chance > 0.3), "{last}");
}

#[test]
fn a_review_is_computed_in_slices() {
    let mut page = Page::new();
    let (_, saved, _) = finished_replay(&mut page);
    let started = page.ask(json!({ "do": "review", "record": saved["record"] }));
    let review = &started["review"];
    assert_eq!((&started["done"], &started["finished"]), (&json!(0), &json!(false)));
    let mut moves = 0;
    while moves < 3 {
        let progress = page.ask(json!({ "do": "review-advance", "review": review, "work": 100 }));
        assert_eq!(progress["total"], started["total"]);
        let result = page.ask(json!({ "do": "review-result", "review": review }));
        assert_eq!(result["analysed"], progress["done"]);
        moves = result["moves"].as_array().expect("moves").len();
    }
    let result = page.ask(json!({ "do": "review-result", "review": review }));
    let chances = result["graph"][0]["chances"].as_array().expect("chances");
    assert_eq!(chances.len(), 2);
    let texts = page.ask(json!({ "do": "review-texts", "review": review, "index": 2 }));
    let steps = result["moves"][2]["steps"].as_array().expect("steps");
    assert_eq!(texts["played"].as_array().map(Vec::len), Some(steps.len()));
    let alternatives = result["moves"][2]["alternatives"].as_array().map(Vec::len);
    assert_eq!(texts["alternatives"].as_array().map(Vec::len), alternatives);
    assert_eq!(page.ask(json!({ "do": "review-close", "review": review })), Value::Null);
    let closed = page.refused(json!({ "do": "review-result", "review": review }));
    assert_eq!(closed["code"], "not-found", "{closed}");
}
