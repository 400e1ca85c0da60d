//! Games on this machine: people, bots and the Rogue.

mod advice;
mod game;
mod save;
mod store;
mod table;

pub(crate) use game::{LocalGame, NewGame, Player, names_of, points_by_turn};
#[cfg(test)]
pub(crate) use game::{legal, notation};
pub(crate) use store::{GameStore, SavedGame, private_file};
