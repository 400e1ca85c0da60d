//! Commands to the task of a table.

use crate::frames::FrameSender;
use axum::extract::ws::Utf8Bytes;
use orrery_protocol::{
    ClientMessage, CloseReason, Fault, Seat, ServerMessage, Sit, Table, TextLanguage,
};
use orrery_record::Record;
use orrery_rules::Action;
use orrery_store::Lease;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::sync::oneshot;

/// An authenticated user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct User {
    /// The public id.
    #[serde(with = "as_text")]
    pub id: Arc<str>,
    /// The display name.
    pub name: String,
    /// Whether the user is a bot account.
    pub program: bool,
}

/// Serialises a shared string.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::sync::Arc;

    pub(super) fn serialize<S: Serializer>(text: &Arc<str>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(text)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Arc<str>, D::Error> {
        String::deserialize(from).map(Arc::from)
    }
}

/// A frame for a socket to send.
#[derive(Clone, Debug)]
pub enum Frame {
    /// A message.
    Text(Utf8Bytes),
    /// The end of the connection, with the reason.
    Close(CloseReason),
}

/// A socket that joins a table.
#[derive(Debug)]
pub struct Attach {
    /// The user. `None`: an anonymous spectator.
    pub user: Option<User>,
    /// The language in which the server sends texts. `None`: no texts.
    pub language: Option<TextLanguage>,
    /// The last version that the client has seen, if any.
    pub since: Option<u32>,
    /// Hash of the deck that the client has cached; empty if it has none.
    ///
    /// If the hash differs from that of the table's deck, the server sends the deck once. `None`:
    /// the server sends the deck with every description of the table.
    pub deck: Option<String>,
    /// The queue for messages to the socket.
    pub frames: FrameSender,
    /// The channel for the reply: the number of the socket at the table, or a fault.
    pub reply: oneshot::Sender<Result<u64, Fault>>,
}

/// A request that does not come from a socket.
#[derive(Debug)]
pub struct Request {
    /// The user. `None`: an anonymous client.
    pub user: Option<User>,
    /// The request.
    pub kind: RequestKind,
    /// The channel for the reply.
    pub reply: oneshot::Sender<Result<Reply, Fault>>,
}

/// The kind of a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RequestKind {
    /// Describe the table.
    Info,
    /// Take a seat, or give it to a bot.
    Sit(Seat, Sit),
    /// Free a seat.
    Rise(Seat),
    /// Start the game.
    Start,
    /// Reveal a contribution to the dice.
    Reveal(String),
    /// Resign.
    Resign,
    /// Let a bot play for an absent player.
    StandIn(Seat),
    /// Offer the seat of an absent player to another person.
    Offer(Seat),
    /// Take an offered seat.
    Claim(Seat),
    /// Create a rematch.
    Rematch,
    /// Archive the table.
    Archive,
    /// Return the user's view of the game.
    View(Option<TextLanguage>),
    /// Return the record as the user may see it.
    Record,
    /// Change the user's name at the table. `None`: remove the user, whose identity is deleted.
    #[serde(rename = "Renamed")]
    RenameOrRemove(Option<String>),
}

/// The reply to a request.
#[derive(Debug)]
pub enum Reply {
    /// The table.
    Table(Box<Table>),
    /// A view.
    View(Box<ServerMessage>),
    /// A record.
    Record(Box<Record>),
    /// The request succeeded.
    Done,
}

/// A command to the task of a table.
#[derive(Debug)]
pub enum Command {
    /// A socket joins.
    Attach(Box<Attach>),
    /// A socket is gone.
    Detach(u64),
    /// A message of a socket.
    Message(u64, Box<ClientMessage>),
    /// A request.
    Request(Box<Request>),
    /// The answer of a bot.
    BotAnswer {
        /// The bot's seat.
        seat: Seat,
        /// The version of the prompt.
        version: u32,
        /// The bot's action. `None`: no action is legal.
        action: Option<Action>,
    },
    /// A deadline may have passed.
    Wake,
    /// The lease is lost to another node.
    LeaseLost(Lease),
    /// The server shuts down.
    Close,
}

impl Command {
    /// Returns the number of the socket and the id of a message. `None` for other commands.
    pub(crate) fn message_source(&self) -> Option<(u64, Option<String>)> {
        match self {
            Self::Message(number, message) => Some((*number, message.id().map(str::to_owned))),
            _ => None,
        }
    }
}
