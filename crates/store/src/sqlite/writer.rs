//! The one who writes. Whatever waits is written in one transaction: a thousand tables wait for one
//! flush of the disk. What fails alone is undone alone; if the commit fails, all of it has failed.
//!
//! Entries of logs are written one after the other, whatever their games, and sorted in later: so a
//! commit writes few pages.

use super::mark::Mark;
use super::{log, rows, stale};
use crate::damage::checksum;
use crate::{Lease, Note, Stale, StoreError};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// Most writes of one transaction.
const BATCH: usize = 1024;
/// Most games that are known.
const MOST_KNOWN: usize = 100_000;
/// Entries that are sorted into the logs at once. With more of them a game has more entries to a page,
/// but those who write wait longer, and so do those who read a log.
const SORTED_AT_ONCE: usize = 2048;
/// Writes two pages more than there are, and takes them back.
const PROBE: &str = "BEGIN IMMEDIATE; \
    INSERT INTO identities (id, name, program, created) VALUES ('', hex(zeroblob(4096)), 0, 0); \
    DELETE FROM identities WHERE id = ''; COMMIT";
/// How long entries may be written without a new high-water mark, if more are written then.
const MARK_AFTER: Duration = Duration::from_secs(60);
/// Most writes that wait.
pub(super) const QUEUE: usize = 8192;

type Reply = oneshot::Sender<Result<(), StoreError>>;
/// Any other change.
pub(super) type Change = Box<dyn FnOnce(&Connection) -> Result<(), StoreError> + Send>;

/// Something to write.
pub(super) enum Write {
    /// Entries of a log.
    Append { lease: Lease, seq: u64, entries: Vec<Vec<u8>>, reply: Reply },
    /// A game gets another owner.
    Claim { id: String, granted: oneshot::Sender<Lease>, reply: Reply },
    /// What a game is like now; whoever does not wait for a reply allows that it is lost.
    Note { lease: Lease, note: Note, reply: Option<Reply> },
    /// A game is deleted if it is still stale.
    Delete { id: String, stale: Stale, before: i64, deleted: oneshot::Sender<bool>, reply: Reply },
    /// Something else, which touches neither logs nor owners.
    Change { change: Change, reply: Option<Reply> },
    /// Nothing that stays: whether something could be written, after all that came before.
    Probe { reply: Reply },
}

/// Writes until nobody can ask any more.
///
/// Each batch is a blocking task of the runtime, not a thread of its own: so a test whose clock is
/// stopped does not run ahead while something is being written.
pub(super) async fn run(db: Connection, folder: PathBuf, mut queue: mpsc::Receiver<Write>) {
    let mut batch = Vec::new();
    let mut owner = Some(Writer::new(db, folder));
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        let writes = std::mem::take(&mut batch);
        let Some(mut writer) = owner.take() else { return };
        let done = tokio::task::spawn_blocking(move || {
            writer.write(writes);
            writer
        });
        owner = done.await.ok();
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.mark();
    }
}

struct Writer {
    db: Connection,
    /// The data directory.
    folder: PathBuf,
    /// Games that were appended to, by their keys. All that could change what is known of them goes
    /// through here.
    known: HashMap<i64, Known>,
    /// Entries that are not sorted in.
    fresh: usize,
    /// Games that were appended to since the last high-water mark.
    unmarked: HashMap<i64, u64>,
    /// When that was written.
    marked: Instant,
}

/// What is known of a game.
#[derive(Clone, Copy)]
struct Known {
    /// Its owner.
    epoch: i64,
    /// The next entry of its log.
    seq: u64,
}

impl Writer {
    fn new(db: Connection, folder: PathBuf) -> Self {
        Self {
            db,
            folder,
            known: HashMap::new(),
            // Unknown for now, and so many that they are sorted in soon.
            fresh: SORTED_AT_ONCE,
            unmarked: HashMap::new(),
            marked: Instant::now(),
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

    /// A transaction of its own: when it fails, nothing else does.
    fn probe(&mut self) -> Result<(), StoreError> {
        let probed = self.db.execute_batch(PROBE).map_err(StoreError::from);
        if probed.is_err() && !self.db.is_autocommit() {
            let _ = self.db.execute_batch("ROLLBACK");
        }
        probed
    }

    fn write_all(&mut self, writes: Vec<Write>) {
        let begun = self.db.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
        let mut lost = begun.err();
        let mut replies = Vec::with_capacity(writes.len());
        for write in writes {
            let (result, reply) = self.take(write, lost.as_ref());
            // SQLite gives the whole transaction up when the disk is full or fails.
            if let (Err(error), None, true) = (&result, &lost, self.db.is_autocommit()) {
                lost = Some(error.clone());
            }
            replies.extend(reply.map(|reply| (result, reply)));
        }
        let committed = lost.map_or_else(|| self.commit(), Err);
        if committed.is_err() {
            self.known.clear();
            self.unmarked.clear();
        }
        for (result, reply) in replies {
            let _ = reply.send(committed.clone().and(result));
        }
        if self.fresh >= SORTED_AT_ONCE {
            self.sort();
            self.mark();
        } else if self.marked.elapsed() >= MARK_AFTER {
            self.mark();
        }
    }

    /// Notes outside the database how far it has come, so that a lost tail is found at the next start.
    fn mark(&mut self) {
        self.marked = Instant::now();
        if self.unmarked.is_empty() {
            return;
        }
        let games = self.unmarked.drain().collect();
        let marked =
            log::position(&self.db).and_then(|entries| Mark { entries, games }.write(&self.folder));
        if let Err(error) = marked {
            tracing::warn!(%error, "failed to write the high-water mark; no data lost");
        }
    }

    /// Sorts entries into the logs. If that fails they stay where they are, where they are read as
    /// well, until as many more have come.
    fn sort(&mut self) {
        self.fresh = 0;
        let begun = self.db.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
        let sorted = begun.and_then(|()| log::sort(&self.db)).and_then(|()| self.commit());
        if let Err(error) = sorted {
            tracing::warn!(%error, "entries could not be sorted in; nothing is lost, but wakes slower");
            if !self.db.is_autocommit() {
                let _ = self.db.execute_batch("ROLLBACK");
            }
        }
    }

    /// One of them, unless the transaction is lost already.
    fn take(
        &mut self,
        write: Write,
        lost: Option<&StoreError>,
    ) -> (Result<(), StoreError>, Option<Reply>) {
        match (write, lost) {
            (
                Write::Append { reply, .. }
                | Write::Claim { reply, .. }
                | Write::Delete { reply, .. }
                | Write::Probe { reply },
                Some(error),
            ) => (Err(error.clone()), Some(reply)),
            (Write::Change { reply, .. } | Write::Note { reply, .. }, Some(error)) => {
                (Err(error.clone()), reply)
            }
            (Write::Append { lease, seq, entries, reply }, None) => {
                (self.append(lease, seq, &entries), Some(reply))
            }
            (Write::Claim { id, granted, reply }, None) => (self.claim(&id, granted), Some(reply)),
            (Write::Note { lease, note, reply }, None) => (self.note(lease, note), reply),
            (Write::Delete { id, stale, before, deleted, reply }, None) => {
                let gone = self.delete(&id, stale, before).map(|gone| {
                    let _ = deleted.send(gone);
                });
                (gone, Some(reply))
            }
            (Write::Change { change, reply }, None) => (self.alone(change), reply),
            // Those come after the others.
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
        let lease = self.alone(|db| rows::claim(db, id))?;
        self.known.remove(&lease.key);
        // Whoever asked may have gone, and nobody owns the game then.
        let _ = granted.send(lease);
        Ok(())
    }

    /// A game that is parked has its length noted, too, if it can have changed.
    fn note(&mut self, lease: Lease, note: Note) -> Result<(), StoreError> {
        let length = self.known.get(&lease.key).filter(|_| !note.live).map(|known| known.seq);
        self.alone(|db| {
            if rows::note(db, lease, note)? != 1 {
                return Err(StoreError::Conflict);
            }
            length.map_or(Ok(()), |length| log::put_length(db, lease.key, length))
        })
    }

    /// Deletes a game if it is still stale; nobody can append to it then.
    fn delete(&mut self, id: &str, stale: Stale, before: i64) -> Result<bool, StoreError> {
        let gone = self.alone(|db| stale::delete(db, id, stale, before))?;
        let Some(key) = gone else { return Ok(false) };
        self.known.remove(&key);
        self.unmarked.remove(&key);
        Ok(true)
    }

    /// The checks come first, so that nothing has to be undone when they fail.
    fn append(&mut self, lease: Lease, seq: u64, entries: &[Vec<u8>]) -> Result<(), StoreError> {
        let known = self.known(lease.key)?;
        if known.epoch != lease.epoch || known.seq != seq {
            return Err(StoreError::Conflict);
        }
        let sql = "INSERT INTO fresh (game, seq, entry, sum) VALUES (?1, ?2, ?3, ?4)";
        let result = entries.iter().zip(seq..).try_for_each(|(entry, seq)| {
            let mut insert = self.db.prepare_cached(sql)?;
            let sum = checksum(lease.key, seq, entry);
            insert.execute(params![lease.key, seq as i64, entry, sum]).map(drop)
        });
        result.map_err(|error| self.abandon(error))?;
        self.fresh += entries.len();
        let seq = seq + entries.len() as u64;
        self.known.insert(lease.key, Known { seq, ..known });
        self.unmarked.insert(lease.key, seq);
        Ok(())
    }

    fn known(&mut self, key: i64) -> Result<Known, StoreError> {
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        let sql = "SELECT epoch FROM games WHERE key = ?1";
        let epoch = self.db.prepare_cached(sql)?.query_row([key], |row| row.get(0)).optional()?;
        let epoch = epoch.ok_or(StoreError::Conflict)?;
        Ok(Known { epoch, seq: log::count(&self.db, key)? })
    }

    /// A row could not be written although it is sound: the disk is full, or worse. Part of an
    /// append must not stay, so the whole transaction goes.
    fn abandon(&mut self, error: rusqlite::Error) -> StoreError {
        let _ = self.db.execute_batch("ROLLBACK");
        error.into()
    }

    /// A change that is undone alone if it fails.
    fn alone<T>(
        &mut self,
        change: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.db.execute_batch("SAVEPOINT one")?;
        let result = change(&self.db);
        // When the disk is full SQLite gives the whole transaction up, and the savepoint with it.
        if result.is_err() && self.db.is_autocommit() {
            return result;
        }
        let close = if result.is_ok() { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" };
        self.db.execute_batch(close)?;
        result
    }
}
