//! Rules of tables: editions and custom decks.
//!
//! The decks of live tables are in memory. Other decks stay cached while there is room. The server
//! can always load the deck of a stored table again.

use crate::game::terms;
use crate::work_limiter::WorkLimiter;
use orrery_protocol::{Code, Fault, TableSettings};
use orrery_record::{DeckCache, LoadedRules};
use orrery_rules::{Rules, Rulings, deck};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// Number of decks that are checked at the same time. Each takes up to 30 MB and 50 ms.
const CONCURRENT_CHECKS: usize = 2;
/// Number of decks that may wait to be checked.
const WAITING_CHECKS: usize = 32;

/// Cache of custom decks, which limits how many are parsed at once.
#[derive(Debug)]
pub(crate) struct Decks {
    /// Limits concurrent checks of decks that users send.
    checking: WorkLimiter,
    /// Limits concurrent loading of stored decks. Checks have another limit, so that users cannot
    /// delay the loading.
    loading: WorkLimiter,
    cache: Mutex<DeckCache>,
}

impl Decks {
    /// Creates a cache for at most this many decks.
    pub(crate) fn new(capacity: usize) -> Self {
        let loading = WorkLimiter::new(CONCURRENT_CHECKS, Semaphore::MAX_PERMITS / 2);
        let checking = WorkLimiter::new(CONCURRENT_CHECKS, WAITING_CHECKS);
        Self { checking, loading, cache: Mutex::new(DeckCache::new(capacity)) }
    }

    /// Returns the rules of a stored table.
    pub(crate) async fn rules(
        &self,
        settings: &TableSettings,
        rulings: Rulings,
    ) -> Result<LoadedRules, Fault> {
        let Some(text) = &settings.deck else { return edition(settings, rulings) };
        let loaded = self.cache().get(text, rulings);
        match loaded {
            Some(rules) => Ok(rules),
            None => {
                let rules = parse(&self.loading, text.clone()).await?;
                Ok(self.cache().insert(text, rules.under(rulings)))
            }
        }
    }

    /// Checks a deck that a user sent. Returns its rules, or all problems.
    pub(crate) async fn check(&self, text: String) -> Result<Rules, Fault> {
        parse(&self.checking, text).await
    }

    /// Returns the rules for a new table.
    ///
    /// Calls `may_check` before it parses an unknown deck, and awaits `may_keep` before it caches
    /// the deck. It does not cache a deck that does not fit the settings.
    pub(crate) async fn admit(
        &self,
        settings: &TableSettings,
        may_check: impl FnOnce() -> Result<(), Fault>,
        may_keep: impl Future<Output = Result<(), Fault>>,
    ) -> Result<LoadedRules, Fault> {
        let Some(text) = &settings.deck else { return edition(settings, Rulings::NEWEST) };
        let loaded = self.cache().get(text, Rulings::NEWEST);
        if let Some(rules) = loaded {
            return Ok(rules);
        }
        may_check()?;
        let rules = self.check(text.clone()).await?;
        terms::options(settings, &rules)?;
        if !self.cache().make_room() {
            let text = "too many different decks are in use; try again later";
            return Err(Fault { retry_ms: Some(60_000), ..Fault::new(Code::Busy, text) });
        }
        may_keep.await?;
        Ok(self.cache().insert(text, rules))
    }

    fn cache(&self) -> MutexGuard<'_, DeckCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn edition(settings: &TableSettings, rulings: Rulings) -> Result<LoadedRules, Fault> {
    let found = deck::edition_under(&settings.edition, rulings).map(LoadedRules::Edition);
    found.ok_or_else(|| unknown_edition(&settings.edition))
}

/// Parses a deck at low priority.
async fn parse(limiter: &WorkLimiter, text: String) -> Result<Rules, Fault> {
    let parsed = limiter.run(move || deck::parse(&text)).await?;
    parsed.map_err(|problems| Fault::deck(&problems))
}

/// Returns the fault for an unknown edition. It lists the known editions.
pub(crate) fn unknown_edition(id: &str) -> Fault {
    let id: String = id.chars().take(40).collect();
    let known = deck::EDITIONS.join(", ");
    Fault::new(Code::NotFound, format!("no edition has the id `{id}`; choose one of: {known}"))
}

#[cfg(test)]
mod tests {
    use super::{Decks, LoadedRules};
    use orrery_protocol::{Code, TableSettings};
    use orrery_record::LoadedDeck;
    use orrery_rules::Rulings;
    use std::sync::{Arc, Weak};

    fn settings(number: usize) -> TableSettings {
        let deck = format!("id = 'deck-{number}'\nname = 'Deck'\nedition = 'classic'\n");
        TableSettings { deck: Some(deck), ..TableSettings::seats(2) }
    }

    fn weak_deck(rules: &LoadedRules) -> Weak<LoadedDeck> {
        match rules {
            LoadedRules::Deck(rules) => Arc::downgrade(rules),
            LoadedRules::Edition(_) => Weak::new(),
        }
    }

    #[tokio::test]
    async fn tables_with_the_same_deck_share_its_text() {
        let decks = Decks::new(3);
        let admitted =
            decks.admit(&settings(0), || Ok(()), async { Ok(()) }).await.expect("it is valid");
        let loaded = decks.rules(&settings(0), Rulings::NEWEST).await.expect("it is loaded");
        let texts = [&admitted, &loaded].map(|rules| rules.deck_text().expect("a deck").as_ptr());
        assert_eq!(texts[0], texts[1]);
        assert_eq!(loaded.deck_text(), settings(0).deck.as_deref());
    }

    #[tokio::test]
    async fn unused_decks_are_evicted_and_dropped() {
        let decks = Decks::new(3);
        let first =
            decks.admit(&settings(0), || Ok(()), async { Ok(()) }).await.expect("it is valid");
        let mut seen = Vec::new();
        for number in 1..20 {
            let rules = decks.admit(&settings(number), || Ok(()), async { Ok(()) }).await;
            seen.push(weak_deck(&rules.expect("there is room")));
        }
        let alive = seen.iter().filter(|rules| rules.strong_count() > 0).count();
        assert!(alive <= 3, "{alive} decks are in memory");
        assert!(weak_deck(&first).strong_count() > 1, "a deck in use stays cached");
    }

    #[tokio::test]
    async fn decks_in_use_are_not_evicted_and_stored_tables_can_still_load_decks() {
        let decks = Decks::new(2);
        let admit =
            async |number| decks.admit(&settings(number), || Ok(()), async { Ok(()) }).await;
        let held = [admit(0).await.expect("one"), admit(1).await.expect("two")];
        let refused = admit(2).await.expect_err("both decks are in use");
        assert_eq!((refused.code, refused.retry_ms), (Code::Busy, Some(60_000)));
        assert_eq!(admit(0).await.expect("it is loaded").id, "deck-0");
        let loaded = decks.rules(&settings(3), Rulings::NEWEST).await.expect("a stored table");
        assert_eq!(loaded.id, "deck-3");
        drop(held);
        assert_eq!(admit(2).await.expect("there is room again").id, "deck-2");
    }
}
