//! Tests that a review has the same bytes natively and in WebAssembly.
//!
//! `data/reviews/hashes.txt` has the expected hashes. `web/src/lib/engine/reviews.test.ts` compares
//! them with those of the compiled module.

use crate::page::Page;
use serde_json::{Value, json};
use std::fs::{read_to_string, write};
use std::path::{Path, PathBuf};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name)
}

/// Reviews a record and returns the hash (FNV-1a) of the complete response.
fn review(record: &str, rollouts: u32) -> String {
    let mut page = Page::new();
    let record = read_to_string(data("records").join(record)).expect("a record");
    let started = page.ask(json!({ "do": "review", "record": record, "rollouts": rollouts }));
    let advance = json!({ "do": "review-advance", "review": started["review"], "work": 1000 });
    while page.ask(advance.clone())["finished"] != Value::Bool(true) {}
    let result = json!({ "do": "review-result", "review": started["review"] });
    let answer = page.ask_raw(&result.to_string());
    assert_eq!(answer.contains("\"check\":{"), rollouts > 0, "some marks are checked");
    // Fewer than 16 rollouts confirm no mark.
    assert_eq!(
        answer.contains("\"verdict\":\"worse\""),
        rollouts >= 16,
        "some marks are confirmed"
    );
    let hash = answer.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// If a change of the evaluation is intended, `ORRERY_BLESS=1` writes the new hashes.
#[test]
fn reviews_have_the_published_hashes() {
    let path = data("reviews/hashes.txt");
    let text = read_to_string(&path).expect("hashes");
    let line = |line: &str| {
        let mut words = line.split(' ');
        let (record, rollouts) = (words.next().expect("a record"), words.next().expect("a number"));
        let hash = review(record, rollouts.parse().expect("a number"));
        format!("{record} {rollouts} {hash}\n")
    };
    let computed: String = text.lines().map(line).collect();
    if std::env::var_os("ORRERY_BLESS").is_some() {
        write(path, &computed).expect("written");
    }
    assert_eq!(computed, text);
}
