//! Tests of the client's contribution to the dice.

use super::dice::{DiceNotes, DiceRequest};
use orrery_protocol::{Draw, EntropyCommitment, Rekeyed, Seat, Sit, Stage, Table};
use orrery_record::{entropy_hash, hex, unhex};

const COMMITMENT: &str = "1bfa3f83ada3c240673153c88e9ebb0c515fbc19a39432236a00cbfad5647ddb";
const OTHER: &str = "684509b0f0237e92e407cc2e5effc4ed07bc4a8b155f563fafbe30f9fdb16c32";

/// Returns a table where this player has seat B; `hash` is the hash of the player's contribution.
fn table(hash: Option<&str>) -> Table {
    let text = serde_json::json!({
        "table": "abcdefghijklmnopqrst",
        "settings": { "seats": 2 },
        "stage": "open",
        "seats": [{ "seat": "A", "entropy_hash": OTHER }, { "seat": "B", "entropy_hash": hash }],
        "you": { "seat": "B", "host": false },
        "created": 0,
        "commitment": COMMITMENT,
        "version": 0,
    });
    serde_json::from_value(text).expect("a table")
}

/// Returns the table during the draw, when the players reveal their contributions.
fn drawing(hash: &str, other: &str) -> Table {
    let fixed = [(Seat::A, other), (Seat::B, hash)]
        .map(|(seat, hash)| EntropyCommitment { seat, hash: hash.to_owned() });
    let draw = Draw { fixed: fixed.to_vec(), waiting: vec![Seat::A, Seat::B] };
    Table { draw: Some(draw), ..table(Some(hash)) }
}

fn contributed(notes: &mut DiceNotes) -> String {
    match notes.contribution(Seat::B).expect("a contribution") {
        Sit::Me { entropy_hash: Some(hash), entropy: None } => hash,
        other => panic!("{other:?} shows the contribution"),
    }
}

fn revealed(notes: &mut DiceNotes, table: &Table) -> String {
    match notes.receive_table(table).expect("stored notes") {
        DiceRequest::Reveal(entropy) => entropy,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_hash_is_sent_first_and_the_receipt_is_written_before_the_bytes() {
    let folder = tempfile::tempdir().expect("a directory");
    let open = || DiceNotes::open(folder.path(), "abcdefghijklmnopqrst").expect("notes");
    let mut notes = open();
    assert_eq!(notes.receive_table(&table(None)).expect("notes"), DiceRequest::Contribute(Seat::B));
    let hash = contributed(&mut notes);
    assert_eq!(contributed(&mut notes), hash, "an unrevealed contribution was not reused");
    assert_eq!(notes.receive_table(&table(Some(&hash))).expect("notes"), DiceRequest::Nothing);
    assert!(notes.expected().expect("a receipt").entropies.is_empty());
    // A second run of the client finds the stored contribution.
    let entropy = revealed(&mut open(), &drawing(&hash, OTHER));
    let bytes = unhex(&entropy).expect("bytes");
    assert_eq!((bytes.len(), hex(&entropy_hash(&bytes))), (16, hash.clone()));
    let expected = open().expected().expect("a receipt");
    let seat = orrery_rules::Seat::new(1).expect("a seat");
    assert_eq!(expected.entropies.get(&seat), Some(&bytes));
    assert_eq!(expected.hashes.expect("hashes").len(), 2);
    assert_eq!(
        revealed(&mut open(), &drawing(&hash, OTHER)),
        entropy,
        "a repeated request revealed other bytes"
    );
}

#[test]
fn a_contribution_is_revealed_for_one_set_of_hashes_only() {
    let folder = tempfile::tempdir().expect("a directory");
    let mut notes = DiceNotes::open(folder.path(), "abcdefghijklmnopqrst").expect("notes");
    let first = contributed(&mut notes);
    revealed(&mut notes, &drawing(&first, OTHER));
    let again = notes.receive_table(&drawing(&first, COMMITMENT)).expect("notes");
    assert_eq!(again, DiceRequest::Contribute(Seat::B));
    // The draw was aborted: the contribution is public, so the next one is new.
    assert_eq!(notes.receive_table(&table(None)).expect("notes"), DiceRequest::Contribute(Seat::B));
    assert_eq!(notes.expected().expect("a receipt").aborted, 1);
    let second = contributed(&mut notes);
    assert_ne!(second, first);
    let again = notes.receive_table(&drawing(&first, OTHER)).expect("notes");
    assert_eq!(again, DiceRequest::Contribute(Seat::B), "a public contribution was used again");
    revealed(&mut notes, &drawing(&second, OTHER));
    let foreign = notes.receive_table(&drawing(COMMITMENT, OTHER)).expect("notes");
    assert_eq!(
        foreign,
        DiceRequest::OtherDevice(Seat::B),
        "the client used a contribution of another device"
    );
}

#[test]
fn values_of_the_server_cannot_add_lines_to_the_receipt() {
    let folder = tempfile::tempdir().expect("a directory");
    let mut notes = DiceNotes::open(folder.path(), "abcdefghijklmnopqrst").expect("notes");
    let hostile = Table { commitment: format!("{COMMITMENT}\nentropy 00"), ..table(None) };
    assert!(notes.receive_table(&hostile).is_err());
    assert_eq!(notes.expected(), None);
}

#[test]
fn new_keys_are_noted_during_the_game_only() {
    let folder = tempfile::tempdir().expect("a directory");
    let mut notes = DiceNotes::open(folder.path(), "abcdefghijklmnopqrst").expect("notes");
    notes.receive_table(&table(None)).expect("notes");
    let rekeyed = vec![Rekeyed { from: 57, commitment: OTHER.to_owned() }];
    for (stage, known) in [(Stage::Over, 0), (Stage::Playing, 1)] {
        let table = Table { stage, rekeyed: rekeyed.clone(), ..table(None) };
        assert_eq!(notes.receive_table(&table).expect("notes"), DiceRequest::Nothing);
        assert_eq!(notes.expected().expect("a receipt").rekeyed.len(), known);
    }
}

#[test]
fn damaged_notes_are_reported_and_kept() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("abcdefghijklmnopqrst.dice");
    std::fs::write(&file, "{").expect("a file");
    assert!(DiceNotes::open(folder.path(), "abcdefghijklmnopqrst").is_err());
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "{");
}
