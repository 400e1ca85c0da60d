//! Disk space of the store.
//!
//! If less than a minimum is free, or the database has reached a maximum, the server refuses new
//! tables and identities, so that running games can continue.

use crate::table::store_fault;
use orrery_protocol::{Code, Fault};
use orrery_store::{Space, Store};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Maximum age of a measurement.
const MAX_AGE: Duration = Duration::from_secs(1);

/// Disk space of a store, measured at most once per second.
pub(crate) struct Headroom {
    store: Arc<dyn Store>,
    min_free: u64,
    max_used: Option<u64>,
    last: Mutex<Option<(Instant, Space)>>,
}

impl Headroom {
    /// Creates a check of the free space and of the size of the database, in bytes.
    pub(crate) fn new(store: Arc<dyn Store>, min_free: u64, max_used: Option<u64>) -> Self {
        Self { store, min_free, max_used, last: Mutex::default() }
    }

    /// Returns the used and free disk space.
    pub(crate) async fn measure(&self) -> Result<Space, Fault> {
        let mut last = self.last.lock().await;
        if let Some((_, space)) = last.filter(|(at, _)| at.elapsed() < MAX_AGE) {
            return Ok(space);
        }
        let space = self.store.space().await.map_err(|error| store_fault(&error))?;
        *last = Some((Instant::now(), space));
        Ok(space)
    }

    /// Refuses a new table, deck or identity if the disk or the database is nearly full.
    pub(crate) async fn check(&self) -> Result<(), Fault> {
        let Space { used, free } = self.measure().await?;
        let is_full = free.is_some_and(|free| free < self.min_free)
            || self.max_used.is_some_and(|limit| used >= limit);
        if !is_full {
            return Ok(());
        }
        let text = "the server's disk is nearly full: running games continue, but new tables, \
            decks and identities are refused; try again later";
        Err(Fault { retry_ms: Some(60_000), ..Fault::new(Code::Store, text) })
    }
}
