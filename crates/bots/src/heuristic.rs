//! A hand-written evaluation of positions, in hundredths of a point.

use orrery_rules::ids::SHIPS;
use orrery_rules::ruleset::{CAP, PlanetCard};
use orrery_rules::{
    Actor, Berth, ChanceNode, Dice, Face, Resource, Seat, Ship, State, Table, Track,
};

/// The value of a point.
const POINT: i32 = 100;
/// The value of an additional die.
const DIE: i32 = 60;
/// The value of an additional ship.
const SHIP: i32 = 40;
/// The value of a unit of a resource, below the cap.
const UNIT: i32 = 11;
/// The value of a won game. A lost game has the negative value.
const WIN: i32 = 1_000_000;
/// The value of a ship on the start space of an orbit track.
const ORBIT: i32 = 10;
/// The estimated gain of a move die.
const MOVE: i32 = 25;
/// The value of a ship on a surface, which helps to gain resources.
const LANDED: i32 = 4;
/// The value of an unused die, as a percentage of its gain; below 100 so that using it is better.
const UNUSED_DIE_PERCENT: i32 = 60;
/// The percentage of the best opponent's position that counts against a seat.
const OPPONENT_PERCENT: i32 = 30;

/// Returns the value of a state for a seat: its position minus a part of the best opponent's.
pub(crate) fn heuristic(state: &State<'_>, seat: Seat) -> i32 {
    if let Some(result) = state.outcome() {
        return if result.is_winner(seat) { WIN } else { -WIN };
    }
    let others = state.seats().filter(|other| *other != seat);
    let best = others.map(|other| position_worth(state, other)).max().unwrap_or(0);
    position_worth(state, seat) + dice_worth(state, seat) - best * OPPONENT_PERCENT / 100
}

/// Returns the value of a seat's mat and ships.
fn position_worth(table: &Table<'_>, seat: Seat) -> i32 {
    let level = table.empire_track(seat).level(table.level(seat));
    let held = table.held(seat);
    let units: i32 =
        Resource::ALL.map(|resource| units_worth(held.get(resource), table.cap(seat))).iter().sum();
    let ships: i32 = ships(table, seat).map(|berth| berth_worth(table, berth)).sum();
    i32::from(table.points(seat)) * POINT
        + i32::from(level.dice) * DIE
        + i32::from(level.ships) * SHIP
        + units
        + ships
}

/// Returns the value of the units of one resource; the last units below the cap are worth less.
fn units_worth(units: u8, cap: u8) -> i32 {
    let near_cap = units.saturating_sub(cap.saturating_sub(2));
    i32::from(units) * UNIT - i32::from(near_cap) * UNIT / 3
}

fn ships(table: &Table<'_>, seat: Seat) -> impl Iterator<Item = Berth> {
    (0..SHIPS).filter_map(Ship::new).map(move |ship| table.berth(seat, ship))
}

/// Returns the value of a ship. In orbit, each step towards the planet's points adds to it.
fn berth_worth(table: &Table<'_>, berth: Berth) -> i32 {
    match berth {
        Berth::Reserve | Berth::Home => 0,
        Berth::Surface(_) => LANDED,
        Berth::Orbit(slot, space) => {
            let Some(planet) = table.planet_in(slot) else { return 0 };
            let card = table.rules().planet(planet);
            ORBIT + i32::from(space) * step_worth(card)
        }
    }
}

/// Returns the value of one step towards a planet.
///
/// All steps together are worth three quarters of the planet's points.
fn step_worth(card: &PlanetCard) -> i32 {
    i32::from(card.points) * POINT * 3 / 4 / i32::from(card.end())
}

/// Returns the value of the dice that a seat may still use, including those being rolled.
fn dice_worth(state: &State<'_>, seat: Seat) -> i32 {
    let is_running = matches!(state.actor(), Actor::Seat(_) | Actor::Chance);
    if state.active() != seat || state.is_rogue(seat) || !is_running {
        return 0;
    }
    let worth = Face::ALL.map(|face| face_worth(state, seat, face));
    let on_table = state.dice();
    let rolling = match state.chance() {
        Some(ChanceNode::Roll(count)) => i32::from(count),
        _ => 0,
    };
    let rerolled = if rolling > 0 { state.chosen_dice() } else { Dice::NONE };
    let kept = |face: Face| on_table.count(face).saturating_sub(rerolled.count(face)) as i32;
    let kept_worth: i32 = Face::ALL.iter().map(|&face| kept(face) * worth[face.index()]).sum();
    let average = worth.iter().sum::<i32>() / 6;
    (kept_worth + rolling * average) * UNUSED_DIE_PERCENT / 100
}

/// Estimates the gain of a die with this face.
fn face_worth(table: &Table<'_>, seat: Seat, face: Face) -> i32 {
    match face {
        Face::Move => MOVE,
        Face::Energy => harvest_worth(table, seat, Resource::Energy),
        Face::Culture => harvest_worth(table, seat, Resource::Culture),
        Face::Diplomacy => advance_worth(table, seat, Track::Diplomacy),
        Face::Economy => advance_worth(table, seat, Track::Economy),
        Face::Colony => upgrade_worth(table, seat),
    }
}

fn harvest_worth(table: &Table<'_>, seat: Seat, resource: Resource) -> i32 {
    let rules = table.rules();
    let yields = |berth: Berth| match berth {
        Berth::Surface(slot) | Berth::Orbit(slot, _) => {
            table.planet_in(slot).is_some_and(|planet| rules.planet(planet).resource == resource)
        }
        Berth::Home | Berth::Reserve => false,
    };
    let away = ships(table, seat).filter(|berth| yields(*berth)).count() as u8;
    let is_home = ships(table, seat).any(|berth| berth == Berth::Home);
    let home = if resource == Resource::Energy && is_home { rules.home_energy } else { 0 };
    let room = CAP.saturating_sub(table.held(seat).get(resource));
    i32::from((away + home).min(room)) * UNIT
}

/// Returns the value of the best advance on a track type; the last step colonises the planet.
fn advance_worth(table: &Table<'_>, seat: Seat, track: Track) -> i32 {
    let gain = |berth: Berth| {
        let Berth::Orbit(slot, space) = berth else { return 0 };
        let Some(planet) = table.planet_in(slot) else { return 0 };
        let card = table.rules().planet(planet);
        match card.track == track {
            false => 0,
            true if space + 1 >= card.end() => i32::from(card.points) * POINT / 3,
            true => step_worth(card),
        }
    };
    ships(table, seat).map(gain).max().unwrap_or(0)
}

/// Returns the value of the next upgrade; [`UNIT`] if there is none or the seat cannot pay for it.
fn upgrade_worth(table: &Table<'_>, seat: Seat) -> i32 {
    let (track, level) = (table.empire_track(seat), table.level(seat));
    if level >= track.top() {
        return UNIT;
    }
    let (current, next) = (track.level(level), track.level(level + 1));
    let held = table.held(seat);
    if held.energy.max(held.culture) < next.cost {
        return UNIT;
    }
    i32::from(next.points - current.points) * POINT + DIE / 2 - i32::from(next.cost) * UNIT
}
