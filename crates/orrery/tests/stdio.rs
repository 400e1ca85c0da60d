//! Tests of `orrery stdio`: complete games, hidden information, limits and errors.

mod cli_common;

use cli_common::{Service, repository};
use serde_json::{Value, json};

#[test]
fn golden_games_replay_with_the_recorded_digests() {
    for name in ["classic-2", "revised-1", "blast-off-3", "prototype-4"] {
        let path = repository().join(format!("data/golden/{name}.txt"));
        let text = std::fs::read_to_string(path).expect("a finished game");
        let (head, steps) = text.split_once("\n\n").expect("a heading");
        let mut service = Service::start();
        let answer = service.ask(&opening(head));
        let mut digest = answer["digest"].clone();
        for line in steps.lines() {
            let (wanted, step) = line.split_once(' ').expect("a digest and a step");
            assert_eq!(digest, wanted, "{name}: {step}");
            if step != "over" {
                let answer = service.ask(&json!({ "do": "apply", "step": step }));
                assert_eq!(answer["ok"], "apply", "{name}: {answer}");
                digest = answer["digest"].clone();
            }
        }
        let outcome = service.ask(&json!({ "do": "outcome" }));
        assert!(!outcome["outcome"]["winners"].as_array().expect("winners").is_empty());
        assert_eq!(service.end(), Some(0));
    }
}

/// Returns the request that starts the game that the heading of a golden game describes.
fn opening(head: &str) -> Value {
    let mut request = json!({ "do": "new", "options": {} });
    for line in head.lines() {
        match line.split_once(' ').expect("a word and its value") {
            ("edition", id) => request["edition"] = json!(id),
            ("seats", count) => request["seats"] = json!(count.parse::<u8>().expect("a number")),
            ("rogue", id) => request["options"]["rogue"] = json!(id),
            ("start", seat) => request["options"]["start"] = json!(seat),
            ("option", "relentless") => request["options"]["relentless"] = json!(true),
            ("option", "duel-missions") => request["options"]["duel_missions"] = json!(true),
            _ => {}
        }
    }
    request
}

/// Two games that differ only in B's missions look identical to A and to spectators.
#[test]
fn hidden_missions_are_not_sent() {
    let mut service = Service::start();
    let begin = |service: &mut Service, game: &str, dealt: [&str; 2], keep: &str| {
        service.ask(&json!({ "do": "new", "game": game, "options": { "start": "A" } }));
        for planet in ["jakks", "nagato", "hoefker", "shouhua"] {
            let step = format!("drew {planet}");
            service.ask(&json!({ "do": "apply", "game": game, "step": step }));
        }
        let mut seen = Vec::new();
        for step in [
            "dealt elder".to_owned(),
            "dealt seeker".to_owned(),
            format!("dealt {}", dealt[0]),
            format!("dealt {}", dealt[1]),
            "keep elder".to_owned(),
            format!("keep {keep}"),
            "rolled move energy culture colony".to_owned(),
            "activate move".to_owned(),
        ] {
            let mut ask = |request: Value| {
                let text = service.ask_raw(&request.to_string());
                assert!(!text.contains("error"), "{text}");
                seen.push(text);
            };
            ask(json!({ "do": "apply", "game": game, "step": step, "as": "A" }));
            ask(json!({ "do": "observe", "game": game, "as": "A" }));
            ask(json!({ "do": "observe", "game": game, "as": "spectator" }));
            ask(json!({ "do": "observe", "game": game }));
        }
        seen
    };
    let one = begin(&mut service, "one", ["hermit", "hoarder"], "hermit");
    let two = begin(&mut service, "two", ["trader", "noble"], "noble");
    assert_eq!(one, two);
    assert!(one.iter().any(|text| text.contains("seeker")), "A does not see what it was dealt");
    for text in &one {
        for secret in ["hermit", "hoarder", "Hermit", "Hoarder"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
    let own = service.ask(&json!({ "do": "observe", "game": "one", "as": "B" }));
    assert_eq!(own["view"]["seats"][1]["mission"], "hermit");
}

#[test]
fn bad_lines_are_refused_and_the_service_continues() {
    let mut service = Service::start();
    let code = |text: String| {
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        answer["error"]["code"].as_str().expect("a code").to_owned()
    };
    assert_eq!(code(service.ask_bytes(b"{\"do\":\"hello\"")), "malformed");
    assert_eq!(code(service.ask_bytes(b"\xff\xfe")), "malformed");
    assert_eq!(code(service.ask_bytes("[".repeat(100_000).as_bytes())), "malformed");
    assert_eq!(code(service.ask_bytes(&vec![b'x'; (1 << 20) + 1])), "too-long");
    assert_eq!(code(service.ask_bytes(b"{\"do\":5}")), "bad-field");
    assert_eq!(service.ask(&json!({ "do": "hello", "id": [1, null] }))["id"], json!([1, null]));
    assert_eq!(service.end(), Some(0));
}

/// The service is a separate process: if its stack overflowed, it would not answer.
#[test]
fn nested_requests_are_refused() {
    let mut service = Service::start();
    for open in ["[", "{\"do\":", "{\"do\":\"new\",\"id\":["] {
        let answer = service.ask_bytes(open.repeat(50_000).as_bytes());
        assert!(answer.starts_with("{\"error\":{\"code\":\"malformed\""), "{answer}");
    }
    for open in ["{{}a", "[", "{a="] {
        let deep = format!("a={}", open.repeat(4000));
        assert_eq!(service.code(&json!({ "do": "deck", "text": deep })), "bad-deck");
        let setup = format!("classic 2; {deep}");
        assert_eq!(service.code(&json!({ "do": "setup", "text": setup })), "bad-setup");
        service.ask(&json!({ "do": "new" }));
        assert_eq!(service.code(&json!({ "do": "apply", "step": deep })), "not-a-step");
    }
    assert_eq!(service.end(), Some(0));
}

#[test]
fn the_numbers_of_games_and_decks_are_limited() {
    let mut service = Service::start();
    for i in 0..64 {
        let answer = service.ask(&json!({ "do": "new", "game": i.to_string() }));
        assert_eq!(answer["ok"], "new");
    }
    assert_eq!(service.code(&json!({ "do": "new", "game": "more" })), "too-many-games");
    assert_eq!(service.ask(&json!({ "do": "new", "game": "7" }))["ok"], "new");
    service.ask(&json!({ "do": "close", "game": "7" }));
    assert_eq!(service.ask(&json!({ "do": "new", "game": "more" }))["ok"], "new");
    assert_eq!(service.code(&json!({ "do": "new", "game": "x".repeat(101) })), "bad-field");
    let deck = |i: u32| format!("id = \"deck-{i}\"\nname = \"Deck {i}\"\nedition = \"classic\"\n");
    let load = |i| json!({ "do": "deck", "text": deck(i) });
    for i in (0..32).chain(0..40) {
        assert_eq!(service.ask(&load(i))["ok"], "deck");
    }
    // The service keeps the last 32 decks, and all decks that games use.
    let new =
        |i: u32| json!({ "do": "new", "edition": format!("deck-{i}"), "game": i.to_string() });
    assert_eq!(service.code(&new(7)), "no-edition");
    for i in 8..40 {
        assert_eq!(service.ask(&new(i))["ok"], "new");
    }
    assert_eq!(service.code(&load(99)), "too-many-decks");
    service.ask(&json!({ "do": "close", "game": "20" }));
    assert_eq!(service.ask(&load(99))["ok"], "deck");
    assert_eq!(service.code(&new(20)), "no-edition");
    assert_eq!(service.ask(&json!({ "do": "legal", "game": "21" }))["ok"], "legal");
}

#[test]
fn invalid_fields_are_refused() {
    let mut service = Service::start();
    service.ask(&json!({ "do": "new" }));
    let bad = [
        json!({ "do": "new", "seats": -1 }),
        json!({ "do": "new", "seats": 2.5 }),
        json!({ "do": "new", "options": [] }),
        json!({ "do": "new", "options": { "start": "Z" } }),
        json!({ "do": "new", "seats": 1, "options": { "rogue": "nobody" } }),
        json!({ "do": "new", "names": ["only one"] }),
        json!({ "do": "new", "words": "xx" }),
        json!({ "do": "pick", "bits": "0x1ffffffffffffffff" }),
        json!({ "do": "pick", "bits": "-1" }),
        json!({ "do": "apply", "index": 99 }),
        json!({ "do": "apply", "steps": [1] }),
        json!({ "do": "apply", "step": "end", "index": 0 }),
        json!({ "do": "observe", "as": "E" }),
        json!({ "do": "describe", "planet": "atlantis" }),
    ];
    for request in bad {
        assert_eq!(service.code(&request), "bad-field", "{request}");
    }
    assert_eq!(service.code(&json!({ "do": "pick" })), "missing-field");
    assert_eq!(service.code(&json!({ "do": "apply" })), "missing-field");
    assert_eq!(service.code(&json!({ "do": "setup" })), "missing-field");
    assert_eq!(service.code(&json!({ "do": "new", "options": { "x": 1 } })), "unknown-field");
    assert_eq!(service.code(&json!({ "do": "new", "seats": 9 })), "bad-options");
}

/// A list of steps is applied as a whole or not at all, and `undo` restores earlier states.
#[test]
fn steps_are_applied_together_and_undone() {
    let mut service = Service::start();
    let first = service.ask(&json!({ "do": "new" }));
    let mut digests = vec![first["digest"].clone()];
    for bits in 0..10u64 {
        let bits = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_string();
        let answer = service.ask(&json!({ "do": "pick", "bits": bits }));
        let answer = match answer["error"]["code"].as_str() {
            Some("not-chance") => service.ask(&json!({ "do": "apply", "index": 0 })),
            _ => answer,
        };
        digests.push(answer["digest"].clone());
    }
    let history = service.ask(&json!({ "do": "history" }));
    let steps = history["steps"].as_array().expect("steps").clone();
    assert_eq!(steps.len(), 10);
    let mut wrong = steps.clone();
    wrong.push(json!("reroll"));
    service.ask(&json!({ "do": "undo", "to": 0 }));
    let refused = service.ask(&json!({ "do": "apply", "steps": wrong }));
    assert_eq!(refused["error"]["at"], 10);
    let state = service.ask(&json!({ "do": "digest" }));
    assert_eq!(state["digest"], digests[0], "the refused steps changed the game");
    service.ask(&json!({ "do": "apply", "steps": steps }));
    for to in (0..=10).rev() {
        let answer = service.ask(&json!({ "do": "undo", "to": to }));
        assert_eq!(answer["digest"], digests[to], "{to}");
    }
    assert_eq!(service.code(&json!({ "do": "undo" })), "bad-field");
}

/// The service accepts every listed chance outcome, and the weights add up to the total.
#[test]
fn chance_outcomes_are_listed_and_accepted() {
    let mut service = Service::start();
    let text = "classic 2; row jakks nagato hoefker shouhua; turn A";
    service.ask(&json!({ "do": "setup", "text": text }));
    let chance = service.ask(&json!({ "do": "chance" }));
    let outcomes = chance["outcomes"].as_array().expect("outcomes").clone();
    let weight = |outcome: &Value| outcome["weight"].as_u64().expect("a weight");
    let total: u64 = outcomes.iter().map(weight).sum();
    assert_eq!((outcomes.len(), total), (126, 1296));
    assert_eq!(chance["total"], 1296);
    for (index, outcome) in outcomes.iter().enumerate() {
        let named = service.ask(&json!({ "do": "apply", "step": outcome["step"] }));
        service.ask(&json!({ "do": "undo" }));
        let numbered = service.ask(&json!({ "do": "apply", "index": index }));
        service.ask(&json!({ "do": "undo" }));
        assert_eq!(named["ok"], "apply", "{outcome}");
        assert_eq!(named, numbered);
    }
}
