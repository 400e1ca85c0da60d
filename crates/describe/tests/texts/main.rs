//! Texts: complete in every language, with exact checks of some.

mod book;
mod complete;
mod decks;
mod samples;
mod table;
mod texts;
mod total;
