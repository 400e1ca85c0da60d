//! The clocks of a table: the setting, and the time left of each seat.

use crate::basic_types::Seat;
use serde::{Deserialize, Serialize};

/// The clock setting of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockSetting {
    /// No time limit.
    #[default]
    None,
    /// A live clock: a time limit for each decision. A seat that exceeds it uses up its time bank,
    /// which lasts for the whole game.
    Live {
        /// The time bank of each seat, in seconds.
        #[cfg_attr(feature = "openapi", schema(maximum = 86400))]
        bank_s: u32,
        /// The time for each decision, in seconds.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 86400))]
        move_s: u32,
        /// The time for each follow, in seconds. Follows do not use the bank.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 86400))]
        follow_s: u32,
    },
    /// A clock for games over days, without a time bank.
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
    /// Time left in the time bank, in milliseconds. The current decision is not subtracted yet.
    pub bank_ms: u32,
    /// Time left for the decision when the message was sent, in milliseconds.
    ///
    /// It includes the time bank, except for a follow. It is `null` while the clock is stopped.
    pub move_ms: Option<u32>,
}
