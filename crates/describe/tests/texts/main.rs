//! The words: complete in every language, and some of them to the letter.

mod book;
mod complete;
mod decks;
mod samples;
mod table;
mod texts;
mod total;
