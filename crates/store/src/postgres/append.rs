//! Appends to logs, with group commit.
//!
//! One statement writes all queued appends, so that a thousand tables wait for one flush of the
//! disk. A few writer tasks run such statements concurrently. If a connection breaks before the
//! reply, each append is retried alone until its outcome is known.

use super::pool::{Pool, SqlParams, retry_until_known};
use super::rows::first_column;
use crate::damage::checksum;
use crate::{Lease, StoreError};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc, oneshot};

/// Maximum number of appends in one statement.
const MAX_BATCH: usize = 512;
/// Capacity of the queue of appends.
pub(super) const QUEUE_CAPACITY: usize = 8192;
/// Number of writer tasks.
const WRITER_COUNT: usize = 4;

/// Appends the entries of each game whose lease is valid and whose next number matches.
///
/// The statement takes no lock. If two appends race, the primary key of the log rejects one of
/// them, and the whole statement of that append fails.
const APPEND: &str = "WITH matching AS ( \
      SELECT a.game FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS a (game, epoch, seq) \
      JOIN games g ON g.key = a.game AND g.epoch = a.epoch \
      WHERE a.seq = (SELECT coalesce(max(l.seq) + 1, 0) FROM log l WHERE l.game = a.game) \
    ), added AS ( \
      INSERT INTO log (game, seq, entry, sum) \
      SELECT e.game, e.seq, e.entry, e.sum \
      FROM unnest($4::bigint[], $5::bigint[], $6::bytea[], $7::integer[]) \
        AS e (game, seq, entry, sum) \
      JOIN matching ON matching.game = e.game \
    ) SELECT game FROM matching";

/// Entries to append to a log.
#[derive(Clone)]
pub(super) struct Append {
    pub(super) lease: Lease,
    pub(super) seq: u64,
    pub(super) entries: Arc<[Vec<u8>]>,
}

/// A queued append, and the channel for its result.
pub(super) struct PendingAppend {
    pub(super) append: Append,
    pub(super) reply: oneshot::Sender<Result<(), StoreError>>,
}

/// Starts the writer tasks. They end when the last sender is dropped.
pub(super) fn start(pool: &Pool) -> mpsc::Sender<PendingAppend> {
    let (sender, queue) = mpsc::channel(QUEUE_CAPACITY);
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..WRITER_COUNT {
        tokio::spawn(run(pool.clone(), Arc::clone(&queue)));
    }
    sender
}

async fn run(pool: Pool, queue: Arc<Mutex<mpsc::Receiver<PendingAppend>>>) {
    let mut batch = Vec::new();
    while queue.lock().await.recv_many(&mut batch, MAX_BATCH).await > 0 {
        // A statement may contain a game only once. Write further appends to the same game one by
        // one.
        let mut games = HashSet::new();
        let (first, further) = std::mem::take(&mut batch)
            .into_iter()
            .partition(|pending: &PendingAppend| games.insert(pending.append.lease.key));
        write(&pool, first).await;
        for pending in further {
            write(&pool, vec![pending]).await;
        }
    }
}

async fn write(pool: &Pool, batch: Vec<PendingAppend>) {
    let appends: Vec<&Append> = batch.iter().map(|pending| &pending.append).collect();
    match append(pool, &appends).await {
        Ok(appended) => {
            for pending in batch {
                let is_appended = appended.contains(&pending.append.lease.key);
                let result = if is_appended { Ok(()) } else { Err(StoreError::Conflict) };
                let _ = pending.reply.send(result);
            }
        }
        // One append was rejected, or the outcome is unknown: resolve each append alone.
        Err(StoreError::Conflict | StoreError::OutcomeUnknown(_)) => {
            for pending in batch {
                tokio::spawn(resolve_alone(pool.clone(), pending));
            }
        }
        Err(error) => {
            for pending in batch {
                let _ = pending.reply.send(Err(error.clone()));
            }
        }
    }
}

/// Appends a batch, and returns the keys of the games whose entries were appended.
async fn append(pool: &Pool, batch: &[&Append]) -> Result<HashSet<i64>, StoreError> {
    let games: Vec<i64> = batch.iter().map(|append| append.lease.key).collect();
    let epochs: Vec<i64> = batch.iter().map(|append| append.lease.epoch).collect();
    let seqs: Vec<i64> = batch.iter().map(|append| append.seq as i64).collect();
    let rows = || {
        batch.iter().flat_map(|append| {
            (append.seq..).zip(append.entries.iter()).map(move |row| (append.lease.key, row))
        })
    };
    let entry_games: Vec<i64> = rows().map(|(game, _)| game).collect();
    let entry_seqs: Vec<i64> = rows().map(|(_, (seq, _))| seq as i64).collect();
    let entries: Vec<&[u8]> = rows().map(|(_, (_, entry))| entry.as_slice()).collect();
    let sums: Vec<i32> = rows().map(|(game, (seq, entry))| checksum(game, seq, entry)).collect();
    let mut conn = pool.get().await?;
    let values: SqlParams<'_> =
        &[&games, &epochs, &seqs, &entry_games, &entry_seqs, &entries, &sums];
    let appended = conn.query(APPEND, values).await?;
    Ok(first_column(&appended)?.into_iter().collect())
}

/// Retries one append of a batch that failed, until its outcome is known.
async fn resolve_alone(pool: Pool, pending: PendingAppend) {
    let PendingAppend { append, reply } = pending;
    let result = retry_until_known(|| Box::pin(append_alone(&pool, &append))).await;
    let _ = reply.send(result);
}

/// Appends entries, unless an earlier attempt has already stored them.
async fn append_alone(pool: &Pool, wanted: &Append) -> Result<(), StoreError> {
    let is_appended = match append(pool, &[wanted]).await {
        Ok(appended) => appended.contains(&wanted.lease.key),
        Err(StoreError::Conflict) => false,
        Err(error) => return Err(error),
    };
    if is_appended || is_stored(pool, wanted).await? { Ok(()) } else { Err(StoreError::Conflict) }
}

/// Returns whether the log already has these entries.
async fn is_stored(pool: &Pool, wanted: &Append) -> Result<bool, StoreError> {
    let sql = "SELECT entry FROM log WHERE game = $1 AND seq >= $2 AND seq < $3 ORDER BY seq";
    let (from, count) = (wanted.seq as i64, wanted.entries.len() as i64);
    let found = pool.get().await?.query(sql, &[&wanted.lease.key, &from, &(from + count)]).await?;
    let found: Vec<Vec<u8>> = first_column(&found)?;
    Ok(found == *wanted.entries)
}
