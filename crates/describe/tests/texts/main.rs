//! The texts are complete in every language, and some are compared word for word.

mod book;
mod complete;
mod decks;
mod invalid_messages;
mod samples;
mod table;
mod texts;
