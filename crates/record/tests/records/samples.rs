//! Tests that every later version can read the records in `data/records/`.
//!
//! Nobody rewrites these files. A new format version adds new files; `ORRERY_BLESS=1` writes the
//! missing ones.

use crate::play::{full_game, seat};
use orrery_record::{DeckCache, Record};
use orrery_rules::{Options, deck};
use orrery_testing::tables::Kind;
use std::path::{Path, PathBuf};

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/records")
}

fn write_missing() {
    let game = |rules, options| {
        let kind = Kind { name: String::new(), rules, options };
        let games = (0..200).map(|seed| full_game(&kind, seed));
        games.min_by_key(Record::len).expect("a game")
    };
    let classic = game(deck::classic(), Options::players(3));
    let seen = classic.seen_by(deck::classic(), Some(seat(1))).expect("it is valid");
    let rekeyed = crate::operator::rekeyed_game(60);
    let solo = game(deck::revised(), Options::solo(0));
    let text = |rules, seats| game(rules, Options::players(seats)).to_string().into_bytes();
    let decks = DeckCache::default();
    let files = [
        ("v1-classic-3.orr", classic.to_string().into_bytes()),
        ("v1-classic-3.json", classic.to_json().into_bytes()),
        ("v1-classic-3.orrb", classic.to_bytes(&decks)),
        ("v1-classic-3-seen-by-b.orr", seen.to_string().into_bytes()),
        ("v1-revised-solo.orr", solo.to_string().into_bytes()),
        ("v3-rekeyed.orr", rekeyed.to_string().into_bytes()),
        ("v3-rekeyed.json", rekeyed.to_json().into_bytes()),
        ("v3-rekeyed.orrb", rekeyed.to_bytes(&decks)),
        ("v3-prototype-2.orr", text(deck::prototype(), 2)),
        ("v3-blast-off-4.orr", text(deck::blast_off(), 4)),
        ("v3-revised-5.orr", text(deck::revised(), 5)),
    ];
    for (name, bytes) in files {
        if !folder().join(name).exists() {
            std::fs::write(folder().join(name), bytes).expect("a new file");
        }
    }
}

#[test]
fn records_of_every_version_stay_readable() {
    if std::env::var_os("ORRERY_BLESS").is_some() {
        write_missing();
    }
    let mut read = 0;
    for entry in std::fs::read_dir(folder()).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        let bytes = std::fs::read(&path).expect("a readable file");
        let mut decks = DeckCache::default();
        let record = Record::read(&bytes, &mut decks).unwrap_or_else(|p| panic!("{name}: {p}"));
        let rules = decks.rules(&record.header).expect("the rules are there");
        assert_eq!(rules.revision, record.header.revision, "{name}");
        let seen = record.header.seen_by.is_some();
        assert!(seen || record.verify(&rules).is_ok(), "{name}");
        assert!(record.watch(&rules, None, |_| {}).is_ok(), "{name}");
        read += 1;
    }
    assert!(read >= 26, "{read}");
}

/// All three formats of the sample are the same game, and its text is canonical.
#[test]
fn the_samples_of_every_format_agree() {
    let bytes = |name: &str| std::fs::read(folder().join(name)).expect("a readable file");
    let record =
        |name: &str| Record::read(&bytes(name), &mut DeckCache::default()).expect("readable");
    let text = record("v1-classic-3.orr");
    assert_eq!(text, record("v1-classic-3.json"));
    assert_eq!(text, record("v1-classic-3.orrb"));
    assert_eq!(text.to_string().into_bytes(), bytes("v1-classic-3.orr"));
}

/// The example in the documentation is a canonical record of a legal game.
#[test]
fn the_documented_example_is_a_record() {
    let page = include_str!("../../../../docs/RECORDS.md");
    let blocks = page.split("```\n").find(|block| block.starts_with("orrery record 1"));
    let example = blocks.expect("an example");
    let record = Record::parse(example).expect("a record");
    assert_eq!(record.to_string(), example);
    let end = record.replay(deck::classic(), |_| {});
    assert!(end.is_ok(), "{:?}", end.map(|state| state.digest()));
}
