//! The times at which servers ran.

use crate::{Outage, RunHistory, StoreError};
use rusqlite::{Connection, Row, params};

/// Records the start of a server, and returns the earlier runs.
pub(super) fn begin(db: &Connection, now: i64) -> Result<RunHistory, StoreError> {
    let last = db.query_row("SELECT at FROM clock", [], |row| row.get(0))?;
    if last > 0 && now - last > RunHistory::MIN_OUTAGE {
        db.execute("INSERT INTO outages (since, until) VALUES (?1, ?2)", params![last, now])?;
    }
    db.execute("DELETE FROM outages WHERE until < ?1", [now - RunHistory::RETENTION])?;
    record_running(db, now)?;
    let mut query = db.prepare("SELECT since, until FROM outages ORDER BY since")?;
    let outage = |row: &Row<'_>| Ok(Outage { since: row.get(0)?, until: row.get(1)? });
    Ok(RunHistory { last, outages: query.query_map([], outage)?.collect::<Result<_, _>>()? })
}

/// Records that a server runs.
pub(super) fn record_running(db: &Connection, now: i64) -> Result<(), StoreError> {
    db.prepare_cached("UPDATE clock SET at = max(at, ?1)")?.execute([now])?;
    Ok(())
}
