//! Standing orders: answers to follow windows that a player gives in advance.
//!
//! The server stores and applies them, even while the player is absent. No other player sees them.

use crate::basic_types::Face;
use serde::{Deserialize, Serialize};

/// A standing order for dice of one face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The face of the dice that the order applies to.
    pub face: Face,
    /// The answer to a follow window of such a die.
    pub standing: Standing,
    /// How long the order is in force.
    pub scope: Scope,
}

/// The answer of a standing order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Standing {
    /// Pass.
    Never,
    /// Ask me, as if there were no order.
    Ask,
    /// Follow if all conditions hold.
    Follow {
        /// The conditions. If the list is empty, always follow.
        conditions: Vec<Condition>,
        /// The answer if a condition does not hold.
        otherwise: Fallback,
    },
}

/// A condition of a standing order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// The follow can colonise a planet. The server then makes the choice that colonises.
    Colonises,
    /// The follow gains at least this many units of energy and culture, not counting its cost.
    Gains {
        /// The minimum number of units.
        at_least: u8,
    },
    /// At least this much culture is left after paying for the follow.
    KeepsCulture {
        /// The minimum culture.
        at_least: u8,
    },
}

/// The answer when the conditions of an order do not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Fallback {
    /// Pass.
    Pass,
    /// Ask me.
    Ask,
}

/// The lifetime of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Until the current turn ends.
    Turn,
    /// Until my own turn begins.
    UntilMyTurn,
    /// For the whole game.
    Game,
}

/// The follow mode of a seat: when the server asks it to follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Following {
    /// The server always asks, with a preview of the gain. It ignores orders.
    Beginner,
    /// The server asks unless an order answers.
    #[default]
    Normal,
    /// The server asks only if an order says so. Without an order, the seat passes.
    Fast,
}

impl Following {
    /// Returns whether the mode is the default, which messages omit.
    #[must_use]
    pub fn is_normal(&self) -> bool {
        *self == Self::Normal
    }
}

/// The expected result of a follow, which decides whether the conditions of an order hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FollowPreview {
    /// Whether the follow can colonise a planet.
    pub colonises: bool,
    /// The units of energy and culture that the follow gains.
    ///
    /// This excludes the cost of the follow, and gains that depend on further choices.
    pub gains: u8,
    /// The culture that is left after paying for the follow.
    pub keeps_culture: u8,
}
