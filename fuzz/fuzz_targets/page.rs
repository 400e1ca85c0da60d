//! Fuzzes requests to the engine in the browser. Every response must be `ok` or `fault`.
//!
//! Inputs are raw lines of JSON, or nested brackets if the first byte is `^`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_fuzz::{Bytes, nested};
use orrery_wasm::Engine;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let text = match data.split_first() {
        Some((b'^', rest)) => nested::text(nested::JSON, &mut Bytes(rest)).into(),
        _ => String::from_utf8_lossy(data),
    };
    let mut engine = Engine::new();
    for line in text.lines().take(20) {
        check(&engine.ask(line, "en"));
    }
    check(&engine.read(data));
});

fn check(response: &str) {
    let response: Value = serde_json::from_str(response).expect("a response is JSON");
    let fields: Vec<&String> = response.as_object().expect("an object").keys().collect();
    assert!(fields == ["ok"] || fields == ["fault"], "{response}");
}
