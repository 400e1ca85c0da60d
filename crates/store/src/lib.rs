//! Where games live. [`Store`] is what a server needs of a database: games with their seats, the
//! log of each game, identities, chat. [`Sqlite`] is the one that comes with the program.
//!
//! The log is the heart of it: entries by `(game, seq)`, appended and never changed. An append is
//! durable when it returns. What an entry says is the server's business; here it is bytes.

#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
mod model;
mod sqlite;
mod store;

pub use error::StoreError;
pub use model::{
    ChatRow, GameRow, Hash, Identity, IdentityKind, Lease, Listing, Note, SeatRow, Stage,
};
pub use sqlite::{Sqlite, backup, restore};
pub use store::{Answer, Store};
