//! Generates arbitrary values, which need not be valid in the current game.

use crate::bytes::Bytes;
use orrery_rules::ids::{MAX_MISSIONS, MAX_PLANETS, MAX_ROW, MAX_SEATS, SHIPS};
use orrery_rules::{Action, Amount, ChanceNode, ChanceOutcome, Destination, Dice, Face, GameOption, Mission, Options, Planet, Random, Resource, Seat, Ship, Slot, Step};

/// Generates any seat.
pub fn seat(bytes: &mut Bytes) -> Seat {
    Seat::new(bytes.below(MAX_SEATS)).expect("in range")
}

/// Generates any slot.
pub fn slot(bytes: &mut Bytes) -> Slot {
    Slot::new(bytes.below(MAX_ROW)).expect("in range")
}

/// Generates any planet, in the deck or not.
pub fn planet(bytes: &mut Bytes) -> Planet {
    Planet::new(bytes.below(MAX_PLANETS)).expect("in range")
}

/// Generates any mission, in the deck or not.
pub fn mission(bytes: &mut Bytes) -> Mission {
    Mission::new(bytes.below(MAX_MISSIONS)).expect("in range")
}

fn ship(bytes: &mut Bytes) -> Ship {
    Ship::new(bytes.below(SHIPS)).expect("in range")
}

/// Generates any amount, mostly of a realistic size.
pub fn amount(bytes: &mut Bytes) -> Amount {
    let most = if bytes.one_in(8) { 256 } else { 9 };
    Amount { energy: bytes.below(most) as u8, culture: bytes.below(most) as u8 }
}

/// Generates any list of faces, usually no longer than the number of dice.
pub fn faces(bytes: &mut Bytes) -> Vec<Face> {
    let most = bytes.pick(&[9, 9, 9, 24, 64]);
    let count = bytes.below(most);
    (0..count).map(|i| Face::ALL[(i + bytes.below(6)) % 6]).collect()
}

/// Generates any dice, including as many dice of one face as `Dice` can count, and more.
pub fn dice(bytes: &mut Bytes) -> Dice {
    let face = bytes.pick(&Face::ALL);
    match bytes.below(8) {
        0 => [face; 15].into_iter().collect(),
        1 => faces(bytes).into_iter().chain([face; 16]).collect(),
        _ => faces(bytes).into_iter().collect(),
    }
}

/// Generates any options.
pub fn options(bytes: &mut Bytes) -> Options {
    let flags = bytes.byte();
    Options {
        seats: if flags & 1 == 0 { bytes.below(7) } else { usize::from(bytes.pair()) },
        rogue: (flags & 2 == 0).then(|| bytes.below(256)),
        start: (flags & 4 == 0).then(|| seat(bytes)),
        chosen: (3..)
            .zip(GameOption::ALL)
            .filter_map(|(bit, option)| (flags >> bit & 1 == 0).then_some(*option))
            .collect(),
    }
}

/// Generates any step; sometimes one that is close to a possible chance outcome.
pub fn step(chance: Option<ChanceNode>, bytes: &mut Bytes) -> Step {
    let possible = chance.map(|node| node.pick(Random(u64::from(bytes.byte())).bits()));
    match (bytes.below(8), possible) {
        (0, _) => Step::Chance(ChanceOutcome::Drew(planet(bytes))),
        (1, _) => Step::Chance(ChanceOutcome::Dealt(mission(bytes))),
        (2, _) => Step::Chance(ChanceOutcome::Starts(seat(bytes))),
        (3.., Some(ChanceOutcome::Rolled(rolled))) if bytes.one_in(2) => {
            Step::Chance(ChanceOutcome::Rolled(rolled.iter().chain(dice(bytes).iter()).collect()))
        }
        (3, _) => Step::Chance(ChanceOutcome::Rolled(dice(bytes))),
        _ => Step::Action(action(bytes)),
    }
}

fn action(bytes: &mut Bytes) -> Action {
    match bytes.below(28) {
        0 => Action::Keep(mission(bytes)),
        1 => Action::Activate(bytes.pick(&Face::ALL)),
        2 => Action::Reroll,
        3 => Action::Convert,
        4 => Action::EndTurn,
        5 => Action::PayWith(bytes.pick(&Resource::ALL)),
        6 => Action::ChooseDie(bytes.pick(&Face::ALL)),
        7 => Action::Roll,
        8 => Action::ChooseFace(bytes.pick(&Face::ALL)),
        9 => Action::RepeatDie(bytes.pick(&Face::ALL)),
        10 => Action::MoveShip(ship(bytes)),
        11 => Action::GoTo(destination(bytes)),
        12 => Action::UseAbility,
        13 => Action::Decline,
        14 => Action::AdvanceShip(ship(bytes)),
        15 => Action::RegressShip(seat(bytes), ship(bytes)),
        16 => Action::SendHome(seat(bytes), ship(bytes)),
        17 => Action::Upgrade(amount(bytes)),
        18 => Action::UsePlanet(planet(bytes)),
        19 => Action::Take(amount(bytes)),
        20 => Action::ConvertUnits(bytes.byte()),
        21 => Action::StealFrom(seat(bytes)),
        22 => Action::ReplacePlanet(slot(bytes)),
        23 => Action::Follow,
        24 => Action::Pass,
        25 => Action::ForceReroll,
        26 => Action::Accept,
        _ => Action::Lose(bytes.pick(&Resource::ALL)),
    }
}

fn destination(bytes: &mut Bytes) -> Destination {
    match bytes.below(3) {
        0 => Destination::Home,
        1 => Destination::Surface(slot(bytes)),
        _ => Destination::Orbit(slot(bytes)),
    }
}
