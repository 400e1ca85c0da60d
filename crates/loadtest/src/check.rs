//! Checks a finished game against what the server acknowledged.
//!
//! The record must contain exactly the acknowledged steps, and its dice must match the commitment.

use crate::client::ENTROPY;
use orrery_protocol::Seat;
use orrery_record::{DeckCache, ExpectedTerms, Record};
use orrery_rules::Actor;

/// Checks a downloaded record.
///
/// # Panics
/// If it differs from what was acknowledged.
pub fn record(text: &str, commitment: &str, acknowledged: &[(Seat, Vec<String>)]) {
    let record = Record::parse(text).unwrap_or_else(|why| panic!("{why}: {text}"));
    let decks = DeckCache::default();
    let rules = decks.rules(&record.header).expect("its rules");
    let entropies: Vec<String> =
        acknowledged.iter().map(|(seat, _)| format!("{seat}={ENTROPY}")).collect();
    let promised = ExpectedTerms::read(Some(commitment), &entropies).expect("what was noted");
    record.verify_against(&rules, &promised).expect("its dice are those that were promised");
    let mut taken = Vec::new();
    let replayed = record.replay(&rules, |played| {
        if let Actor::Seat(seat) = played.before.actor() {
            taken.push((Seat::from(seat), played.entry.text.as_str().to_owned()));
        }
    });
    replayed.expect("it is a game by the rules");
    for (seat, acknowledged) in acknowledged {
        let own = taken.iter().filter(|(by, _)| by == seat).map(|(_, step)| step);
        let own: Vec<&String> = own.collect();
        let same = own
            .iter()
            .zip(acknowledged)
            .take_while(|(taken, confirmed)| **taken == *confirmed)
            .count();
        let whole = same == own.len() && same == acknowledged.len();
        let (own, acknowledged) = (&own[same..], &acknowledged[same..]);
        assert!(
            whole,
            "after {same} steps of {seat} the record has {own:?}, and acknowledged are \
            {acknowledged:?}, in {text}"
        );
    }
}
