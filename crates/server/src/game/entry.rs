//! The entries of a game's log. They are written for good: a field may be added, never changed.

use orrery_protocol::{AutoStepCause, Following, Order, Seat};
use serde::{Deserialize, Serialize};

/// An entry and when it came about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Logged {
    /// In milliseconds since 1970.
    pub(crate) at: i64,
    /// Until when nobody's time ran, if the server had started since something was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) excused: Option<i64>,
    /// What.
    #[serde(flatten)]
    pub(crate) entry: Entry,
}

/// What can be in a log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Entry {
    /// A step of the game.
    Step {
        /// Who took it; none for chance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The step in words.
        step: String,
        /// What took it, if not the player by hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<AutoStepCause>,
        /// The id that the client made up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// Steps were taken back.
    Undo {
        /// Who wanted it.
        seat: Seat,
        /// How many steps are left.
        to: u32,
        /// The id that the client made up.
        id: String,
    },
    /// An answer that is not yet carried out.
    Sealed {
        /// Whose.
        seat: Seat,
        /// The version of the prompt.
        asked: u32,
        /// The step in words; none to wait.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<String>,
        /// The id that the client made up.
        id: String,
    },
    /// New standing orders; the old ones under an empty id when somebody is back who was away.
    Orders {
        /// Whose.
        seat: Seat,
        /// All of them.
        orders: Vec<Order>,
        /// When the seat is asked at all.
        #[serde(default, skip_serializing_if = "Following::is_normal")]
        following: Following,
        /// The id that the client made up.
        id: String,
    },
    /// A player gave up.
    Resign {
        /// Who.
        seat: Seat,
        /// The id that the client made up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// The game comes from a backup: another seed from the next chance on.
    Rekeyed {
        /// The seed, in hexadecimal digits.
        seed: String,
    },
}

impl Entry {
    /// Whose message it was, and the id of it.
    pub(crate) fn message(&self) -> Option<(Seat, &str)> {
        match self {
            Self::Step { seat: Some(seat), id: Some(id), .. }
            | Self::Undo { seat, id, .. }
            | Self::Sealed { seat, id, .. }
            | Self::Orders { seat, id, .. }
            | Self::Resign { seat, id: Some(id) } => Some((*seat, id)),
            Self::Step { .. } | Self::Resign { .. } | Self::Rekeyed { .. } => None,
        }
    }
}

impl Logged {
    /// The entry as bytes.
    pub(crate) fn encode(&self) -> Vec<u8> {
        // These types have only text keys, so this cannot fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The entry from bytes.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}
