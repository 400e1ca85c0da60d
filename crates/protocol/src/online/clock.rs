//! Clocks of a table.

use crate::small::Seat;
use serde::{Deserialize, Serialize};

/// The clock of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockSetting {
    /// No time limit.
    #[default]
    None,
    /// A time for each decision, and a time bank for the whole game, which is used after it.
    Live {
        /// The time bank, in seconds.
        #[cfg_attr(feature = "openapi", schema(maximum = 86400))]
        bank_s: u32,
        /// The time for each decision, in seconds.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 86400))]
        move_s: u32,
        /// The time for each follow, in seconds. Follows do not use the bank.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 86400))]
        follow_s: u32,
    },
    /// A play-by-day clock.
    Days {
        /// The hours for each decision.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 720))]
        hours: u32,
    },
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatClock {
    /// The seat.
    pub seat: Seat,
    /// Time left in the bank when the message was sent, in milliseconds.
    pub bank_ms: u32,
    /// Time left for the decision, in milliseconds; `null` while the clock is stopped.
    pub move_ms: Option<u32>,
}
