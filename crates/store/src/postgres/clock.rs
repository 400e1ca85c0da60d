//! When a node ran.

use super::pool::Conn;
use super::rows::column;
use crate::{Outage, Run, StoreError};

/// Nodes that begin at the same time do so one after another.
const BEGIN: &str = "WITH before AS (SELECT at FROM clock FOR UPDATE), kept AS ( \
      UPDATE clock SET at = greatest(clock.at, $1) FROM before \
    ), added AS ( \
      INSERT INTO outages SELECT at, $1 FROM before WHERE at > 0 AND $1 - at > $2 \
    ), gone AS ( \
      DELETE FROM outages WHERE until < $1 - $3 \
    ) SELECT at FROM before";
const KEEP: &str = "UPDATE clock SET at = greatest(at, $1)";

/// A node begins to run.
pub(super) async fn begin(conn: &mut Conn, now: i64) -> Result<Run, StoreError> {
    let before = conn.query(BEGIN, &[&now, &Run::SHORT, &Run::REMEMBERED]).await?;
    let last = column(before.first().ok_or(StoreError::Missing)?, 0)?;
    let rows = conn.read("SELECT since, until FROM outages ORDER BY since", &[]).await?;
    let outage = |row| Ok(Outage { since: column(row, 0)?, until: column(row, 1)? });
    Ok(Run { last, outages: rows.iter().map(outage).collect::<Result<_, StoreError>>()? })
}

/// A node runs.
pub(super) async fn keep(conn: &mut Conn, now: i64) -> Result<(), StoreError> {
    conn.query(KEEP, &[&now]).await.map(drop)
}
