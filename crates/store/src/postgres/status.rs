//! Status updates, which a node writes for its games on a best-effort basis.
//!
//! One task writes all queued updates together. It answers [`StatusWrite::Flush`] after it has
//! written everything that was queued before.

use super::clock;
use super::pool::Pool;
use crate::{GameStatus, Lease, StoreError};
use std::collections::HashMap;
use tokio::sync::{mpsc, oneshot};

/// Capacity of the queue. If the queue is full, updates are dropped, which [`crate::Store`] allows.
pub(super) const QUEUE_CAPACITY: usize = 8192;
/// Maximum number of requests that the task handles at once.
const MAX_BATCH: usize = 512;

/// Updates the status of games. Parking a game clears its owner and records the length of its log.
const UPDATE: &str = "UPDATE games g SET changed = n.changed, due = n.due, waits = n.waits, \
      live = n.live, owner = CASE WHEN n.live THEN g.owner END, \
      entries = CASE WHEN n.live THEN g.entries ELSE \
        (SELECT coalesce(max(seq) + 1, 0) FROM log WHERE game = g.key) END \
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], \
      $6::boolean[]) AS n (key, epoch, changed, due, waits, live) \
    WHERE g.key = n.key AND g.epoch = n.epoch";

/// A request to the task that writes status updates.
pub(super) enum StatusWrite {
    /// The status of a game.
    Status(Lease, GameStatus),
    /// The current time, at which this node runs.
    Running(i64),
    /// A request for a reply after all earlier requests.
    ///
    /// The reply is the result of the batch with this request. Earlier failures are logged.
    Flush(oneshot::Sender<Result<(), StoreError>>),
}

/// Starts the writer task. It ends when the last sender is dropped.
pub(super) fn start(pool: Pool) -> mpsc::Sender<StatusWrite> {
    let (sender, mut queue) = mpsc::channel(QUEUE_CAPACITY);
    tokio::spawn(async move {
        let mut batch = Vec::new();
        while queue.recv_many(&mut batch, MAX_BATCH).await > 0 {
            write(&pool, std::mem::take(&mut batch)).await;
        }
    });
    sender
}

async fn write(pool: &Pool, batch: Vec<StatusWrite>) {
    // Write only the last status of each game.
    let mut statuses: HashMap<i64, (Lease, GameStatus)> = HashMap::new();
    let (mut flushes, mut running_at) = (Vec::new(), None);
    for request in batch {
        match request {
            StatusWrite::Status(lease, status) => {
                statuses.insert(lease.key, (lease, status));
            }
            StatusWrite::Running(now) => running_at = Some(now),
            StatusWrite::Flush(reply) => flushes.push(reply),
        }
    }
    let result = write_statuses(pool, statuses.into_values().collect(), running_at).await;
    if let Err(error) = &result {
        tracing::warn!(%error, "failed to write status updates; no data lost");
    }
    for reply in flushes {
        let _ = reply.send(result.clone());
    }
}

async fn write_statuses(
    pool: &Pool,
    statuses: Vec<(Lease, GameStatus)>,
    running_at: Option<i64>,
) -> Result<(), StoreError> {
    let keys: Vec<i64> = statuses.iter().map(|(lease, _)| lease.key).collect();
    let epochs: Vec<i64> = statuses.iter().map(|(lease, _)| lease.epoch).collect();
    let changed: Vec<i64> = statuses.iter().map(|(_, status)| status.changed).collect();
    let due: Vec<Option<i64>> = statuses.iter().map(|(_, status)| status.due).collect();
    let waits: Vec<i16> = statuses.iter().map(|(_, status)| status.waits.into()).collect();
    let live: Vec<bool> = statuses.iter().map(|(_, status)| status.live).collect();
    let mut conn = pool.get().await?;
    conn.query(UPDATE, &[&keys, &epochs, &changed, &due, &waits, &live]).await?;
    match running_at {
        Some(now) => clock::record_running(&mut conn, now).await,
        None => Ok(()),
    }
}
