//! Content-addressed decks: a deck is stored once, by the hash of its text, and games refer to it.

use crate::Hash;

/// The placeholder in the column of inline decks for a game that refers to a deck by its hash.
///
/// It is not a valid deck, so an older program that does not know the table `decks` refuses the game.
/// Without it, that program would play the game by an edition with the same id.
pub(crate) const BY_HASH: &str = "stored in `decks` by its hash";

/// Returns the BLAKE3 hash of a deck's text, as records use it.
pub(crate) fn hash(text: &str) -> Hash {
    blake3::hash(text.as_bytes()).into()
}
