//! Appending. Whatever waits is written by one statement, with arrays: a thousand tables wait for
//! one flush of the disk. A few such statements are under way at the same time. Where the connection
//! breaks before the answer, each append is tried again by itself until it is known what became of it.

use super::pool::{Pool, Values, until_sure};
use super::rows::firsts;
use crate::damage::checksum;
use crate::{Lease, StoreError};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc, oneshot};

/// Most appends of one statement.
const BATCH: usize = 512;
/// Most appends that wait.
pub(super) const QUEUE: usize = 8192;
/// Statements under way at the same time.
const WRITERS: usize = 4;

/// Takes for each game what fits: its owner is still its owner, and the numbers follow. No lock is
/// taken; where two race, the primary key of the log refuses one of them, and the whole statement
/// with it.
const APPEND: &str = "WITH fit AS ( \
      SELECT a.game FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS a (game, epoch, seq) \
      JOIN games g ON g.key = a.game AND g.epoch = a.epoch \
      WHERE a.seq = (SELECT coalesce(max(l.seq) + 1, 0) FROM log l WHERE l.game = a.game) \
    ), added AS ( \
      INSERT INTO log (game, seq, entry, sum) \
      SELECT e.game, e.seq, e.entry, e.sum \
      FROM unnest($4::bigint[], $5::bigint[], $6::bytea[], $7::integer[]) \
        AS e (game, seq, entry, sum) \
      JOIN fit ON fit.game = e.game \
    ) SELECT game FROM fit";

/// Entries of a log.
#[derive(Clone)]
pub(super) struct Append {
    pub(super) lease: Lease,
    pub(super) seq: u64,
    pub(super) entries: Arc<[Vec<u8>]>,
}

/// An append and who waits for it.
pub(super) struct Waiting {
    pub(super) append: Append,
    pub(super) reply: oneshot::Sender<Result<(), StoreError>>,
}

/// Starts the writers. They end when nobody can ask any more.
pub(super) fn start(pool: &Pool) -> mpsc::Sender<Waiting> {
    let (sender, queue) = mpsc::channel(QUEUE);
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..WRITERS {
        tokio::spawn(run(pool.clone(), Arc::clone(&queue)));
    }
    sender
}

async fn run(pool: Pool, queue: Arc<Mutex<mpsc::Receiver<Waiting>>>) {
    let mut batch = Vec::new();
    while queue.lock().await.recv_many(&mut batch, BATCH).await > 0 {
        // A statement sees a game once; who asks twice at a time waits for the next one.
        let mut games = HashSet::new();
        let all = std::mem::take(&mut batch);
        let (now, later) =
            all.into_iter().partition(|it: &Waiting| games.insert(it.append.lease.key));
        write(&pool, now).await;
        for waiting in later {
            write(&pool, vec![waiting]).await;
        }
    }
}

async fn write(pool: &Pool, batch: Vec<Waiting>) {
    let appends: Vec<&Append> = batch.iter().map(|waiting| &waiting.append).collect();
    match append(pool, &appends).await {
        Ok(fit) => {
            for waiting in batch {
                let fits = fit.contains(&waiting.append.lease.key);
                let result = if fits { Ok(()) } else { Err(StoreError::Conflict) };
                let _ = waiting.reply.send(result);
            }
        }
        // One of them is refused, or nobody knows: then each is looked at alone, beside the others.
        Err(StoreError::Conflict | StoreError::Unsure(_)) => {
            for waiting in batch {
                tokio::spawn(settle(pool.clone(), waiting));
            }
        }
        Err(error) => {
            for waiting in batch {
                let _ = waiting.reply.send(Err(error.clone()));
            }
        }
    }
}

/// The games whose entries were appended.
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
    let values: Values<'_> = &[&games, &epochs, &seqs, &entry_games, &entry_seqs, &entries, &sums];
    let fit = conn.query(APPEND, values).await?;
    Ok(firsts(&fit)?.into_iter().collect())
}

/// One append that was under way when the connection broke, or that was refused with others.
async fn settle(pool: Pool, waiting: Waiting) {
    let Waiting { append, reply } = waiting;
    let result = until_sure(|| Box::pin(append_alone(&pool, &append))).await;
    let _ = reply.send(result);
}

/// Appends, unless exactly this has been appended before.
async fn append_alone(pool: &Pool, wanted: &Append) -> Result<(), StoreError> {
    let fits = match append(pool, &[wanted]).await {
        Ok(fit) => fit.contains(&wanted.lease.key),
        Err(StoreError::Conflict) => false,
        Err(error) => return Err(error),
    };
    if fits || is_stored(pool, wanted).await? { Ok(()) } else { Err(StoreError::Conflict) }
}

/// Whether the log has these entries at this place.
async fn is_stored(pool: &Pool, wanted: &Append) -> Result<bool, StoreError> {
    let sql = "SELECT entry FROM log WHERE game = $1 AND seq >= $2 AND seq < $3 ORDER BY seq";
    let (from, count) = (wanted.seq as i64, wanted.entries.len() as i64);
    let found = pool.get().await?.query(sql, &[&wanted.lease.key, &from, &(from + count)]).await?;
    let found: Vec<Vec<u8>> = firsts(&found)?;
    Ok(found == *wanted.entries)
}
