//! Computer players: a [`Bot`] receives a view and returns one of the legal actions.
//!
//! The crate contains the bots, their value network and its training. Bots never see hidden
//! information. Callers run the games.

mod advice;
mod budget;
mod clock;
mod greedy;
mod heuristic;
mod level;
mod memo;
mod network;
mod one_step;
mod policy;
mod random;
mod search;
#[cfg(test)]
mod testing;
pub mod train;

pub use advice::Advice;
pub use budget::Budget;
pub use greedy::GreedyBot;
pub use level::{BotLevel, LevelBot};
pub use network::{
    Evaluator, FEATURE_SLOTS, FEATURES, FeatureBlock, Network, NetworkFileError, SparseFeatures,
    feature_blocks,
};
pub use one_step::{Move, OneStep};
pub use orrery_rules::Random;
pub use random::{RandomBot, uniform};

use orrery_rules::{Action, Actions, Seat, View};
use std::fmt;

/// A player that sees only what its seat may know.
pub trait Bot: Send {
    /// Starts a game. The seed determines all random choices of the bot in this game.
    ///
    /// Call it before the bot plays a game with other rules.
    fn start(&mut self, seat: Seat, seed: u64);

    /// Sets the budget of each decision from now on.
    fn limit(&mut self, _budget: Budget) {}

    /// Chooses one of the legal actions; `legal` is not empty.
    ///
    /// # Errors
    /// If the bot cannot answer. Only external programs fail.
    fn choose(&mut self, view: &View<'_>, legal: &Actions) -> Result<Action, BotError>;

    /// Ends the game with the final view. A view without an outcome means that the game was
    /// abandoned.
    fn over(&mut self, _view: &View<'_>) {}
}

/// The reason why a bot could not answer, as a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotError(pub String);

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BotError {}

/// The names of the bots that [`named`] creates, weakest first.
pub const NAMES: [&str; 7] = ["random", "greedy", "cadet", "pilot", "captain", "admiral", "oracle"];

/// Creates the bot with this name.
#[must_use]
pub fn named(name: &str) -> Option<Box<dyn Bot>> {
    match name {
        "random" => Some(Box::new(RandomBot::default())),
        "greedy" => Some(Box::new(GreedyBot::default())),
        _ => {
            let level = BotLevel::ALL.into_iter().find(|level| level.word() == name)?;
            Some(Box::new(LevelBot::new(level)))
        }
    }
}

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
