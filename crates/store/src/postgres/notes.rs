//! Notes: what a node says about its games now and then. Those that wait are written together, in
//! order, and after them whoever wants to know that they are written is told.

use super::clock;
use super::pool::Pool;
use crate::{Lease, Note, StoreError};
use std::collections::HashMap;
use tokio::sync::{mpsc, oneshot};

/// Most notes that wait; more are lost, which is allowed.
pub(super) const QUEUE: usize = 8192;
const BATCH: usize = 512;

/// A parked game has no owner, and its length is known.
const NOTE: &str = "UPDATE games g SET changed = n.changed, due = n.due, waits = n.waits, \
      live = n.live, owner = CASE WHEN n.live THEN g.owner END, \
      entries = CASE WHEN n.live THEN g.entries ELSE \
        (SELECT coalesce(max(seq) + 1, 0) FROM log WHERE game = g.key) END \
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], \
      $6::boolean[]) AS n (key, epoch, changed, due, waits, live) \
    WHERE g.key = n.key AND g.epoch = n.epoch";

/// Something for the one who writes notes.
pub(super) enum Slip {
    /// A note.
    Note(Lease, Note),
    /// The time at which this node runs.
    Time(i64),
    /// Whoever wants to know that all before are written, and that it works.
    Ask(oneshot::Sender<Result<(), StoreError>>),
}

/// Starts the one who writes. It ends when nobody can say anything any more.
pub(super) fn start(pool: Pool) -> mpsc::Sender<Slip> {
    let (sender, mut queue) = mpsc::channel(QUEUE);
    tokio::spawn(async move {
        let mut slips = Vec::new();
        while queue.recv_many(&mut slips, BATCH).await > 0 {
            write(&pool, std::mem::take(&mut slips)).await;
        }
    });
    sender
}

async fn write(pool: &Pool, slips: Vec<Slip>) {
    // The last note of a game is the one that counts.
    let mut notes: HashMap<i64, (Lease, Note)> = HashMap::new();
    let (mut asking, mut time) = (Vec::new(), None);
    for slip in slips {
        match slip {
            Slip::Note(lease, note) => drop(notes.insert(lease.key, (lease, note))),
            Slip::Time(now) => time = Some(now),
            Slip::Ask(reply) => asking.push(reply),
        }
    }
    let result = put(pool, notes.into_values().collect(), time).await;
    for reply in asking {
        let _ = reply.send(result.clone());
    }
}

async fn put(pool: &Pool, notes: Vec<(Lease, Note)>, time: Option<i64>) -> Result<(), StoreError> {
    let keys: Vec<i64> = notes.iter().map(|(lease, _)| lease.key).collect();
    let epochs: Vec<i64> = notes.iter().map(|(lease, _)| lease.epoch).collect();
    let changed: Vec<i64> = notes.iter().map(|(_, note)| note.changed).collect();
    let due: Vec<Option<i64>> = notes.iter().map(|(_, note)| note.due).collect();
    let waits: Vec<i16> = notes.iter().map(|(_, note)| note.waits.into()).collect();
    let live: Vec<bool> = notes.iter().map(|(_, note)| note.live).collect();
    let mut conn = pool.get().await?;
    conn.query(NOTE, &[&keys, &epochs, &changed, &due, &waits, &live]).await?;
    match time {
        Some(now) => clock::keep(&mut conn, now).await,
        None => Ok(()),
    }
}
