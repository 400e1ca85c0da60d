//! Somebody who watches, over as many connections as it takes, until the game is over.

use crate::client::{Person, Socket};
use crate::player::{connect, passes};
use crate::world::World;
use anyhow::Result;
use orrery_loadtest::heard::Heard;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How long nothing may come before one looks whether the connection stands.
const PATIENCE: Duration = Duration::from_secs(10);

/// Somebody who watches.
pub(crate) struct Watcher {
    world: Arc<World>,
    table: String,
    seen: Option<u32>,
    over: bool,
}

impl Watcher {
    pub(crate) fn new(world: &Arc<World>, table: &str) -> Self {
        Self { world: Arc::clone(world), table: table.to_owned(), seen: None, over: false }
    }

    /// Watches to the end. Returns the last version.
    pub(crate) async fn watch(mut self) -> Option<u32> {
        while !self.over {
            let (nobody, table) = (Person::nobody(), self.table.clone());
            if let Ok(socket) = connect(&self.world, &nobody, &table, self.seen).await {
                let _ = self.look(socket).await;
            }
            sleep(Duration::from_millis(100)).await;
        }
        self.seen
    }

    async fn look(&mut self, mut socket: Socket) -> Result<()> {
        while !self.over {
            let text = timeout(PATIENCE, socket.hear()).await??;
            let heard = Heard::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            if let Some(version) = heard.version.filter(|_| is_game(&heard.kind)) {
                assert!(self.seen.is_none_or(|seen| seen <= version), "the game has gone back");
                self.seen = Some(version);
            }
            self.over |= heard.is_over();
            heard.error.iter().for_each(passes);
        }
        Ok(())
    }
}

fn is_game(kind: &str) -> bool {
    matches!(kind, "view" | "steps")
}
