//! Messages for steps: actions as commands, and outcomes of chance.

use crate::message::Message;
use orrery_rules::ids::Destination;
use orrery_rules::step::{Action, ChanceOutcome, Step};

/// Returns an action as a command: "Activate the energy die".
#[must_use]
pub fn action(action: &Action) -> Message {
    let say = Message::new;
    match *action {
        Action::Keep(mission) => say("action-keep").with("mission", mission),
        Action::Activate(face) => say("action-activate").with("face", face),
        Action::Reroll => say("action-reroll"),
        Action::Convert => say("action-convert"),
        Action::EndTurn => say("action-end-turn"),
        Action::PayWith(resource) => say("action-pay-with").with("resource", resource),
        Action::ChooseDie(face) => say("action-choose-die").with("face", face),
        Action::Roll => say("action-roll"),
        Action::ChooseFace(face) => say("action-choose-face").with("face", face),
        Action::RepeatDie(face) => say("action-repeat-die").with("face", face),
        Action::MoveShip(ship) => say("action-move-ship").with("ship", ship),
        Action::GoTo(place) => go_to(place),
        Action::UseAbility => say("action-use-ability"),
        Action::Decline => say("action-decline"),
        Action::AdvanceShip(ship) => say("action-advance-ship").with("ship", ship),
        Action::RegressShip(seat, ship) => {
            say("action-regress-ship").with("seat", seat).with("ship", ship)
        }
        Action::SendHome(seat, ship) => {
            say("action-send-home").with("seat", seat).with("ship", ship)
        }
        Action::Upgrade(amount) => say("action-upgrade").with("amount", amount),
        Action::UsePlanet(planet) => say("action-use-planet").with("planet", planet),
        Action::Take(amount) => say("action-take").with("amount", amount),
        Action::ConvertUnits(units) => say("action-turn-units").with("units", units),
        Action::StealFrom(seat) => say("action-steal-from").with("seat", seat),
        Action::ReplacePlanet(slot) => say("action-replace-planet").with("planet", slot),
        Action::Follow => say("action-follow"),
        Action::Pass => say("action-pass"),
        Action::ForceReroll => say("action-force-reroll"),
        Action::Accept => say("action-accept"),
        Action::Lose(resource) => say("action-lose").with("resource", resource),
    }
}

fn go_to(place: Destination) -> Message {
    match place {
        Destination::Home => Message::new("action-go-home"),
        Destination::Surface(slot) => Message::new("action-land").with("planet", slot),
        Destination::Orbit(slot) => Message::new("action-orbit").with("planet", slot),
    }
}

/// Describes a chance outcome, such as "Ada starts".
#[must_use]
pub fn outcome(outcome: &ChanceOutcome) -> Message {
    match *outcome {
        ChanceOutcome::Drew(planet) => Message::new("outcome-drew").with("planet", planet),
        ChanceOutcome::Dealt(mission) => Message::new("outcome-dealt").with("mission", mission),
        ChanceOutcome::Starts(seat) => Message::new("outcome-starts").with("seat", seat),
        ChanceOutcome::Rolled(dice) => Message::new("outcome-rolled").with("dice", dice),
    }
}

/// Returns a step of either kind.
#[must_use]
pub fn step(step: &Step) -> Message {
    match step {
        Step::Action(own) => action(own),
        Step::Chance(drawn) => outcome(drawn),
    }
}
