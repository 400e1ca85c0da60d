//! Messages from the server over the socket of a table.
//!
//! If two games differ only in what a client may not know, the client receives the same bytes.

use super::chat::ChatLine;
use super::clock::SeatClock;
use super::fault::Fault;
use super::order::{FollowPreview, Following, Order};
use super::table::Table;
use crate::basic_types::Seat;
use crate::event::DescribedEvent;
use crate::view::{Decision, View};
use serde::{Deserialize, Serialize};

/// A message from the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// Answers `hello`.
    Welcome {
        /// The version of the protocol.
        orrery: u32,
        /// Your role at the table.
        you: ClientRole,
        /// The table.
        table: Box<Table>,
        /// Your standing orders.
        orders: Vec<Order>,
        /// Your follow mode; `normal` if absent.
        #[serde(default, skip_serializing_if = "Following::is_normal")]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        following: Following,
        /// The last lines of chat.
        chat: Vec<ChatLine>,
    },
    /// The current table: its seats, players and stage. It replaces an earlier `table` message.
    Table {
        /// The table.
        table: Box<Table>,
    },
    /// The connected players and spectators.
    Presence {
        /// The seats whose players are connected.
        seats: Vec<Seat>,
        /// The number of connected spectators.
        spectators: u32,
    },
    /// Everything that you may know of the game. It replaces earlier views and steps.
    View {
        /// The version of the game. Every step and every undo raises it by one.
        version: u32,
        /// The number of steps of the game. An undo reduces it.
        length: u32,
        /// The reason for sending the view.
        reason: ViewReason,
        /// The game.
        view: Box<View>,
        /// The open prompt; absent if no seat must decide.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        prompt: Option<Prompt>,
        /// The clocks of the seats; empty if the table has no clock.
        clocks: Vec<SeatClock>,
    },
    /// New steps. Each step raises the version by one.
    Steps {
        /// The version after the steps.
        version: u32,
        /// The number of steps of the game after these steps.
        length: u32,
        /// The steps in order.
        steps: Vec<StepTaken>,
        /// The open prompt; absent if no seat must decide.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        prompt: Option<Prompt>,
        /// The clocks of the seats; empty if the table has no clock.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clocks: Vec<SeatClock>,
    },
    /// A changed prompt without a new step.
    ///
    /// Either you chose to wait and can answer now, or the server has sealed your answer.
    Prompt {
        /// The prompt.
        prompt: Prompt,
    },
    /// Your current standing orders.
    Orders {
        /// All orders.
        orders: Vec<Order>,
        /// Your follow mode; `normal` if absent.
        #[serde(default, skip_serializing_if = "Following::is_normal")]
        #[cfg_attr(test, ts(optional, as = "Option<_>"))]
        following: Following,
    },
    /// A new line of chat, or an update of an earlier line whose author has left the seat.
    Chat {
        /// The line.
        line: ChatLine,
    },
    /// A player asks to undo steps that revealed something to others.
    UndoAsked {
        /// The number of the request.
        request: u32,
        /// The seat of the player.
        seat: Seat,
        /// The number of steps of the game that would remain.
        to: u32,
        /// The seats that have not answered yet.
        waiting: Vec<Seat>,
    },
    /// An undo request has ended: a player refused, time ran out, or the game continued.
    UndoRefused {
        /// The number of the request.
        request: u32,
    },
    /// The server has executed and stored the message with this id.
    Done {
        /// The id of the message.
        id: String,
        /// The version after the message.
        version: u32,
    },
    /// The server refused a message, or failed.
    ///
    /// With the codes `store`, `busy`, `apart` and `internal`, the server may have made the requested
    /// change; with all other codes, nothing has changed.
    Error {
        /// The id of the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        id: Option<String>,
        /// The error.
        error: Fault,
    },
    /// Answers `ping`.
    Pong {
        /// The id of the ping.
        id: String,
    },
    /// A device requested a new recovery code without the old one, or cancelled the request.
    ///
    /// The server sends this message to all your devices. Each device can cancel the request.
    Recovery {
        /// When the new code becomes valid, in seconds since 1970; `null` if it was cancelled.
        from: Option<i64>,
    },
    /// The server is about to close this connection.
    Closing {
        /// The reason.
        why: CloseReason,
        /// Delay before an automatic reconnect, in milliseconds; `null` if there must be none.
        retry_ms: Option<u32>,
    },
}

impl ServerMessage {
    /// Returns the message as JSON.
    ///
    /// # Panics
    /// Never: all keys are strings, so serialisation cannot fail.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("all keys of a message are strings")
    }
}

/// The role of a client at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientRole {
    /// Your seat; `null` for a spectator.
    pub seat: Option<Seat>,
    /// Whether you created the table.
    pub host: bool,
}

/// The reason for sending a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ViewReason {
    /// You connected, or requested a view.
    Joined,
    /// The game has begun.
    Began,
    /// Steps were undone.
    Undone,
    /// You missed more steps than the server sends one by one.
    Behind,
}

/// A step that was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StepTaken {
    /// The seat that took the step; `null` for chance.
    pub seat: Option<Seat>,
    /// The step in notation; a card that you may not see is `?`.
    pub step: String,
    /// The events.
    pub events: Vec<DescribedEvent>,
    /// The cause of the step, if it is yours and you did not choose it yourself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub by: Option<AutoStepCause>,
}

/// The cause of a step that the player did not choose. Only this player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum AutoStepCause {
    /// A standing order, or the follow mode `fast`.
    Order,
    /// The time of the player ran out.
    Timeout,
    /// A bot that plays for an absent player.
    #[serde(rename = "stand")]
    StandIn,
}

/// A question that one or more seats must answer now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Prompt {
    /// The version of the game when the prompt was created.
    ///
    /// An answer must contain this version. The prompt stays valid until you answer it, even while
    /// other seats answer theirs.
    pub version: u32,
    /// The seats that must answer. In a follow window there can be several.
    pub seats: Vec<Seat>,
    /// Your decision; if you are not asked, the decision of the first of these seats.
    pub decision: Decision,
    /// Your legal answers in notation; empty if you are not asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legal: Vec<String>,
    /// The texts of the legal answers, in the same order; empty if you did not ask for texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// Your own sealed answer in notation; `wait` if you chose to wait; absent before you answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub answered: Option<String>,
    /// A preview of your follow, if your follow mode is `beginner`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub brings: Option<FollowPreview>,
    /// Your remaining time in milliseconds; absent if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub remaining_ms: Option<u32>,
}

/// The reason for closing a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum CloseReason {
    /// The server is restarting.
    Restart,
    /// The client did not read fast enough. It can reconnect and resume from its last version.
    Slow,
    /// The client sent too many bad messages.
    Abuse,
    /// The client sent nothing for too long, or did not send `hello`.
    Silent,
    /// The table is on another server, and the connection to that server was lost; no data is lost.
    Apart,
    /// The table no longer exists.
    Gone,
    /// This device was logged out.
    LoggedOut,
}
