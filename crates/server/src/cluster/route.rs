//! Where a command goes: to the table if it is here, or may be; otherwise to the node that has it.

use super::edge::{Passed, Up};
use super::{Cluster, apart, number};
use crate::hub::Hub;
use crate::table::command::Command;
use crate::table::{refuse, store_fault};
use orrery_store::GameLocation;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long it is tried to reach the owner of a table; meanwhile another may become it.
const PATIENCE: Duration = Duration::from_secs(5);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(150);

impl Cluster {
    /// Takes a command to where its table is. It is given back if that is here.
    pub(crate) async fn route(
        self: &Arc<Self>,
        hub: &Hub,
        table: &str,
        command: Command,
    ) -> Option<Command> {
        let socket = match &command {
            Command::Said(socket, _) | Command::Detach(socket) => self.socket(*socket),
            _ => None,
        };
        match (socket, command) {
            (Some(socket), Command::Said(_, message)) => {
                let _ = socket.send(Up::Said(message)).await;
                None
            }
            (Some(socket), _) => {
                let _ = socket.send(Up::Detach).await;
                None
            }
            (None, command) if hub.is_live(table) => Some(command),
            (None, command @ (Command::Attach(_) | Command::Request(_))) => {
                self.carry(hub, table, command).await
            }
            (None, command @ Command::Wake) => Some(command),
            // Of a socket or a bot whose table is no longer here.
            (None, _) => None,
        }
    }

    /// Looks for the owner until the command is there, or time is over.
    async fn carry(
        self: &Arc<Self>,
        hub: &Hub,
        table: &str,
        mut command: Command,
    ) -> Option<Command> {
        let until = Instant::now() + PATIENCE;
        loop {
            let node = match self.nodes.locate(table).await {
                Ok(GameLocation::Claimable | GameLocation::NotFound) => return Some(command),
                Ok(GameLocation::Node(node)) => node,
                Err(error) => {
                    refuse(command, &store_fault(&error));
                    return None;
                }
            };
            if !self.is_up() || Instant::now() > until {
                refuse(command, &apart());
                return None;
            }
            // Who is not heard would not answer: then it is only a matter of time until the table
            // can be claimed, or the node is heard.
            if self.hears(&node) {
                command = self.pass(&node, table, command).await?;
            }
            sleep(PAUSE).await;
            if hub.is_live(table) {
                return Some(command);
            }
        }
    }

    /// Whether a node was heard of late.
    fn hears(&self, node: &str) -> bool {
        number(node).is_some_and(|node| self.peers.contains_key(&node))
    }

    /// Passes a command to a node. It is given back if the table is not there, or nobody answers.
    async fn pass(self: &Arc<Self>, node: &str, table: &str, command: Command) -> Option<Command> {
        let Some(node) = number(node) else { return Some(command) };
        match command {
            Command::Attach(attach) => match self.attach(node, table, attach).await {
                Passed::Done => None,
                Passed::Back(attach) => Some(Command::Attach(attach)),
            },
            Command::Request(request) => match self.ask(node, table, request).await {
                Passed::Done => None,
                Passed::Back(request) => Some(Command::Request(request)),
            },
            other => Some(other),
        }
    }
}
