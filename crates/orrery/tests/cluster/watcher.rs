//! A spectator who watches a game to its end and reconnects as often as necessary.

use crate::world::{World, assert_transient};
use anyhow::Result;
use orrery_loadtest::client::{Person, Socket};
use orrery_loadtest::partial_message::PartialMessage;
use orrery_loadtest::persistent::World as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Time without any message after which the spectator reconnects.
const IDLE_TIMEOUT: Duration = Duration::from_secs(10);

/// A spectator of a game.
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

    /// Watches to the end of the game; returns the last version.
    pub(crate) async fn watch(mut self) -> Option<u32> {
        while !self.over {
            let (nobody, table) = (Person::nobody(), self.table.clone());
            if let Ok(socket) = self.world.connect(&nobody, &table, self.seen).await {
                let _ = self.watch_connected(socket).await;
            }
            sleep(Duration::from_millis(100)).await;
        }
        self.seen
    }

    async fn watch_connected(&mut self, mut socket: Socket) -> Result<()> {
        // The welcome message may already say that the game is over; the missed steps follow it.
        let (mut caught_up, mut ended) = (false, false);
        while !self.over {
            let text = timeout(IDLE_TIMEOUT, socket.receive()).await??;
            let message =
                PartialMessage::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            if let Some(version) = message.version.filter(|_| shows_game(&message.kind)) {
                assert!(self.seen.is_none_or(|seen| seen <= version), "the version has decreased");
                self.seen = Some(version);
                caught_up = true;
            }
            ended |= message.is_over();
            self.over = ended && caught_up;
            message.error.iter().for_each(assert_transient);
        }
        Ok(())
    }
}

fn shows_game(kind: &str) -> bool {
    matches!(kind, "view" | "steps")
}
