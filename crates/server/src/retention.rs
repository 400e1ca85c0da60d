//! Retention: deletes unstarted and abandoned tables after a configured time.
//!
//! Finished games are kept.

use crate::hub::Hub;
use crate::metrics::KindLabel;
use orrery_store::{Stale, StoreError};
use std::sync::Arc;
use std::time::Duration;

/// Interval between deletions.
const INTERVAL: Duration = Duration::from_secs(3600);
/// Number of tables deleted in one batch, so that other writes get their turn.
const BATCH: u32 = 100;

/// Deletes stale tables regularly.
pub(crate) async fn run(hub: Arc<Hub>) {
    loop {
        let config = &hub.config;
        for (stale, keep) in
            [(Stale::Unstarted, config.keep_unstarted), (Stale::Abandoned, config.keep_abandoned)]
        {
            let Some(keep) = keep else { continue };
            if let Err(error) = delete_all(&hub, stale, keep).await {
                tracing::warn!(%error, kind = kind_label(stale), "failed to delete stale tables");
            }
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Deletes all stale tables that have not changed for this long.
async fn delete_all(hub: &Hub, stale: Stale, keep: Duration) -> Result<(), StoreError> {
    let before = hub.clock.seconds().saturating_sub(keep.as_secs() as i64);
    let mut deleted = 0;
    loop {
        let count = delete_batch(hub, stale, before).await?;
        deleted += count;
        // The remaining tables are in use, or changed in the meantime.
        if count == 0 {
            break;
        }
    }
    if deleted > 0 {
        tracing::info!(count = deleted, kind = kind_label(stale), "deleted stale tables");
    }
    Ok(())
}

async fn delete_batch(hub: &Hub, stale: Stale, before: i64) -> Result<u64, StoreError> {
    let mut deleted = 0;
    for id in hub.store.stale_games(stale, before, BATCH).await? {
        // The table is in use.
        if hub.is_live(&id) {
            continue;
        }
        match hub.store.delete_game(&id, stale, before).await {
            Ok(true) => {
                tracing::debug!(table = %id, kind = kind_label(stale), "deleted stale table");
                deleted += 1;
            }
            // The table has changed, or another node has just created a table with the same deck.
            Ok(false) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
    hub.metrics
        .tables_deleted
        .get_or_create(&KindLabel { kind: kind_label(stale).to_owned() })
        .inc_by(deleted);
    Ok(deleted)
}

const fn kind_label(stale: Stale) -> &'static str {
    match stale {
        Stale::Unstarted => "unstarted",
        Stale::Abandoned => "abandoned",
    }
}
