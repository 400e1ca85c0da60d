//! Retention: deletes tables that never began, or were left in the middle, after as long as the operator
//! says. Finished games are kept.

use crate::hub::Hub;
use crate::metrics::Kind;
use orrery_store::{Stale, StoreError};
use std::sync::Arc;
use std::time::Duration;

/// How often stale tables are looked for.
const EACH: Duration = Duration::from_secs(3600);
/// How many are deleted at once, so that others can write between.
const AT_ONCE: u32 = 100;

/// Deletes stale tables from now on.
pub(crate) async fn run(hub: Arc<Hub>) {
    loop {
        let config = &hub.config;
        for (stale, keep) in
            [(Stale::Unstarted, config.keep_unstarted), (Stale::Abandoned, config.keep_abandoned)]
        {
            let Some(keep) = keep else { continue };
            if let Err(error) = delete_all(&hub, stale, keep).await {
                tracing::warn!(%error, kind = word(stale), "failed to delete stale tables");
            }
        }
        tokio::time::sleep(EACH).await;
    }
}

/// Deletes all tables that have not changed for so long.
async fn delete_all(hub: &Hub, stale: Stale, keep: Duration) -> Result<(), StoreError> {
    let before = hub.clock.seconds().saturating_sub(keep.as_secs() as i64);
    let mut deleted = 0;
    loop {
        let count = delete_some(hub, stale, before).await?;
        deleted += count;
        // What is left is in use, or will be deleted the next time.
        if count == 0 {
            break;
        }
    }
    if deleted > 0 {
        tracing::info!(count = deleted, kind = word(stale), "deleted stale tables");
    }
    Ok(())
}

async fn delete_some(hub: &Hub, stale: Stale, before: i64) -> Result<u64, StoreError> {
    let mut deleted = 0;
    for id in hub.store.stale_games(stale, before, AT_ONCE).await? {
        // Somebody looks at it.
        if hub.is_live(&id) {
            continue;
        }
        match hub.store.delete_game(&id, stale, before).await {
            Ok(true) => {
                tracing::debug!(table = %id, kind = word(stale), "deleted a stale table");
                deleted += 1;
            }
            // It has changed, or another node has just made a table with the same deck.
            Ok(false) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
    hub.metrics
        .tables_deleted
        .get_or_create(&Kind { kind: word(stale).to_owned() })
        .inc_by(deleted);
    Ok(deleted)
}

const fn word(stale: Stale) -> &'static str {
    match stale {
        Stale::Unstarted => "unstarted",
        Stale::Abandoned => "abandoned",
    }
}
