//! Tests that the texts are complete in every language, and of the exact wording of some.

mod book;
mod complete;
mod decks;
mod invalid_messages;
mod samples;
mod table;
mod texts;
