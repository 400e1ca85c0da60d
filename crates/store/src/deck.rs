//! Content-addressed decks: a deck is stored once, by the hash of its text, and games refer to it.

use crate::Hash;

/// The placeholder in the column `games.deck` of a game that refers to its deck by hash.
///
/// It is not a valid deck, so an older program that does not know the table `decks` refuses the
/// game. Without the placeholder, that program would play the edition with the same id instead.
pub(crate) const BY_HASH: &str = "stored in `decks` by its hash";

/// Returns the BLAKE3 hash of a deck's text. Records use the same hash.
pub(crate) fn hash(text: &str) -> Hash {
    blake3::hash(text.as_bytes()).into()
}
