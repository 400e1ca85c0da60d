//! The fixed action space: one number per action, the same for all editions and decks.
//!
//! Seats are relative to the seat that acts: 0 is the seat itself, 1 the next one clockwise.
//! Planets and missions are numbered by their index in the deck file.

use orrery_rules::ids::{MAX_MISSIONS, MAX_PLANETS, MAX_ROW, MAX_SEATS, SHIPS};
use orrery_rules::{
    Action, Actor, Amount, Destination, Face, Illegal, Mission, Planet, Resource, Rules, Seat,
    Ship, Slot, State,
};

/// The number of values of a resource in a payment or gain: 0 to 7.
const UNITS: usize = 8;
const FACES: usize = 6;
const RESOURCES: usize = 2;

/// A range of actions of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionRange {
    /// The number of the first action in the range.
    pub start: usize,
    /// The number of actions in the range.
    pub len: usize,
    /// The verb in the notation of steps.
    pub verb: &'static str,
    /// The object that the offset within the range stands for.
    pub object: &'static str,
}

macro_rules! ranges {
    ($($name:ident, $len:expr, $verb:literal, $object:literal;)*) => {
        #[derive(Clone, Copy)]
        enum Kind { $($name,)* }
        const KINDS: &[Kind] = &[$(Kind::$name,)*];
        const LENGTHS: &[usize] = &[$($len,)*];
        const NAMES: &[(&str, &str)] = &[$(($verb, $object),)*];
    };
}

ranges! {
    Keep, MAX_MISSIONS, "keep", "mission";
    Activate, FACES, "activate", "face";
    Reroll, 1, "reroll", "";
    Convert, 1, "convert", "";
    EndTurn, 1, "end", "";
    PayWith, RESOURCES, "pay", "resource";
    ChooseDie, FACES, "die", "face";
    Roll, 1, "roll", "";
    ChooseFace, FACES, "face", "face";
    RepeatDie, FACES, "repeat", "face";
    MoveShip, SHIPS, "ship", "ship";
    GoHome, 1, "to", "home";
    GoToSurface, MAX_ROW, "to", "surface of slot";
    GoToOrbit, MAX_ROW, "to", "orbit of slot";
    UseAbility, 1, "use", "";
    Decline, 1, "decline", "";
    AdvanceShip, SHIPS, "advance", "ship";
    RegressShip, MAX_SEATS * SHIPS, "regress", "4 · relative seat + ship";
    SendHome, MAX_SEATS * SHIPS, "home", "4 · relative seat + ship";
    Upgrade, UNITS * UNITS, "upgrade", "8 · energy + culture";
    UsePlanet, MAX_PLANETS, "planet", "planet";
    Take, UNITS * UNITS, "take", "8 · energy + culture";
    ConvertUnits, UNITS, "turn", "units";
    StealFrom, MAX_SEATS, "steal", "relative seat";
    ReplacePlanet, MAX_ROW, "replace", "slot";
    Follow, 1, "follow", "";
    Pass, 1, "pass", "";
    ForceReroll, 1, "force", "";
    Accept, 1, "accept", "";
    Lose, RESOURCES, "lose", "resource";
}

const STARTS: [usize; LENGTHS.len() + 1] = {
    let mut starts = [0; LENGTHS.len() + 1];
    let mut i = 0;
    while i < LENGTHS.len() {
        starts[i + 1] = starts[i] + LENGTHS[i];
        i += 1;
    }
    starts
};

/// The number of actions.
pub const ACTIONS: usize = STARTS[LENGTHS.len()];

/// Returns the ranges of the action space, in order.
#[must_use]
pub fn ranges() -> Vec<ActionRange> {
    let names = NAMES.iter().zip(STARTS).zip(LENGTHS);
    names.map(|((&(verb, object), start), &len)| ActionRange { start, len, verb, object }).collect()
}

/// Returns the number of an action by its kind and its offset in the range.
#[inline]
const fn at(kind: Kind, offset: usize) -> usize {
    STARTS[kind as usize] + offset
}

/// Returns the clockwise distance from seat `me` to seat `of`.
#[inline]
pub(crate) const fn relative(of: Seat, me: Seat, seats: usize) -> usize {
    let distance = of.index() + seats - me.index();
    if distance >= seats { distance - seats } else { distance }
}

/// Returns the seat at a clockwise distance from seat `me`.
#[inline]
fn absolute(distance: usize, me: Seat, seats: usize) -> Option<Seat> {
    (distance < seats).then(|| Seat::new((me.index() + distance) % seats)).flatten()
}

/// Returns the offset that stands for an amount of energy and culture.
#[inline]
fn amount_code(amount: Amount) -> usize {
    let unit = |units: u8| usize::from(units).min(UNITS - 1);
    UNITS * unit(amount.energy) + unit(amount.culture)
}

/// Returns the number of an action of seat `me` in a game with this many seats.
#[inline]
#[must_use]
pub fn index(action: Action, me: Seat, seats: usize) -> usize {
    let ship_of = |seat: Seat, ship: Ship| SHIPS * relative(seat, me, seats) + ship.index();
    match action {
        Action::Keep(mission) => at(Kind::Keep, mission.index()),
        Action::Activate(face) => at(Kind::Activate, face.index()),
        Action::Reroll => at(Kind::Reroll, 0),
        Action::Convert => at(Kind::Convert, 0),
        Action::EndTurn => at(Kind::EndTurn, 0),
        Action::PayWith(resource) => at(Kind::PayWith, resource as usize),
        Action::ChooseDie(face) => at(Kind::ChooseDie, face.index()),
        Action::Roll => at(Kind::Roll, 0),
        Action::ChooseFace(face) => at(Kind::ChooseFace, face.index()),
        Action::RepeatDie(face) => at(Kind::RepeatDie, face.index()),
        Action::MoveShip(ship) => at(Kind::MoveShip, ship.index()),
        Action::GoTo(Destination::Home) => at(Kind::GoHome, 0),
        Action::GoTo(Destination::Surface(slot)) => at(Kind::GoToSurface, slot.index()),
        Action::GoTo(Destination::Orbit(slot)) => at(Kind::GoToOrbit, slot.index()),
        Action::UseAbility => at(Kind::UseAbility, 0),
        Action::Decline => at(Kind::Decline, 0),
        Action::AdvanceShip(ship) => at(Kind::AdvanceShip, ship.index()),
        Action::RegressShip(seat, ship) => at(Kind::RegressShip, ship_of(seat, ship)),
        Action::SendHome(seat, ship) => at(Kind::SendHome, ship_of(seat, ship)),
        Action::Upgrade(amount) => at(Kind::Upgrade, amount_code(amount)),
        Action::UsePlanet(planet) => at(Kind::UsePlanet, planet.index()),
        Action::Take(amount) => at(Kind::Take, amount_code(amount)),
        Action::ConvertUnits(units) => at(Kind::ConvertUnits, usize::from(units).min(UNITS - 1)),
        Action::StealFrom(seat) => at(Kind::StealFrom, relative(seat, me, seats)),
        Action::ReplacePlanet(slot) => at(Kind::ReplacePlanet, slot.index()),
        Action::Follow => at(Kind::Follow, 0),
        Action::Pass => at(Kind::Pass, 0),
        Action::ForceReroll => at(Kind::ForceReroll, 0),
        Action::Accept => at(Kind::Accept, 0),
        Action::Lose(resource) => at(Kind::Lose, resource as usize),
    }
}

/// Returns the action with this number for seat `me`; `None` if there is no such number or seat.
///
/// The action may be illegal, and its planet or mission may not be in the deck.
#[must_use]
pub fn action(index: usize, me: Seat, seats: usize) -> Option<Action> {
    let kind = STARTS.partition_point(|start| *start <= index).checked_sub(1)?;
    let (kind, offset) = (*KINDS.get(kind)?, index - STARTS[kind]);
    let face = || Face::ALL.get(offset).copied();
    let resource = || Resource::ALL.get(offset).copied();
    let amount = Amount { energy: (offset / UNITS) as u8, culture: (offset % UNITS) as u8 };
    let ship_of = || Some((absolute(offset / SHIPS, me, seats)?, Ship::new(offset % SHIPS)?));
    Some(match kind {
        Kind::Keep => Action::Keep(Mission::new(offset)?),
        Kind::Activate => Action::Activate(face()?),
        Kind::Reroll => Action::Reroll,
        Kind::Convert => Action::Convert,
        Kind::EndTurn => Action::EndTurn,
        Kind::PayWith => Action::PayWith(resource()?),
        Kind::ChooseDie => Action::ChooseDie(face()?),
        Kind::Roll => Action::Roll,
        Kind::ChooseFace => Action::ChooseFace(face()?),
        Kind::RepeatDie => Action::RepeatDie(face()?),
        Kind::MoveShip => Action::MoveShip(Ship::new(offset)?),
        Kind::GoHome => Action::GoTo(Destination::Home),
        Kind::GoToSurface => Action::GoTo(Destination::Surface(Slot::new(offset)?)),
        Kind::GoToOrbit => Action::GoTo(Destination::Orbit(Slot::new(offset)?)),
        Kind::UseAbility => Action::UseAbility,
        Kind::Decline => Action::Decline,
        Kind::AdvanceShip => Action::AdvanceShip(Ship::new(offset)?),
        Kind::RegressShip => {
            let (seat, ship) = ship_of()?;
            Action::RegressShip(seat, ship)
        }
        Kind::SendHome => {
            let (seat, ship) = ship_of()?;
            Action::SendHome(seat, ship)
        }
        Kind::Upgrade => Action::Upgrade(amount),
        Kind::UsePlanet => Action::UsePlanet(Planet::new(offset)?),
        Kind::Take => Action::Take(amount),
        Kind::ConvertUnits => Action::ConvertUnits(offset as u8),
        Kind::StealFrom => Action::StealFrom(absolute(offset, me, seats)?),
        Kind::ReplacePlanet => Action::ReplacePlanet(Slot::new(offset)?),
        Kind::Follow => Action::Follow,
        Kind::Pass => Action::Pass,
        Kind::ForceReroll => Action::ForceReroll,
        Kind::Accept => Action::Accept,
        Kind::Lose => Action::Lose(resource()?),
    })
}

/// Returns whether the ruleset has the card that an action names.
#[must_use]
pub fn is_in_deck(action: Action, rules: &Rules) -> bool {
    match action {
        Action::Keep(mission) => mission.index() < rules.missions.len(),
        Action::UsePlanet(planet) => planet.index() < rules.planets.len(),
        _ => true,
    }
}

/// Returns the action with this number in a position.
///
/// The action may be illegal.
///
/// # Errors
/// If no seat decides, or if the number does not stand for an action of this game. The latter is
/// [`Illegal::NotAsked`], because such a number answers no question.
pub fn action_in(number: i64, state: &State<'_>) -> Result<Action, Illegal> {
    let seat = match state.actor() {
        Actor::Seat(seat) => seat,
        Actor::Chance => return Err(Illegal::ChanceExpected),
        Actor::Over => return Err(Illegal::GameOver),
    };
    let found = usize::try_from(number).ok();
    let found = found.and_then(|index| action(index, seat, state.seat_count()));
    found.filter(|action| is_in_deck(*action, state.rules())).ok_or(Illegal::NotAsked)
}

#[cfg(test)]
mod tests {
    use super::{ACTIONS, action, action_in, at, index, ranges};
    use orrery_rules::ids::MAX_SEATS;
    use orrery_rules::{Actions, Actor, Illegal, Options, Random, Seat, State, Step, deck};

    #[test]
    fn a_number_without_an_action_answers_no_question() {
        let mut state = State::new(deck::classic(), &Options::players(2)).expect("the options fit");
        assert_eq!(action_in(0, &state), Err(Illegal::ChanceExpected));
        while let Some(node) = state.chance() {
            state.apply_unchecked(Step::Chance(node.pick(9)));
        }
        let last_planet = at(super::Kind::UsePlanet, orrery_rules::ids::MAX_PLANETS - 1) as i64;
        let third_seat = at(super::Kind::StealFrom, 2) as i64;
        for number in [-1, i64::MIN, ACTIONS as i64, i64::MAX, last_planet, third_seat] {
            assert_eq!(action_in(number, &state), Err(Illegal::NotAsked), "{number}");
        }
        assert!((16..25).all(|number| action_in(number, &state).is_ok()), "actions without a card");
    }

    #[test]
    fn numbers_and_actions_correspond() {
        for seats in 2..=MAX_SEATS {
            for me in (0..seats).filter_map(Seat::new) {
                let known =
                    (0..ACTIONS).filter_map(|number| Some((number, action(number, me, seats)?)));
                let known: Vec<_> = known.collect();
                assert!(known.iter().all(|(number, action)| index(*action, me, seats) == *number));
                let missing = ACTIONS - known.len();
                assert_eq!(missing, (MAX_SEATS - seats) * 9, "relative seats that do not play");
            }
        }
        assert_eq!(action(ACTIONS, Seat::new(0).expect("a seat"), 2), None);
    }

    #[test]
    fn the_ranges_cover_the_space_without_gaps() {
        let mut next = 0;
        for range in ranges() {
            assert_eq!(range.start, next);
            next += range.len;
        }
        assert_eq!(next, ACTIONS);
    }

    #[test]
    fn legal_actions_of_every_edition_have_different_numbers() {
        for rules in deck::EDITIONS.iter().filter_map(|id| deck::edition(id)) {
            for seats in rules.player_counts() {
                let solo = (seats == 1).then_some(0);
                let options = Options { rogue: solo, ..Options::players(seats) };
                let mut state = State::new(rules, &options).expect("the options fit");
                let (mut random, mut legal) = (Random(3), Actions::new());
                while state.actor() != Actor::Over {
                    let step = match (state.chance(), state.actor()) {
                        (Some(node), _) => Step::Chance(node.pick(random.bits())),
                        (None, Actor::Seat(me)) => {
                            state.legal_actions(&mut legal);
                            let count = state.seat_count();
                            for known in legal.iter() {
                                let number = index(*known, me, count);
                                assert_eq!(action(number, me, count), Some(*known));
                            }
                            Step::Action(legal[random.below(legal.len())])
                        }
                        _ => unreachable!("a seat or chance acts"),
                    };
                    state.apply_unchecked(step);
                }
            }
        }
    }
}
