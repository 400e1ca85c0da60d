//! R10.2 Replacing a planet of the row.

use crate::actions::Actions;
use crate::event::{Event, EventSink};
use crate::frame::Frame;
use crate::ruleset::ReplacedTo;
use crate::step::Action;
use crate::table::{Slots, Table};

impl Table<'_> {
    /// Returns the slots of planets without ships.
    fn unoccupied(&self) -> Slots {
        let ships = self.galaxies.iter().map(|galaxy| galaxy.surfaces.or(galaxy.orbits));
        ships.fold(self.row.filled(), Slots::without)
    }

    /// R10.2 Returns whether a planet can be replaced: it has no ships, and the deck is not empty.
    pub(crate) fn can_replace(&self) -> bool {
        self.deck_len() > 0 && !self.unoccupied().is_empty()
    }

    /// R10.2 Lists the slots of the planets that can be replaced.
    pub(crate) fn list_replace(&self, out: &mut Actions) {
        out.extend(self.unoccupied().iter().map(Action::ReplacePlanet));
    }

    /// R10.2 Replaces a planet; the old card is discarded, or goes under the deck after the draw.
    pub(super) fn choose_replace(
        &mut self,
        frame: Frame,
        to: ReplacedTo,
        action: Action,
        events: &mut impl EventSink,
    ) {
        let (user, Action::ReplacePlanet(slot)) = (frame.user(), action) else { return };
        self.finish_op();
        let Some(planet) = self.row.get(slot) else { return };
        self.row.clear(slot);
        events.put(Event::PlanetReplaced { seat: user, slot, planet });
        let under = match to {
            ReplacedTo::Discard => None,
            ReplacedTo::UnderDeck => Some(planet),
        };
        self.fill_gap(user, slot, under, events);
    }
}
