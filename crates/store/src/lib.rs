//! Persistent storage of games, identities and chat.
//!
//! [`Store`] is the interface that the server uses. It has two implementations: [`Sqlite`] is
//! embedded in one server, and `Postgres` (feature `postgres`) is shared by the nodes of a cluster.
//! `Postgres` also implements [`Nodes`], the heartbeats of nodes and the ownership of games.
//!
//! Each game has an append-only log of entries, keyed by `(game, seq)`. An append is durable when
//! it returns. Entries are opaque bytes here; the server defines their meaning.

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

pub use damage::{Damage, DamagedGame, GameDamage, Loss, LossExtent, OnDamage, Report};
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

/// The README, whose example the documentation tests compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
