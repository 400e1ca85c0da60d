//! Rules of tables: editions and custom decks.
//!
//! A live table holds its deck in memory. Other decks stay loaded while there is room. A deck that
//! was admitted once can always be played.

use crate::game::terms;
use crate::work_limiter::WorkLimiter;
use orrery_protocol::{Code, Fault, Problem, TableSettings};
use orrery_rules::{Rules, Rulings, deck};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Number of decks that are checked at the same time. Each takes up to 30 MB and 50 ms.
const CONCURRENT_CHECKS: usize = 2;
/// Number of decks that may wait to be checked.
const WAITING_CHECKS: usize = 32;

/// The rules of a table.
#[derive(Clone, Debug)]
pub(crate) enum LoadedRules {
    /// A built-in edition.
    Edition(&'static Rules),
    /// A custom deck, which is dropped when no table holds it.
    Deck(Arc<Deck>),
}

/// A custom deck with its text. The text is long, so all tables with the deck share it.
#[derive(Debug)]
pub(crate) struct Deck {
    rules: Rules,
    text: Box<str>,
}

impl LoadedRules {
    /// Returns the text of a custom deck.
    pub(crate) fn deck(&self) -> Option<&str> {
        match self {
            Self::Edition(_) => None,
            Self::Deck(deck) => Some(&deck.text),
        }
    }
}

impl Deref for LoadedRules {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        match self {
            Self::Edition(rules) => rules,
            Self::Deck(deck) => &deck.rules,
        }
    }
}

/// Cache of custom decks.
#[derive(Debug)]
pub(crate) struct Decks {
    capacity: usize,
    /// Limits checks of decks that users send.
    checking: WorkLimiter,
    /// Limits loading of stored decks. Separate, so that users cannot delay waking tables.
    waking: WorkLimiter,
    loaded: Mutex<HashMap<DeckKey, Arc<Deck>>>,
}

/// Cache key: the rulings, and the hash of the deck's text.
type DeckKey = (Rulings, [u8; 32]);

impl Decks {
    /// Creates a cache for at most this many decks.
    pub(crate) fn new(capacity: usize) -> Self {
        let waking = WorkLimiter::new(CONCURRENT_CHECKS, Semaphore::MAX_PERMITS / 2);
        let checking = WorkLimiter::new(CONCURRENT_CHECKS, WAITING_CHECKS);
        Self { capacity, checking, waking, loaded: Mutex::default() }
    }

    /// Returns the rules of a stored table.
    pub(crate) async fn rules(
        &self,
        settings: &TableSettings,
        rulings: Rulings,
    ) -> Result<LoadedRules, Fault> {
        let Some(text) = &settings.deck else { return edition(settings, rulings) };
        match self.loaded(text, rulings) {
            Some(rules) => Ok(rules),
            None => {
                let rules = read(&self.waking, text.clone()).await?;
                Ok(self.keep(text, rules.under(rulings)))
            }
        }
    }

    /// Checks a deck that a user sent. Returns its rules, or all problems.
    pub(crate) async fn check(&self, text: String) -> Result<Rules, Fault> {
        read(&self.checking, text).await
    }

    /// Returns the rules for a new table.
    ///
    /// Calls `may_check` before it parses an unknown deck. Caches only a deck that fits the
    /// settings, and awaits `may_keep` before that.
    pub(crate) async fn admit(
        &self,
        settings: &TableSettings,
        may_check: impl FnOnce() -> Result<(), Fault>,
        may_keep: impl Future<Output = Result<(), Fault>>,
    ) -> Result<LoadedRules, Fault> {
        let Some(text) = &settings.deck else { return edition(settings, Rulings::NEWEST) };
        if let Some(rules) = self.loaded(text, Rulings::NEWEST) {
            return Ok(rules);
        }
        may_check()?;
        let rules = self.check(text.clone()).await?;
        terms::options(settings, &rules)?;
        self.make_room()?;
        may_keep.await?;
        Ok(self.keep(text, rules))
    }

    fn loaded(&self, text: &str, rulings: Rulings) -> Option<LoadedRules> {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (rulings, orrery_record::deck_hash(text));
        loaded.get(&key).map(Arc::clone).map(LoadedRules::Deck)
    }

    /// Checks whether there is room for another deck, and evicts decks that no live table holds.
    fn make_room(&self) -> Result<(), Fault> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if loaded.len() >= self.capacity {
            loaded.retain(|_, deck| Arc::strong_count(deck) > 1);
        }
        if loaded.len() < self.capacity {
            return Ok(());
        }
        let text = "too many different decks are in use; try again later";
        Err(Fault { retry_ms: Some(60_000), ..Fault::new(Code::Busy, text) })
    }

    fn keep(&self, text: &str, rules: Rules) -> LoadedRules {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        // Loading a stored table never fails for lack of room, so evict here, too.
        if loaded.len() >= self.capacity {
            loaded.retain(|_, deck| Arc::strong_count(deck) > 1);
        }
        let key = (rules.rulings, orrery_record::deck_hash(text));
        let deck = || Arc::new(Deck { rules, text: text.into() });
        LoadedRules::Deck(Arc::clone(loaded.entry(key).or_insert_with(deck)))
    }
}

fn edition(settings: &TableSettings, rulings: Rulings) -> Result<LoadedRules, Fault> {
    let found = deck::edition_under(&settings.edition, rulings).map(LoadedRules::Edition);
    found.ok_or_else(|| unknown_edition(&settings.edition))
}

/// Parses a deck on a blocking thread.
async fn read(limiter: &WorkLimiter, text: String) -> Result<Rules, Fault> {
    limiter.run(move || parse(&text)).await?
}

/// Parses a deck. Returns its rules, or all problems.
fn parse(text: &str) -> Result<Rules, Fault> {
    deck::parse(text).map_err(|problems| {
        let problem = |it: &deck::DeckProblem| {
            let (line, column) = (it.line, it.column);
            let text = it.kind.to_string();
            let text = text.strip_prefix(&format!("{line}:{column}: ")).unwrap_or(&text).to_owned();
            Problem { text, rule: None, line: Some(line as u32), column: Some(column as u32) }
        };
        Fault {
            problems: problems.list().iter().map(problem).collect(),
            ..Fault::new(Code::BadDeck, "the deck is invalid; see the list of problems")
        }
    })
}

/// Returns the fault for an unknown edition, with the known ones.
pub(crate) fn unknown_edition(id: &str) -> Fault {
    let id: String = id.chars().take(40).collect();
    let known = deck::EDITIONS.join(", ");
    Fault::new(Code::NotFound, format!("no edition has the id `{id}`; choose one of: {known}"))
}

#[cfg(test)]
mod tests {
    use super::{Deck, Decks, LoadedRules};
    use orrery_protocol::{Code, TableSettings};
    use orrery_rules::Rulings;
    use std::sync::{Arc, Weak};

    fn settings(number: usize) -> TableSettings {
        let deck = format!("id = 'deck-{number}'\nname = 'Deck'\nedition = 'classic'\n");
        TableSettings { deck: Some(deck), ..TableSettings::seats(2) }
    }

    fn watched(rules: &LoadedRules) -> Weak<Deck> {
        match rules {
            LoadedRules::Deck(rules) => Arc::downgrade(rules),
            LoadedRules::Edition(_) => Weak::new(),
        }
    }

    #[tokio::test]
    async fn tables_with_the_same_deck_share_its_text() {
        let decks = Decks::new(3);
        let made =
            decks.admit(&settings(0), || Ok(()), async { Ok(()) }).await.expect("it is sound");
        let woken = decks.rules(&settings(0), Rulings::NEWEST).await.expect("it is loaded");
        let texts = [&made, &woken].map(|rules| rules.deck().expect("a deck").as_ptr());
        assert_eq!(texts[0], texts[1]);
        assert_eq!(woken.deck(), settings(0).deck.as_deref());
    }

    #[tokio::test]
    async fn unused_decks_are_evicted_and_dropped() {
        let decks = Decks::new(3);
        let first =
            decks.admit(&settings(0), || Ok(()), async { Ok(()) }).await.expect("it is sound");
        let mut seen = Vec::new();
        for number in 1..20 {
            let rules = decks.admit(&settings(number), || Ok(()), async { Ok(()) }).await;
            seen.push(watched(&rules.expect("there is room")));
        }
        let alive = seen.iter().filter(|rules| rules.strong_count() > 0).count();
        assert!(alive <= 3, "{alive} decks are in memory");
        assert!(watched(&first).strong_count() > 1, "a deck that is held stays loaded");
    }

    #[tokio::test]
    async fn decks_in_use_are_not_evicted_and_stored_tables_can_still_load() {
        let decks = Decks::new(2);
        let admit =
            async |number| decks.admit(&settings(number), || Ok(()), async { Ok(()) }).await;
        let held = [admit(0).await.expect("one"), admit(1).await.expect("two")];
        let refused = admit(2).await.expect_err("both are played");
        assert_eq!((refused.code, refused.retry_ms), (Code::Busy, Some(60_000)));
        assert_eq!(admit(0).await.expect("it is loaded").id, "deck-0");
        let woken = decks.rules(&settings(3), Rulings::NEWEST).await.expect("a stored table");
        assert_eq!(woken.id, "deck-3");
        drop(held);
        assert_eq!(admit(2).await.expect("there is room again").id, "deck-2");
    }
}
