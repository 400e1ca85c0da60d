//! R8 Orbit and colonisation.

use crate::event::{Event, EventSink};
use crate::frame::{Frame, Progress};
use crate::ids::{Planet, Seat, Ship, Slot};
use crate::ruleset::TrackFilter;
use crate::table::{Flags, PackedBerth, Table};

/// The progress of a draw: the replaced planet that goes under the deck after the draw (R10.2).
#[derive(Clone, Copy)]
struct DrawProgress {
    under: Option<Planet>,
}

impl Progress for DrawProgress {
    fn decode(x: u8, _: u8) -> Self {
        Self { under: Planet::from_code(x) }
    }

    fn encode(self) -> (u8, u8) {
        (Planet::code(self.under), 0)
    }
}

impl Table<'_> {
    /// Returns whether a ship is in orbit on a matching track.
    #[inline]
    pub(crate) fn orbits_on(&self, berth: PackedBerth, on: TrackFilter) -> bool {
        berth.orbits(self.row.slots_on(on))
    }

    /// Returns whether a seat has a ship in orbit on a matching track.
    #[inline]
    pub(crate) fn has_orbiter(&self, seat: Seat, on: TrackFilter) -> bool {
        !self.galaxy(seat).orbits.common(self.row.slots_on(on)).is_empty()
    }

    /// R8.3 Returns whether a ship can regress.
    ///
    /// It must be in orbit on a matching track, past the start space.
    #[inline]
    pub(crate) fn can_regress(&self, berth: PackedBerth, on: TrackFilter) -> bool {
        self.orbits_on(berth, on) && berth.space() > 0
    }

    /// R8.2 Advances a ship, which colonises the planet at the end space. An advance beyond the end
    /// is lost (R8.4).
    pub(crate) fn advance(
        &mut self,
        seat: Seat,
        ship: Ship,
        steps: u8,
        events: &mut impl EventSink,
    ) {
        let berth = self.packed_berth(seat, ship);
        let slot = berth.slot();
        let Some(card) = self.card_in(slot).filter(|_| berth.in_orbit()) else { return };
        let (from, to) = (berth.space(), card.end().min(berth.space() + steps));
        events.put(Event::ShipAdvanced { seat, ship, slot, from, to });
        if to == card.end() {
            self.colonise(seat, slot, events);
        } else {
            self.put_ship(seat, ship, PackedBerth::orbit(slot, to));
        }
    }

    /// R8.3 Regresses a ship, at most to the start space.
    pub(crate) fn regress(
        &mut self,
        seat: Seat,
        ship: Ship,
        steps: u8,
        events: &mut impl EventSink,
    ) {
        let berth = self.packed_berth(seat, ship);
        let (slot, from) = (berth.slot(), berth.space());
        let to = from.saturating_sub(steps);
        self.put_ship(seat, ship, PackedBerth::orbit(slot, to));
        events.put(Event::ShipRegressed { seat, ship, slot, from, to });
    }

    /// R3.1e Sends a ship home.
    pub(crate) fn send_home(&mut self, seat: Seat, ship: Ship, events: &mut impl EventSink) {
        self.put_ship(seat, ship, PackedBerth::HOME);
        events.put(Event::ShipSentHome { seat, ship });
    }

    /// R8.2 Colonises a planet.
    ///
    /// All ships at the planet go home, the seat gets the card and its points, and a new card fills
    /// the slot before anything else happens.
    pub(crate) fn colonise(&mut self, seat: Seat, slot: Slot, events: &mut impl EventSink) {
        let Some(planet) = self.row.get(slot) else { return };
        let points = self.rules.planet(planet).points;
        let total = self.points(seat).saturating_add(points);
        events.put(Event::Colonised { seat, planet, points: total });
        self.clear_planet(slot, events);
        self.row.clear(slot);
        self.colonies[seat.index()].insert(planet);
        let galaxy = self.galaxy_mut(seat);
        galaxy.planet_points = galaxy.planet_points.saturating_add(points);
        self.check_goal(seat, events);
        self.fill_gap(seat, slot, None, events);
    }

    fn clear_planet(&mut self, slot: Slot, events: &mut impl EventSink) {
        for seat in self.seats() {
            let is_here = |berth: PackedBerth| berth.is_away() & (berth.slot() == slot);
            while let Some(ship) = self.galaxy(seat).first_ship(is_here) {
                self.send_home(seat, ship, events);
            }
        }
    }

    /// R8.2 Starts the draw of a new card for a slot; if the deck is empty, the slot stays empty.
    /// After the draw, `under` goes under the deck (R10.2).
    pub(crate) fn fill_gap(
        &mut self,
        seat: Seat,
        slot: Slot,
        under: Option<Planet>,
        events: &mut impl EventSink,
    ) {
        if self.is_over() {
            return;
        }
        if self.deck_len() == 0 {
            events.put(Event::DeckRanOut { slot });
            self.check_planets_left(events);
            return;
        }
        self.frames.push(Frame::draw(seat, slot).with(DrawProgress { under }));
    }

    /// R8.2 Puts the drawn card into its slot.
    pub(crate) fn place_drawn_planet(&mut self, planet: Planet, events: &mut impl EventSink) {
        let Some(draw) = self.frames.top() else { return };
        self.take_from_deck(planet);
        self.row.put(draw.slot(), planet, self.rules.planet(planet));
        events.put(Event::PlanetDrawn { slot: draw.slot(), planet });
        if let DrawProgress { under: Some(planet) } = draw.progress() {
            self.bottom_cards.push(planet);
        }
        self.frames.pop();
    }

    /// R10.2 Removes a drawn card from the deck. The known cards at the bottom are drawn last.
    pub(crate) fn take_from_deck(&mut self, planet: Planet) {
        if self.undrawn.is_empty() {
            self.bottom_cards.pop_first();
        } else {
            self.undrawn.remove(planet);
        }
    }

    /// R8.5 Triggers the end if row and deck are both empty. No seat is recorded as the one that
    /// triggered it.
    fn check_planets_left(&mut self, events: &mut impl EventSink) {
        if self.row.filled().is_empty() && !self.end_triggered() {
            self.flags.set(Flags::END);
            events.put(Event::EndTriggered { seat: None, points: 0 });
        }
    }
}
