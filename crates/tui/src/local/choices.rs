//! Details of choices: what a player would otherwise look up on the table.

use crate::table::GameTexts;
use orrery_rules::{Action, Berth, Destination, Planet, Seat, Ship, Slot, State};

/// Returns what helps to decide about an action: the place of a ship, the text of a card.
pub(crate) fn details(state: &State<'_>, book: &GameTexts, seat: Seat, action: Action) -> String {
    let details = Details { state, book };
    match action {
        Action::Keep(mission) => {
            let id = &state.rules().mission(mission).id;
            book.mission(id).map(|card| card.text.clone()).unwrap_or_default()
        }
        Action::MoveShip(ship) | Action::AdvanceShip(ship) => details.place(seat, ship),
        Action::RegressShip(owner, ship) | Action::SendHome(owner, ship) => {
            details.place(owner, ship)
        }
        Action::GoTo(Destination::Surface(slot)) => details.ability_in(slot),
        Action::GoTo(Destination::Orbit(slot)) => details.orbit(slot),
        Action::ReplacePlanet(slot) => details.ability_in(slot),
        Action::UsePlanet(planet) => details.ability(planet),
        Action::UseAbility => {
            let planet = state.decision().and_then(|asked| asked.planet);
            planet.map(|planet| details.ability(planet)).unwrap_or_default()
        }
        _ => String::new(),
    }
}

struct Details<'a> {
    state: &'a State<'a>,
    book: &'a GameTexts,
}

impl Details<'_> {
    fn place(&self, seat: Seat, ship: Ship) -> String {
        let texts = self.book.texts;
        let planet =
            |slot: Slot| self.state.planet_in(slot).map(|it| self.state.rules().planet(it));
        match self.state.berth(seat, ship) {
            Berth::Reserve => texts.in_reserve(),
            Berth::Home => texts.at_home(),
            Berth::Surface(slot) => {
                planet(slot).map(|card| texts.on_planet(&card.name)).unwrap_or_default()
            }
            Berth::Orbit(slot, 0) => planet(slot)
                .map(|card| texts.in_orbit_start(&card.name, card.end()))
                .unwrap_or_default(),
            Berth::Orbit(slot, space) => {
                let text = planet(slot).map(|card| texts.in_orbit(&card.name, space, card.end()));
                text.unwrap_or_default()
            }
        }
    }

    fn ability_in(&self, slot: Slot) -> String {
        self.state.planet_in(slot).map(|planet| self.ability(planet)).unwrap_or_default()
    }

    fn ability(&self, planet: Planet) -> String {
        let id = &self.state.rules().planet(planet).id;
        self.book.planet(id).map(|card| card.text.clone()).unwrap_or_default()
    }

    fn orbit(&self, slot: Slot) -> String {
        let Some(planet) = self.state.planet_in(slot) else { return String::new() };
        let Some(card) = self.book.planet(&self.state.rules().planet(planet).id) else {
            return String::new();
        };
        let (track, points) = (self.book.track(card.track), self.book.texts.points(card.points));
        format!("{track} {}, {points}", card.end)
    }
}
