//! R3 Die actions.

use super::Flow;
use crate::actions::Actions;
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Progress};
use crate::ids::{Amount, Destination, MAX_ROW, Planet, Resource, Seat, Ship, Slot};
use crate::ruleset::{LandingRule, Op, Recipient, TrackFilter};
use crate::step::Action;
use crate::table::{PackedBerth, Slots, Table};

/// The progress of a move of one or more ships (R3.1, R10.5).
#[derive(Clone, Copy)]
pub(crate) struct MoveProgress {
    /// The chosen ship, which moves next.
    pub(crate) ship: Option<Ship>,
    /// The code of the ship that moved last, shifted left by 2, plus the number of moves made.
    moved: u8,
}

impl MoveProgress {
    const fn move_count(self) -> u8 {
        self.moved & 3
    }

    /// Returns the ship that moved last; `None` before the first move.
    #[inline]
    pub(crate) const fn moved(self) -> Option<Ship> {
        Ship::from_code(self.moved >> 2)
    }

    /// Returns whether the progress is possible for a move of this many ships.
    ///
    /// Fewer ships must have moved, and a moved ship is stored if and only if at least one has
    /// moved.
    pub(crate) const fn fits(self, ships: u8) -> bool {
        self.move_count() < ships && (self.move_count() == 0) == (self.moved >> 2 == 0)
    }

    const fn after_choosing(self, ship: Ship) -> Self {
        Self { ship: Some(ship), ..self }
    }

    const fn after_moving(self, ship: Ship) -> Self {
        Self { ship: None, moved: (self.move_count() + 1) | Ship::code(Some(ship)) << 2 }
    }
}

impl Progress for MoveProgress {
    #[inline]
    fn decode(x: u8, y: u8) -> Self {
        Self { ship: Ship::from_code(x), moved: y }
    }

    #[inline]
    fn encode(self) -> (u8, u8) {
        (Ship::code(self.ship), self.moved)
    }
}

impl Table<'_> {
    /// R3.1b, R3.1c Returns whether a ship at home has a free surface or orbit to move to.
    #[inline]
    fn has_place_for_home_ship(&self, user: Seat) -> bool {
        let galaxy = self.galaxy(user);
        !self.row.filled().without(galaxy.surfaces.common(galaxy.orbits)).is_empty()
    }

    /// R3.1 Returns whether a ship other than `except` can move. A ship that is away from home can
    /// always return.
    #[inline]
    pub(crate) fn can_move(&self, user: Seat, except: Option<Ship>) -> bool {
        let (mut at_home, mut away) = (false, false);
        for (ship, berth) in self.ships(user) {
            at_home |= berth.is_home() & (Some(ship) != except);
            away |= berth.is_away() & (Some(ship) != except);
        }
        away || at_home && self.has_place_for_home_ship(user)
    }

    /// R3.1 Waits for the next choice of a move, or skips the move if no ship can move.
    pub(crate) fn begin_move(&mut self, frame: Frame, events: &mut impl EventSink) -> Flow {
        let progress: MoveProgress = frame.progress();
        if progress.ship.is_some() || self.can_move(frame.user(), progress.moved()) {
            Flow::Wait
        } else {
            self.skip(frame, events)
        }
    }

    /// R3.1 Lists the ships or, once a ship is chosen, the destinations.
    #[inline]
    pub(crate) fn list_move(&self, frame: Frame, out: &mut Actions) {
        let (user, progress): (Seat, MoveProgress) = (frame.user(), frame.progress());
        if let Some(ship) = progress.ship {
            self.list_destinations(user, ship, out);
            return;
        }
        let home_ships_can_move = self.has_place_for_home_ship(user);
        for (ship, berth) in self.ships(user) {
            let can_move = berth.is_away() || berth.is_home() && home_ships_can_move;
            out.push_if(can_move && Some(ship) != progress.moved(), Action::MoveShip(ship));
        }
    }

    /// R3.1a, R3.1b Lists the destinations of a ship.
    ///
    /// These are the free surfaces and orbits of other planets, and home for a ship that is away.
    #[inline]
    fn list_destinations(&self, user: Seat, ship: Ship, out: &mut Actions) {
        let berth = self.packed_berth(user, ship);
        let galaxy = self.galaxy(user);
        out.push_if(berth.is_away(), Action::GoTo(Destination::Home));
        let here = Slots(u8::from(berth.is_away()) << (berth.0 >> 3 & 7));
        let row = self.row.filled().without(here);
        let (surfaces, orbits) = (row.without(galaxy.surfaces), row.without(galaxy.orbits));
        for slot in (0..MAX_ROW).map(Slot::at) {
            out.push_if(surfaces.has(slot), Action::GoTo(Destination::Surface(slot)));
        }
        for slot in (0..MAX_ROW).map(Slot::at) {
            out.push_if(orbits.has(slot), Action::GoTo(Destination::Orbit(slot)));
        }
    }

    /// R3.1 Chooses a ship or moves it. Landing on a surface offers the planet's ability (R3.1d).
    #[inline]
    pub(crate) fn choose_move(
        &mut self,
        (frame, ships): (Frame, u8),
        action: Action,
        events: &mut impl EventSink,
    ) -> Flow {
        let progress: MoveProgress = frame.progress();
        match (action, progress.ship) {
            (Action::GoTo(destination), Some(ship)) => {
                let moved = progress.after_moving(ship);
                self.store_progress(moved);
                if moved.move_count() == ships {
                    self.finish_op();
                }
                self.move_ship(frame.user(), ship, destination, events);
                return Flow::Continue;
            }
            (Action::MoveShip(ship), _) => self.store_progress(progress.after_choosing(ship)),
            _ => {}
        }
        Flow::Wait
    }

    fn move_ship(
        &mut self,
        user: Seat,
        ship: Ship,
        destination: Destination,
        events: &mut impl EventSink,
    ) {
        let berth = match destination {
            Destination::Home => PackedBerth::HOME,
            Destination::Surface(slot) => PackedBerth::surface(slot),
            Destination::Orbit(slot) => PackedBerth::orbit(slot, 0),
        };
        self.put_ship(user, ship, berth);
        events.put(Event::ShipMoved { seat: user, ship, to: destination });
        if let Destination::Surface(slot) = destination
            && let Some(planet) = self.row.get(slot)
        {
            self.frames.push(Frame::land(user, planet));
        }
    }

    /// R3.1d Offers the ability if it would change something.
    ///
    /// In editions where the ability is mandatory after a landing, starts it at once, unless it has
    /// a cost or does nothing for its user.
    #[inline]
    pub(crate) fn resolve_landing(&mut self, frame: Frame, events: &mut impl EventSink) -> Flow {
        let (user, Some(planet)) = (frame.user(), frame.planet()) else { return self.close() };
        if !self.can_use_ability(planet, user, self.ability_context(user)) {
            return self.close();
        }
        if self.must_use(planet, user) {
            self.frames.pop();
            self.start_ability(user, planet, events);
            return Flow::Continue;
        }
        Flow::Wait
    }

    fn must_use(&self, planet: Planet, user: Seat) -> bool {
        let ability = &self.rules.planet(planet).ability;
        let affects_user = |op: &&Op| {
            !matches!(op, Op::Gain(Recipient::Others, _) | Op::Advance(Recipient::Others, ..))
        };
        let context = self.ability_context(user);
        self.rules.landing == LandingRule::Mandatory
            && ability.costs().is_empty()
            && !ability.effects().iter().any(Op::costs_its_user)
            && ability
                .effects()
                .iter()
                .filter(affects_user)
                .any(|op| self.op_changes_something(op, user, context))
    }

    /// R3.1d Uses or declines the ability after a landing. A declined ability does not count as
    /// used.
    pub(crate) fn choose_landing(
        &mut self,
        frame: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) -> Flow {
        let user = frame.user();
        self.frames.pop();
        match frame.planet() {
            Some(planet) if matches!(action, Action::UseAbility) => {
                self.start_ability(user, planet, events)
            }
            _ => events.put(Event::Declined { seat: user }),
        }
        Flow::Continue
    }

    /// R3.2, R3.3 Returns the units that the user's ships yield.
    ///
    /// They are the units at planets of the resource, plus the energy of ships at home.
    #[inline]
    pub(crate) fn harvest(&self, user: Seat, resource: Resource) -> u8 {
        let at_home = match resource {
            Resource::Energy => self.rules.home_energy,
            Resource::Culture => 0,
        };
        let galaxy = self.galaxy(user);
        galaxy.ships_at_home() * at_home + galaxy.ships_at(self.row.slots_yielding(resource))
    }

    /// R3.4 Adds resources up to the cap and reports what was gained; the excess is lost.
    #[inline]
    pub(crate) fn gain_reported(
        &mut self,
        seat: Seat,
        amount: Amount,
        events: &mut impl EventSink,
    ) {
        let amount = self.gain(seat, amount);
        if amount.total() > 0 {
            events.put(Event::Gained { seat, amount });
        }
    }

    /// R3.5 Lists the user's ships on a matching track.
    #[inline]
    pub(crate) fn list_advances(&self, user: Seat, on: TrackFilter, out: &mut Actions) {
        for (ship, berth) in self.ships(user) {
            out.push_if(self.orbits_on(berth, on), Action::AdvanceShip(ship));
        }
    }

    /// R3.6 Lists the upgrades and the usable colonies.
    #[inline]
    pub(crate) fn list_colony(&self, user: Seat, out: &mut Actions) {
        if let Some(cost) = self.upgrade_cost(user) {
            self.list_upgrades(cost, self.held(user), out);
        }
        let context = self.ability_context(user);
        for planet in self.colonies(user) {
            if self.can_use_ability(planet, user, context) {
                out.push(Action::UsePlanet(planet));
            }
        }
    }

    /// R3.6 Upgrades the empire or uses a colony.
    pub(crate) fn choose_colony(
        &mut self,
        user: Seat,
        action: Action,
        events: &mut impl EventSink,
    ) {
        self.finish_op();
        match action {
            Action::Upgrade(price) => self.upgrade(user, price, events),
            Action::UsePlanet(planet) => self.start_ability(user, planet, events),
            _ => {}
        }
    }
}
