//! What a client says over the socket of a table.

use super::fault::{Code, Fault};
use super::order::{Following, Order};
use crate::small::{Seat, TextLanguage};
use serde::{Deserialize, Serialize};

/// A message to the server. Each that has an `id`, which the client makes up, is answered by one
/// `done` or `error` with that id; sent again with the same id it is not carried out again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message. The server answers `welcome`, and, if the game has begun, with the steps
    /// after the version that the client has seen, or with a view.
    Hello {
        /// The version of the protocol.
        orrery: u32,
        /// The last version that the client has seen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        since: Option<u32>,
        /// The language of texts; without it none are sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        words: Option<TextLanguage>,
    },
    /// Answers a prompt.
    Act {
        /// Made up by the client, at most 64 bytes.
        id: String,
        /// The `version` of the prompt.
        version: u32,
        /// One of its legal actions, in words.
        step: String,
    },
    /// Follow window: I decide when those before me have. My clock waits as well.
    Wait {
        /// Made up by the client.
        id: String,
        /// The `version` of the prompt.
        version: u32,
    },
    /// Takes back my last step, or more. Up to the last new information this is free; further back
    /// everyone is asked.
    Undo {
        /// Made up by the client.
        id: String,
        /// The version that the client has seen.
        version: u32,
        /// How many steps of the game are to be left; without it, up to my last step.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        to: Option<u32>,
    },
    /// Answers `undo-asked`.
    Consent {
        /// Made up by the client.
        id: String,
        /// Which request.
        request: u32,
        /// Whether it may be.
        answer: Consent,
    },
    /// Replaces all my standing orders.
    Orders {
        /// Made up by the client.
        id: String,
        /// The orders from now on, at most one for a face.
        orders: Vec<Order>,
        /// When I am asked at all; `normal` if left out.
        #[serde(default, skip_serializing_if = "Following::is_normal")]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        following: Following,
    },
    /// Says something to the table.
    Chat {
        /// Made up by the client.
        id: String,
        /// Plain text, at most 500 characters.
        text: String,
    },
    /// Whether I hear what another seat says.
    Hear {
        /// Made up by the client.
        id: String,
        /// Who.
        seat: Seat,
        /// Whether I do.
        hearing: MuteState,
    },
    /// Gives the game up.
    Resign {
        /// Made up by the client.
        id: String,
    },
    /// Asks for everything after a version, as `hello` does.
    Resume {
        /// The last version that the client has seen; a view comes without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        since: Option<u32>,
    },
    /// Is anybody there? Answered by `pong`.
    Ping {
        /// Comes back.
        id: String,
    },
}

impl ClientMessage {
    /// Most bytes of a message.
    pub const MOST_BYTES: usize = 8 * 1024;
    /// Most bytes of an id that a client makes up.
    const MOST_ID: usize = 64;

    /// Reads a message as it comes from outside.
    ///
    /// # Errors
    /// It is too long, or no message.
    pub fn read(text: &str) -> Result<Self, Fault> {
        if text.len() > Self::MOST_BYTES {
            return Err(Self::too_long());
        }
        let message: Self = serde_json::from_str(text).map_err(|error| Fault::malformed(&error))?;
        if message.id().is_some_and(|id| id.is_empty() || id.len() > Self::MOST_ID) {
            let text = format!("an id has 1 to {} bytes", Self::MOST_ID);
            return Err(Fault { field: Some("id".to_owned()), ..Fault::new(Code::BadField, text) });
        }
        Ok(message)
    }

    /// Why a message is refused that has too many bytes.
    #[must_use]
    pub fn too_long() -> Fault {
        Fault::new(Code::TooLong, format!("a message has at most {} bytes", Self::MOST_BYTES))
    }

    /// The id of a message that is refused, so that the client knows which it was.
    #[must_use]
    pub fn id_in(text: &str) -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        let id = value.get("id")?.as_str()?;
        (id.len() <= Self::MOST_ID).then(|| id.to_owned())
    }

    /// The id that the client made up, if the message has one.
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

/// An answer to somebody who wants to take steps back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Consent {
    /// They may be taken back.
    Agree,
    /// They stay.
    Refuse,
}

/// Whether somebody's chat is heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, ts(rename = "Hearing"))]
pub enum MuteState {
    /// It is.
    Heard,
    /// It is not.
    Muted,
}
