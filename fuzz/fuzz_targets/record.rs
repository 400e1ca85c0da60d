//! Fuzzes game records, exports and receipts.
//!
//! Inputs are text, JSON or binary data, or nested brackets if the first byte is `^`. A valid
//! record must round-trip and replay without panics. An invalid one must give a one-line error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use orrery_fuzz::{Bytes, nested};
use orrery_record::{DeckCache, ExpectedValues, Record, exported_records};

fuzz_target!(|data: &[u8]| {
    match data.split_first() {
        Some((b'^', rest)) => read(nested::text(nested::JSON, &mut Bytes(rest)).as_bytes()),
        _ => read(data),
    }
});

fn read(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = ExpectedValues::from_receipt(text);
    }
    for game in exported_records(bytes).into_iter().flatten() {
        assert!(!game.table.contains(['/', '.', '\0']), "{}", game.table);
        read_record(game.record.as_bytes());
    }
    read_record(bytes);
}

fn read_record(bytes: &[u8]) {
    let mut decks = DeckCache::default();
    match Record::read(bytes, &mut decks) {
        Ok(record) => check(&record, &decks),
        Err(problem) => assert_eq!(problem.to_string().lines().count(), 1, "{problem:?}"),
    }
}

fn check(record: &Record, decks: &DeckCache) {
    assert_eq!(Record::parse(&record.to_string()).as_ref(), Ok(record));
    assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(record));
    assert_eq!(Record::read(&record.to_bytes(decks), &mut DeckCache::default()).as_ref(), Ok(record));
    if let Ok(rules) = decks.rules(&record.header) {
        let _ = record.replay(&rules, |_| {});
        let _ = record.verify(&rules);
    }
}
