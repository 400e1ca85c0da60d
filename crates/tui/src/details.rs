//! Facts about a choice that a player would otherwise look up on the table.

use crate::sentences::{describe_berth, planet_in};
use crate::table::GameTexts;
use orrery_protocol::{Seat, View};
use orrery_rules::{Action, Destination, Rules, Ship, Slot};

/// Returns a fact about an action, such as where a ship is or the text of a card; may be empty.
pub(crate) fn details(
    rules: &Rules,
    view: &View,
    game_texts: &GameTexts,
    action: Action,
) -> String {
    let details = Details { view, game_texts };
    let ability = |id: &str| game_texts.planet(id).map(|card| card.text.clone());
    let asked = view.decision.as_ref();
    let text = match action {
        Action::Keep(mission) => {
            game_texts.mission(&rules.mission(mission).id).map(|card| card.text.clone())
        }
        Action::MoveShip(ship) | Action::AdvanceShip(ship) => {
            asked.and_then(|asked| details.ship(asked.seat, ship))
        }
        Action::RegressShip(owner, ship) | Action::SendHome(owner, ship) => {
            details.ship(owner.into(), ship)
        }
        Action::GoTo(Destination::Orbit(slot)) => details.orbit(slot),
        Action::GoTo(Destination::Surface(slot)) | Action::ReplacePlanet(slot) => {
            planet_in(view, game_texts, number(slot)).map(|card| card.text.clone())
        }
        Action::UsePlanet(planet) => ability(&rules.planet(planet).id),
        Action::UseAbility => asked.and_then(|asked| ability(asked.planet.as_deref()?)),
        _ => None,
    };
    text.unwrap_or_default()
}

/// Returns the number of a slot, counted from 1.
const fn number(slot: Slot) -> u8 {
    slot.index() as u8 + 1
}

/// Looks up facts in a view.
struct Details<'a> {
    view: &'a View,
    game_texts: &'a GameTexts,
}

impl Details<'_> {
    fn ship(&self, seat: Seat, ship: Ship) -> Option<String> {
        let galaxy = self.view.seats.iter().find(|galaxy| galaxy.seat == seat)?;
        Some(describe_berth(self.view, self.game_texts, *galaxy.ships.get(ship.index())?))
    }

    fn orbit(&self, slot: Slot) -> Option<String> {
        let card = planet_in(self.view, self.game_texts, number(slot))?;
        let (track, points) =
            (self.game_texts.track(card.track), self.game_texts.texts.points(card.points));
        Some(format!("{track} {}, {points}", card.end))
    }
}
