//! Migrations in PostgreSQL.
//!
//! If several nodes start at once, one of them migrates and the others wait. The table
//! `schema_version` holds the number of the last contracting migration. While an upgrade only
//! expands, nodes of the previous release keep running and can restart.

use super::pool::{Conn, Pool};
use crate::StoreError;
use crate::migrations::{Migration, MigrationKind, check, pending};
use std::time::Duration;

/// All migrations, in order.
///
/// The second one only expands. It counts as contracting because the programs of that time had no
/// table `migrations` and recorded it in `schema_version`.
const MIGRATIONS: [Migration; 10] = [
    (MigrationKind::Contracts, include_str!("schema_1.sql")),
    (MigrationKind::Contracts, include_str!("schema_2.sql")),
    (MigrationKind::Expands, include_str!("schema_3.sql")),
    (MigrationKind::Expands, include_str!("schema_4.sql")),
    (MigrationKind::Expands, include_str!("schema_5.sql")),
    (MigrationKind::Expands, include_str!("schema_6.sql")),
    (MigrationKind::Expands, include_str!("schema_7.sql")),
    (MigrationKind::Expands, include_str!("schema_8.sql")),
    (MigrationKind::Expands, include_str!("schema_9.sql")),
    (MigrationKind::Expands, include_str!("schema_10.sql")),
];
/// Time limit of a migration, including the wait for another node.
const MIGRATION_TIMEOUT: Duration = Duration::from_secs(600);
/// Starts a migration. The key of the lock is arbitrary, and nothing else uses it.
const BEGIN: &str = "BEGIN; SELECT pg_advisory_xact_lock(122454317298041); \
    CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL); \
    CREATE TABLE IF NOT EXISTS migrations (step bigint PRIMARY KEY)";

/// Applies all pending migrations, in one transaction.
pub(super) async fn migrate(pool: &Pool) -> Result<(), StoreError> {
    apply(pool, &MIGRATIONS).await
}

/// Applies the migrations of a list that are pending.
async fn apply(pool: &Pool, migrations: &[Migration]) -> Result<(), StoreError> {
    let mut conn = pool.get().await?.with_timeout(MIGRATION_TIMEOUT);
    conn.batch(BEGIN).await?;
    let version = number(&mut conn, "SELECT coalesce(max(version), 0) FROM schema_version").await?;
    if let Err(refused) = check(migrations, version) {
        conn.batch("ROLLBACK").await?;
        return Err(refused);
    }
    // The first versions of the program did not record the migrations that they applied.
    let applied = number(&mut conn, "SELECT coalesce(max(step), 0) FROM migrations").await?;
    for (number, (kind, sql)) in pending(migrations, applied.max(version)) {
        conn.batch(sql).await?;
        conn.batch(&format!("INSERT INTO migrations VALUES ({number})")).await?;
        if kind == MigrationKind::Contracts {
            let set =
                format!("DELETE FROM schema_version; INSERT INTO schema_version VALUES ({number})");
            conn.batch(&set).await?;
        }
    }
    conn.batch("COMMIT").await
}

async fn number(conn: &mut Conn, sql: &str) -> Result<i64, StoreError> {
    Ok(conn.query(sql, &[]).await?.first().map_or(0, |row| row.get(0)))
}

#[cfg(test)]
mod tests {
    use super::{Migration, MigrationKind, Pool, StoreError, apply};
    use orrery_services::Postgres as Server;

    const MIGRATIONS: [Migration; 3] = [
        (MigrationKind::Contracts, "CREATE TABLE people (name text)"),
        (MigrationKind::Expands, "ALTER TABLE people ADD COLUMN age int"),
        (MigrationKind::Contracts, "ALTER TABLE people DROP COLUMN name"),
    ];

    #[tokio::test(flavor = "multi_thread")]
    async fn nodes_of_the_previous_release_can_restart_until_a_migration_contracts() {
        let server = Server::start().expect("PostgreSQL");
        let pool = Pool::new(&server.create_database().expect("a database"), 2).expect("a pool");
        for known in [1, 2, 1, 2, 2] {
            assert_eq!(
                apply(&pool, &MIGRATIONS[..known]).await,
                Ok(()),
                "{known} migrations are known"
            );
            let mut conn = pool.get().await.expect("a connection");
            conn.batch("INSERT INTO people (name) VALUES ('Ada')")
                .await
                .expect("both releases can write");
        }
        assert_eq!(apply(&pool, &MIGRATIONS).await, Ok(()));
        let refused = apply(&pool, &MIGRATIONS[..2]).await;
        assert_eq!(refused, Err(StoreError::NewerSchema { found: 3, known: 2 }));
        assert_eq!(apply(&pool, &MIGRATIONS).await, Ok(()), "the refusal changed the database");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn database_without_recorded_migrations_is_upgraded() {
        let server = Server::start().expect("PostgreSQL");
        let pool = Pool::new(&server.create_database().expect("a database"), 2).expect("a pool");
        let mut conn = pool.get().await.expect("a connection");
        let old_database = "CREATE TABLE people (name text, age int); \
            CREATE TABLE schema_version (version bigint NOT NULL); \
            INSERT INTO schema_version VALUES (2)";
        conn.batch(old_database).await.expect("the old database is created");
        assert_eq!(apply(&pool, &MIGRATIONS[..2]).await, Ok(()), "a migration ran twice");
        assert_eq!(apply(&pool, &MIGRATIONS).await, Ok(()));
    }
}
