//! Messages from a client over the socket of a table.

use super::fault::{Code, Fault};
use super::order::{Following, Order};
use crate::basic_types::{Seat, TextLanguage};
use serde::{Deserialize, Serialize};

/// A message to the server.
///
/// The client generates the `id` of a message. The server answers with one `done`, `error` or
/// `pong` that has the same id. The id is an idempotency key: the server carries out a repeated
/// message only once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message. The server answers `welcome`.
    ///
    /// If the game has begun, the server also sends the steps after `since`, or a view.
    Hello {
        /// The version of the protocol.
        orrery: u32,
        /// The last version of the game that the client has seen.
        ///
        /// If it is absent, the server sends a view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        since: Option<u32>,
        /// The language of texts; if absent, the server sends no texts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        words: Option<TextLanguage>,
    },
    /// Answers a prompt.
    Act {
        /// The id of the message, at most 64 bytes.
        id: String,
        /// The `version` of the prompt.
        version: u32,
        /// One of the legal answers of the prompt, in notation.
        step: String,
    },
    /// In a follow window: lets the seats before mine decide first. My clock stops while they
    /// decide.
    Wait {
        /// The id of the message.
        id: String,
        /// The `version` of the prompt.
        version: u32,
    },
    /// Undoes my last step, or several steps.
    ///
    /// If the steps revealed something or include a follow decision, all other players must agree.
    Undo {
        /// The id of the message.
        id: String,
        /// The current version of the game, as the client knows it.
        version: u32,
        /// The number of steps of the game to keep; if absent, the server undoes my last step.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        to: Option<u32>,
    },
    /// Answers `undo-asked`.
    Consent {
        /// The id of the message.
        id: String,
        /// The number of the request, from `undo-asked`.
        request: u32,
        /// The answer.
        answer: Consent,
    },
    /// Replaces all my standing orders.
    Orders {
        /// The id of the message.
        id: String,
        /// The new orders, at most one for each face.
        orders: Vec<Order>,
        /// My new follow mode; `normal` if absent.
        #[serde(default, skip_serializing_if = "Following::is_normal")]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        following: Following,
    },
    /// Sends a line of chat to the table.
    Chat {
        /// The id of the message.
        id: String,
        /// Plain text, at most 500 characters.
        text: String,
    },
    /// Shows or hides the chat of another seat.
    Hear {
        /// The id of the message.
        id: String,
        /// The seat.
        seat: Seat,
        /// The new visibility of its chat.
        hearing: MuteState,
    },
    /// Resigns the game. A bot then plays the seat.
    Resign {
        /// The id of the message.
        id: String,
    },
    /// Requests everything after a version again, as `hello` does.
    Resume {
        /// The last version that the client has seen; if absent, the server sends a view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        since: Option<u32>,
    },
    /// Checks the connection. The server answers `pong`.
    Ping {
        /// The id that the server returns.
        id: String,
    },
}

impl ClientMessage {
    /// Maximum size of a message in bytes.
    pub const MAX_BYTES: usize = 8 * 1024;
    /// Maximum size of a message id in bytes.
    const MAX_ID_BYTES: usize = 64;

    /// Parses and checks a message of a client.
    ///
    /// # Errors
    /// If the message is too long or invalid.
    pub fn read(text: &str) -> Result<Self, Fault> {
        if text.len() > Self::MAX_BYTES {
            return Err(Self::too_long());
        }
        let message: Self = serde_json::from_str(text).map_err(|error| Fault::malformed(&error))?;
        if message.id().is_some_and(|id| id.is_empty() || id.len() > Self::MAX_ID_BYTES) {
            let text = format!("an id has 1 to {} bytes", Self::MAX_ID_BYTES);
            return Err(Fault::invalid("id", text));
        }
        Ok(message)
    }

    /// Returns the error for a message with too many bytes.
    #[must_use]
    pub fn too_long() -> Fault {
        Fault::new(Code::TooLong, format!("a message has at most {} bytes", Self::MAX_BYTES))
    }

    /// Returns the id in a message that is not valid, so that the answer can name it.
    #[must_use]
    pub fn id_in(text: &str) -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        let id = value.get("id")?.as_str()?;
        (id.len() <= Self::MAX_ID_BYTES).then(|| id.to_owned())
    }

    /// Returns the id that the client generated, if the message has one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Hello { .. } | Self::Resume { .. } => None,
            Self::Act { id, .. }
            | Self::Wait { id, .. }
            | Self::Undo { id, .. }
            | Self::Consent { id, .. }
            | Self::Orders { id, .. }
            | Self::Chat { id, .. }
            | Self::Hear { id, .. }
            | Self::Resign { id }
            | Self::Ping { id } => Some(id),
        }
    }
}

/// The answer to a request for an undo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Consent {
    /// The steps may be undone.
    Agree,
    /// The steps stay.
    Refuse,
}

/// The visibility of the chat of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum MuteState {
    /// The chat is shown.
    #[serde(rename = "heard")]
    Shown,
    /// The chat is hidden.
    Muted,
}
