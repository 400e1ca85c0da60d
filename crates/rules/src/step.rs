//! Steps: the actions of seats and the outcomes of chance.
//!
//! This module only defines types. `rule/` decides what is legal; `notation` writes steps as text.

use crate::dice::Dice;
use crate::ids::{Amount, Destination, Face, Mission, Planet, Resource, Seat, Ship, Slot};

/// One step of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// The deciding seat takes an action.
    Action(Action),
    /// A roll, a draw or a deal has this outcome.
    Chance(ChanceOutcome),
}

/// An action of the deciding seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Keep this secret mission (R1.5).
    Keep(Mission),
    /// Activate a die of this face (R2.2).
    Activate(Face),
    /// Reroll dice (R4).
    Reroll,
    /// Use the converter (R5).
    Convert,
    /// End the turn (R2.2).
    EndTurn,
    /// Pay one of this resource for the converter (R5.2).
    PayWith(Resource),
    /// Choose an unactivated die; a seat chooses several dice one by one, in face order.
    ChooseDie(Face),
    /// Roll the chosen dice.
    Roll,
    /// Choose the face to which a die is set, or whose action to carry out.
    ChooseFace(Face),
    /// Choose a die in the activation bay to repeat (R10.14).
    RepeatDie(Face),
    /// Choose the ship to move.
    MoveShip(Ship),
    /// Choose the destination of the chosen ship.
    GoTo(Destination),
    /// Use the ability of the planet just landed on (R3.1d).
    UseAbility,
    /// Decline an offered ability or advance.
    Decline,
    /// Advance this ship.
    AdvanceShip(Ship),
    /// Regress this ship.
    RegressShip(Seat, Ship),
    /// Send this orbiting ship home.
    SendHome(Seat, Ship),
    /// Upgrade the empire for this payment (R6.1).
    Upgrade(Amount),
    /// Use the ability of this planet.
    UsePlanet(Planet),
    /// Gain this amount for a ship that was sent home (R10.7).
    Take(Amount),
    /// Convert this many units into the other resource (R10.17).
    ConvertUnits(u8),
    /// Steal from this seat.
    StealFrom(Seat),
    /// Replace the planet in this slot (R10.2).
    ReplacePlanet(Slot),
    /// Follow: carry out the die that another player activated (R7.1).
    Follow,
    /// Do not follow.
    Pass,
    /// Make the Rogue reroll its die (R12.3).
    ForceReroll,
    /// Accept the Rogue's die without a reroll (R12.3).
    Accept,
    /// Let the Rogue steal one of this resource (R12.13).
    Lose(Resource),
}

/// A chance outcome: the result of a roll or a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChanceOutcome {
    /// This planet was drawn.
    Drew(Planet),
    /// This mission was dealt.
    Dealt(Mission),
    /// This seat begins.
    Starts(Seat),
    /// These dice were rolled.
    Rolled(Dice),
}

/// The next actor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A seat must answer.
    Seat(Seat),
    /// Chance must decide.
    Chance,
    /// The game is over.
    Over,
}

/// A question that a seat must answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Which mission to keep (R1.5).
    KeepMission,
    /// The next action of the turn (R2.2).
    Turn,
    /// Which resource pays for the converter (R5.2).
    ConverterPayment,
    /// Which dice to choose.
    Dice,
    /// Which face to choose.
    Face,
    /// Which activated die to repeat.
    RepeatDie,
    /// Which ship moves.
    MoveShip,
    /// Where the chosen ship goes.
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
    /// Which resources to gain for a ship that was sent home (R10.7).
    Take,
    /// How many units to convert.
    ConvertUnits,
    /// Whom to steal from.
    Steal,
    /// Which planet to replace.
    Replace,
    /// Whether to follow this die (R7.1), or to carry out this face for free (R10.9).
    Follow {
        /// The face of the die.
        face: Face,
        /// The culture that the follow costs; 0 for a free follow.
        cost: u8,
    },
    /// Whether to make the Rogue reroll (R12.3).
    ForceReroll {
        /// The face of the die.
        face: Face,
    },
    /// Which resource the Rogue steals (R12.13).
    Lose {
        /// The units that the Rogue still steals.
        units: u8,
    },
}

/// A question and the seat that must answer it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The seat that must decide.
    pub seat: Seat,
    /// The question.
    pub question: Question,
    /// The planet whose ability asks the question, if any.
    pub planet: Option<Planet>,
}
