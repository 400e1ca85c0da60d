//! Players: a [`Bot`] sees a view and answers with one of the legal actions.

mod greedy;
mod random;
mod worth;

pub use greedy::GreedyBot;
pub use random::{Random, RandomBot};

use orrery_rules::{Action, Actions, Seat, View};
use std::fmt;

/// A player. It sees only what its seat may know.
pub trait Bot: Send {
    /// A game begins; everything the bot does in it follows from this seed.
    fn start(&mut self, seat: Seat, seed: u64);

    /// Answers a decision with one of the legal actions; there is at least one.
    ///
    /// # Errors
    /// If the bot cannot answer: only bots that are programs of their own fail.
    fn choose(&mut self, view: &View<'_>, legal: &Actions) -> Result<Action, BotError>;

    /// The game is over: the view shows how it ended. If it has no outcome, the game was given up.
    fn over(&mut self, _view: &View<'_>) {}
}

/// Why a bot could not answer, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotError(pub String);

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BotError {}

/// The names of the bots that [`named`] makes.
pub const NAMES: [&str; 2] = ["random", "greedy"];

/// The bot with this name.
#[must_use]
pub fn named(name: &str) -> Option<Box<dyn Bot>> {
    match name {
        "random" => Some(Box::new(RandomBot::default())),
        "greedy" => Some(Box::new(GreedyBot::default())),
        _ => None,
    }
}
