//! Errors of a store.

use crate::{Damage, GameDamage, Loss};

/// An error of a store.
///
/// The store has changed nothing, unless the error is [`StoreError::OutcomeUnknown`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The lease is void, the log does not have the expected length, or the row already exists.
    #[error("the write conflicts with another owner of the game, whose write came first")]
    Conflict,
    /// The row does not exist.
    #[error("not found in the store")]
    Missing,
    /// The disk is full.
    #[error("the disk of the store is full; free some space")]
    Full,
    /// The store is locked, overloaded or unreachable; a retry may succeed.
    #[error("the store is unavailable: {0}")]
    Unavailable(String),
    /// The connection broke before the store replied, so the change may or may not be stored.
    #[error("the store did not confirm the change: {0}")]
    OutcomeUnknown(String),
    /// Another node owns the game; the value is its id.
    #[error("node {0} owns this game")]
    Owned(String),
    /// A newer version of the program wrote the database.
    #[error(
        "the data was written by a newer version of Orrery (schema {found}, known {known}); upgrade"
    )]
    NewerSchema {
        /// The schema version of the database.
        found: i64,
        /// The newest schema version that this program knows.
        known: i64,
    },
    /// Another server uses this data directory.
    #[error("another server uses {0}; stop it, or pass another directory with --data DIR")]
    InUse(String),
    /// The log of one game is damaged. Other games are not affected.
    #[error("the log of game {game} is damaged at entry {seq}: {damage}; restore a backup")]
    Damaged {
        /// The id of the game.
        game: String,
        /// The first damaged entry; all entries before it are intact.
        seq: u64,
        /// The kind of damage.
        damage: Damage,
    },
    /// One game is damaged outside of its log. Other games are not affected.
    #[error("game {game} is damaged ({damage}); restore a backup")]
    DamagedGame {
        /// The id of the game.
        game: String,
        /// The kind of damage.
        damage: GameDamage,
    },
    /// A part of the database cannot be read.
    #[error("the database is damaged: {0}; run `orrery check`, then restore a backup")]
    Corrupt(String),
    /// The database of this directory is missing, or has lost its last entries.
    #[error("{0}")]
    DataLost(Box<Loss>),
    /// An unexpected failure.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl StoreError {
    /// Returns whether a retry may succeed.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Full | Self::Unavailable(_) | Self::OutcomeUnknown(_))
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        if is_damage(&error) {
            return Self::Corrupt(error.to_string());
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(
                ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::SystemIoFailure
                | ErrorCode::ReadOnly
                | ErrorCode::CannotOpen,
            ) => Self::Unavailable(error.to_string()),
            Some(ErrorCode::ConstraintViolation) => Self::Conflict,
            _ => Self::Failed(error.to_string()),
        }
    }
}

/// Returns whether damage to the file caused an error.
///
/// Columns have fixed types, so a value of a wrong type is also damage.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::{Error, ErrorCode};
    match error {
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        | Error::Utf8Error(..) => true,
        _ => matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        ),
    }
}
