//! The rulesets that are at hand: the built-in editions, and decks of one's own.

use crate::fault;
use orrery_protocol::{Code, Fault};
use orrery_record::{Header, RulesProblem, deck_hash, plain_deck};
use orrery_rules::{Rules, Rulings, deck};

/// Most different decks: they stay in memory as long as the page is open.
const MOST: usize = 64;

/// Decks that were read, by the hash of their text.
#[derive(Debug, Default)]
pub(crate) struct Decks(Vec<([u8; 32], &'static Rules)>);

impl Decks {
    /// An edition, or the deck if its text is given.
    pub(crate) fn rules(&mut self, id: &str, text: Option<&str>) -> Result<&'static Rules, Fault> {
        match text {
            Some(text) => self.read(text, Rulings::NEWEST),
            None => deck::edition(id).ok_or_else(|| fault::missing("edition", id)),
        }
    }

    /// Reads a deck. States refer to their rules, so these are never given back; the same text is
    /// read once.
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

    /// The rules that a record was played by, in the revision that it names.
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
