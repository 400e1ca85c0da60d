//! Where games live. [`Store`] is what a server needs of a database: games with their seats, the
//! log of each game, identities, chat. [`Sqlite`] is the one that comes with the program, for one
//! server; `Postgres` (feature `postgres`) is shared by several, and tells them as [`Nodes`] who owns a game.
//!
//! The log is the heart of it: entries by `(game, seq)`, appended and never changed. An append is
//! durable when it returns. What an entry says is the server's business; here it is bytes.

#[cfg(feature = "conformance")]
pub mod conformance;
mod damage;
mod deck;
mod error;
mod logins;
mod model;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod steps;
mod store;

pub use damage::{Damage, DamagedGame, Loss, Lost, OnDamage, Report};
pub use error::StoreError;
pub use logins::{Device, Login, Logins, RecoveryRow};
pub use model::{
    Beat, ChatRow, Found, GameRow, Hash, Identity, IdentityKind, Lease, Limited, Listing, Note,
    Outage, Place, Run, SeatRow, Space, Stage, Stale,
};
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use sqlite::{OnLoss, Sqlite, backup, check, restore};
pub use store::{Admit, Answer, Nodes, Store};

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
