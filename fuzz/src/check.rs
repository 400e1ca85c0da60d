//! Checks the invariants of game states.

use orrery_rules::dice::MAX_DICE;
use orrery_rules::ids::SHIPS;
use orrery_rules::{Actor, Berth, Dice, Planets, Seat, Setup, Ship, State};
use std::array::from_fn;

/// Checks that cards, ships and resources are conserved and in valid places.
pub fn conserved(state: &State<'_>) {
    cards(state);
    state.seats().for_each(|seat| galaxy(state, seat));
    assert_eq!(state.outcome().is_some(), state.actor() == Actor::Over);
    assert_eq!(state.chance().is_some(), state.actor() == Actor::Chance);
}

fn cards(state: &State<'_>) {
    let colonies = state.seats().map(|seat| state.colonies(seat));
    let row: Planets = state.row().map(|(_, planet)| planet).collect();
    let under: Planets = state.under_deck().collect();
    assert_eq!(under.len(), state.under_deck().count(), "a card is under the deck twice");
    let mut seen = Planets::NONE;
    for set in colonies.chain([state.undrawn(), row, under, state.planets_gone()]) {
        assert_eq!(seen.common(set), Planets::NONE, "a card is in two places");
        seen = seen.union(set);
    }
    assert_eq!(seen, state.rules().all_planets());
}

fn galaxy(state: &State<'_>, seat: Seat) {
    let (held, cap) = (state.held(seat), if state.is_rogue(seat) { 6 } else { 7 });
    assert!(held.energy <= cap && held.culture <= cap, "{seat} holds {held}");
    let level = state.empire_track(seat).level(state.level(seat));
    let ships: [Berth; SHIPS] =
        from_fn(|i| state.berth(seat, Ship::new(i).expect("a ship")));
    let in_play = ships.iter().filter(|berth| **berth != Berth::Reserve).count();
    assert_eq!(in_play, usize::from(level.ships), "ships of {seat}");
    for (i, ship) in ships.iter().enumerate() {
        let is_same_place = |other: &Berth| match (ship, other) {
            (Berth::Surface(a), Berth::Surface(b)) | (Berth::Orbit(a, _), Berth::Orbit(b, _)) => {
                a == b
            }
            _ => false,
        };
        assert!(!ships[..i].iter().any(is_same_place), "two ships of {seat} in one place");
        let end = |slot| state.planet_in(slot).map(|planet| state.rules().planet(planet).end());
        match *ship {
            Berth::Surface(slot) => assert!(end(slot).is_some(), "{seat} is at an empty slot"),
            Berth::Orbit(slot, space) => assert!(end(slot).is_some_and(|end| space < end)),
            Berth::Home | Berth::Reserve => {}
        }
    }
    let planets = state.colonies(seat).into_iter();
    let planets = planets.map(|planet| u32::from(state.rules().planet(planet).points));
    let points = (planets.sum::<u32>() + u32::from(level.points)).min(255);
    assert_eq!(u32::from(state.points(seat)), points, "points of {seat}");
}

/// The current turn and its number of dice.
#[derive(Default)]
pub struct DiceOfTurn(Option<(u16, usize)>);

impl DiceOfTurn {
    /// Checks that the number of dice does not change during a turn.
    pub fn check(&mut self, state: &State<'_>) {
        let groups = [state.dice(), state.chosen_dice(), state.converter(), state.bay().dice()];
        let on_table = groups.map(count).iter().sum::<usize>() + state.discarded_dice();
        assert!(on_table <= MAX_DICE, "{on_table} dice");
        if state.is_rogue(state.active()) || on_table == 0 || state.turn() == u16::MAX {
            return;
        }
        match self.0 {
            Some((turn, before)) if turn == state.turn() => assert_eq!(on_table, before),
            _ => self.0 = Some((state.turn(), on_table)),
        }
    }
}

/// Counts dice one by one and checks that the packed counts contain nothing else.
fn count(dice: Dice) -> usize {
    assert_eq!(dice.iter().collect::<Dice>(), dice, "{:x}", dice.bits());
    dice.iter().count()
}

/// Checks that set-ups and views are consistent with the state.
///
/// `seed` selects the missions with which the check completes the view of each viewer.
pub fn survey(state: &State<'_>, seed: u64) {
    set_up(state);
    for viewer in state.seats().map(Some).chain([None]) {
        let view = state.observe(viewer);
        let full = view.complete(seed);
        assert!(full.observe(viewer) == view, "{viewer:?} gets a different view");
        assert_eq!(full.actor(), state.actor());
    }
}

/// Checks that a position between two actions round-trips as a set-up and as text.
pub fn set_up(state: &State<'_>) {
    let Some(setup) = Setup::of(state) else { return };
    let back = State::from_setup(state.rules(), &setup);
    assert_eq!(back.as_ref().err(), None, "a state is a valid set-up");
    assert!(back.is_ok_and(|back| back == *state && back.digest() == state.digest()));
    let text = setup.text(state.rules()).to_string();
    assert_eq!(Setup::parse(state.rules(), &text).as_ref(), Ok(&setup), "{text}");
}
