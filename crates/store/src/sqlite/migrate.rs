//! Migrations in SQLite. `user_version` is the number of the last contracting migration.

use crate::StoreError;
use crate::migrations::{Migration, MigrationKind, check, pending};
use rusqlite::{Connection, TransactionBehavior};

/// All migrations, in order.
const MIGRATIONS: [Migration; 12] = [
    (MigrationKind::Contracts, include_str!("schema_1.sql")),
    (MigrationKind::Expands, include_str!("schema_2.sql")),
    (MigrationKind::Expands, include_str!("schema_3.sql")),
    (MigrationKind::Contracts, include_str!("schema_4.sql")),
    (MigrationKind::Expands, include_str!("schema_5.sql")),
    (MigrationKind::Expands, include_str!("schema_6.sql")),
    (MigrationKind::Expands, include_str!("schema_7.sql")),
    (MigrationKind::Expands, include_str!("schema_8.sql")),
    (MigrationKind::Expands, include_str!("schema_9.sql")),
    (MigrationKind::Expands, include_str!("schema_10.sql")),
    (MigrationKind::Expands, include_str!("schema_11.sql")),
    (MigrationKind::Expands, include_str!("schema_12.sql")),
];

/// Applies all pending migrations, in one transaction.
pub(super) fn migrate(db: &mut Connection) -> Result<(), StoreError> {
    apply(db, &MIGRATIONS)
}

/// Applies the migrations of a list that are pending.
fn apply(db: &mut Connection, migrations: &[Migration]) -> Result<(), StoreError> {
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let schema_version = version(&change)?;
    check(migrations, schema_version)?;
    for (number, (kind, sql)) in pending(migrations, applied(&change, schema_version)?) {
        change.execute_batch(sql)?;
        change.execute("INSERT INTO migrations (step) VALUES (?1)", [number])?;
        if kind == MigrationKind::Contracts {
            change.pragma_update(None, "user_version", number)?;
        }
    }
    change.commit()?;
    Ok(())
}

/// Returns the number of applied migrations.
///
/// The first version of the program did not record them: they are the first `schema_version` ones.
fn applied(db: &Connection, schema_version: i64) -> Result<i64, StoreError> {
    db.execute_batch("CREATE TABLE IF NOT EXISTS migrations (step INTEGER PRIMARY KEY) STRICT")?;
    let sql = "SELECT coalesce(max(step), ?1) FROM migrations";
    Ok(db.query_row(sql, [schema_version], |row| row.get(0))?)
}

/// Returns the number of the migration that a program must know to use a database.
pub(super) fn version(db: &Connection) -> Result<i64, StoreError> {
    Ok(db.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Returns whether the entries of a database have checksums.
pub(super) fn has_checksums(db: &Connection) -> Result<bool, StoreError> {
    has_column(db, "fresh", "sum")
}

/// Returns whether the games of a database have checksums and all columns that this version reads.
pub(super) fn has_game_checksums(db: &Connection) -> Result<bool, StoreError> {
    Ok(has_column(db, "games", "sum")? && has_column(db, "games", "withheld")?)
}

fn has_column(db: &Connection, table: &str, column: &str) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2)";
    Ok(db.query_row(sql, [table, column], |row| row.get(0))?)
}

/// Returns an error if a database needs a newer program.
pub(super) fn check_version(db: &Connection) -> Result<(), StoreError> {
    check(&MIGRATIONS, version(db)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIGRATIONS: [Migration; 3] = [
        (MigrationKind::Contracts, "CREATE TABLE people (name TEXT)"),
        (MigrationKind::Expands, "ALTER TABLE people ADD COLUMN age INTEGER"),
        (MigrationKind::Contracts, "ALTER TABLE people DROP COLUMN name"),
    ];

    fn database() -> Connection {
        Connection::open_in_memory().expect("a database")
    }

    #[test]
    fn previous_program_can_use_an_expanded_database() {
        let mut db = database();
        for known in [1, 2, 1, 2, 2] {
            assert_eq!(
                apply(&mut db, &MIGRATIONS[..known]),
                Ok(()),
                "{known} migrations are known"
            );
            db.execute("INSERT INTO people (name) VALUES ('Ada')", [])
                .expect("both programs can write");
        }
    }

    #[test]
    fn previous_program_refuses_a_contracted_database() {
        let mut db = database();
        assert_eq!(apply(&mut db, &MIGRATIONS), Ok(()));
        let refused = apply(&mut db, &MIGRATIONS[..2]);
        assert_eq!(refused, Err(StoreError::NewerSchema { found: 3, known: 2 }));
        assert_eq!(apply(&mut db, &MIGRATIONS), Ok(()), "the refusal changed the database");
    }
}
