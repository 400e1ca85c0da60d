//! The rules of Tiny Epic Galaxies: four editions and the solo game.
//!
//! The crate is pure: no I/O, no clock, no entropy source, no async code, no floats, no serde.
//! Start with [`State`]: create one, list its legal actions, apply a [`Step`].
//!
//! # Play a game
//!
//! A [`State`] waits for a step: an action of a seat or a chance outcome. The caller supplies every
//! step, so the same sequence of steps always replays the same game.
//!
//! ```
//! use orrery_rules::{Actions, Actor, Options, State, Step, deck};
//!
//! let mut state = State::new(deck::classic(), &Options::players(2))?;
//! let (mut legal, mut events) = (Actions::new(), Vec::new());
//! let mut bits = 1_u64;
//! while state.actor() != Actor::Over {
//!     bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
//!     let step = match state.chance() {
//!         Some(node) => Step::Chance(node.pick(bits)),
//!         None => {
//!             state.legal_actions(&mut legal);
//!             Step::Action(legal[(bits >> 32) as usize % legal.len()])
//!         }
//!     };
//!     state.apply(step, &mut events)?;
//! }
//! let result = state.outcome().expect("the game is over");
//! assert!(!result.winners().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Enumerate chance
//!
//! A [`ChanceNode`] lists its outcomes with integer weights, so that callers can compute exact
//! expected values.
//!
//! ```
//! use orrery_rules::{ChanceNode, ChanceOutcome, Face, Options, Seat, State, Step, deck};
//!
//! let options = Options { start: Seat::new(0), ..Options::players(2) };
//! let mut state = State::new(deck::prototype(), &options)?;
//! let mut node = state.chance().expect("the row is drawn");
//! while !matches!(node, ChanceNode::Roll(_)) {
//!     state.apply_unchecked(Step::Chance(node.pick(0)));
//!     node = state.chance().expect("after the row comes the first roll");
//! }
//! let mut outcomes = Vec::new();
//! node.outcomes(&mut outcomes);
//! let without_move = outcomes.iter().filter(|(outcome, _)| match outcome {
//!     ChanceOutcome::Rolled(dice) => !dice.has(Face::Move),
//!     _ => false,
//! });
//! // Four dice without the face: (5/6)^4.
//! assert_eq!(without_move.map(|(_, weight)| weight).sum::<u64>(), 5 * 5 * 5 * 5);
//! assert_eq!(node.total(), 6 * 6 * 6 * 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Write a bot
//!
//! A bot sees a [`View`], which hides the missions of other seats. To look ahead, the bot calls
//! [`View::complete`], which fills in possible missions, and applies steps to copies of that state.
//!
//! ```
//! use orrery_rules::{Action, Actions, Options, State, Step, View, deck};
//!
//! /// Chooses the action after which the viewer has the most points and resources.
//! fn greedy(view: &View<'_>, legal: &Actions) -> Option<Action> {
//!     let me = view.viewer()?;
//!     let state = view.complete(1);
//!     legal.iter().copied().max_by_key(|action| {
//!         let mut next = state;
//!         next.apply_unchecked(Step::Action(*action));
//!         (next.points(me), next.held(me).total())
//!     })
//! }
//!
//! let mut state = State::new(deck::blast_off(), &Options::players(2))?;
//! while let Some(node) = state.chance() {
//!     state.apply_unchecked(Step::Chance(node.pick(7)));
//! }
//! let seat = state.decision().expect("a seat decides").seat;
//! let mut legal = Actions::new();
//! state.legal_actions(&mut legal);
//! let action = greedy(&state.observe(Some(seat)), &legal).expect("there is a legal action");
//! state.apply(Step::Action(action), &mut Vec::new())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod berth;
mod bytes;
mod bytes_check;
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
mod problems;
mod random;
mod row;
mod rule;
pub mod ruleset;
mod rulings;
mod search_key;
mod setup;
mod setup_check;
mod setup_text;
mod spec_check;
mod state;
pub mod step;
mod table;
mod view;

pub use actions::{Actions, MAX_ACTIONS};
pub use bytes::{STATE_BYTES, StateBytesError};
pub use chance::ChanceNode;
pub use detached::{DetachedState, DetachedView};
pub use dice::{Bay, Dice};
pub use event::{DiscardEvents, Event, EventSink};
pub use game_option::{GameOption, OptionSet};
pub use ids::{
    Amount, Destination, Face, Mission, Missions, Planet, Planets, Resource, Seat, Seats, Ship,
    Slot, Track,
};
pub use illegal::Illegal;
pub use notation::{Notation, StepParseError};
pub use options::{OptionProblem, Options};
pub use perft::{fixed_outcome, perft};
pub use problems::Problems;
pub use random::Random;
pub use rule::end::{DecidedBy, GameResult, Score};
pub use ruleset::{Rules, RulesSpec};
pub use rulings::Rulings;
pub use search_key::VisibleKey;
pub use setup::{Effect, GalaxySetup, Setup};
pub use setup_check::SetupProblem;
pub use setup_text::{SetupText, TextProblem, TextProblemKind};
pub use state::State;
pub use step::{Action, Actor, ChanceOutcome, Decision, Question, Step};
pub use table::{Berth, Table};
pub use view::View;

/// Includes the README, so that the documentation tests compile and run its example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
