//! What a table's task is told to do.

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

/// Somebody with an identity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Who {
    /// The public id.
    #[serde(with = "as_text")]
    pub id: Arc<str>,
    /// What others see.
    pub name: String,
    /// Whether it is a program.
    pub program: bool,
}

/// A shared text is a text.
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

/// Something for a socket to send.
#[derive(Clone, Debug)]
pub enum Frame {
    /// A message.
    Text(Utf8Bytes),
    /// The last message, and the end.
    Close(CloseReason),
}

/// A socket that wants to see a table.
#[derive(Debug)]
pub struct Attach {
    /// Whose; nobody's is a spectator's.
    pub who: Option<Who>,
    /// The language of texts.
    pub words: Option<TextLanguage>,
    /// What it has seen.
    pub since: Option<u32>,
    /// The hash of the deck that it has; empty if it has none. It wants no deck that it knows. `None`:
    /// it wants the deck with every description of the table.
    pub deck: Option<String>,
    /// Where its messages go.
    pub frames: FrameSender,
    /// Its number at the table, or why not.
    pub reply: oneshot::Sender<Result<u64, Fault>>,
}

/// A request that is not a message of a socket.
#[derive(Debug)]
pub struct Request {
    /// Who asks.
    pub who: Option<Who>,
    /// What for.
    pub what: What,
    /// The answer.
    pub reply: oneshot::Sender<Result<Reply, Fault>>,
}

/// What is requested.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum What {
    /// The table.
    Info,
    /// A seat for me or for a bot.
    Sit(Seat, Sit),
    /// A seat becomes free.
    Rise(Seat),
    /// The game begins.
    Start,
    /// I reveal my contribution to the dice.
    Reveal(String),
    /// I give up.
    Resign,
    /// The same again.
    Rematch,
    /// The table is put away.
    Archive,
    /// What I may know.
    View(Option<TextLanguage>),
    /// The record as I may see it.
    Record,
    /// My name has changed, or I am gone.
    Renamed(Option<String>),
}

/// What is answered.
#[derive(Debug)]
pub enum Reply {
    /// The table.
    Table(Box<Table>),
    /// A view.
    View(Box<ServerMessage>),
    /// A record.
    Record(Box<Record>),
    /// It is done.
    Done,
}

/// What a table's task is told.
#[derive(Debug)]
pub enum Command {
    /// Somebody comes.
    Attach(Box<Attach>),
    /// A socket is gone.
    Detach(u64),
    /// A socket said something.
    Said(u64, Box<ClientMessage>),
    /// A request.
    Request(Box<Request>),
    /// A bot has thought.
    Thought {
        /// Its seat.
        seat: Seat,
        /// The version of the prompt.
        version: u32,
        /// Its answer.
        action: Option<Action>,
    },
    /// Somebody's time may be over.
    Wake,
    /// Another node owns the table: this lease is void.
    Lost(Lease),
    /// The server ends.
    Close,
}

impl Command {
    /// The socket that said something, and the id of its message.
    pub(crate) fn message(&self) -> Option<(u64, Option<String>)> {
        match self {
            Self::Said(number, message) => Some((*number, message.id().map(str::to_owned))),
            _ => None,
        }
    }
}
