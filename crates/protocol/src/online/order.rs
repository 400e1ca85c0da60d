//! Standing orders: automatic answers of a seat to follows.
//!
//! The server stores and applies them, also while the player is away. No other player sees them.

use crate::small::Face;
use serde::{Deserialize, Serialize};

/// A standing order for dice of one face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Which dice it is about.
    pub face: Face,
    /// The answer.
    pub standing: Standing,
    /// How long it holds.
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
    /// Ask me: as if there was no order.
    Ask,
    /// Follow if all of this holds.
    Follow {
        /// The conditions; with none, always.
        conditions: Vec<Condition>,
        /// The answer if they do not hold.
        otherwise: Fallback,
    },
}

/// A condition of a standing order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// The follow can colonise a planet. Then it does.
    Colonises,
    /// The follow brings at least so many units of energy and culture, its cost not counted.
    Gains {
        /// How many.
        at_least: u8,
    },
    /// At least so much culture is left when it is paid.
    KeepsCulture {
        /// How much.
        at_least: u8,
    },
}

/// The answer when the conditions of an order do not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, ts(rename = "Otherwise"))]
#[cfg_attr(feature = "openapi", schema(as = Otherwise))]
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
    /// Until the turn that is being played ends.
    Turn,
    /// Until my own turn begins.
    UntilMyTurn,
    /// For the whole game.
    Game,
}

/// The follow mode of a seat: when the server asks it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Following {
    /// Always, and told what the follow would bring; orders rest meanwhile.
    Beginner,
    /// Unless an order answers.
    #[default]
    Normal,
    /// Only where an order says so; everything else is a pass.
    Fast,
}

impl Following {
    /// Returns whether it is the default, which messages leave out.
    #[must_use]
    pub fn is_normal(&self) -> bool {
        *self == Self::Normal
    }
}

/// The result of a follow, as the conditions of orders evaluate it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Brings"))]
pub struct FollowPreview {
    /// Whether it can colonise a planet.
    pub colonises: bool,
    /// How many units of energy and culture it brings, its cost not counted. What depends on
    /// further choices is not counted either.
    pub gains: u8,
    /// How much culture is left when it is paid.
    pub keeps_culture: u8,
}
