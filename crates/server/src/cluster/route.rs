//! Routing of commands to tables, on this node or on the node that owns the table.

use super::gateway::{Forwarded, SocketInput};
use super::{Cluster, node_unreachable, parse_id};
use crate::hub::Hub;
use crate::table::command::Command;
use crate::table::{refuse, store_fault};
use orrery_store::GameLocation;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Time limit for reaching the owner of a table, which may change in the meantime.
const ROUTE_TIMEOUT: Duration = Duration::from_secs(5);
/// Pause between two attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(150);

impl Cluster {
    /// Routes a command to its table. Returns the command if this node must handle it.
    pub(crate) async fn route(
        self: &Arc<Self>,
        hub: &Hub,
        table: &str,
        command: Command,
    ) -> Option<Command> {
        let socket = match &command {
            Command::Message(socket, _) | Command::Detach(socket) => self.socket_input(*socket),
            _ => None,
        };
        match (socket, command) {
            (Some(socket), Command::Message(_, message)) => {
                let _ = socket.send(SocketInput::Message(message)).await;
                None
            }
            (Some(socket), _) => {
                let _ = socket.send(SocketInput::Detach).await;
                None
            }
            (None, command) if hub.is_live(table) => Some(command),
            (None, command @ (Command::Attach(_) | Command::Request(_))) => {
                self.forward_to_owner(hub, table, command).await
            }
            (None, command @ Command::Wake) => Some(command),
            // The command is from a socket or a bot whose table is no longer on this node.
            (None, _) => None,
        }
    }

    /// Forwards a command to the owner of its table, and retries until the time limit.
    ///
    /// Returns the command if this node must handle it.
    async fn forward_to_owner(
        self: &Arc<Self>,
        hub: &Hub,
        table: &str,
        mut command: Command,
    ) -> Option<Command> {
        let until = Instant::now() + ROUTE_TIMEOUT;
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
                refuse(command, &node_unreachable());
                return None;
            }
            // Do not ask an owner without heartbeats: wait until its heartbeats return, or until
            // this node can claim the table.
            if self.is_peer_alive(&node) {
                command = self.forward(&node, table, command).await?;
            }
            sleep(RETRY_INTERVAL).await;
            if hub.is_live(table) {
                return Some(command);
            }
        }
    }

    /// Returns whether a peer sends heartbeats.
    fn is_peer_alive(&self, node: &str) -> bool {
        parse_id(node).is_some_and(|node| self.peers.contains_key(&node))
    }

    /// Forwards a command to a node. Returns the command if the node does not have the table, or
    /// does not reply.
    async fn forward(
        self: &Arc<Self>,
        node: &str,
        table: &str,
        command: Command,
    ) -> Option<Command> {
        let Some(node) = parse_id(node) else { return Some(command) };
        match command {
            Command::Attach(attach) => match self.attach(node, table, attach).await {
                Forwarded::Answered => None,
                Forwarded::Unanswered(attach) => Some(Command::Attach(attach)),
            },
            Command::Request(request) => match self.ask(node, table, request).await {
                Forwarded::Answered => None,
                Forwarded::Unanswered(request) => Some(Command::Request(request)),
            },
            other => Some(other),
        }
    }
}
