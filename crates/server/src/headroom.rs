//! The room that the store takes and has. Below a floor of free space nothing new begins, so that
//! running games can go on.

use crate::table::store_fault;
use orrery_protocol::{Code, Fault};
use orrery_store::{Space, Store};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How old a measurement may be.
const FRESH: Duration = Duration::from_secs(1);

/// The room of a store, measured once a second at most.
pub(crate) struct Headroom {
    store: Arc<dyn Store>,
    floor: u64,
    last: Mutex<Option<(Instant, Space)>>,
}

impl Headroom {
    /// Refuses what is new below so many free bytes.
    pub(crate) fn new(store: Arc<dyn Store>, floor: u64) -> Self {
        Self { store, floor, last: Mutex::default() }
    }

    /// Measures the store.
    pub(crate) async fn measure(&self) -> Result<Space, Fault> {
        let mut last = self.last.lock().await;
        if let Some((_, space)) = last.filter(|(at, _)| at.elapsed() < FRESH) {
            return Ok(space);
        }
        let space = self.store.space().await.map_err(|error| store_fault(&error))?;
        *last = Some((Instant::now(), space));
        Ok(space)
    }

    /// Refuses a new table, deck or identity if the disk is nearly full.
    pub(crate) async fn check(&self) -> Result<(), Fault> {
        match self.measure().await?.free {
            Some(free) if free < self.floor => {
                let text = "the server's disk is nearly full: running games go on, but no tables, \
                    decks and identities are added; try again later";
                Err(Fault { retry_ms: Some(60_000), ..Fault::new(Code::Store, text) })
            }
            _ => Ok(()),
        }
    }
}
