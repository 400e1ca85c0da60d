//! Tests of records from both revisions of the rules, with games that differ between them.
//!
//! The records of revision 1 are older than revision 2. `ORRERY_BLESS=1` writes missing records of
//! revision 2.

use crate::play::{SEED, begin, play, seat};
use crate::samples::folder;
use orrery_record::{Dealer, DeckCache, DeckRef, Record, Recorder};
use orrery_rules::{Options, Rules, Rulings, Setup, Step, deck};
use orrery_testing::tables::Kind;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Games that the two revisions play differently: free follows (R7.5) and thefts (R12.13).
const GAMES: [&str; 5] = [
    "free-follow-missed",
    "free-follow-idle",
    "classic-artemis",
    "revised-hades",
    "own-deck-magpie",
];

fn sample(name: &str) -> (Record, DeckCache) {
    let bytes = std::fs::read(folder().join(name)).expect("a readable file");
    let mut decks = DeckCache::default();
    let record = Record::read(&bytes, &mut decks).expect("a record");
    (record, decks)
}

/// A record of revision 1 verifies under its own rulings, but is illegal under the newest.
#[test]
fn records_of_revision_1_verify_by_its_rulings_alone() {
    for game in GAMES {
        let (record, decks) = sample(&format!("v1-r1-{game}.orr"));
        let rules = decks.rules(&record.header).expect("the rules are there");
        assert_eq!(rules.rulings, Rulings::First, "{game}");
        assert!(record.verify(&rules).is_ok(), "{game}");
        let newest = rules.under(Rulings::NEWEST);
        let differs = record.replay(&newest, |_| {}).expect_err("another game");
        assert!(differs.step > 0, "{game}: {differs}");
    }
}

#[test]
fn records_of_revision_2_verify_by_its_rulings_alone() {
    if std::env::var_os("ORRERY_BLESS").is_some() {
        write_missing();
    }
    for game in GAMES {
        let version = if game.starts_with("own") { "v2" } else { "v1" };
        let (record, decks) = sample(&format!("{version}-r2-{game}.orr"));
        let rules = decks.rules(&record.header).expect("the rules are there");
        assert_eq!(rules.rulings, Rulings::Second, "{game}");
        assert!(record.verify(&rules).is_ok(), "{game}");
        let differs =
            record.replay(&rules.under(Rulings::First), |_| {}).expect_err("another game");
        assert!(differs.step > 0, "{game}: {differs}");
    }
}

/// The compact format has indices into the list of legal actions, so it needs the exact revision.
#[test]
fn the_compact_form_is_read_by_the_rulings_of_its_revision() {
    for name in ["v1-r1-free-follow-missed", "v1-r1-revised-hades", "v1-r1-own-deck-magpie"] {
        assert_eq!(sample(&format!("{name}.orrb")).0, sample(&format!("{name}.orr")).0, "{name}");
    }
    for name in ["v1-r2-revised-hades", "v2-r2-own-deck-magpie"] {
        assert_eq!(sample(&format!("{name}.orrb")).0, sample(&format!("{name}.orr")).0, "{name}");
    }
    assert_eq!(sample("v1-r1-revised-hades.json").0, sample("v1-r1-revised-hades.orr").0);
}

fn write_missing() {
    let steps = "activate colony, planet zavodnick, face colony, planet vici-ks156";
    let missed =
        game_from_setup("free-follow-missed", &format!("{steps}, follow, planet clj-0517"));
    // The pass answers the activated die; no free follow is offered before it.
    let idle = game_from_setup("free-follow-idle", &format!("{steps}, pass, end"));
    let artemis = game_with_theft(deck::classic(), None, "artemis");
    let hades = game_with_theft(deck::revised(), None, "hades");
    let (own, _) = sample("v1-r1-own-deck-magpie.orr");
    let text = own.header.deck.and_then(|deck| deck.text).expect("it carries its deck");
    static MAGPIE: OnceLock<Rules> = OnceLock::new();
    let rules = MAGPIE.get_or_init(|| deck::parse(&text).expect("a valid deck"));
    let magpie = game_with_theft(rules, Some(&text), "magpie");
    let mut decks = DeckCache::default();
    decks.load(&text, Rulings::NEWEST).expect("a valid deck");
    let games = [("v1", missed), ("v1", idle), ("v1", artemis), ("v1", hades), ("v2", magpie)];
    for ((version, record), game) in games.into_iter().zip(GAMES) {
        write(&format!("{version}-r2-{game}.orr"), record.to_string().as_bytes());
        if game.contains("hades") || game.contains("own") {
            write(&format!("{version}-r2-{game}.orrb"), &record.to_bytes(&decks));
        }
    }
}

fn write(name: &str, bytes: &[u8]) {
    if !folder().join(name).exists() {
        std::fs::write(folder().join(name), bytes).expect("a new file");
    }
}

/// Returns the shortest game that starts with the set-up of a revision 1 record and these steps.
fn game_from_setup(game: &str, steps: &str) -> Record {
    let (old, _) = sample(&format!("v1-r1-{game}.orr"));
    let rules = deck::classic();
    let setup = Setup::parse(rules, &old.header.setup.expect("a set-up")).expect("readable");
    let games = (0..60).map(|seed: u64| {
        let mut recorder = Recorder::from_setup(rules, &setup).expect("possible");
        let entropies = BTreeMap::from([(seat(0), seed.to_le_bytes().to_vec())]);
        assert!(recorder.commit(&Dealer::new(SEED), entropies));
        for words in steps.split(", ") {
            recorder.push(Step::parse(rules, words).expect("a step")).expect("legal");
        }
        revealed(play(recorder, seed, 100_000))
    });
    games.min_by_key(Record::len).expect("a game")
}

fn revealed(recorder: Recorder<'_>) -> Record {
    let mut record = recorder.finish();
    assert!(record.reveal(&Dealer::new(SEED)));
    record
}

/// Returns the shortest solo game in which the player chose what the Rogue stole.
fn game_with_theft(rules: &'static Rules, text: Option<&str>, rogue: &str) -> Record {
    let options = Options::solo(rules.find_rogue(rogue).expect("a Rogue"));
    let kind = Kind { name: String::new(), rules, options };
    let games = (0..3000).map(|seed| {
        let mut recorder = begin(&kind, seed);
        recorder.header_mut().deck = text.map(DeckRef::of_file);
        revealed(play(recorder, seed, 100_000))
    });
    let chose = |record: &Record| {
        record.entries().filter(|(_, entry)| entry.text.as_str() == "lose culture").count() > 1
    };
    games.filter(chose).min_by_key(Record::len).expect("a game")
}
