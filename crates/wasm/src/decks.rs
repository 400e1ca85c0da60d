//! The available rulesets: built-in editions and custom decks.

use crate::fault;
use orrery_protocol::Fault;
use orrery_record::{DeckCache, Header, LoadedRules, normalize_deck};
use orrery_rules::Rulings;

/// Returns the rules of the custom deck in `text`, or of the edition `id` if there is no text.
pub(crate) fn rules(
    decks: &mut DeckCache,
    id: &str,
    text: Option<&str>,
) -> Result<LoadedRules, Fault> {
    match text {
        Some(text) => {
            let loaded = decks.load(&normalize_deck(text), Rulings::NEWEST);
            loaded.map_err(|problems| Fault::deck(&problems))
        }
        None => LoadedRules::edition(id).ok_or_else(|| fault::missing("edition", id)),
    }
}

/// Returns the rules of a record, in the revision that it names.
pub(crate) fn of_record(decks: &mut DeckCache, header: &Header) -> Result<LoadedRules, Fault> {
    let loaded = decks.load_embedded(header).and_then(|()| decks.rules(header));
    Ok(loaded?)
}
