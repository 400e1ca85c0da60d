//! What players say to each other.

use crate::small::Seat;
use serde::{Deserialize, Serialize};

/// One line of chat. It is plain text: to be shown as text, never as markup.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChatLine {
    /// Its number at this table; higher is later.
    pub number: u32,
    /// Who said it.
    pub from: Speaker,
    /// When, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: i64,
    /// What was said.
    pub text: String,
}

/// Who says something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Speaker {
    /// The name at that time.
    pub name: String,
    /// The seat; `null` if the speaker has left it since.
    pub seat: Option<Seat>,
}
