//! The available rulesets: built-in editions and custom decks.

use crate::fault;
use orrery_protocol::{Code, Fault};
use orrery_record::{Header, RulesProblem, deck_hash, plain_deck};
use orrery_rules::{Rules, Rulings, deck};

/// The most decks; they stay in memory while the page is open.
const MOST: usize = 64;

/// The custom decks, by the hash of their text.
#[derive(Debug, Default)]
pub(crate) struct Decks(Vec<([u8; 32], &'static Rules)>);

impl Decks {
    /// Returns the custom deck of a text, or else an edition.
    pub(crate) fn rules(&mut self, id: &str, text: Option<&str>) -> Result<&'static Rules, Fault> {
        match text {
            Some(text) => self.read(text, Rulings::NEWEST),
            None => deck::edition(id).ok_or_else(|| fault::missing("edition", id)),
        }
    }

    /// Parses a deck once per text. The rules are leaked, because states refer to them.
    pub(crate) fn read(&mut self, text: &str, by: Rulings) -> Result<&'static Rules, Fault> {
        let text = &plain_deck(text);
        let hash = deck_hash(text);
        if let Some(rules) = self.known(&hash, by) {
            return Ok(rules);
        }
        if self.0.len() >= MOST {
            let text = format!("{MOST} different decks were read; reload the page");
            return Err(Fault::new(Code::TooMany, text));
        }
        let rules = deck::parse(text).map_err(|problems| fault::deck(&problems))?;
        let rules: &'static Rules = Box::leak(Box::new(rules.under(by)));
        self.0.push((hash, rules));
        Ok(rules)
    }

    /// Returns the rules of a record, in the revision that it names.
    pub(crate) fn of_record(&mut self, header: &Header) -> Result<&'static Rules, Fault> {
        let Some(deck) = &header.deck else {
            let found = deck::edition_at(&header.edition, header.revision);
            let unknown = || fault::of_record(fault::missing("edition", &header.edition));
            return found.ok_or_else(unknown);
        };
        let by = Rulings::numbered(deck.rulings);
        if let Some(text) = &deck.text {
            return self.read(text, by);
        }
        let unknown = || fault::rules(&RulesProblem::Deck(header.edition.clone(), deck.hash));
        self.known(&deck.hash, by).ok_or_else(unknown)
    }

    fn known(&self, hash: &[u8; 32], by: Rulings) -> Option<&'static Rules> {
        let mut decks = self.0.iter().filter(|(own, rules)| own == hash && rules.rulings == by);
        decks.next().map(|(_, rules)| *rules)
    }
}
