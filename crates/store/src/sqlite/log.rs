//! The logs of games.
//!
//! The writer appends new entries to the table `fresh`, in the order of arrival. Compaction moves
//! them to the table `log`, which is ordered by game.
//!
//! The table `heads` records the length of each log when it was last compacted or parked. The table
//! `sorted` has one row: the number of entries that were ever compacted, and the last row of `log`
//! at that time.

use super::rows;
use crate::StoreError;
use crate::damage::LogReader;
use rusqlite::{Connection, OptionalExtension, params};

/// The queries that together return the entries of a game, compacted entries first.
const ENTRIES: [&str; 2] = [
    "SELECT seq, entry, sum FROM log WHERE game = ?1 AND seq >= ?2 ORDER BY seq",
    "SELECT seq, entry, sum FROM fresh WHERE game = ?1 AND seq >= ?2 ORDER BY seq",
];

/// Returns the entries of a log from number `from` on.
///
/// # Errors
/// If there is no such game, or its log is damaged.
pub(super) fn read(db: &Connection, id: &str, from: u64) -> Result<Vec<Vec<u8>>, StoreError> {
    // Compaction moves entries between the tables, so read both in one snapshot.
    let snapshot = db.unchecked_transaction()?;
    let key = rows::key(&snapshot, id)?;
    Ok(read_all(&snapshot, id, key, from)?.0)
}

/// Returns the entries of a log from number `from` on, and how many of them have no checksum.
pub(super) fn read_all(
    db: &Connection,
    id: &str,
    key: i64,
    from: u64,
) -> Result<(Vec<Vec<u8>>, u64), StoreError> {
    let mut log = LogReader::new(id, key, from);
    for sql in ENTRIES {
        let mut query = db.prepare_cached(sql)?;
        let mut rows = query.query(params![key, from as i64])?;
        loop {
            let next = rows.next().and_then(|row| match row {
                None => Ok(None),
                Some(row) => Ok(Some((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?))),
            });
            match next.map_err(|error| log.read_error(error.into()))? {
                None => break,
                Some((seq, entry, sum)) => log.push(seq as u64, entry, sum)?,
            }
        }
    }
    let length = recorded_length(db, key).map_err(|error| log.read_error(error))?;
    log.finish(length)
}

/// Returns the recorded length of a log. The log may be longer.
pub(super) fn recorded_length(db: &Connection, key: i64) -> Result<u64, StoreError> {
    let mut query = db.prepare_cached("SELECT entries FROM heads WHERE game = ?1")?;
    let entries: Option<i64> = query.query_row([key], |row| row.get(0)).optional()?;
    Ok(entries.unwrap_or(0) as u64)
}

/// Returns the number that the next entry of a log gets.
pub(super) fn next_seq(db: &Connection, key: i64) -> Result<u64, StoreError> {
    let sql = "SELECT coalesce(max(seq) + 1, 0) FROM \
        (SELECT max(seq) AS seq FROM log WHERE game = ?1 UNION ALL \
        SELECT max(seq) FROM fresh WHERE game = ?1)";
    let entries: i64 = db.prepare_cached(sql)?.query_row([key], |row| row.get(0))?;
    Ok(entries as u64)
}

/// Records the length of a log.
pub(super) fn record_length(db: &Connection, key: i64, entries: u64) -> Result<(), StoreError> {
    let sql = "INSERT INTO heads (game, entries) VALUES (?1, ?2) \
        ON CONFLICT (game) DO UPDATE SET entries = excluded.entries";
    db.prepare_cached(sql)?.execute(params![key, entries as i64])?;
    Ok(())
}

/// Moves all entries from `fresh` to `log`, and records the lengths of the logs.
pub(super) fn compact(db: &Connection) -> Result<(), StoreError> {
    for sql in [
        "INSERT INTO log (game, seq, entry, sum) \
            SELECT game, seq, entry, sum FROM fresh ORDER BY game, seq",
        "INSERT INTO heads (game, entries) SELECT game, max(seq) + 1 FROM fresh WHERE true \
            GROUP BY game ON CONFLICT (game) DO UPDATE SET entries = excluded.entries",
        "UPDATE sorted SET entries = entries + (SELECT coalesce(max(rowid), 0) FROM fresh), \
            last = (SELECT coalesce(max(rowid), 0) FROM log)",
        "DELETE FROM fresh",
    ] {
        db.prepare_cached(sql)?.execute([])?;
    }
    Ok(())
}

/// Returns the number of entries that were ever written, including deleted ones.
pub(super) fn entries_ever_written(db: &Connection) -> Result<u64, StoreError> {
    let sql = "SELECT entries + (SELECT coalesce(max(rowid), 0) FROM fresh) FROM sorted";
    let entries: i64 = db.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
    Ok(entries as u64)
}

/// Returns whether an older program has moved entries to `log`.
///
/// Older programs do not update the table `sorted`, so they do not count these entries.
pub(super) fn has_uncounted_entries(db: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT last < (SELECT coalesce(max(rowid), 0) FROM log) FROM sorted";
    Ok(db.query_row(sql, [], |row| row.get(0))?)
}

/// Accepts the entries that an older program compacted, without counting them.
pub(super) fn accept_uncounted_entries(db: &Connection) -> Result<(), StoreError> {
    db.execute("UPDATE sorted SET last = (SELECT coalesce(max(rowid), 0) FROM log)", [])?;
    Ok(())
}
