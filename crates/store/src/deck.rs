//! Content-addressed decks: a deck is stored once, by the hash of its text, and games refer to it.

use crate::Hash;

/// What the column of inline decks holds when a game refers to a deck by its hash. It is not a deck, so
/// a program that does not know the table `decks` refuses the game instead of playing it by an edition
/// that has the same id.
pub(crate) const BY_HASH: &str = "stored in `decks` by its hash";

/// The hash of a deck: BLAKE3 of its text, as in records.
pub(crate) fn hash(text: &str) -> Hash {
    blake3::hash(text.as_bytes()).into()
}
