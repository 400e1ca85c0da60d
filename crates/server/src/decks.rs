//! The rules of tables: editions, and decks of one's own. A game borrows its rules for as long as
//! it lives, so decks stay loaded; how many is limited.

use orrery_protocol::{Code, Fault, Problem, TableSettings};
use orrery_rules::{Rules, deck};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// All decks that were used since the start.
#[derive(Debug)]
pub(crate) struct Decks {
    most: usize,
    loaded: Mutex<HashMap<[u8; 32], &'static Rules>>,
}

impl Decks {
    /// At most so many.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, loaded: Mutex::default() }
    }

    /// The rules that settings name.
    pub(crate) fn rules(&self, settings: &TableSettings) -> Result<&'static Rules, Fault> {
        match &settings.deck {
            Some(text) => self.load(text),
            None => deck::edition(&settings.edition).ok_or_else(|| no_edition(&settings.edition)),
        }
    }

    fn load(&self, text: &str) -> Result<&'static Rules, Fault> {
        let key = orrery_record::deck_hash(text);
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = loaded.get(&key) {
            return Ok(rules);
        }
        let rules = parse(text)?;
        if loaded.len() >= self.most {
            let text = "too many different decks were used; ask the operator to restart the server";
            return Err(Fault { retry_ms: Some(3_600_000), ..Fault::new(Code::Busy, text) });
        }
        let rules: &'static Rules = Box::leak(Box::new(rules));
        loaded.insert(key, rules);
        Ok(rules)
    }
}

/// Reads a deck, or tells all that is wrong with it.
pub(crate) fn parse(text: &str) -> Result<Rules, Fault> {
    deck::parse(text).map_err(|problems| {
        let problem = |it: &deck::Problem| {
            let (line, column) = (it.line, it.column);
            let text = it.kind.to_string();
            let text = text.strip_prefix(&format!("{line}:{column}: ")).unwrap_or(&text).to_owned();
            Problem { text, rule: None, line: Some(line as u32), column: Some(column as u32) }
        };
        Fault {
            problems: problems.list().iter().map(problem).collect(),
            ..Fault::new(Code::BadDeck, "this is not a sound deck")
        }
    })
}

/// There is no such edition; which there are.
pub(crate) fn no_edition(id: &str) -> Fault {
    let id: String = id.chars().take(40).collect();
    let known = deck::EDITIONS.join(", ");
    Fault::new(Code::NotFound, format!("there is no edition `{id}`; there are: {known}"))
}
