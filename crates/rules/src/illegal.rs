//! Reasons why a step is illegal; each names its rule.

use crate::ids::Face;
use std::fmt;

/// The number of a rule, as in `docs/RULES.md`.
pub type Rule = &'static str;

/// The reason why a step is illegal.
///
/// A variant that can follow from several rules carries the rule that applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// Chance must decide first.
    ChanceExpected,
    /// A seat must answer first; nothing is rolled or drawn now.
    ActionExpected,
    /// These dice cannot be the result of this roll.
    ImpossibleRoll,
    /// This planet is not the next to be drawn.
    ImpossibleDraw,
    /// This mission cannot be dealt.
    ImpossibleDeal,
    /// This seat cannot begin.
    ImpossibleStart,
    /// The action does not answer the pending question.
    NotAsked,
    /// This mission was not dealt to the seat.
    NotDealt,
    /// No unactivated die shows this face.
    NoSuchDie(Face, Rule),
    /// There is no unactivated die to reroll.
    NothingToReroll(Rule),
    /// The reroll costs 1 energy.
    RerollUnpaid(Rule),
    /// The converter was used this turn.
    ConverterUsed(Rule),
    /// The converter needs three unactivated dice.
    ConverterNeedsThreeDice,
    /// The converter needs 1 energy or 1 culture, a die, and a face that changes something.
    ConverterUnpaid,
    /// Dice must be chosen in face order, and enough dice must remain.
    DiceOutOfOrder,
    /// At least one die must be chosen.
    NoDieChosen,
    /// The die must be set to another face.
    SameFace(Rule),
    /// The face would change nothing.
    FaceDoesNothing(Face),
    /// The ship is in reserve.
    ShipInReserve,
    /// The ship has nowhere to go.
    ShipHasNoMove,
    /// The seat must choose a different ship.
    SameShip(Rule),
    /// The ship is already at this planet.
    SamePlanet,
    /// The ship is at home already.
    AlreadyHome,
    /// Another ship of this seat is on that surface.
    SurfaceTaken,
    /// Another ship of this seat is in that orbit.
    OrbitTaken,
    /// The slot has no planet.
    NoPlanetThere,
    /// The ship is not in orbit.
    NotInOrbit,
    /// The ship is on a track of the other type.
    WrongTrack,
    /// The ship is on the start space.
    OnStart(Rule),
    /// The target must be a ship of another player.
    NotAnEnemy,
    /// The empire is at the top level.
    TopLevel,
    /// The payment is not the cost of the upgrade.
    WrongPayment,
    /// The seat cannot pay for the upgrade.
    UpgradeUnpaid,
    /// The planet is not a colony of this seat.
    NotYourColony,
    /// The planet is not in the row.
    NotInRow,
    /// The planet is not another player's colony, or its owner cannot be paid.
    NotTheirColony,
    /// The ability would change nothing, or its cost cannot be paid.
    AbilityDoesNothing,
    /// The ability works only on the user's own turn.
    AbilityNotYourTurn,
    /// The ability was already used this turn.
    AbilityUsedUp,
    /// The ability is still being carried out.
    AbilityOpen,
    /// The number of units is out of range.
    UnitsOutOfRange,
    /// The seat has no room for any of the units.
    NothingFits,
    /// There is nothing to steal.
    NothingToSteal,
    /// A ship is at this planet.
    PlanetOccupied,
    /// The deck is empty.
    DeckEmpty,
    /// That track has no space with this number.
    NumberBeyondEnd,
    /// Sending the ship home costs more culture than the seat has.
    ExpelUnpaid,
    /// No such die in the bay can be repeated.
    NotInBay,
    /// The action cannot be declined.
    MustCarryOut(Rule),
}

impl Illegal {
    /// Returns the number of the rule, as in `docs/RULES.md`.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::GameOver => "R11.1",
            Self::ChanceExpected | Self::ActionExpected | Self::NotAsked => "R2.2",
            Self::ImpossibleRoll => "R2.1",
            Self::ImpossibleDraw => "R8.2",
            Self::ImpossibleDeal | Self::NotDealt => "R1.5",
            Self::ImpossibleStart => "R1.6",
            Self::NoSuchDie(_, rule)
            | Self::SameFace(rule)
            | Self::MustCarryOut(rule)
            | Self::NothingToReroll(rule)
            | Self::RerollUnpaid(rule)
            | Self::ConverterUsed(rule)
            | Self::SameShip(rule)
            | Self::OnStart(rule) => rule,
            Self::NoDieChosen | Self::DiceOutOfOrder => "R4.1",
            Self::ConverterNeedsThreeDice => "R5.1",
            Self::ConverterUnpaid => "R5.2",
            Self::FaceDoesNothing(_) | Self::AbilityDoesNothing | Self::NothingToSteal => "R9.1",
            Self::ShipInReserve | Self::ShipHasNoMove => "R3.1",
            Self::SamePlanet | Self::AlreadyHome => "R3.1a",
            Self::SurfaceTaken | Self::OrbitTaken => "R3.1b",
            Self::NoPlanetThere => "R3.1c",
            Self::NotInOrbit | Self::WrongTrack => "R3.5",
            Self::NotAnEnemy => "R9.6",
            Self::TopLevel | Self::WrongPayment | Self::UpgradeUnpaid => "R6.1",
            Self::NotYourColony => "R3.6",
            Self::NotInRow => "R10.15",
            Self::NotTheirColony => "R10.8",
            Self::AbilityNotYourTurn => "R9.2",
            Self::AbilityUsedUp => "R9.3",
            Self::AbilityOpen => "R9.4",
            Self::UnitsOutOfRange => "R10.17",
            Self::NothingFits => "R10.7",
            Self::PlanetOccupied | Self::DeckEmpty => "R10.2",
            Self::NumberBeyondEnd => "R10.12",
            Self::ExpelUnpaid => "R14",
            Self::NotInBay => "R10.14",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::GameOver => "the game is over",
            Self::ChanceExpected => "chance must decide first",
            Self::ActionExpected => "a seat must answer first; nothing is rolled or drawn now",
            Self::ImpossibleRoll => "these dice cannot be the result of this roll",
            Self::ImpossibleDraw => "this planet is not the next to be drawn",
            Self::ImpossibleDeal => "this mission cannot be dealt",
            Self::ImpossibleStart => "this seat cannot begin",
            Self::NotAsked => "the action does not answer the pending question",
            Self::NotDealt => "this mission was not dealt to the seat",
            Self::NoSuchDie(..) => "no unactivated die shows this face",
            Self::NothingToReroll(_) => "there is no unactivated die to reroll",
            Self::RerollUnpaid(_) => "the reroll costs 1 energy",
            Self::ConverterUsed(_) => "the converter was used this turn",
            Self::ConverterNeedsThreeDice => "the converter needs three unactivated dice",
            Self::ConverterUnpaid => {
                "the converter costs 1 energy or 1 culture, a die, and needs a face that does something"
            }
            Self::DiceOutOfOrder => {
                "dice are chosen in the order of their faces, and enough must remain"
            }
            Self::NoDieChosen => "at least one die must be chosen",
            Self::SameFace(_) => "it must be another face",
            Self::FaceDoesNothing(_) => "nothing would change",
            Self::ShipInReserve => "the ship is in reserve",
            Self::ShipHasNoMove => "the ship has nowhere to go",
            Self::SameShip(_) => "it must be a different ship",
            Self::SamePlanet => "a move changes the planet",
            Self::AlreadyHome => "the ship is at home already",
            Self::SurfaceTaken => "another ship of this seat is on that surface",
            Self::OrbitTaken => "another ship of this seat is in that orbit",
            Self::NoPlanetThere => "no planet lies there",
            Self::NotInOrbit => "the ship is not in orbit",
            Self::WrongTrack => "the ship is on a track of the other type",
            Self::OnStart(_) => "the ship is on the start space",
            Self::NotAnEnemy => "the target must be a ship of another player",
            Self::TopLevel => "the empire is at the top",
            Self::WrongPayment => "the upgrade costs something else",
            Self::UpgradeUnpaid => "the upgrade cannot be paid",
            Self::NotYourColony => "the planet is not a colony of this seat",
            Self::NotInRow => "the planet is not in the row",
            Self::NotTheirColony => {
                "the planet is not another player's colony, or its owner cannot be paid"
            }
            Self::AbilityDoesNothing => "nothing would change, or the cost cannot be paid",
            Self::AbilityNotYourTurn => "the ability works only on the user's own turn",
            Self::AbilityUsedUp => "the ability was already used this turn",
            Self::AbilityOpen => "the ability is still being carried out",
            Self::UnitsOutOfRange => "the number of units is out of range",
            Self::NothingFits => "the seat has no room for any of it",
            Self::NothingToSteal => "there is nothing to steal",
            Self::PlanetOccupied => "a ship is at this planet",
            Self::DeckEmpty => "the deck is empty",
            Self::NumberBeyondEnd => "that track has no space with this number",
            Self::ExpelUnpaid => "it costs more culture than the seat has",
            Self::NotInBay => "no such die in the bay can be repeated",
            Self::MustCarryOut(_) => "the action cannot be declined",
        };
        write!(f, "{text} ({})", self.rule())
    }
}

impl std::error::Error for Illegal {}
