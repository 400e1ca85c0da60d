//! Arrays for machine learning: a fixed action space, observation vectors and batched games.
//!
//! - [`actions`] numbers the actions of all editions.
//! - [`observation`] encodes what a seat may know as `i8` values.
//! - [`BatchEnv`] plays many games at once and writes to the caller's buffers.
//! - [`expand()`] lists all children of many positions.
//! - [`game_columns()`] describes simulated games.
//!
//! The crate does not depend on Python.

pub mod actions;
mod batch_env;
mod bot_spec;
mod expand;
mod game_columns;
mod game_row;
mod game_seed;
pub mod observation;
mod observation_rows;
mod parallel;
mod row_encoding;
mod simulation;
mod spare;

pub use batch_env::{BatchBuffers, BatchEnv, BatchError, BatchSpec};
pub use bot_spec::BotSpec;
pub use expand::{Children, evaluate, expand};
pub use game_columns::{Column, ColumnValues, RowContext, game_columns};
pub use game_row::{GameRow, LevelTurns, SeatRow, decided_word};
pub use game_seed::{bot_seed, game_seed};
pub use observation_rows::{ObservationKind, ObservationRows};
pub use simulation::{SimulationSpec, simulate};
pub use spare::recycle;

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
