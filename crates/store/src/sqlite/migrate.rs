//! The schema, and how a database of an older version gets it. Migrations only add; what a version
//! no longer uses is dropped by a later one, so that the version before can still be run.

use crate::StoreError;
use rusqlite::Connection;

/// Each brings the database from its place in this list to the next.
const MIGRATIONS: [&str; 1] = [include_str!("schema_1.sql")];

/// Brings a database up to date, in one transaction.
pub(super) fn migrate(db: &mut Connection) -> Result<(), StoreError> {
    let known = MIGRATIONS.len() as i64;
    let change = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let found: i64 = change.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for migration in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        change.execute_batch(migration)?;
    }
    change.pragma_update(None, "user_version", known)?;
    change.commit()?;
    Ok(())
}

/// The version of a database file.
pub(super) fn version(db: &Connection) -> Result<i64, StoreError> {
    Ok(db.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// The newest version that is known.
pub(super) const fn known() -> i64 {
    MIGRATIONS.len() as i64
}
