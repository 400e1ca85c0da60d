//! Schema migrations: numbered steps that bring a database of an older version up to date.
//!
//! All pending migrations run in one transaction. The previous release can still use a database
//! after a migration that expands, but not after one that contracts.
//!
//! The number of the last contracting migration is the schema version of the database. A program
//! that does not know this migration refuses to open the database. The table `migrations` lists all
//! applied migrations.

use crate::StoreError;

/// The effect of a migration on the previous release.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MigrationKind {
    /// It only adds: the previous release can still use the database.
    Expands,
    /// It removes or moves something: the previous release cannot use the database any more.
    Contracts,
}

/// A migration: its kind and its SQL.
pub(crate) type Migration = (MigrationKind, &'static str);

/// Returns an error if this program does not know the schema version of a database.
pub(crate) const fn check(migrations: &[Migration], schema_version: i64) -> Result<(), StoreError> {
    let known = migrations.len() as i64;
    if schema_version > known {
        return Err(StoreError::NewerSchema { found: schema_version, known });
    }
    Ok(())
}

/// Returns the migrations after the first `applied` ones, each with its number.
pub(crate) fn pending(
    migrations: &[Migration],
    applied: i64,
) -> impl Iterator<Item = (i64, Migration)> {
    (1..).zip(migrations.iter().copied()).filter(move |(number, _)| *number > applied)
}
