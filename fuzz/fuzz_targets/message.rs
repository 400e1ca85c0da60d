//! Fuzzes the server's decoder of WebSocket messages.
//!
//! Inputs are raw text, or nested brackets if the first byte is `^`. A valid message must
//! round-trip. An invalid one must give an error message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_fuzz::{Bytes, nested};
use orrery_protocol::{ClientMessage, Code};
use orrery_rules::{Step, deck};

fuzz_target!(|data: &[u8]| {
    let text = match data.split_first() {
        Some((b'^', rest)) => nested::text(nested::JSON, &mut Bytes(rest)).into(),
        _ => String::from_utf8_lossy(data),
    };
    match ClientMessage::read(&text) {
        Ok(message) => check(&message),
        Err(fault) => {
            assert!(matches!(fault.code, Code::Malformed | Code::BadField | Code::TooLong), "{fault:?}");
            assert!((1..=200).contains(&fault.text.chars().count()), "{fault:?}");
        }
    }
});

fn check(message: &ClientMessage) {
    let written = serde_json::to_string(message).expect("it can be written");
    assert_eq!(ClientMessage::read(&written).as_ref(), Ok(message));
    assert!(message.id().is_none_or(|id| (1..=64).contains(&id.len())));
    if let ClientMessage::Act { step, .. } = message {
        // The step text is parsed next; no text may make the parser panic.
        for rules in deck::EDITIONS.iter().filter_map(|id| deck::edition(id)) {
            if let Ok(step) = Step::parse(rules, step) {
                assert!(!step.notation(rules).to_string().is_empty());
            }
        }
    }
}
