//! The writer task, with group commit.
//!
//! All queued writes share one transaction, so that a thousand tables wait for one flush of the
//! disk. If one write fails, the task rolls back only this write. If the commit fails, all writes
//! of the batch fail.
//!
//! The task writes new log entries in the order of arrival and compacts them later, so that a
//! commit writes few pages.

use super::high_water_mark::HighWaterMark;
use super::{log, rows, stale};
use crate::damage::checksum;
use crate::{GameStatus, Lease, Stale, StoreError};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// Maximum number of writes in one transaction.
const MAX_BATCH: usize = 1024;
/// Maximum number of cached log tails.
const MAX_TAILS: usize = 100_000;
/// Number of uncompacted entries that triggers a compaction.
///
/// A larger number stores more entries of a game in a page, but blocks writers for longer.
const COMPACTION_BATCH: usize = 2048;
/// Checks that the database can write: adds a row that needs new pages, and deletes it.
const PROBE: &str = "BEGIN IMMEDIATE; \
    INSERT INTO identities (id, name, program, created) VALUES ('', hex(zeroblob(4096)), 0, 0); \
    DELETE FROM identities WHERE id = ''; COMMIT";
/// Time after which the next write also updates the high-water mark.
const MARK_INTERVAL: Duration = Duration::from_secs(60);
/// Capacity of the queue of writes.
pub(super) const QUEUE_CAPACITY: usize = 8192;

/// The channel for the result of a write.
type Reply = oneshot::Sender<Result<(), StoreError>>;
/// A change that touches neither logs nor leases.
pub(super) type Change = Box<dyn FnOnce(&Connection) -> Result<(), StoreError> + Send>;

/// A queued write.
pub(super) enum Write {
    /// Appends entries to a log.
    Append { lease: Lease, seq: u64, entries: Vec<Vec<u8>>, reply: Reply },
    /// Claims a game.
    Claim { id: String, granted: oneshot::Sender<Lease>, reply: Reply },
    /// Updates the status of a game; best effort if `reply` is `None`.
    Status { lease: Lease, status: GameStatus, reply: Option<Reply> },
    /// Deletes a game if it is still stale.
    Delete { id: String, stale: Stale, before: i64, deleted: oneshot::Sender<bool>, reply: Reply },
    /// Makes any other change.
    Change { change: Change, reply: Option<Reply> },
    /// Checks that the database can write, after all writes before it.
    Probe { reply: Reply },
}

/// Runs the writer until the last sender is dropped.
///
/// Each batch is a blocking task of the runtime and not a separate thread, so that the paused clock
/// of a test does not advance during a write.
pub(super) async fn run(db: Connection, folder: PathBuf, mut queue: mpsc::Receiver<Write>) {
    let mut batch = Vec::new();
    let mut idle_writer = Some(Writer::new(db, folder));
    while queue.recv_many(&mut batch, MAX_BATCH).await > 0 {
        let writes = std::mem::take(&mut batch);
        let Some(mut writer) = idle_writer.take() else { return };
        let done = tokio::task::spawn_blocking(move || {
            writer.write(writes);
            writer
        });
        idle_writer = done.await.ok();
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.write_mark();
    }
}

struct Writer {
    db: Connection,
    /// The data directory.
    folder: PathBuf,
    /// Cached tails of logs, by the keys of their games. The cache stays valid because every change
    /// to a log or lease goes through this task.
    tails: HashMap<i64, LogTail>,
    /// Number of entries that are not compacted.
    uncompacted: usize,
    /// Lengths of the logs that grew since the last high-water mark, by the keys of their games.
    unmarked: HashMap<i64, u64>,
    /// Time of the last high-water mark.
    last_mark: Instant,
}

/// The tail of a game's log.
#[derive(Clone, Copy)]
struct LogTail {
    /// The epoch of the valid lease.
    epoch: i64,
    /// The number of the next entry.
    seq: u64,
}

impl Writer {
    fn new(db: Connection, folder: PathBuf) -> Self {
        Self {
            db,
            folder,
            tails: HashMap::new(),
            // The number is unknown: start so high that the first write triggers a compaction.
            uncompacted: COMPACTION_BATCH,
            unmarked: HashMap::new(),
            last_mark: Instant::now(),
        }
    }

    fn write(&mut self, writes: Vec<Write>) {
        let is_probe = |write: &Write| matches!(write, Write::Probe { .. });
        let (probes, writes): (Vec<_>, Vec<_>) = writes.into_iter().partition(is_probe);
        if !writes.is_empty() {
            self.write_all(writes);
        }
        if !probes.is_empty() {
            let probed = self.probe();
            for probe in probes {
                if let Write::Probe { reply } = probe {
                    let _ = reply.send(probed.clone());
                }
            }
        }
    }

    /// Checks that the database can write, in a separate transaction.
    fn probe(&mut self) -> Result<(), StoreError> {
        let probed = self.db.execute_batch(PROBE).map_err(StoreError::from);
        if probed.is_err() && !self.db.is_autocommit() {
            let _ = self.db.execute_batch("ROLLBACK");
        }
        probed
    }

    fn write_all(&mut self, writes: Vec<Write>) {
        let began = self.db.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
        let mut failure = began.err();
        let mut replies = Vec::with_capacity(writes.len());
        for write in writes {
            let (result, reply) = self.apply(write, failure.as_ref());
            // SQLite rolls back the whole transaction if the disk is full or fails.
            if let (Err(error), None, true) = (&result, &failure, self.db.is_autocommit()) {
                failure = Some(error.clone());
            }
            replies.extend(reply.map(|reply| (result, reply)));
        }
        let committed = failure.map_or_else(|| self.commit(), Err);
        if committed.is_err() {
            self.tails.clear();
            self.unmarked.clear();
        }
        for (result, reply) in replies {
            let _ = reply.send(committed.clone().and(result));
        }
        if self.uncompacted >= COMPACTION_BATCH {
            self.compact();
            self.write_mark();
        } else if self.last_mark.elapsed() >= MARK_INTERVAL {
            self.write_mark();
        }
    }

    /// Updates the high-water mark, so that the next start detects a lost tail.
    fn write_mark(&mut self) {
        self.last_mark = Instant::now();
        if self.unmarked.is_empty() {
            return;
        }
        let games = self.unmarked.drain().collect();
        let marked = log::entries_ever_written(&self.db)
            .and_then(|entries| HighWaterMark { entries, games }.write(&self.folder));
        if let Err(error) = marked {
            tracing::warn!(%error, "failed to write the high-water mark; no data lost");
        }
    }

    /// Compacts new entries into the logs.
    ///
    /// If the compaction fails, the entries stay readable, and the next compaction includes them.
    fn compact(&mut self) {
        self.uncompacted = 0;
        let began = self.db.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
        let compacted = began.and_then(|()| log::compact(&self.db)).and_then(|()| self.commit());
        if let Err(error) = compacted {
            tracing::warn!(%error, "log compaction failed; no data lost, tables load more slowly");
            if !self.db.is_autocommit() {
                let _ = self.db.execute_batch("ROLLBACK");
            }
        }
    }

    /// Applies a write, unless the transaction has already failed.
    fn apply(
        &mut self,
        write: Write,
        failure: Option<&StoreError>,
    ) -> (Result<(), StoreError>, Option<Reply>) {
        match (write, failure) {
            (
                Write::Append { reply, .. }
                | Write::Claim { reply, .. }
                | Write::Delete { reply, .. }
                | Write::Probe { reply },
                Some(error),
            ) => (Err(error.clone()), Some(reply)),
            (Write::Change { reply, .. } | Write::Status { reply, .. }, Some(error)) => {
                (Err(error.clone()), reply)
            }
            (Write::Append { lease, seq, entries, reply }, None) => {
                (self.append(lease, seq, &entries), Some(reply))
            }
            (Write::Claim { id, granted, reply }, None) => (self.claim(&id, granted), Some(reply)),
            (Write::Status { lease, status, reply }, None) => {
                (self.update_status(lease, status), reply)
            }
            (Write::Delete { id, stale, before, deleted, reply }, None) => {
                let result = self.delete(&id, stale, before).map(|was_stale| {
                    let _ = deleted.send(was_stale);
                });
                (result, Some(reply))
            }
            (Write::Change { change, reply }, None) => (self.in_savepoint(change), reply),
            // Probes run after the transaction.
            (Write::Probe { reply }, None) => (Ok(()), Some(reply)),
        }
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        let result = self.db.execute_batch("COMMIT").map_err(StoreError::from);
        if result.is_err() {
            let _ = self.db.execute_batch("ROLLBACK");
        }
        result
    }

    fn claim(&mut self, id: &str, granted: oneshot::Sender<Lease>) -> Result<(), StoreError> {
        let lease = self.in_savepoint(|db| rows::claim(db, id))?;
        self.tails.remove(&lease.key);
        // If the caller no longer waits, nobody uses the lease.
        let _ = granted.send(lease);
        Ok(())
    }

    /// Updates the status of a game, and records the length of its log if the game is parked.
    fn update_status(&mut self, lease: Lease, status: GameStatus) -> Result<(), StoreError> {
        let length = self.tails.get(&lease.key).filter(|_| !status.live).map(|tail| tail.seq);
        self.in_savepoint(|db| {
            if rows::update_status(db, lease, status)? != 1 {
                return Err(StoreError::Conflict);
            }
            length.map_or(Ok(()), |length| log::record_length(db, lease.key, length))
        })
    }

    /// Deletes a game if it is still stale. Its lease is void from then on.
    fn delete(&mut self, id: &str, stale: Stale, before: i64) -> Result<bool, StoreError> {
        let deleted = self.in_savepoint(|db| stale::delete(db, id, stale, before))?;
        let Some(key) = deleted else { return Ok(false) };
        self.tails.remove(&key);
        self.unmarked.remove(&key);
        Ok(true)
    }

    /// Appends entries. All checks come first, so that a refused append needs no rollback.
    fn append(&mut self, lease: Lease, seq: u64, entries: &[Vec<u8>]) -> Result<(), StoreError> {
        let tail = self.tail(lease.key)?;
        if tail.epoch != lease.epoch || tail.seq != seq {
            return Err(StoreError::Conflict);
        }
        let sql = "INSERT INTO fresh (game, seq, entry, sum) VALUES (?1, ?2, ?3, ?4)";
        let result = entries.iter().zip(seq..).try_for_each(|(entry, seq)| {
            let mut insert = self.db.prepare_cached(sql)?;
            let sum = checksum(lease.key, seq, entry);
            insert.execute(params![lease.key, seq as i64, entry, sum]).map(drop)
        });
        result.map_err(|error| self.roll_back(error))?;
        self.uncompacted += entries.len();
        let seq = seq + entries.len() as u64;
        self.tails.insert(lease.key, LogTail { seq, ..tail });
        self.unmarked.insert(lease.key, seq);
        Ok(())
    }

    fn tail(&mut self, key: i64) -> Result<LogTail, StoreError> {
        if let Some(tail) = self.tails.get(&key) {
            return Ok(*tail);
        }
        if self.tails.len() > MAX_TAILS {
            self.tails.clear();
        }
        let sql = "SELECT epoch FROM games WHERE key = ?1";
        let epoch = self.db.prepare_cached(sql)?.query_row([key], |row| row.get(0)).optional()?;
        let epoch = epoch.ok_or(StoreError::Conflict)?;
        Ok(LogTail { epoch, seq: log::next_seq(&self.db, key)? })
    }

    /// Rolls back the whole transaction after a failed append, so that no part of the append stays.
    ///
    /// The cause is a full or failing disk, since the checks passed.
    fn roll_back(&mut self, error: rusqlite::Error) -> StoreError {
        let _ = self.db.execute_batch("ROLLBACK");
        error.into()
    }

    /// Runs a change in a savepoint, and rolls back only this change if it fails.
    fn in_savepoint<T>(
        &mut self,
        change: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.db.execute_batch("SAVEPOINT one")?;
        let result = change(&self.db);
        // When the disk is full, SQLite rolls back the whole transaction with the savepoint.
        if result.is_err() && self.db.is_autocommit() {
            return result;
        }
        let close = if result.is_ok() { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" };
        self.db.execute_batch(close)?;
        result
    }
}
