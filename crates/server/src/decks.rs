//! The rules of tables: editions, and decks of one's own. A game borrows its rules for as long as
//! it lives, so decks stay loaded; how many new ones are admitted is limited. What was admitted once
//! can always be played on.

use crate::apart;
use crate::game::terms;
use orrery_protocol::{Code, Fault, Problem, TableSettings};
use orrery_rules::{Rules, Rulings, deck};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// All decks that were used since the start.
#[derive(Debug)]
pub(crate) struct Decks {
    most: usize,
    loaded: Mutex<HashMap<(Rulings, [u8; 32]), &'static Rules>>,
}

impl Decks {
    /// At most so many.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, loaded: Mutex::default() }
    }

    /// The rules of a stored table.
    pub(crate) async fn rules(
        &self,
        settings: &TableSettings,
        rulings: Rulings,
    ) -> Result<&'static Rules, Fault> {
        let Some(text) = &settings.deck else { return edition(settings, rulings) };
        match self.loaded(text, rulings) {
            Some(rules) => Ok(rules),
            None => Ok(self.keep(text, read(text.clone()).await?.under(rulings))),
        }
    }

    /// The rules of a table that is to be made. Only a deck that fits the table is kept, and `may`
    /// is asked before another one is.
    pub(crate) async fn admit(
        &self,
        settings: &TableSettings,
        may: impl FnOnce() -> Result<(), Fault>,
    ) -> Result<&'static Rules, Fault> {
        let Some(text) = &settings.deck else { return edition(settings, Rulings::NEWEST) };
        if let Some(rules) = self.loaded(text, Rulings::NEWEST) {
            return Ok(rules);
        }
        let rules = read(text.clone()).await?;
        terms::options(settings, &rules)?;
        self.room()?;
        may()?;
        Ok(self.keep(text, rules))
    }

    fn loaded(&self, text: &str, rulings: Rulings) -> Option<&'static Rules> {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.get(&(rulings, orrery_record::deck_hash(text))).copied()
    }

    fn room(&self) -> Result<(), Fault> {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if loaded.len() < self.most {
            return Ok(());
        }
        let text = "too many different decks were used; ask the operator to restart the server";
        Err(Fault { retry_ms: Some(3_600_000), ..Fault::new(Code::Busy, text) })
    }

    fn keep(&self, text: &str, rules: Rules) -> &'static Rules {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (rules.rulings, orrery_record::deck_hash(text));
        loaded.entry(key).or_insert_with(|| Box::leak(Box::new(rules)))
    }
}

fn edition(settings: &TableSettings, rulings: Rulings) -> Result<&'static Rules, Fault> {
    let found = deck::edition_under(&settings.edition, rulings);
    found.ok_or_else(|| no_edition(&settings.edition))
}

/// Reads a deck where nobody else waits for it, for it takes a while.
pub(crate) async fn read(text: String) -> Result<Rules, Fault> {
    let read = tokio::task::spawn_blocking(move || apart::work(|| parse(&text))).await;
    read.unwrap_or_else(|error| {
        tracing::error!(%error, "reading a deck failed");
        Err(Fault::new(Code::Internal, "the server made a mistake; it was logged"))
    })
}

/// Reads a deck, or tells all that is wrong with it.
fn parse(text: &str) -> Result<Rules, Fault> {
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
