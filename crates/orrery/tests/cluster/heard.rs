//! What a scripted player needs of a message of the server: a part of it, read without building the
//! rest, since a thousand players share a core with each other.

use orrery_protocol::{Fault, Seat, Stage};
use serde::Deserialize;
use std::borrow::Cow;

/// A message, as far as it matters.
#[derive(Debug, Deserialize)]
pub(crate) struct Heard<'a> {
    /// `done`, `steps`, …
    #[serde(rename = "type", borrow)]
    pub(crate) kind: Cow<'a, str>,
    /// Which message is answered.
    #[serde(default, borrow)]
    pub(crate) id: Option<Cow<'a, str>>,
    /// The version of the game, of a `view` or of `steps`.
    #[serde(default)]
    pub(crate) version: Option<u32>,
    /// What is asked.
    #[serde(default)]
    pub(crate) prompt: Option<Asked>,
    /// Why something is refused.
    #[serde(default)]
    pub(crate) error: Option<Fault>,
    /// The table.
    #[serde(default)]
    pub(crate) table: Option<AtTable>,
}

/// What is asked, and of whom.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Asked {
    /// What an answer names.
    pub(crate) version: u32,
    decision: Decision,
    /// All answers.
    #[serde(default)]
    pub(crate) legal: Vec<String>,
    #[serde(default)]
    answered: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Decision {
    seat: Seat,
}

/// How far a table is.
#[derive(Debug, Deserialize)]
pub(crate) struct AtTable {
    stage: Stage,
}

impl<'a> Heard<'a> {
    /// Reads a message.
    pub(crate) fn read(text: &'a str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// Whether the game is known to be over.
    pub(crate) fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.stage == Stage::Over)
    }
}

impl Asked {
    /// Whether this seat must answer, and has not.
    pub(crate) fn is_open_to(&self, seat: Seat) -> bool {
        self.decision.seat == seat && !self.legal.is_empty() && self.answered.is_none()
    }
}
