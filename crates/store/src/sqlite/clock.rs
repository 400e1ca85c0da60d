//! When a server ran.

use crate::{Outage, Run, StoreError};
use rusqlite::{Connection, Row, params};

/// A server begins to run.
pub(super) fn begin(db: &Connection, now: i64) -> Result<Run, StoreError> {
    let last = db.query_row("SELECT at FROM clock", [], |row| row.get(0))?;
    if last > 0 && now - last > Run::SHORT {
        db.execute("INSERT INTO outages (since, until) VALUES (?1, ?2)", params![last, now])?;
    }
    db.execute("DELETE FROM outages WHERE until < ?1", [now - Run::REMEMBERED])?;
    keep(db, now)?;
    let mut query = db.prepare("SELECT since, until FROM outages ORDER BY since")?;
    let outage = |row: &Row<'_>| Ok(Outage { since: row.get(0)?, until: row.get(1)? });
    Ok(Run { last, outages: query.query_map([], outage)?.collect::<Result<_, _>>()? })
}

/// A server runs.
pub(super) fn keep(db: &Connection, now: i64) -> Result<(), StoreError> {
    db.prepare_cached("UPDATE clock SET at = max(at, ?1)")?.execute([now])?;
    Ok(())
}
