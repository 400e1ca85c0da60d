//! The append baseline: the rate at which SQLite commits rows durably in batches.
//!
//! The server cannot store steps at a higher rate.

use crate::figures::{Measurement, Samples};
use anyhow::{Context, Result};
use rusqlite::{Connection, params};
use std::path::Path;
use std::time::{Duration, Instant};

/// Size of a row in bytes, about that of a log entry.
const ROW_SIZE: usize = 90;

/// Measures rows per second and commit times.
///
/// A commit has one row per game table, because each table waits until its last row is committed.
pub(crate) fn measure(folder: &Path, tables: u32, time: Duration) -> Result<Measurement> {
    let mut db = open(&folder.join("append.sqlite"))
        .context("cannot create a database for the append baseline")?;
    let row = vec![b'x'; ROW_SIZE];
    let (mut times, began) = (Samples::default(), Instant::now());
    let mut seq = 0i64;
    while began.elapsed() < time {
        let commit_began = Instant::now();
        let batch = db.transaction()?;
        for table in 0..tables {
            let mut insert = batch.prepare_cached("INSERT INTO log VALUES (?1, ?2, ?3)")?;
            insert.execute(params![table, seq, row])?;
        }
        seq += 1;
        batch.commit()?;
        times.add_time(commit_began.elapsed());
    }
    let rows = times.count() as f64 * f64::from(tables);
    let rate = rows / began.elapsed().as_secs_f64();
    Ok(Measurement { times, rate, cpu_time: None })
}

fn open(path: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open(path)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.execute_batch("CREATE TABLE log (game INTEGER, seq INTEGER, entry BLOB)")?;
    Ok(db)
}
