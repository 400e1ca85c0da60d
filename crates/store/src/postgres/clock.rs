//! The times at which nodes ran.

use super::pool::Conn;
use super::rows::column;
use crate::{Outage, RunHistory, StoreError};

/// Records the start of a node. The row lock serializes nodes that start at the same time.
const BEGIN: &str = "WITH before AS (SELECT at FROM clock FOR UPDATE), kept AS ( \
      UPDATE clock SET at = greatest(clock.at, $1) FROM before \
    ), added AS ( \
      INSERT INTO outages SELECT at, $1 FROM before WHERE at > 0 AND $1 - at > $2 \
    ), gone AS ( \
      DELETE FROM outages WHERE until < $1 - $3 \
    ) SELECT at FROM before";
const RECORD_RUNNING: &str = "UPDATE clock SET at = greatest(at, $1)";

/// Records the start of a node, and returns the earlier runs.
pub(super) async fn begin(conn: &mut Conn, now: i64) -> Result<RunHistory, StoreError> {
    let previous =
        conn.query(BEGIN, &[&now, &RunHistory::MIN_OUTAGE, &RunHistory::RETENTION]).await?;
    let last = column(previous.first().ok_or(StoreError::Missing)?, 0)?;
    let rows = conn.read("SELECT since, until FROM outages ORDER BY since", &[]).await?;
    let outage = |row| Ok(Outage { since: column(row, 0)?, until: column(row, 1)? });
    Ok(RunHistory { last, outages: rows.iter().map(outage).collect::<Result<_, StoreError>>()? })
}

/// Records that a node runs.
pub(super) async fn record_running(conn: &mut Conn, now: i64) -> Result<(), StoreError> {
    conn.query(RECORD_RUNNING, &[&now]).await.map(drop)
}
