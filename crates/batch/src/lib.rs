//! Arrays for machine learning: a fixed action space, observation vectors and batched games.
//!
//! [`actions`] numbers the actions of all editions, [`observation`] encodes what a seat may know as
//! `i8` values, [`BatchEnv`] plays many games at once into the caller's buffers, [`expand`] lists
//! all children of many positions. The crate knows nothing of Python.

pub mod actions;
mod batch_env;
mod expand;
mod game_seed;
pub mod observation;
mod parallel;
mod self_play;

pub use batch_env::{BatchBuffers, BatchEnv, BatchError, BatchSpec, OpponentSpec};
pub use expand::{Children, evaluate, expand};
pub use game_seed::{bot_seed, game_seed};
pub use parallel::for_each_chunk;
pub use self_play::{DECIDED_WORDS, GameColumns, SelfPlaySpec, simulate};
