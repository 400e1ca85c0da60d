//! The rulesets that are at hand: the built-in editions, and decks of one's own.

use crate::fault;
use orrery_protocol::{Code, Fault};
use orrery_record::{Header, RulesProblem, deck_hash, plain_deck};
use orrery_rules::{Rules, deck};

/// Most different decks: they stay in memory as long as the page is open.
const MOST: usize = 64;

/// Decks that were read, by the hash of their text.
#[derive(Debug, Default)]
pub(crate) struct Decks(Vec<([u8; 32], &'static Rules)>);

impl Decks {
    /// An edition, or the deck if its text is given.
    pub(crate) fn rules(&mut self, id: &str, text: Option<&str>) -> Result<&'static Rules, Fault> {
        match text {
            Some(text) => self.read(text),
            None => deck::edition(id).ok_or_else(|| fault::missing("edition", id)),
        }
    }

    /// Reads a deck. States refer to their rules, so these are never given back; the same text is
    /// read once.
    pub(crate) fn read(&mut self, text: &str) -> Result<&'static Rules, Fault> {
        let text = &plain_deck(text);
        let hash = deck_hash(text);
        if let Some(rules) = self.known(&hash) {
            return Ok(rules);
        }
        if self.0.len() >= MOST {
            let text = format!("{MOST} different decks were read; reload the page");
            return Err(Fault::new(Code::TooMany, text));
        }
        let rules = deck::parse(text).map_err(|problems| fault::deck(&problems))?;
        let rules: &'static Rules = Box::leak(Box::new(rules));
        self.0.push((hash, rules));
        Ok(rules)
    }

    /// The rules that a record was played by.
    pub(crate) fn of_record(&mut self, header: &Header) -> Result<&'static Rules, Fault> {
        let Some(deck) = &header.deck else {
            return self.rules(&header.edition, None).map_err(fault::of_record);
        };
        if let Some(text) = &deck.text {
            return self.read(text);
        }
        let unknown = || fault::rules(&RulesProblem::Deck(header.edition.clone(), deck.hash));
        self.known(&deck.hash).ok_or_else(unknown)
    }

    fn known(&self, hash: &[u8; 32]) -> Option<&'static Rules> {
        self.0.iter().find(|(own, _)| own == hash).map(|(_, rules)| *rules)
    }
}
