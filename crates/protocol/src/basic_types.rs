//! The basic types that many messages use: seats, faces, resources, questions.

use orrery_rules as rules;
use serde::{Deserialize, Serialize};

/// Defines an enum with the same variants as an enum of the rules, and the conversion from it.
macro_rules! mirror_enum {
    ($(#[$doc:meta])* $name:ident from $source:path {
        $($(#[$variant_doc:meta])* $variant:ident,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl From<$source> for $name {
            fn from(source: $source) -> Self {
                use $source as Source;
                match source {
                    $(Source::$variant { .. } => Self::$variant,)*
                }
            }
        }
    };
}

mirror_enum! {
    /// The six faces of a die.
    Face from rules::Face {
        /// Move a ship.
        Move,
        /// Acquire energy.
        Energy,
        /// Acquire culture.
        Culture,
        /// Advance on a diplomacy track.
        Diplomacy,
        /// Advance on an economy track.
        Economy,
        /// Upgrade the empire or use a colony.
        Colony,
    }
}

mirror_enum! {
    /// A resource.
    Resource from rules::Resource {
        /// Energy.
        Energy,
        /// Culture.
        Culture,
    }
}

mirror_enum! {
    /// The type of an orbit track.
    Track from rules::Track {
        /// Diplomacy.
        Diplomacy,
        /// Economy.
        Economy,
    }
}

mirror_enum! {
    /// The naming of faces and tracks.
    Naming from rules::ruleset::Naming {
        /// The words diplomacy, economy and colony.
        Classic,
        /// The words life, technology and galaxy.
        BlastOff,
    }
}

mirror_enum! {
    /// The rule for declining the ability of a landing (R3.1d).
    Landing from rules::ruleset::LandingRule {
        /// The player can decline the ability.
        Optional,
        /// The player can decline the ability only if it has a cost or has no effect for them.
        Mandatory,
    }
}

mirror_enum! {
    /// The rule for rerolls (R4).
    Reroll from rules::ruleset::RerollRule {
        /// The player rerolls any unactivated dice. The first reroll of a turn is free, later ones
        /// cost 1 energy.
        FirstFree,
        /// The player rerolls all unactivated dice. Each reroll costs 1 energy.
        AllPaid,
    }
}

mirror_enum! {
    /// The rule for the converter (R5).
    Convert from rules::ruleset::ConvertRule {
        /// The player discards two dice to set a third.
        TwoForOne,
        /// The player pays 1 energy or 1 culture to set a die, and carries it out at once.
        PayAndAct,
    }
}

mirror_enum! {
    /// The criterion that decided a game.
    DecidedBy from rules::DecidedBy {
        /// More points.
        Points,
        /// More colonies.
        Colonies,
        /// A higher empire level.
        Level,
        /// More energy and culture.
        Resources,
        /// Nothing: the victory is shared.
        Shared,
        /// Solo: a seat reached 21 points or the skull, which ends the game at once.
        AtOnce,
    }
}

mirror_enum! {
    /// The question that a seat must answer.
    Question from rules::Question {
        /// Which mission to keep.
        KeepMission,
        /// The next action of the turn.
        Turn,
        /// Which resource pays for the converter.
        ConverterPayment,
        /// Which dice to choose.
        Dice,
        /// Which face to choose.
        Face,
        /// Which activated die to repeat.
        RepeatDie,
        /// Which ship moves.
        MoveShip,
        /// Where the ship goes.
        Destination,
        /// Whether to use the ability of the planet landed on.
        Land,
        /// Which ship advances.
        Advance,
        /// Which ship regresses.
        Regress,
        /// Which ship is sent home.
        SendHome,
        /// Whether to upgrade or to use a colony.
        Colony,
        /// How to pay for the upgrade.
        Upgrade,
        /// Which planet's ability to use.
        UsePlanet,
        /// Which resources to gain for a ship that was sent home.
        Take,
        /// How many units to convert.
        #[serde(rename = "turn-units")]
        ConvertUnits,
        /// Whom to steal from.
        Steal,
        /// Which planet to replace.
        Replace,
        /// Whether to follow a die.
        Follow,
        /// Whether to make the Rogue reroll.
        ForceReroll,
        /// Which resource the Rogue steals.
        Lose,
    }
}

/// A seat at the table. In a solo game, `A` is the player and `B` the Rogue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "seats are letters")]
pub enum Seat {
    A,
    B,
    C,
    D,
    E,
}

impl Seat {
    /// All seats, in order.
    pub const ALL: [Self; 5] = [Self::A, Self::B, Self::C, Self::D, Self::E];

    /// Returns the index of the seat, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Converts the seat to a seat of the rules.
    #[must_use]
    pub const fn rules(self) -> rules::Seat {
        rules::Seat::ALL[self.index()]
    }
}

impl From<rules::Seat> for Seat {
    fn from(seat: rules::Seat) -> Self {
        Self::ALL[seat.index()]
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

/// The next to act: a seat, `chance`, or nobody, because the game is `over`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Actor {
    /// This seat must answer.
    Seat(Seat),
    /// No seat must answer.
    Nobody(NoActor),
}

/// The reason why no seat must act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoActor {
    /// Chance must decide.
    Chance,
    /// The game is over.
    Over,
}

impl From<rules::Actor> for Actor {
    fn from(actor: rules::Actor) -> Self {
        match actor {
            rules::Actor::Seat(seat) => Self::Seat(seat.into()),
            rules::Actor::Chance => Self::Nobody(NoActor::Chance),
            rules::Actor::Over => Self::Nobody(NoActor::Over),
        }
    }
}

/// An amount of both resources.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Amount {
    /// Units of energy.
    pub energy: u8,
    /// Units of culture.
    pub culture: u8,
}

impl From<rules::Amount> for Amount {
    fn from(amount: rules::Amount) -> Self {
        Self { energy: amount.energy, culture: amount.culture }
    }
}

/// The destination of a ship: `home`, `surface SLOT` or `orbit SLOT`, with slots counted from 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct ShipDestination(pub String);

impl From<rules::Destination> for ShipDestination {
    fn from(destination: rules::Destination) -> Self {
        Self(match destination {
            rules::Destination::Home => "home".to_owned(),
            rules::Destination::Surface(slot) => format!("surface {slot}"),
            rules::Destination::Orbit(slot) => format!("orbit {slot}"),
        })
    }
}

/// The language of texts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TextLanguage {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
}

impl From<TextLanguage> for orrery_describe::Language {
    fn from(language: TextLanguage) -> Self {
        match language {
            TextLanguage::English => Self::English,
            TextLanguage::German => Self::German,
        }
    }
}

/// Returns the faces of dice, in face order.
pub(crate) fn faces(dice: rules::Dice) -> Vec<Face> {
    dice.iter().map(Face::from).collect()
}
