//! The rules of tables: editions, and decks of one's own. A live table holds its deck; one that no
//! table holds stays loaded while there is room. What was admitted once can always be played on.

use crate::game::terms;
use crate::gate::Gate;
use orrery_protocol::{Code, Fault, Problem, TableSettings};
use orrery_rules::{Rules, Rulings, deck};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// How many decks are checked at once: each takes up to 30 MB and 50 ms.
const CHECKED_AT_ONCE: usize = 2;
/// How many more may wait to be checked.
const WAITING: usize = 32;

/// The rules of a table.
#[derive(Clone, Debug)]
pub(crate) enum LoadedRules {
    /// An edition.
    Edition(&'static Rules),
    /// A deck, which is dropped when nobody needs it any more.
    Deck(Arc<Deck>),
}

/// A deck with its text, which is long: all tables that play it share one.
#[derive(Debug)]
pub(crate) struct Deck {
    rules: Rules,
    text: Box<str>,
}

impl LoadedRules {
    /// The text of the deck, if it is one of a player.
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

/// The decks that are loaded.
#[derive(Debug)]
pub(crate) struct Decks {
    most: usize,
    /// For decks that strangers bring.
    checking: Gate,
    /// For decks of stored tables, which must not wait for strangers.
    waking: Gate,
    loaded: Mutex<HashMap<DeckKey, Arc<Deck>>>,
}

/// The rulings that a deck is played by, and the hash of its text.
type DeckKey = (Rulings, [u8; 32]);

impl Decks {
    /// At most so many.
    pub(crate) fn new(most: usize) -> Self {
        let waking = Gate::new(CHECKED_AT_ONCE, Semaphore::MAX_PERMITS / 2);
        let checking = Gate::new(CHECKED_AT_ONCE, WAITING);
        Self { most, checking, waking, loaded: Mutex::default() }
    }

    /// The rules of a stored table.
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

    /// Reads a deck that somebody brings, or tells all that is wrong with it.
    pub(crate) async fn check(&self, text: String) -> Result<Rules, Fault> {
        read(&self.checking, text).await
    }

    /// The rules of a table that is to be made. `may_check` is asked before an unknown deck is read.
    /// Only a deck that fits the table is kept, and `may_keep` is awaited before another one is.
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
        self.room()?;
        may_keep.await?;
        Ok(self.keep(text, rules))
    }

    fn loaded(&self, text: &str, rulings: Rulings) -> Option<LoadedRules> {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (rulings, orrery_record::deck_hash(text));
        loaded.get(&key).map(Arc::clone).map(LoadedRules::Deck)
    }

    /// Whether another deck may be loaded; those that no live table holds make room for it.
    fn room(&self) -> Result<(), Fault> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if loaded.len() >= self.most {
            loaded.retain(|_, deck| Arc::strong_count(deck) > 1);
        }
        if loaded.len() < self.most {
            return Ok(());
        }
        let text = "too many different decks are being played; try again later";
        Err(Fault { retry_ms: Some(60_000), ..Fault::new(Code::Busy, text) })
    }

    fn keep(&self, text: &str, rules: Rules) -> LoadedRules {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        // Tables that wake are never refused, so those that sleep make room here, too.
        if loaded.len() >= self.most {
            loaded.retain(|_, deck| Arc::strong_count(deck) > 1);
        }
        let key = (rules.rulings, orrery_record::deck_hash(text));
        let deck = || Arc::new(Deck { rules, text: text.into() });
        LoadedRules::Deck(Arc::clone(loaded.entry(key).or_insert_with(deck)))
    }
}

fn edition(settings: &TableSettings, rulings: Rulings) -> Result<LoadedRules, Fault> {
    let found = deck::edition_under(&settings.edition, rulings).map(LoadedRules::Edition);
    found.ok_or_else(|| no_edition(&settings.edition))
}

/// Reads a deck where nobody else waits for it, for it takes a while.
async fn read(gate: &Gate, text: String) -> Result<Rules, Fault> {
    gate.run(move || parse(&text)).await?
}

/// Reads a deck, or tells all that is wrong with it.
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
    async fn decks_that_nobody_holds_make_room_and_are_dropped() {
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
    async fn decks_that_are_held_are_not_dropped_for_new_ones_but_stored_tables_wake() {
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
