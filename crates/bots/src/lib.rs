//! Players: a [`Bot`] sees a view and answers with one of the legal actions.

mod advice;
mod budget;
mod clock;
mod greedy;
mod level;
mod mind;
mod policy;
mod random;
mod search;
#[cfg(test)]
mod testing;
pub mod train;
mod worth;

pub use advice::Advice;
pub use budget::Budget;
pub use greedy::GreedyBot;
pub use level::{Level, LevelBot};
pub use mind::{Judge, Mind, NotAMind};
pub use random::{Random, RandomBot};

use orrery_rules::{Action, Actions, Seat, View};
use std::fmt;

/// A player. It sees only what its seat may know.
pub trait Bot: Send {
    /// A game begins; everything the bot does in it follows from this seed.
    fn start(&mut self, seat: Seat, seed: u64);

    /// What it may spend on each decision from now on.
    fn limit(&mut self, _budget: Budget) {}

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

/// The names of the bots that [`named`] makes, the weakest first.
pub const NAMES: [&str; 7] = ["random", "greedy", "cadet", "pilot", "captain", "admiral", "oracle"];

/// The bot with this name.
#[must_use]
pub fn named(name: &str) -> Option<Box<dyn Bot>> {
    match name {
        "random" => Some(Box::new(RandomBot::default())),
        "greedy" => Some(Box::new(GreedyBot::default())),
        _ => {
            let level = Level::ALL.into_iter().find(|level| level.word() == name)?;
            Some(Box::new(LevelBot::new(level)))
        }
    }
}

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
