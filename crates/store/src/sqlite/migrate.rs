//! The schema in SQLite. The step that a program must know is its `user_version`.

use crate::StoreError;
use crate::steps::{Kind, Step, check, missing};
use rusqlite::{Connection, TransactionBehavior};

/// All steps, in order.
const STEPS: [Step; 8] = [
    (Kind::Contracts, include_str!("schema_1.sql")),
    (Kind::Expands, include_str!("schema_2.sql")),
    (Kind::Expands, include_str!("schema_3.sql")),
    (Kind::Contracts, include_str!("schema_4.sql")),
    (Kind::Expands, include_str!("schema_5.sql")),
    (Kind::Expands, include_str!("schema_6.sql")),
    (Kind::Expands, include_str!("schema_7.sql")),
    (Kind::Expands, include_str!("schema_8.sql")),
];

/// Brings a database up to date, in one transaction.
pub(super) fn migrate(db: &mut Connection) -> Result<(), StoreError> {
    take(db, &STEPS)
}

/// Takes the steps that are missing, as a program does that knows these.
fn take(db: &mut Connection, steps: &[Step]) -> Result<(), StoreError> {
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let needs = version(&change)?;
    check(steps, needs)?;
    for (number, (kind, sql)) in missing(steps, taken(&change, needs)?) {
        change.execute_batch(sql)?;
        change.execute("INSERT INTO migrations (step) VALUES (?1)", [number])?;
        if kind == Kind::Contracts {
            change.pragma_update(None, "user_version", number)?;
        }
    }
    change.commit()?;
    Ok(())
}

/// How many steps were taken. The first program did not write them down.
fn taken(db: &Connection, needs: i64) -> Result<i64, StoreError> {
    db.execute_batch("CREATE TABLE IF NOT EXISTS migrations (step INTEGER PRIMARY KEY) STRICT")?;
    let sql = "SELECT coalesce(max(step), ?1) FROM migrations";
    Ok(db.query_row(sql, [needs], |row| row.get(0))?)
}

/// The step that a program must know to use a database.
pub(super) fn version(db: &Connection) -> Result<i64, StoreError> {
    Ok(db.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Whether the entries of a database have checksums. Reads only.
pub(super) fn has_checksums(db: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM pragma_table_info('fresh') WHERE name = 'sum')";
    Ok(db.query_row(sql, [], |row| row.get(0))?)
}

/// Refuses a database that needs a newer program.
pub(super) fn check_version(db: &Connection) -> Result<(), StoreError> {
    check(&STEPS, version(db)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [Step; 3] = [
        (Kind::Contracts, "CREATE TABLE people (name TEXT)"),
        (Kind::Expands, "ALTER TABLE people ADD COLUMN age INTEGER"),
        (Kind::Contracts, "ALTER TABLE people DROP COLUMN name"),
    ];

    fn database() -> Connection {
        Connection::open_in_memory().expect("a database")
    }

    #[test]
    fn the_program_before_goes_on_with_a_database_that_was_expanded() {
        let mut db = database();
        for known in [1, 2, 1, 2, 2] {
            assert_eq!(take(&mut db, &STEPS[..known]), Ok(()), "{known} steps are known");
            db.execute("INSERT INTO people (name) VALUES ('Ada')", []).expect("both can write");
        }
    }

    #[test]
    fn it_leaves_a_database_alone_that_was_contracted() {
        let mut db = database();
        assert_eq!(take(&mut db, &STEPS), Ok(()));
        let refused = take(&mut db, &STEPS[..2]);
        assert_eq!(refused, Err(StoreError::Newer { found: 3, known: 2 }));
        assert_eq!(take(&mut db, &STEPS), Ok(()), "and nothing has happened to it");
    }
}
