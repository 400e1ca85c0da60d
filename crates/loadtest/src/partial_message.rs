//! The part of a server message that a scripted player needs.
//!
//! Parsing skips the other fields to save time, because a thousand players share a core.

use orrery_protocol::{Fault, Seat, Stage};
use serde::Deserialize;
use std::borrow::Cow;

/// The needed fields of a server message.
#[derive(Debug, Deserialize)]
pub struct PartialMessage<'a> {
    /// The message type: `done`, `steps` and others.
    #[serde(rename = "type", borrow)]
    pub kind: Cow<'a, str>,
    /// The id of the acknowledged message.
    #[serde(default, borrow)]
    pub id: Option<Cow<'a, str>>,
    /// The version of the game, in `view` and `steps`.
    #[serde(default)]
    pub version: Option<u32>,
    /// The open decision.
    #[serde(default)]
    pub prompt: Option<PartialPrompt>,
    /// The error of a refused message.
    #[serde(default)]
    pub error: Option<Fault>,
    /// The stage of the table.
    #[serde(default)]
    pub table: Option<PartialTable>,
}

/// The needed fields of a prompt.
#[derive(Clone, Debug, Deserialize)]
pub struct PartialPrompt {
    /// The version that an answer must name.
    pub version: u32,
    decision: Decision,
    /// All legal answers.
    #[serde(default)]
    pub legal: Vec<String>,
    #[serde(default)]
    answered: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Decision {
    seat: Seat,
}

/// The needed fields of a table.
#[derive(Debug, Deserialize)]
pub struct PartialTable {
    stage: Stage,
}

impl<'a> PartialMessage<'a> {
    /// Parses a message.
    pub fn read(text: &'a str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// Returns whether the message says that the game is over.
    pub fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.stage == Stage::Over)
    }
}

impl PartialPrompt {
    /// Returns whether this seat must answer and has not answered yet.
    pub fn is_open_to(&self, seat: Seat) -> bool {
        self.decision.seat == seat && !self.legal.is_empty() && self.answered.is_none()
    }
}
