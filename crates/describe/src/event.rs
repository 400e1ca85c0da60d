//! Messages for events, in the past tense.

use crate::message::{Arg, Message, face as face_name};
use orrery_rules::event::Event;
use orrery_rules::ids::{Destination, Face, Mission, Seat, Seats, Ship, Slot};

/// Describes an event, such as "Ada gained 2 energy".
#[must_use]
pub fn event(event: &Event) -> Message {
    let say = Message::new;
    match *event {
        Event::PlanetDrawn { planet, .. } => say("event-planet-drawn").with("planet", planet),
        Event::MissionDealt { seat, mission } => {
            mission_message("event-mission-dealt", "event-mission-dealt-secretly", seat, mission)
        }
        Event::MissionKept { seat, mission } => {
            mission_message("event-mission-kept", "event-mission-kept-secretly", seat, mission)
        }
        Event::StartChosen { seat } => seat_message("event-start-chosen", seat),
        Event::TurnBegan { seat } => seat_message("event-turn-began", seat),
        Event::DiceRolled { seat, dice } => {
            seat_message("event-dice-rolled", seat).with("dice", dice)
        }
        Event::DiceRerolled { seat, dice } => {
            seat_message("event-dice-rerolled", seat).with("dice", dice)
        }
        Event::DieActivated { seat, face } => {
            seat_message("event-die-activated", seat).with("face", face)
        }
        Event::NothingHappened { seat, face } => {
            seat_message("event-nothing-happened", seat).with("face", face)
        }
        Event::DieSet { seat, from, to } => {
            seat_message("event-die-set", seat).with("face", from).with("to", face_name(to))
        }
        Event::DiceSpent { seat, dice } => {
            seat_message("event-dice-spent", seat).with("dice", dice)
        }
        Event::DiceDiscarded { seat, dice } => {
            seat_message("event-dice-discarded", seat).with("dice", dice)
        }
        Event::DieRepeated { seat, face } => {
            seat_message("event-die-repeated", seat).with("face", face)
        }
        Event::ActionChosen { seat, face } => {
            seat_message("event-action-chosen", seat).with("face", face)
        }
        Event::ShipMoved { seat, ship, to } => ship_moved(seat, ship, to),
        Event::ShipHopped { seat, ship, slot, space } => {
            ship_message("event-ship-hopped", seat, ship).with("planet", slot).with("space", space)
        }
        Event::ShipSentHome { seat, ship } => ship_message("event-ship-sent-home", seat, ship),
        Event::ShipGained { seat, ship } => ship_message("event-ship-gained", seat, ship),
        Event::ShipAdvanced { seat, ship, slot, from, to } => {
            on_track(ship_message("event-ship-advanced", seat, ship), slot, from, to)
        }
        Event::ShipRegressed { seat, ship, slot, from, to } => {
            on_track(ship_message("event-ship-regressed", seat, ship), slot, from, to)
        }
        Event::Gained { seat, amount } => seat_message("event-gained", seat).with("amount", amount),
        Event::Paid { seat, amount } => seat_message("event-paid", seat).with("amount", amount),
        Event::PaidTo { seat, to, amount } => {
            seat_message("event-paid-to", seat).with("to", to).with("amount", amount)
        }
        Event::Lost { seat, amount } => seat_message("event-lost", seat).with("amount", amount),
        Event::Stolen { seat, from, amount } => {
            seat_message("event-stolen", seat).with("from", from).with("amount", amount)
        }
        Event::Turned { seat, units, into } => {
            seat_message("event-turned", seat).with("units", units).with("resource", into)
        }
        Event::Colonised { seat, planet, points } => {
            seat_message("event-colonised", seat).with("planet", planet).with("points", points)
        }
        Event::PlanetReplaced { seat, planet, .. } => {
            seat_message("event-planet-replaced", seat).with("planet", planet)
        }
        Event::DeckRanOut { .. } => say("event-deck-ran-out"),
        Event::EmpireUpgraded { seat, level, points } => {
            seat_message("event-empire-upgraded", seat).with("level", level).with("points", points)
        }
        Event::SkullReached => say("event-skull-reached"),
        Event::AbilityUsed { seat, planet } => {
            seat_message("event-ability-used", seat).with("planet", planet)
        }
        Event::Declined { seat } => seat_message("event-declined", seat),
        Event::EffectBegan { seat, planet } => {
            seat_message("event-effect-began", seat).with("planet", planet)
        }
        Event::Followed { seat, face, cost } => {
            seat_message("event-followed", seat).with("face", face).with("cost", cost)
        }
        Event::Passed { seat, face } => seat_message("event-passed", seat).with("face", face),
        Event::TurnEnded { seat } => seat_message("event-turn-ended", seat),
        Event::EndTriggered { seat: Some(seat), points } => {
            seat_message("event-end-triggered", seat).with("points", points)
        }
        Event::EndTriggered { seat: None, .. } => say("event-planets-ran-out"),
        Event::RerollForced { face } => face_message("event-reroll-forced", face),
        Event::RogueRelentless { face } => face_message("event-rogue-relentless", face),
        Event::RogueUsed { face } => face_message("event-rogue-used", face),
        Event::RogueDiscarded { face } => face_message("event-rogue-discarded", face),
        Event::RogueAttacked { level } => say("event-rogue-attacked").with("level", level),
        Event::DieLost { seat } => seat_message("event-die-lost", seat),
        Event::RogueBonus => say("event-rogue-bonus"),
        Event::MissionRevealed { seat, mission, points } => {
            seat_message("event-mission-revealed", seat)
                .with("mission", mission)
                .with("points", points)
        }
        Event::GameOver { winners } => game_over(winners),
    }
}

fn seat_message(key: &'static str, seat: Seat) -> Message {
    Message::new(key).with("seat", seat)
}

fn face_message(key: &'static str, face: Face) -> Message {
    Message::new(key).with("face", face)
}

fn ship_message(key: &'static str, seat: Seat, ship: Ship) -> Message {
    seat_message(key, seat).with("ship", ship)
}

fn mission_message(
    visible_key: &'static str,
    secret_key: &'static str,
    seat: Seat,
    mission: Option<Mission>,
) -> Message {
    match mission {
        Some(mission) => seat_message(visible_key, seat).with("mission", mission),
        None => seat_message(secret_key, seat),
    }
}

fn on_track(message: Message, slot: Slot, from: u8, to: u8) -> Message {
    message.with("planet", slot).with("from", from).with("space", to)
}

fn ship_moved(seat: Seat, ship: Ship, to: Destination) -> Message {
    match to {
        Destination::Home => ship_message("event-ship-flew-home", seat, ship),
        Destination::Surface(slot) => {
            ship_message("event-ship-landed", seat, ship).with("planet", slot)
        }
        Destination::Orbit(slot) => {
            ship_message("event-ship-in-orbit", seat, ship).with("planet", slot)
        }
    }
}

fn game_over(winners: Seats) -> Message {
    let seats: Vec<Seat> = winners.iter().collect();
    match *seats {
        [] => Message::new("event-nobody-won"),
        [winner] => seat_message("event-won", winner),
        _ => {
            let names: Vec<Arg> = seats.into_iter().map(Arg::Seat).collect();
            Message::new("event-won-together").with("seats", names)
        }
    }
}
