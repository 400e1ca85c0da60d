//! Standing orders: how a seat answers a follow without being asked. They are kept by the server
//! and work while the player is away; nobody else is told of them.

use crate::small::Face;
use serde::{Deserialize, Serialize};

/// What to do when a die of this face can be followed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// Which dice it is about.
    pub face: Face,
    /// What to do.
    pub standing: Standing,
    /// How long it holds.
    pub scope: Scope,
}

/// What a standing order says.
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
        /// What to do if they do not hold.
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

/// What to do when the conditions of an order do not hold.
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

/// How long an order holds.
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

/// When a seat is asked to follow.
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
    /// Whether it is as usual; then messages leave it out.
    #[must_use]
    pub fn is_normal(&self) -> bool {
        *self == Self::Normal
    }
}

/// What a follow would bring, as the conditions of orders see it.
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
