//! The rules of Tiny Epic Galaxies: four editions and the solo game.
//!
//! The crate is pure: it does no I/O and uses no clock, randomness, async code, floats or serde.
//! Start with [`State`]: create one, list its legal actions, apply a [`Step`].

mod actions;
mod berth;
mod chance;
mod decision;
pub mod deck;
mod detached;
pub mod dice;
mod digest;
pub mod event;
mod explain;
mod frame;
mod game_option;
pub mod ids;
pub mod illegal;
mod notation;
mod op;
mod options;
mod perft;
mod random;
mod row;
mod rule;
pub mod ruleset;
mod rulings;
mod setup;
mod setup_check;
mod setup_text;
mod state;
pub mod step;
mod table;
mod view;

pub use actions::{Actions, MAX_ACTIONS};
pub use chance::ChanceNode;
pub use detached::{DetachedState, DetachedView};
pub use dice::{Bay, Dice};
pub use event::{DiscardEvents, Event, EventSink};
pub use game_option::{GameOption, OptionSet};
pub use ids::{
    Amount, Destination, Face, Mission, Planet, Planets, Resource, Seat, Ship, Slot, Track,
};
pub use illegal::Illegal;
pub use notation::{Notation, StepParseError};
pub use options::{OptionProblem, Options};
pub use perft::{fixed_outcome, perft};
pub use random::Random;
pub use rule::end::{DecidedBy, GameResult, Score};
pub use ruleset::Rules;
pub use rulings::Rulings;
pub use setup::{Effect, GalaxySetup, Setup};
pub use setup_check::SetupProblem;
pub use setup_text::{SetupText, TextProblem, TextProblemKind};
pub use state::State;
pub use step::{Action, Actor, ChanceOutcome, Decision, Question, Step};
pub use table::{Berth, Table};
pub use view::View;

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
