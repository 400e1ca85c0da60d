//! Small types that many messages use: seats, faces, resources, questions.

use orrery_rules as rules;
use serde::{Deserialize, Serialize};

/// Defines an enum with the same variants as an enum of the rules, and the conversion from it.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident from $source:path { $($(#[$each:meta])* $word:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum $name {
            $($(#[$each])* $word,)*
        }

        impl From<$source> for $name {
            fn from(source: $source) -> Self {
                use $source as Source;
                match source {
                    $(Source::$word { .. } => Self::$word,)*
                }
            }
        }
    };
}

words! {
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

words! {
    /// A resource.
    Resource from rules::Resource {
        /// Energy.
        Energy,
        /// Culture.
        Culture,
    }
}

words! {
    /// The type of an orbit track.
    Track from rules::Track {
        /// Diplomacy.
        Diplomacy,
        /// Economy.
        Economy,
    }
}

words! {
    /// The naming of faces and tracks.
    Naming from rules::ruleset::Naming {
        /// The words diplomacy, economy and colony.
        Classic,
        /// The words life, technology and galaxy.
        BlastOff,
    }
}

words! {
    /// Whether the ability of a landing can be declined (R3.1d).
    Landing from rules::ruleset::LandingRule {
        /// The ability can be declined.
        Optional,
        /// The ability can be declined only if it has a cost or does nothing for its user.
        Mandatory,
    }
}

words! {
    /// How rerolls work (R4).
    Reroll from rules::ruleset::RerollRule {
        /// Any dice; the first time is free, later ones cost 1 energy.
        FirstFree,
        /// All dice; always 1 energy.
        AllPaid,
    }
}

words! {
    /// How the converter works (R5).
    Convert from rules::ruleset::ConvertRule {
        /// Two dice are spent to set a third.
        TwoForOne,
        /// A resource is spent to set a die and carry it out at once.
        PayAndAct,
    }
}

words! {
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
        /// Solo: at once.
        AtOnce,
    }
}

words! {
    /// The question that a seat must answer.
    Question from rules::Question {
        /// Which mission to keep.
        KeepMission,
        /// The next action of the turn.
        Turn,
        /// Which resource pays for the converter.
        ConverterPayment,
        /// Which dice.
        Dice,
        /// Which face.
        Face,
        /// Which activated die to repeat.
        RepeatDie,
        /// Which ship moves.
        MoveShip,
        /// Where it goes.
        Destination,
        /// Whether to use the ability of the planet landed on.
        Land,
        /// Which ship advances.
        Advance,
        /// Which ship regresses.
        Regress,
        /// Which ship is sent home.
        SendHome,
        /// Upgrade or use a colony.
        Colony,
        /// How to pay for the upgrade.
        Upgrade,
        /// Which planet's ability to use.
        UsePlanet,
        /// Which resource to gain.
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

/// A seat at the table. In a solo game `A` is the person and `B` the Rogue.
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

    /// Returns its index, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Converts it to a seat of the rules; never `None`, since the rules have five seats.
    #[must_use]
    pub const fn rules(self) -> Option<rules::Seat> {
        rules::Seat::new(self.index())
    }
}

impl From<rules::Seat> for Seat {
    fn from(seat: rules::Seat) -> Self {
        Self::ALL[seat.index().min(Self::ALL.len() - 1)]
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

/// The next to act: a seat, chance, or nobody after the end of the game.
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

/// The destination of a ship: `home`, `surface SLOT` or `orbit SLOT`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct ShipDestination(pub String);

impl From<rules::Destination> for ShipDestination {
    fn from(place: rules::Destination) -> Self {
        Self(match place {
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
    fn from(words: TextLanguage) -> Self {
        match words {
            TextLanguage::English => Self::English,
            TextLanguage::German => Self::German,
        }
    }
}

/// Returns the faces of dice, in face order.
pub(crate) fn faces(dice: rules::Dice) -> Vec<Face> {
    dice.iter().map(Face::from).collect()
}
