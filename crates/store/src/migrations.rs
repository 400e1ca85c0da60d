//! Schema migrations: numbered steps that bring a database of an older version up to date.
//!
//! All pending migrations run in one transaction. A migration either expands, so that the previous
//! release can still use the database, or contracts, so that it cannot.
//!
//! The number of the last contracting migration is the version that a program must know to use the
//! database; a program that does not know it refuses to open it. The table `migrations` lists the
//! applied ones.

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

/// Refuses a database that needs a migration which is not in `migrations`.
pub(crate) const fn check(migrations: &[Migration], needed: i64) -> Result<(), StoreError> {
    let known = migrations.len() as i64;
    if needed > known { Err(StoreError::NewerSchema { found: needed, known }) } else { Ok(()) }
}

/// Returns the migrations after the first `applied` ones, each with its number.
pub(crate) fn pending(
    migrations: &[Migration],
    applied: i64,
) -> impl Iterator<Item = (i64, Migration)> {
    (1..).zip(migrations.iter().copied()).filter(move |(number, _)| *number > applied)
}
