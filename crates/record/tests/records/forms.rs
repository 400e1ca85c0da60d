//! Tests that records round-trip exactly in all three formats.

use crate::play::{classic, every_game, seat};
use orrery_record::{DeckCache, DeckRef, Record, Recorder, Viewer};
use orrery_rules::{Options, Rulings, Setup, State, Step, deck};

/// The index of the byte of a binary record that says which form follows.
const FORM_INDEX: usize = 5;
/// The form byte of the text format.
const TEXT: u8 = 0;
/// The form byte of the compact format.
const COMPACT: u8 = 1;

#[test]
fn every_record_round_trips_in_every_format() {
    let decks = DeckCache::default();
    let (mut games, mut steps, mut text_bytes, mut binary_bytes) = (0, 0, 0, 0);
    for (kind, record) in every_game() {
        let text = record.to_string();
        let read =
            Record::parse(&text).unwrap_or_else(|problem| panic!("{}: {problem}", kind.name));
        assert_eq!(read, record, "{}", kind.name);
        assert_eq!(read.to_string(), text, "{}", kind.name);
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record), "{}", kind.name);
        let bytes = record.to_bytes(&decks);
        assert_eq!(
            bytes[FORM_INDEX], COMPACT,
            "{} was not written in the compact format",
            kind.name
        );
        assert_eq!(Record::from_bytes(&bytes, &decks).as_ref(), Ok(&record), "{}", kind.name);
        games += 1;
        steps += record.len();
        text_bytes += text.len();
        binary_bytes += bytes.len();
    }
    assert!(games > 50 && binary_bytes * 4 < text_bytes);
    println!("{games} games, {steps} steps, {text_bytes} bytes of text, {binary_bytes} binary");
}

#[test]
fn a_record_that_is_not_a_legal_game_round_trips_in_the_binary_format() {
    let decks = DeckCache::default();
    let mut record = classic(3);
    record.turns[2].digest = Some(1);
    record.turns[3].comment = Some("here it went wrong".to_owned());
    let bytes = record.to_bytes(&decks);
    assert_eq!(bytes[FORM_INDEX], TEXT);
    assert_eq!(Record::from_bytes(&bytes, &decks), Ok(record));
}

#[test]
fn a_redacted_record_round_trips_in_every_format() {
    let decks = DeckCache::default();
    let seen = classic(3).seen_by(deck::classic(), Some(seat(1))).expect("a valid record");
    assert_eq!(seen.header.seen_by, Some(Viewer::Seat(seat(1))));
    assert_eq!(Record::parse(&seen.to_string()).as_ref(), Ok(&seen));
    assert_eq!(Record::from_json(&seen.to_json()).as_ref(), Ok(&seen));
    assert_eq!(Record::from_bytes(&seen.to_bytes(&decks), &decks), Ok(seen));
}

#[test]
fn a_game_from_a_set_up_round_trips() {
    let setup = "classic 2\nrow jakks helios zalax gyore\nturn B dice move energy culture economy";
    let setup = Setup::parse(deck::classic(), setup).expect("a set-up");
    let mut recorder = Recorder::from_setup(deck::classic(), &setup).expect("a position");
    let end = Step::parse(deck::classic(), "end").expect("a step");
    recorder.push(end).expect("legal");
    let record = recorder.finish();
    let decks = DeckCache::default();
    assert_eq!(Record::parse(&record.to_string()).as_ref(), Ok(&record));
    assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
    let bytes = record.to_bytes(&decks);
    assert_eq!(bytes[FORM_INDEX], COMPACT);
    assert_eq!(Record::from_bytes(&bytes, &decks).as_ref(), Ok(&record));
    let replayed = record.replay(deck::classic(), |_| {}).expect("it is valid");
    let mut state = State::from_setup(deck::classic(), &setup).expect("a position");
    state.apply(end, &mut Vec::new()).expect("legal");
    assert_eq!(replayed, state);
}

/// Returns the example deck of `docs/DECKS.md`, whose id is `small-sky`.
fn small_sky() -> String {
    let page = include_str!("../../../../docs/DECKS.md");
    let (_, rest) = page.split_once("```toml\n").expect("an example");
    rest.split_once("```").expect("its end").0.to_owned()
}

#[test]
fn a_record_refers_to_a_custom_deck_or_embeds_it() {
    let text = small_sky();
    let rules = deck::parse(&text).expect("a valid deck");
    let mut recorder = Recorder::new(&rules, &Options::players(2)).expect("fits");
    while let Some(node) = recorder.state().chance() {
        recorder.push(Step::Chance(node.at(0))).expect("legal");
    }
    recorder.header_mut().deck = Some(DeckRef::of(&text));
    let mut decks = DeckCache::default();
    let record = recorder.record();
    let message = decks.rules(&record.header).expect_err("unknown").to_string();
    assert!(message.contains("small-sky") && message.contains("blake3:"), "{message}");
    decks.load(&text, Rulings::NEWEST).expect("it is valid");
    assert!(record.replay(&decks.rules(&record.header).expect("known"), |_| {}).is_ok());

    recorder.header_mut().deck = DeckRef::embedding(&text);
    let record = recorder.record();
    let bytes = record.to_bytes(&decks);
    for file in [record.to_string().into_bytes(), record.to_json().into_bytes(), bytes] {
        let mut decks = DeckCache::default();
        assert_eq!(Record::read(&file, &mut decks).as_ref(), Ok(&record));
        assert!(decks.rules(&record.header).is_ok());
    }
    assert!(
        record.to_string().starts_with("orrery record 2\n"),
        "a record with rulings has another format version"
    );
    let forged = record.to_string().replace("points = 7", "points = 8");
    assert!(Record::parse(&forged).is_err());
}

/// The author of a deck chooses its revision, so a record names the rulings separately.
#[test]
fn a_custom_deck_is_played_by_the_rulings_that_its_record_names() {
    let text = small_sky();
    let mut decks = DeckCache::default();
    decks.load(&text, Rulings::NEWEST).expect("it is valid");
    for rulings in Rulings::ALL {
        let rules = deck::parse(&text).expect("a valid deck").under(rulings);
        let mut recorder = Recorder::new(&rules, &Options::players(2)).expect("fits");
        recorder.header_mut().deck = Some(DeckRef::of(&text).under(rulings));
        let record = recorder.record();
        let forms = [record.to_string().into_bytes(), record.to_json().into_bytes()];
        for file in forms.into_iter().chain([record.to_bytes(&decks)]) {
            let again = Record::read(&file, &mut decks).expect("a record");
            assert_eq!(again, record);
            assert_eq!(decks.rules(&again.header).map(|rules| rules.rulings), Ok(rulings));
        }
        let (version, line) = match rulings {
            Rulings::First => ("orrery record 1\n", false),
            Rulings::Second => ("orrery record 2\n", true),
        };
        assert!(record.to_string().starts_with(version));
        assert_eq!(record.to_string().contains("\nrulings 2\n"), line);
    }
}
