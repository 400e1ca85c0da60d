//! Why a store could not do something.

use crate::{Damage, Loss};

/// What went wrong. Nothing has changed then, unless it is [`StoreError::Unsure`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has appended, or owns the game now.
    #[error("another owner has taken this game over")]
    Conflict,
    /// There is no such thing.
    #[error("there is no such entry in the store")]
    Missing,
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// It is locked, too busy, or away; it may work later.
    #[error("the store cannot be reached: {0}")]
    Away(String),
    /// The connection broke in the middle: it is not known whether it has happened.
    #[error("the store was lost before it answered: {0}")]
    Unsure(String),
    /// Another node owns the game; this is its id.
    #[error("another node owns this game: {0}")]
    Owned(String),
    /// The files are of a newer version of the program.
    #[error("the data was written by a newer version of Orrery (schema {found}, known {known})")]
    Newer {
        /// The version of the files.
        found: i64,
        /// The newest that is known.
        known: i64,
    },
    /// Another server uses this data directory.
    #[error("another server is using {0}; stop it, or choose another directory with --data")]
    InUse(String),
    /// The log of a game is damaged. Other games are not affected.
    #[error("the log of game {game} is damaged from entry {seq} on: {damage}")]
    Damaged {
        /// The game.
        game: String,
        /// The first entry that is lost; all before it are intact.
        seq: u64,
        /// What is wrong with it.
        damage: Damage,
    },
    /// A part of the database cannot be read.
    #[error("the database is damaged: {0}; run `orrery check`, then restore a backup")]
    Corrupt(String),
    /// There was a database in this directory, and it is gone or has lost its last entries.
    #[error("{0}")]
    Lost(Box<Loss>),
    /// Something that should not happen.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl StoreError {
    /// Whether it is worth trying again.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        matches!(self, Self::Full | Self::Away(_) | Self::Unsure(_))
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
            ) => Self::Away(error.to_string()),
            Some(ErrorCode::ConstraintViolation) => Self::Conflict,
            _ => Self::Failed(error.to_string()),
        }
    }
}

/// Whether the cause of an error is damage to the file. Columns have fixed types, so a value of another
/// type is damage, too.
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
