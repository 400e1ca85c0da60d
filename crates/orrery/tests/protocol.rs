//! Runs the examples in `docs/PROTOCOL.md` and checks that the document is complete.

mod cli_common;

use cli_common::{Service, repository};
use orrery_protocol::Code;
use serde_json::{Value, json};

fn protocol() -> String {
    std::fs::read_to_string(repository().join("docs/PROTOCOL.md")).expect("the documentation")
}

/// Returns the conversations in the document; each of them starts a new session.
fn conversations(text: &str) -> Vec<Vec<&str>> {
    let blocks = text.split("```stdio\n").skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or("").lines().collect()).collect()
}

/// Returns whether an answer matches the document.
///
/// In the document, `"*"` matches any value and `"…"` matches all remaining elements or fields.
fn matches_document(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::String(any), _) if any == "*" => true,
        (Value::Array(expected), Value::Array(found)) => {
            let is_open = expected.last().is_some_and(|last| last == "…");
            let count = expected.len() - usize::from(is_open);
            (if is_open { found.len() >= count } else { found.len() == count })
                && expected[..count]
                    .iter()
                    .zip(found)
                    .all(|(expected, found)| matches_document(expected, found))
        }
        (Value::Object(expected), Value::Object(found)) => {
            let is_open = expected.contains_key("…");
            (is_open || expected.len() == found.len())
                && expected.iter().all(|(key, expected)| {
                    key == "…"
                        || found.get(key).is_some_and(|found| matches_document(expected, found))
                })
        }
        _ => expected == found,
    }
}

#[test]
fn documented_examples_match_the_service() {
    let text = protocol();
    let conversations = conversations(&text);
    assert!(conversations.len() >= 16, "{}", conversations.len());
    for conversation in conversations {
        let mut service = Service::start();
        let mut answer = String::new();
        for line in conversation {
            match line.split_at(2) {
                ("> ", request) => answer = service.ask_raw(request),
                ("< ", expected) => {
                    let expected: Value = serde_json::from_str(expected).expect("JSON");
                    let found: Value = serde_json::from_str(&answer).expect("JSON");
                    assert!(
                        matches_document(&expected, &found),
                        "documented {expected}\nfound {found}"
                    );
                }
                _ => panic!("neither a request nor an answer: {line}"),
            }
        }
    }
}

#[test]
fn every_command_has_a_heading_and_an_example() {
    let text = protocol();
    let hello = Service::start().ask(&json!({ "do": "hello" }));
    for command in hello["commands"].as_array().expect("commands") {
        let command = command.as_str().expect("a word");
        let mut headings = text.lines().filter(|line| line.starts_with("### "));
        assert!(
            headings.any(|line| line.contains(&format!("`{command}`"))),
            "{command} has no heading"
        );
        assert!(text.contains(&format!("> {{\"do\":\"{command}\"")), "{command} has no example");
    }
}

/// Returns the quoted words that follow a prefix in a source file.
fn words_after(source: &str, prefix: &str) -> Vec<String> {
    let parts = source.split(prefix).skip(1);
    parts.filter_map(|part| Some(part.split('"').next()?.to_owned())).collect()
}

/// Returns the generated types of the game; only events have a `kind` there.
fn game_types() -> String {
    let path = repository().join("web/src/lib/protocol/game.ts");
    std::fs::read_to_string(path).expect("the generated types")
}

#[test]
fn every_error_code_of_the_server_is_documented() {
    let path = repository().join("web/src/lib/protocol/index.ts");
    let types = std::fs::read_to_string(path).expect("the generated types");
    let codes = types.lines().find(|line| line.starts_with("export type Code")).expect("codes");
    let codes: Vec<&str> = codes.split('"').skip(1).step_by(2).collect();
    assert!(codes.len() > 25, "{codes:?}");
    let text = protocol();
    for code in codes {
        assert!(text.contains(&format!("`{code}`")), "{code} is not documented");
    }
}

#[test]
fn every_error_code_of_stdio_and_every_event_is_documented() {
    let text = protocol();
    let word = |code| json!(code).as_str().expect("a word").to_owned();
    let codes = Code::STDIO.map(word);
    let events = words_after(&game_types(), "\"kind\": \"");
    assert!(events.len() >= 44, "{}", events.len());
    for word in codes.iter().chain(&events) {
        assert!(text.contains(&format!("`{word}`")), "{word} is not documented");
    }
}
