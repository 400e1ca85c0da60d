//! The schema, and how a database of an older version gets it. Several nodes may start at once: one
//! of them migrates, the others wait. Migrations only add; what a version no longer uses is dropped
//! by a later one, so that nodes of the version before can go on during an upgrade.

use super::pool::Pool;
use crate::StoreError;
use std::time::Duration;

/// Each brings the database from its place in this list to the next.
const MIGRATIONS: [&str; 2] = [include_str!("schema_1.sql"), include_str!("schema_2.sql")];
/// How long a migration may take, waiting for another node's included.
const PATIENCE: Duration = Duration::from_secs(600);
/// The number of the lock is of no importance; only migrations take it.
const BEGIN: &str = "BEGIN; SELECT pg_advisory_xact_lock(122454317298041); \
    CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)";

/// Brings a database up to date, in one transaction.
pub(super) async fn migrate(pool: &Pool) -> Result<(), StoreError> {
    let known = MIGRATIONS.len() as i64;
    let mut conn = pool.get().await?.patient(PATIENCE);
    conn.batch(BEGIN).await?;
    let rows = conn.query("SELECT version FROM schema_version", &[]).await?;
    let found: i64 = rows.first().map_or(0, |row| row.get(0));
    for migration in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        conn.batch(migration).await?;
    }
    if found < known {
        let set =
            format!("DELETE FROM schema_version; INSERT INTO schema_version VALUES ({known})");
        conn.batch(&set).await?;
    }
    conn.batch("COMMIT").await?;
    if found > known { Err(StoreError::Newer { found, known }) } else { Ok(()) }
}
