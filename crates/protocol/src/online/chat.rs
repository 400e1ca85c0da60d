//! Chat.

use crate::small::Seat;
use serde::{Deserialize, Serialize};

/// One line of chat. Clients show it as plain text, never as markup.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatLine {
    /// Its number at this table; higher is later.
    pub number: u32,
    /// The author.
    pub from: Speaker,
    /// When it was written, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: i64,
    /// The text.
    pub text: String,
}

/// The author of a line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Speaker {
    /// The name at that time.
    pub name: String,
    /// The seat; `null` if the speaker has left it since.
    pub seat: Option<Seat>,
}
