//! Messages for events, in the past tense.

use crate::message::{Arg, Message, face as face_name};
use orrery_rules::event::Event;
use orrery_rules::ids::{Destination, Face, MAX_SEATS, Mission, Seat, Ship, Slot};

/// Describes an event: "Ada gained 2 energy."
#[must_use]
pub fn event(event: &Event) -> Message {
    let say = Message::new;
    match *event {
        Event::PlanetDrawn { planet, .. } => say("event-planet-drawn").with("planet", planet),
        Event::MissionDealt { seat, mission } => {
            of_mission("event-mission-dealt", "event-mission-dealt-secretly", seat, mission)
        }
        Event::MissionKept { seat, mission } => {
            of_mission("event-mission-kept", "event-mission-kept-secretly", seat, mission)
        }
        Event::StartChosen { seat } => by("event-start-chosen", seat),
        Event::TurnBegan { seat } => by("event-turn-began", seat),
        Event::DiceRolled { seat, dice } => by("event-dice-rolled", seat).with("dice", dice),
        Event::DiceRerolled { seat, dice } => by("event-dice-rerolled", seat).with("dice", dice),
        Event::DieActivated { seat, face } => by("event-die-activated", seat).with("face", face),
        Event::NothingHappened { seat, face } => {
            by("event-nothing-happened", seat).with("face", face)
        }
        Event::DieSet { seat, from, to } => {
            by("event-die-set", seat).with("face", from).with("to", face_name(to))
        }
        Event::DiceSpent { seat, dice } => by("event-dice-spent", seat).with("dice", dice),
        Event::DiceDiscarded { seat, dice } => by("event-dice-discarded", seat).with("dice", dice),
        Event::DieRepeated { seat, face } => by("event-die-repeated", seat).with("face", face),
        Event::ActionChosen { seat, face } => by("event-action-chosen", seat).with("face", face),
        Event::ShipMoved { seat, ship, to } => moved(seat, ship, to),
        Event::ShipHopped { seat, ship, slot, space } => {
            of_ship("event-ship-hopped", seat, ship).with("planet", slot).with("space", space)
        }
        Event::ShipSentHome { seat, ship } => of_ship("event-ship-sent-home", seat, ship),
        Event::ShipGained { seat, ship } => of_ship("event-ship-gained", seat, ship),
        Event::ShipAdvanced { seat, ship, slot, from, to } => {
            on_track(of_ship("event-ship-advanced", seat, ship), slot, from, to)
        }
        Event::ShipRegressed { seat, ship, slot, from, to } => {
            on_track(of_ship("event-ship-regressed", seat, ship), slot, from, to)
        }
        Event::Gained { seat, amount } => by("event-gained", seat).with("amount", amount),
        Event::Paid { seat, amount } => by("event-paid", seat).with("amount", amount),
        Event::PaidTo { seat, to, amount } => {
            by("event-paid-to", seat).with("to", to).with("amount", amount)
        }
        Event::Lost { seat, amount } => by("event-lost", seat).with("amount", amount),
        Event::Stolen { seat, from, amount } => {
            by("event-stolen", seat).with("from", from).with("amount", amount)
        }
        Event::Turned { seat, units, into } => {
            by("event-turned", seat).with("units", units).with("resource", into)
        }
        Event::Colonised { seat, planet, points } => {
            by("event-colonised", seat).with("planet", planet).with("points", points)
        }
        Event::PlanetReplaced { seat, planet, .. } => {
            by("event-planet-replaced", seat).with("planet", planet)
        }
        Event::DeckRanOut { .. } => say("event-deck-ran-out"),
        Event::EmpireUpgraded { seat, level, points } => {
            by("event-empire-upgraded", seat).with("level", level).with("points", points)
        }
        Event::SkullReached => say("event-skull-reached"),
        Event::AbilityUsed { seat, planet } => {
            by("event-ability-used", seat).with("planet", planet)
        }
        Event::Declined { seat } => by("event-declined", seat),
        Event::EffectBegan { seat, planet } => {
            by("event-effect-began", seat).with("planet", planet)
        }
        Event::Followed { seat, face, cost } => {
            by("event-followed", seat).with("face", face).with("cost", cost)
        }
        Event::Passed { seat, face } => by("event-passed", seat).with("face", face),
        Event::TurnEnded { seat } => by("event-turn-ended", seat),
        Event::EndTriggered { seat: Some(seat), points } => {
            by("event-end-triggered", seat).with("points", points)
        }
        Event::EndTriggered { seat: None, .. } => say("event-planets-ran-out"),
        Event::RerollForced { face } => of_face("event-reroll-forced", face),
        Event::RogueRelentless { face } => of_face("event-rogue-relentless", face),
        Event::RogueUsed { face } => of_face("event-rogue-used", face),
        Event::RogueDiscarded { face } => of_face("event-rogue-discarded", face),
        Event::RogueAttacked { level } => say("event-rogue-attacked").with("level", level),
        Event::DieLost { seat } => by("event-die-lost", seat),
        Event::RogueBonus => say("event-rogue-bonus"),
        Event::MissionRevealed { seat, mission, points } => {
            by("event-mission-revealed", seat).with("mission", mission).with("points", points)
        }
        Event::GameOver { winners } => game_over(winners),
    }
}

fn by(key: &'static str, seat: Seat) -> Message {
    Message::new(key).with("seat", seat)
}

fn of_face(key: &'static str, face: Face) -> Message {
    Message::new(key).with("face", face)
}

fn of_ship(key: &'static str, seat: Seat, ship: Ship) -> Message {
    by(key, seat).with("ship", ship)
}

fn of_mission(
    open: &'static str,
    secret: &'static str,
    seat: Seat,
    mission: Option<Mission>,
) -> Message {
    match mission {
        Some(mission) => by(open, seat).with("mission", mission),
        None => by(secret, seat),
    }
}

fn on_track(message: Message, slot: Slot, from: u8, to: u8) -> Message {
    message.with("planet", slot).with("from", from).with("space", to)
}

fn moved(seat: Seat, ship: Ship, to: Destination) -> Message {
    match to {
        Destination::Home => of_ship("event-ship-flew-home", seat, ship),
        Destination::Surface(slot) => of_ship("event-ship-landed", seat, ship).with("planet", slot),
        Destination::Orbit(slot) => of_ship("event-ship-in-orbit", seat, ship).with("planet", slot),
    }
}

fn game_over(winners: u8) -> Message {
    let won = |seat: &Seat| winners >> seat.index() & 1 == 1;
    let seats: Vec<Seat> = (0..MAX_SEATS).filter_map(Seat::new).filter(won).collect();
    match *seats {
        [] => Message::new("event-nobody-won"),
        [winner] => by("event-won", winner),
        _ => {
            let names: Vec<Arg> = seats.into_iter().map(Arg::Seat).collect();
            Message::new("event-won-together").with("seats", names)
        }
    }
}
