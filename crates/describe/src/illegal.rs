//! Messages for illegal steps: the reason and its rule.

use crate::message::{Arg, Message};
use orrery_rules::illegal::Illegal;

/// Describes why a step is illegal: "One of your ships is already in that orbit. (R3.1b)"
#[must_use]
pub fn illegal(illegal: Illegal) -> Message {
    let message = Message::new(key(illegal)).with("rule", Arg::Rule(illegal.rule()));
    match illegal {
        Illegal::NoSuchDie(face, _) | Illegal::FaceDoesNothing(face) => message.with("face", face),
        _ => message,
    }
}

const fn key(illegal: Illegal) -> &'static str {
    match illegal {
        Illegal::GameOver => "illegal-game-over",
        Illegal::ChanceExpected => "illegal-chance-expected",
        Illegal::ActionExpected => "illegal-action-expected",
        Illegal::ImpossibleRoll => "illegal-impossible-roll",
        Illegal::ImpossibleDraw => "illegal-impossible-draw",
        Illegal::ImpossibleDeal => "illegal-impossible-deal",
        Illegal::ImpossibleStart => "illegal-impossible-start",
        Illegal::NotAsked => "illegal-not-asked",
        Illegal::NotDealt => "illegal-not-dealt",
        Illegal::NoSuchDie(..) => "illegal-no-such-die",
        Illegal::NothingToReroll(_) => "illegal-nothing-to-reroll",
        Illegal::RerollUnpaid(_) => "illegal-reroll-unpaid",
        Illegal::ConverterUsed(_) => "illegal-converter-used",
        Illegal::ConverterNeedsThreeDice => "illegal-converter-needs-three-dice",
        Illegal::ConverterUnpaid => "illegal-converter-unpaid",
        Illegal::DiceOutOfOrder => "illegal-dice-out-of-order",
        Illegal::NoDieChosen => "illegal-no-die-chosen",
        Illegal::SameFace(_) => "illegal-same-face",
        Illegal::FaceDoesNothing(_) => "illegal-face-does-nothing",
        Illegal::ShipInReserve => "illegal-ship-in-reserve",
        Illegal::ShipHasNoMove => "illegal-ship-has-no-move",
        Illegal::SameShip(_) => "illegal-same-ship",
        Illegal::SamePlanet => "illegal-same-planet",
        Illegal::AlreadyHome => "illegal-already-home",
        Illegal::SurfaceTaken => "illegal-surface-taken",
        Illegal::OrbitTaken => "illegal-orbit-taken",
        Illegal::NoPlanetThere => "illegal-no-planet-there",
        Illegal::NotInOrbit => "illegal-not-in-orbit",
        Illegal::WrongTrack => "illegal-wrong-track",
        Illegal::OnStart(_) => "illegal-on-start",
        Illegal::NotAnEnemy => "illegal-not-an-enemy",
        Illegal::TopLevel => "illegal-top-level",
        Illegal::WrongPayment => "illegal-wrong-payment",
        Illegal::UpgradeUnpaid => "illegal-upgrade-unpaid",
        Illegal::NotYourColony => "illegal-not-your-colony",
        Illegal::NotInRow => "illegal-not-in-row",
        Illegal::NotTheirColony => "illegal-not-their-colony",
        Illegal::AbilityDoesNothing => "illegal-ability-does-nothing",
        Illegal::AbilityNotYourTurn => "illegal-ability-not-your-turn",
        Illegal::AbilityUsedUp => "illegal-ability-used-up",
        Illegal::AbilityOpen => "illegal-ability-open",
        Illegal::UnitsOutOfRange => "illegal-units-out-of-range",
        Illegal::NothingFits => "illegal-nothing-fits",
        Illegal::NothingToSteal => "illegal-nothing-to-steal",
        Illegal::PlanetOccupied => "illegal-planet-occupied",
        Illegal::DeckEmpty => "illegal-deck-empty",
        Illegal::NumberBeyondEnd => "illegal-number-beyond-end",
        Illegal::ExpelUnpaid => "illegal-expel-unpaid",
        Illegal::NotInBay => "illegal-not-in-bay",
        Illegal::MustCarryOut(_) => "illegal-must-carry-out",
    }
}
