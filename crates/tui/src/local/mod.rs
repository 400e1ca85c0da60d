//! Games on this machine: people, bots and the Rogue.

mod game;
mod save;
mod store;
mod table;

pub(crate) use game::{LocalGame, NewGame, Player, legal, names_of, notation, points_by_turn};
pub(crate) use store::{GameStore, SavedGame, replace_file};
