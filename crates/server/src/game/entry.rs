//! Entries of a game's log.
//!
//! The format is permanent: new versions may add fields, but must not change existing ones.

use orrery_protocol::{AutoStepCause, Following, Order, Seat};
use serde::{Deserialize, Serialize};

/// A log entry with its time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TimedEntry {
    /// Time of the entry, in Unix milliseconds.
    pub(crate) at: i64,
    /// End of the grace period, if the server started after the current question was asked.
    #[serde(rename = "excused", default, skip_serializing_if = "Option::is_none")]
    pub(crate) grace_end: Option<i64>,
    /// The entry.
    #[serde(flatten)]
    pub(crate) entry: Entry,
}

/// An entry of a game's log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Entry {
    /// A step of the game.
    Step {
        /// The seat that took the step. `None` for chance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The step in notation.
        step: String,
        /// The cause, if the player did not take the step by hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<AutoStepCause>,
        /// The message id that the client generated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// An undo.
    Undo {
        /// The seat that requested the undo.
        seat: Seat,
        /// Number of steps that remain.
        to: u32,
        /// The message id that the client generated.
        id: String,
    },
    /// A sealed answer that is not carried out yet.
    Sealed {
        /// The seat.
        seat: Seat,
        /// The version at which the follow window opened.
        #[serde(rename = "asked")]
        window_version: u32,
        /// The step in notation. `None`: the seat waits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<String>,
        /// The message id that the client generated.
        id: String,
    },
    /// New standing orders.
    ///
    /// An empty id means that an absent player returned, or that a new player took the seat.
    Orders {
        /// The seat.
        seat: Seat,
        /// All orders of the seat.
        orders: Vec<Order>,
        /// The follow mode.
        #[serde(default, skip_serializing_if = "Following::is_normal")]
        following: Following,
        /// The message id that the client generated.
        id: String,
    },
    /// A resignation.
    Resign {
        /// The seat.
        seat: Seat,
        /// The message id that the client generated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// A new seed from the next chance step on, because the game was restored from a backup.
    Rekeyed {
        /// The seed, in hexadecimal.
        seed: String,
    },
}

impl Entry {
    /// Returns the seat and the id of the message that caused the entry.
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

impl TimedEntry {
    /// Encodes the entry as JSON.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(self)
    }

    /// Decodes an entry from JSON.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}
