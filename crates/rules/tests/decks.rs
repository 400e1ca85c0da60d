//! The deck files: what the built-in ones hold, and what is said about wrong ones.

#[path = "decks/cards.rs"]
mod cards;
#[path = "common/child.rs"]
mod child;
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
