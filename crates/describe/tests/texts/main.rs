//! Tests that the texts are complete in every language, and that some have the exact wording.

mod book;
mod complete;
mod decks;
mod invalid_messages;
mod samples;
mod table;
mod texts;
