//! Random games that the tests record.

use orrery_record::{Date, Dealer, Mark, Record, Recorder, Tag};
use orrery_rules::{Action, Actions, Actor, Options, Random, Seat, Step, deck};
use orrery_testing::tables::{Kind, every_kind};
use std::collections::BTreeMap;

pub(crate) const SEED: [u8; 32] = [7; 32];

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

/// Plays a random game up to a number of steps, with the dice of a dealer.
pub(crate) fn play<'r>(mut recorder: Recorder<'r>, seed: u64, steps: usize) -> Recorder<'r> {
    let (mut random, mut actions) = (Random(seed), Actions::new());
    for _ in 0..steps {
        let step = match recorder.state().actor() {
            Actor::Over => break,
            Actor::Chance => recorder.next_chance().expect("a dealer"),
            Actor::Seat(_) => random_action(&recorder, &mut random, &mut actions),
        };
        recorder.push(step).expect("a legal step");
    }
    recorder
}

/// Returns a random action that is unlikely to end the turn, reroll or pass.
fn random_action(recorder: &Recorder<'_>, random: &mut Random, actions: &mut Actions) -> Step {
    recorder.state().legal_actions(actions);
    let unlikely = [Action::EndTurn, Action::Reroll, Action::Pass];
    let mut action = actions[random.below(actions.len())];
    for _ in 0..4 {
        if unlikely.contains(&action) {
            action = actions[random.below(actions.len())];
        }
    }
    Step::Action(action)
}

/// Starts a game of a kind with verifiable dice.
pub(crate) fn begin(kind: &Kind, seed: u64) -> Recorder<'static> {
    let mut recorder = Recorder::new(kind.rules, &kind.options).expect("the options fit");
    let entropies = BTreeMap::from([(seat(0), seed.to_le_bytes().to_vec())]);
    assert!(recorder.commit(&Dealer::new(SEED), entropies));
    recorder
}

/// Returns a finished game with every feature of a record.
pub(crate) fn full_game(kind: &Kind, seed: u64) -> Record {
    let mut recorder = play(begin(kind, seed), seed, 40);
    recorder.comment("a } brace, a \\ and\na line");
    recorder.mark(Mark::Interesting);
    let header = recorder.header_mut();
    header.names = BTreeMap::from([(seat(0), "Ada \"the\u{202e} Great\"".to_owned())]);
    header.date = Date::new("2026-01-31");
    header.ended = Date::new("2026-01-31T21:05:59Z");
    header.tags = BTreeMap::from([(Tag::new("Event").expect("a tag"), "Club\tnight".to_owned())]);
    let mut record = play(recorder, seed + 1, 100_000).finish();
    assert!(record.reveal(&Dealer::new(SEED)));
    record
}

/// Returns one game of each kind of table.
pub(crate) fn every_game() -> impl Iterator<Item = (Kind, Record)> {
    (0..).zip(every_kind()).map(|(seed, kind)| {
        let record = full_game(&kind, seed);
        (kind, record)
    })
}

/// Returns a finished classic game for this many players.
pub(crate) fn classic(seats: usize) -> Record {
    let options = Options::players(seats);
    full_game(&Kind { name: String::new(), rules: deck::classic(), options }, 1)
}

/// Returns the record with the text of one step replaced.
pub(crate) fn with_step_text(record: &Record, number: usize, words: &str) -> Record {
    let mut changed = record.clone();
    let mut entries = changed.turns.iter_mut().flat_map(|turn| &mut turn.steps);
    let entry = entries.nth(number - 1).expect("a step");
    entry.text = orrery_record::StepText::new(words).expect("words");
    changed
}
