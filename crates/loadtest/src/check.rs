//! Checks a finished game against the acknowledgements of the server.
//!
//! The record must contain exactly the acknowledged steps, and its dice must match the commitment.

use crate::client::ENTROPY;
use orrery_protocol::Seat;
use orrery_record::{DeckCache, ExpectedValues, Record};
use orrery_rules::Actor;

/// Checks a downloaded record.
///
/// # Panics
/// If the record differs from the acknowledged steps or the commitment.
pub fn record(text: &str, commitment: &str, acknowledged: &[(Seat, Vec<String>)]) {
    let record = Record::parse(text).unwrap_or_else(|why| panic!("{why}: {text}"));
    let decks = DeckCache::default();
    let rules = decks.rules(&record.header).expect("its rules");
    let entropies: Vec<String> =
        acknowledged.iter().map(|(seat, _)| format!("{seat}={ENTROPY}")).collect();
    let expected = ExpectedValues::read(Some(commitment), &entropies).expect("valid values");
    record.verify_against(&rules, &expected).expect("the dice match the commitment");
    let mut recorded = Vec::new();
    let replayed = record.replay(&rules, |played| {
        if let Actor::Seat(seat) = played.before.actor() {
            recorded.push((Seat::from(seat), played.entry.text.as_str().to_owned()));
        }
    });
    replayed.expect("it is a game by the rules");
    for (seat, acknowledged) in acknowledged {
        let steps = recorded.iter().filter(|(by, _)| by == seat).map(|(_, step)| step);
        let steps: Vec<&String> = steps.collect();
        let common = steps
            .iter()
            .zip(acknowledged)
            .take_while(|(recorded, acknowledged)| **recorded == *acknowledged)
            .count();
        let is_equal = common == steps.len() && common == acknowledged.len();
        let (steps, acknowledged) = (&steps[common..], &acknowledged[common..]);
        assert!(
            is_equal,
            "after {common} steps of {seat} the record has {steps:?}, but the server acknowledged \
            {acknowledged:?}, in {text}"
        );
    }
}
