//! Persistent storage of games, identities and chat.
//!
//! [`Store`] is the interface that the server uses. It has two implementations: [`Sqlite`], embedded,
//! for one server, and `Postgres` (feature `postgres`), shared by the nodes of a cluster. `Postgres` also
//! implements [`Nodes`]: heartbeats, and which node owns a game.
//!
//! Each game has an append-only log of entries, keyed by `(game, seq)`. An append is durable when it
//! returns. Entries are opaque bytes here; the server defines their meaning.

#[cfg(feature = "conformance")]
pub mod conformance;
mod damage;
mod deck;
mod error;
mod logins;
mod migrations;
mod model;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod store;

pub use damage::{Damage, DamagedGame, Loss, LossExtent, OnDamage, Report};
pub use error::StoreError;
pub use logins::{Device, Login, Logins, RecoveryRow};
pub use model::{
    ChatRow, GameLocation, GameRow, GameStatus, Hash, Heartbeat, Identity, IdentityKind, Lease,
    Listing, Outage, PriorState, Quota, RunHistory, SeatRow, Space, Stage, Stale,
};
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use sqlite::{OnLoss, Sqlite, backup, check, restore};
pub use store::{HostFilter, Nodes, Store, StoreFuture};

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
