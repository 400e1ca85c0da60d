//! Tests of deck files: the content of the built-in files, and the problems of invalid ones.

#[path = "decks/cards.rs"]
mod cards;
#[path = "decks/custom.rs"]
mod custom;
#[path = "decks/editions.rs"]
mod editions;
#[path = "decks/hostile.rs"]
mod hostile;
#[path = "decks/nesting.rs"]
mod nesting;
#[path = "decks/problems.rs"]
mod problems;
#[path = "decks/spec.rs"]
mod spec;
