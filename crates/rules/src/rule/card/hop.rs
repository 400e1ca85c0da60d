//! R10.12 Hopping to another track.

use crate::actions::Actions;
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Progress};
use crate::ids::{Destination, Seat, Ship, Slot};
use crate::step::Action;
use crate::table::{PackedBerth, Table};

/// The progress of a hop (R10.12): the chosen ship.
#[derive(Clone, Copy)]
pub(crate) struct HopProgress {
    pub(crate) ship: Option<Ship>,
}

impl Progress for HopProgress {
    fn decode(x: u8, _: u8) -> Self {
        Self { ship: Ship::from_code(x) }
    }

    fn encode(self) -> (u8, u8) {
        (Ship::code(self.ship), 0)
    }
}

impl Table<'_> {
    fn can_hop_to(&self, user: Seat, berth: PackedBerth, slot: Slot) -> bool {
        let end = self.card_in(slot).map_or(0, |card| card.end());
        !self.galaxy(user).orbits.has(slot) && end > 0 && berth.space() <= end
    }

    /// R10.12 Returns whether a ship can hop to some planet.
    ///
    /// The user must not orbit the planet yet, and its track must have a space with the same
    /// number.
    pub(crate) fn can_hop(&self, user: Seat, ship: Ship) -> bool {
        let berth = self.packed_berth(user, ship);
        berth.in_orbit() && self.row.iter().any(|(slot, _)| self.can_hop_to(user, berth, slot))
    }

    /// R10.12 Lists the ships or, once a ship is chosen, the orbits that it can hop to.
    pub(crate) fn list_hop(&self, frame: Frame, out: &mut Actions) {
        let user = frame.user();
        let HopProgress { ship: Some(ship) } = frame.progress() else {
            let ships = self.ships(user).filter(|(ship, _)| self.can_hop(user, *ship));
            out.extend(ships.map(|(ship, _)| Action::MoveShip(ship)));
            return;
        };
        let berth = self.packed_berth(user, ship);
        let slots = self.row.iter().filter(|(slot, _)| self.can_hop_to(user, berth, *slot));
        out.extend(slots.map(|(slot, _)| Action::GoTo(Destination::Orbit(slot))));
    }

    pub(super) fn choose_hop(&mut self, frame: Frame, action: Action, events: &mut impl EventSink) {
        let progress: HopProgress = frame.progress();
        match (action, progress.ship) {
            (Action::MoveShip(ship), _) => self.store_progress(HopProgress { ship: Some(ship) }),
            (Action::GoTo(Destination::Orbit(slot)), Some(ship)) => {
                self.finish_op();
                self.hop(frame.user(), ship, slot, events);
            }
            _ => {}
        }
    }

    /// R10.12 Moves a ship to another track; on the end space it colonises the planet.
    fn hop(&mut self, user: Seat, ship: Ship, slot: Slot, events: &mut impl EventSink) {
        let space = self.packed_berth(user, ship).space();
        self.put_ship(user, ship, PackedBerth::orbit(slot, space));
        events.put(Event::ShipHopped { seat: user, ship, slot, space });
        if self.card_in(slot).is_some_and(|card| card.end() == space) {
            self.colonise(user, slot, events);
        }
    }
}
