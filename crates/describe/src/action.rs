//! Messages for steps: actions as commands, and chance outcomes.

use crate::message::Message;
use orrery_rules::ids::{Destination, Seat, Ship};
use orrery_rules::step::{Action, ChanceOutcome, Step};
use orrery_rules::{Berth, Table};

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
        Action::GoTo(destination) => go_to(destination),
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

/// Returns an action of the deciding seat as a command that names ships by their place.
///
/// For example "From home" instead of "Ship 1".
#[must_use]
pub fn action_by_place(chosen: &Action, table: &Table<'_>) -> Message {
    let seat = table.decision().map(|decision| decision.seat);
    let by_place = match *chosen {
        Action::MoveShip(ship) => seat.map(|seat| ship_from(table.berth(seat, ship))),
        Action::AdvanceShip(ship) => {
            seat.and_then(|seat| ship_at("action-advance-at", table, seat, ship))
        }
        Action::RegressShip(owner, ship) => ship_at("action-regress-at", table, owner, ship),
        Action::SendHome(owner, ship) => ship_at("action-send-home-from", table, owner, ship),
        _ => None,
    };
    by_place.unwrap_or_else(|| action(chosen))
}

/// Describes the action of moving a ship, by the place where the ship is.
fn ship_from(berth: Berth) -> Message {
    match berth {
        Berth::Reserve | Berth::Home => Message::new("ship-from-home"),
        Berth::Surface(slot) => Message::new("ship-from-surface").with("planet", slot),
        Berth::Orbit(slot, _) => Message::new("ship-from-orbit").with("planet", slot),
    }
}

/// Returns a message about a ship at a planet, or `None` if the ship is not at a planet.
fn ship_at(key: &'static str, table: &Table<'_>, owner: Seat, ship: Ship) -> Option<Message> {
    let slot = match table.berth(owner, ship) {
        Berth::Reserve | Berth::Home => return None,
        Berth::Surface(slot) | Berth::Orbit(slot, _) => slot,
    };
    Some(Message::new(key).with("seat", owner).with("planet", slot))
}

fn go_to(destination: Destination) -> Message {
    match destination {
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

/// Describes an action or a chance outcome.
#[must_use]
pub fn step(step: &Step) -> Message {
    match step {
        Step::Action(chosen) => action(chosen),
        Step::Chance(chance_outcome) => outcome(chance_outcome),
    }
}
