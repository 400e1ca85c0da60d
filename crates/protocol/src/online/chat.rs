//! The chat of a table.

use crate::basic_types::Seat;
use serde::{Deserialize, Serialize};

/// One line of chat. Clients show it as plain text, never as markup.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatLine {
    /// The number of the line at this table. Later lines have higher numbers.
    pub number: u32,
    /// The author.
    pub from: Speaker,
    /// When the line was written, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: i64,
    /// The text.
    pub text: String,
}

/// The author of a line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Speaker {
    /// The author's current name; if the author has left the seat, the name at the time of writing.
    pub name: String,
    /// The author's seat; `null` if the author has left it.
    pub seat: Option<Seat>,
}
