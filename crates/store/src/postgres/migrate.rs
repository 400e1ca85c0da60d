//! The schema in PostgreSQL. Several nodes may start at once: one of them migrates, the others wait.
//! The step that a program must know is in the table `schema_version`; nodes of the version before can
//! go on, and start again, during an upgrade that only expands.

use super::pool::{Conn, Pool};
use crate::StoreError;
use crate::steps::{Kind, Step, check, missing};
use std::time::Duration;

/// All steps, in order. The second only adds, but programs of its time had no table `migrations` and
/// look for the number.
const STEPS: [Step; 6] = [
    (Kind::Contracts, include_str!("schema_1.sql")),
    (Kind::Contracts, include_str!("schema_2.sql")),
    (Kind::Expands, include_str!("schema_3.sql")),
    (Kind::Expands, include_str!("schema_4.sql")),
    (Kind::Expands, include_str!("schema_5.sql")),
    (Kind::Expands, include_str!("schema_6.sql")),
];
/// How long a migration may take, waiting for another node's included.
const PATIENCE: Duration = Duration::from_secs(600);
/// The number of the lock is of no importance; only migrations take it.
const BEGIN: &str = "BEGIN; SELECT pg_advisory_xact_lock(122454317298041); \
    CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL); \
    CREATE TABLE IF NOT EXISTS migrations (step bigint PRIMARY KEY)";

/// Brings a database up to date, in one transaction.
pub(super) async fn migrate(pool: &Pool) -> Result<(), StoreError> {
    take(pool, &STEPS).await
}

/// Takes the steps that are missing, as a program does that knows these.
async fn take(pool: &Pool, steps: &[Step]) -> Result<(), StoreError> {
    let mut conn = pool.get().await?.patient(PATIENCE);
    conn.batch(BEGIN).await?;
    let needs = number(&mut conn, "SELECT coalesce(max(version), 0) FROM schema_version").await?;
    if let Err(refused) = check(steps, needs) {
        conn.batch("ROLLBACK").await?;
        return Err(refused);
    }
    // The first programs did not write down what they took.
    let taken = number(&mut conn, "SELECT coalesce(max(step), 0) FROM migrations").await?;
    for (number, (kind, sql)) in missing(steps, taken.max(needs)) {
        conn.batch(sql).await?;
        conn.batch(&format!("INSERT INTO migrations VALUES ({number})")).await?;
        if kind == Kind::Contracts {
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
    use super::{Kind, Pool, Step, StoreError, take};
    use orrery_services::Postgres as Server;

    const STEPS: [Step; 3] = [
        (Kind::Contracts, "CREATE TABLE people (name text)"),
        (Kind::Expands, "ALTER TABLE people ADD COLUMN age int"),
        (Kind::Contracts, "ALTER TABLE people DROP COLUMN name"),
    ];

    #[tokio::test(flavor = "multi_thread")]
    async fn nodes_of_the_version_before_start_again_until_the_database_is_contracted() {
        let server = Server::start().expect("PostgreSQL");
        let pool = Pool::new(&server.database().expect("a database"), 2).expect("a pool");
        for known in [1, 2, 1, 2, 2] {
            assert_eq!(take(&pool, &STEPS[..known]).await, Ok(()), "{known} steps are known");
            let mut conn = pool.get().await.expect("a connection");
            conn.batch("INSERT INTO people (name) VALUES ('Ada')").await.expect("both can write");
        }
        assert_eq!(take(&pool, &STEPS).await, Ok(()));
        let refused = take(&pool, &STEPS[..2]).await;
        assert_eq!(refused, Err(StoreError::Newer { found: 3, known: 2 }));
        assert_eq!(take(&pool, &STEPS).await, Ok(()), "and nothing has happened to it");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_database_of_a_program_that_only_counted_is_brought_up_to_date() {
        let server = Server::start().expect("PostgreSQL");
        let pool = Pool::new(&server.database().expect("a database"), 2).expect("a pool");
        let mut conn = pool.get().await.expect("a connection");
        let counted = "CREATE TABLE people (name text, age int); \
            CREATE TABLE schema_version (version bigint NOT NULL); \
            INSERT INTO schema_version VALUES (2)";
        conn.batch(counted).await.expect("it is made");
        assert_eq!(take(&pool, &STEPS[..2]).await, Ok(()), "nothing is done twice");
        assert_eq!(take(&pool, &STEPS).await, Ok(()));
    }
}
