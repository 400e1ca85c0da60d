//! R10 Abilities: the operations that only cards use.

use super::Flow;
use super::ability::AbilityContext;
use crate::actions::Actions;
use crate::dice::Dice;
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Program, Task};
use crate::ids::{Amount, Destination, Face, Planet, Planets, Resource, Seat, Ship, Slot};
use crate::ruleset::{Op, ReplacedTo, Split, TrackFilter};
use crate::step::Action;
use crate::table::{Flags, PackedBerth, Slots, Table};

impl Table<'_> {
    /// Carries out the chosen action of an operation that only cards use.
    pub(crate) fn choose_card(
        &mut self,
        op: Op,
        frame: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) -> Flow {
        let user = frame.user();
        match (op, action) {
            (Op::DiscardDice(n), Action::ChooseDie(face)) => {
                return self.discard_die(n, face, events);
            }
            (Op::SpendTwoDice, Action::ChooseDie(face)) => {
                return self.choose_spent(face, events);
            }
            (Op::RegressOwn, Action::RegressShip(_, ship)) => self.regress_own(frame, ship, events),
            (Op::Regress { steps, ships, .. }, Action::RegressShip(seat, ship)) => {
                self.regress_enemy((frame, steps, ships), (seat, ship), events);
            }
            (Op::Steal(amount), Action::StealFrom(from)) => self.steal(user, from, amount, events),
            (Op::TurnInto(into), Action::TurnUnits(units)) => {
                self.turn_units(user, units, into, events)
            }
            (Op::Hop, _) => self.choose_hop(frame, action, events),
            (Op::Recall(_), _) => self.choose_recall(frame, action, events),
            (Op::Expel, Action::SendHome(seat, ship)) => self.expel(user, (seat, ship), events),
            (Op::RepeatDie, Action::RepeatDie(face)) => {
                self.note(face as u8 + 1, 0);
                events.put(Event::DieRepeated { seat: user, face });
                self.frames.push(Frame::run(user, Program::Face(face)));
            }
            (Op::AnyAction, _) => self.choose_any_action(frame, action, events),
            (Op::ReplacePlanet(to), Action::ReplacePlanet(slot)) => {
                self.replace(user, slot, to, events)
            }
            (Op::UseRowPlanet, Action::UsePlanet(planet)) => {
                self.done();
                self.enter(user, planet, events);
            }
            (Op::UseColonyOfOther(with), Action::UsePlanet(planet)) => {
                self.use_colony_of_other(user, planet, with, events);
            }
            _ => {}
        }
        Flow::Continue
    }

    // R10.1, R10.11, R14: effects until the end of the turn.

    /// R10.1 Returns the flag of the effect "follows give this resource".
    pub(crate) const fn follow_flag(resource: Resource) -> u16 {
        match resource {
            Resource::Energy => Flags::FOLLOWS_BRING_ENERGY,
            Resource::Culture => Flags::FOLLOWS_BRING_CULTURE,
        }
    }

    /// R9.1 Returns whether a turn-long effect is a change: it is not yet in force; R12.12 never in
    /// solo.
    pub(crate) fn effect_is_new(&self, flag: u16) -> bool {
        !self.is_solo() && !self.flags.has(flag)
    }

    /// R10.1, R10.11 Starts an effect that lasts until the end of the turn.
    pub(crate) fn begin_effect(
        &mut self,
        flag: u16,
        frame: Frame,
        events: &mut impl EventSink,
    ) -> Flow {
        if let (true, Some(planet)) = (self.effect_is_new(flag), frame.planet()) {
            self.flags.set(flag);
            events.put(Event::EffectBegan { seat: frame.user(), planet });
        }
        self.done()
    }

    // R10.2: replacing a planet.

    /// Returns the slots of planets without ships.
    fn unoccupied(&self) -> Slots {
        let ships = self.galaxies.iter().map(|galaxy| galaxy.surfaces.or(galaxy.orbits));
        ships.fold(self.row.filled(), Slots::without)
    }

    /// R10.2 Returns whether a planet can be replaced: it has no ships, and the deck is not empty.
    pub(crate) fn can_replace(&self) -> bool {
        self.deck_len() > 0 && !self.unoccupied().is_empty()
    }

    /// R10.2
    pub(crate) fn list_replace(&self, out: &mut Actions) {
        out.extend(self.unoccupied().iter().map(Action::ReplacePlanet));
    }

    /// R10.2 Replaces a planet; the old card is discarded, or goes under the deck after the draw.
    fn replace(&mut self, user: Seat, slot: Slot, to: ReplacedTo, events: &mut impl EventSink) {
        self.done();
        let Some(planet) = self.row.get(slot) else { return };
        self.row.clear(slot);
        events.put(Event::PlanetReplaced { seat: user, slot, planet });
        let under = match to {
            ReplacedTo::Discard => None,
            ReplacedTo::UnderDeck => Some(planet),
        };
        self.fill_gap(user, slot, under, events);
    }

    // R10.6, R10.10: regressing.

    /// R10.6 Offers a second, different ship after the first, if there is one.
    pub(crate) fn begin_second_regress(&mut self, on: TrackFilter, frame: Frame) -> Flow {
        let second = self.enemies(frame.user()).any(|target| self.is_target(frame, on, target));
        if second { Flow::Wait } else { self.done() }
    }

    fn enemies(&self, user: Seat) -> impl Iterator<Item = (Seat, Ship, PackedBerth)> {
        let seats = self.seats().filter(move |seat| *seat != user);
        seats.flat_map(|seat| self.ships(seat).map(move |(ship, spot)| (seat, ship, spot)))
    }

    fn is_target(
        &self,
        frame: Frame,
        on: TrackFilter,
        (seat, ship, spot): (Seat, Ship, PackedBerth),
    ) -> bool {
        self.can_regress(spot, on) && frame.y() != Self::target_code(seat, ship)
    }

    const fn target_code(seat: Seat, ship: Ship) -> u8 {
        ((seat.index() << 2 | ship.index()) + 1) as u8
    }

    /// R8.3 Lists enemy ships that are not on start; R10.6 without the one already regressed.
    pub(crate) fn list_regress(&self, frame: Frame, on: TrackFilter, out: &mut Actions) {
        let targets =
            self.enemies(frame.user()).filter(|target| self.is_target(frame, on, *target));
        out.extend(targets.map(|(seat, ship, _)| Action::RegressShip(seat, ship)));
    }

    fn regress_enemy(
        &mut self,
        (frame, steps, ships): (Frame, u8, u8),
        (seat, ship): (Seat, Ship),
        events: &mut impl EventSink,
    ) {
        self.regress(seat, ship, steps, events);
        if frame.y() > 0 || ships < 2 {
            self.done();
        } else {
            self.note(0, Self::target_code(seat, ship));
        }
    }

    /// Returns the tracks of the advance that follows a regress, if the ability has one (R10.10).
    fn trade(&self, frame: Frame) -> Option<TrackFilter> {
        match self.op_at(frame, frame.pc() as usize + 1) {
            Some(Op::AdvanceAnother(on, _)) => Some(on),
            _ => None,
        }
    }

    fn can_give(&self, frame: Frame, ship: Ship, spot: PackedBerth) -> bool {
        match self.trade(frame) {
            Some(on) => self.can_trade(frame.user(), ship, on),
            None => self.can_regress(spot, TrackFilter::Any),
        }
    }

    /// R13 Starts the cost of regressing one of the user's ships.
    pub(crate) fn begin_regress_own(&mut self, frame: Frame) -> Flow {
        let any = self.ships(frame.user()).any(|(ship, spot)| self.can_give(frame, ship, spot));
        if any { Flow::Wait } else { self.done() }
    }

    /// R10.10 Lists the ships that can regress so that another one can then advance.
    pub(crate) fn list_regress_own(&self, frame: Frame, out: &mut Actions) {
        let user = frame.user();
        let ships = self.ships(user).filter(|(ship, spot)| self.can_give(frame, *ship, *spot));
        out.extend(ships.map(|(ship, _)| Action::RegressShip(user, ship)));
    }

    fn regress_own(&mut self, frame: Frame, ship: Ship, events: &mut impl EventSink) {
        self.regress(frame.user(), ship, 1, events);
        let trades = self.trade(frame).is_some();
        self.done();
        if trades {
            self.note(0, ship.index() as u8 + 1);
        }
    }

    fn is_another(&self, frame: Frame, on: TrackFilter, ship: Ship, spot: PackedBerth) -> bool {
        self.orbits_on(spot, on) && frame.y() != ship.index() as u8 + 1
    }

    /// R10.10 Starts the advance of a different ship.
    pub(crate) fn begin_advance_another(&mut self, frame: Frame, on: TrackFilter) -> Flow {
        let any =
            self.ships(frame.user()).any(|(ship, spot)| self.is_another(frame, on, ship, spot));
        if any { Flow::Wait } else { self.done() }
    }

    /// R10.10
    pub(crate) fn list_advance_another(&self, frame: Frame, on: TrackFilter, out: &mut Actions) {
        let ships = self.ships(frame.user());
        let ships = ships.filter(|(ship, spot)| self.is_another(frame, on, *ship, *spot));
        out.extend(ships.map(|(ship, _)| Action::AdvanceShip(ship)));
    }

    // R10.7, R14: sending ships home.

    /// R10.7 Lists first the ships that are not on start (`x` is 0), then the resources (`y`
    /// units).
    pub(crate) fn list_recall(&self, frame: Frame, split: Split, out: &mut Actions) {
        let user = frame.user();
        if frame.x() == 0 {
            let ships =
                self.ships(user).filter(|(_, spot)| self.can_regress(*spot, TrackFilter::Any));
            out.extend(ships.map(|(ship, _)| Action::SendHome(user, ship)));
            return;
        }
        let number = frame.y();
        let splits = (0..=number).map(|energy| Amount { energy, culture: number - energy });
        let allowed = |amount: &Amount| {
            let pure = amount.energy == 0 || amount.culture == 0;
            (split == Split::Free || pure)
                && Self::has_room(self.held(user), *amount, self.cap(user))
        };
        out.extend(splits.filter(allowed).map(Action::Take));
    }

    fn choose_recall(&mut self, frame: Frame, action: Action, events: &mut impl EventSink) {
        match action {
            Action::SendHome(seat, ship) => {
                let number = self.spot(seat, ship).space();
                self.send_home(seat, ship, events);
                self.note(1, number);
            }
            Action::Take(amount) => {
                self.gain_reported(frame.user(), amount, events);
                self.done();
            }
            _ => {}
        }
    }

    /// R14 Lists the enemy ships that the user can pay for: culture equal to the space; start is
    /// free.
    pub(crate) fn list_expel(&self, user: Seat, out: &mut Actions) {
        let culture = self.held(user).culture;
        let payable = |spot: PackedBerth| spot.in_orbit() && spot.space() <= culture;
        let targets = self.enemies(user).filter(|(.., spot)| payable(*spot));
        out.extend(targets.map(|(seat, ship, _)| Action::SendHome(seat, ship)));
    }

    fn expel(&mut self, user: Seat, (seat, ship): (Seat, Ship), events: &mut impl EventSink) {
        let price = Amount::of(Resource::Culture, self.spot(seat, ship).space());
        let amount = self.take(user, price);
        events.put(Event::Paid { seat: user, amount });
        self.send_home(seat, ship, events);
        self.done();
    }

    // R9.7, R10.17: stealing and turning.

    /// R9.7 Returns whether there is something to steal; the thief needs no room for it.
    pub(crate) const fn can_steal(&self, from: Seat, amount: Amount) -> bool {
        let held = self.held(from);
        amount.energy > 0 && held.energy > 0 || amount.culture > 0 && held.culture > 0
    }

    /// R9.1
    pub(crate) fn list_steal(&self, user: Seat, amount: Amount, out: &mut Actions) {
        let victims = self.seats().filter(|seat| *seat != user && self.can_steal(*seat, amount));
        out.extend(victims.map(Action::StealFrom));
    }

    pub(crate) fn steal(
        &mut self,
        user: Seat,
        from: Seat,
        amount: Amount,
        events: &mut impl EventSink,
    ) {
        let amount = self.take(from, amount);
        self.gain(user, amount);
        events.put(Event::Stolen { seat: user, from, amount });
        self.done();
    }

    /// R10.17 Returns the most units that can be exchanged: what is held and what fits.
    pub(crate) fn most_units(&self, into: Resource, user: Seat, held: Amount) -> u8 {
        held.get(into.other()).min(self.cap(user).saturating_sub(held.get(into)))
    }

    /// R10.17 Lists the numbers of units, from 1.
    pub(crate) fn list_units(&self, into: Resource, user: Seat, out: &mut Actions) {
        let most = self.most_units(into, user, self.held(user));
        out.extend((1..=most).map(Action::TurnUnits));
    }

    fn turn_units(&mut self, user: Seat, units: u8, into: Resource, events: &mut impl EventSink) {
        self.take(user, Amount::of(into.other(), units));
        self.gain(user, Amount::of(into, units));
        events.put(Event::Turned { seat: user, units, into });
        self.done();
    }

    // R10.8, R10.15: abilities of others and of the row.

    /// R10.15 Lists every usable planet of the row; the planet in use is open and so excluded.
    pub(crate) fn list_row_planets(&self, user: Seat, out: &mut Actions) {
        let context = self.ability_context(user);
        let planets = self.row.planets().into_iter();
        out.extend(planets.filter(|p| self.works(*p, user, context)).map(Action::UsePlanet));
    }

    /// R10.8 Returns the table and the user's context after paying this owner.
    fn after_paying(
        &self,
        with: Resource,
        user: Seat,
        owner: Seat,
        context: AbilityContext,
    ) -> (Self, AbilityContext) {
        let price = Amount::of(with, 1);
        let context = AbilityContext { held: context.held.less(price), ..context };
        let mut paid = *self;
        paid.galaxy_mut(user).held = context.held;
        paid.gain(owner, price);
        (paid, context)
    }

    /// R10.8 Returns the colonies of others that are usable after the payment.
    fn colonies_of_others(&self, with: Resource, user: Seat, context: AbilityContext) -> Planets {
        if context.held.get(with) == 0 {
            return Planets::NONE;
        }
        let mut planets = Planets::NONE;
        for owner in self.others(user).filter(|owner| !self.colonies(*owner).is_empty()) {
            let (paid, context) = self.after_paying(with, user, owner, context);
            let working = |planet: &Planet| paid.works(*planet, user, context);
            planets = self.colonies(owner).into_iter().filter(working).fold(planets, Planets::with);
        }
        planets
    }

    pub(crate) fn some_colony_of_others_works(
        &self,
        with: Resource,
        user: Seat,
        context: AbilityContext,
    ) -> bool {
        !self.colonies_of_others(with, user, context).is_empty()
    }

    /// R10.8
    pub(crate) fn list_colonies_of_others(&self, with: Resource, user: Seat, out: &mut Actions) {
        let planets = self.colonies_of_others(with, user, self.ability_context(user));
        out.extend(planets.into_iter().map(Action::UsePlanet));
    }

    /// R10.8 Pays the owner, then uses the colony.
    fn use_colony_of_other(
        &mut self,
        user: Seat,
        planet: Planet,
        with: Resource,
        events: &mut impl EventSink,
    ) {
        self.done();
        let Some(owner) = self.others(user).find(|seat| self.colonies(*seat).has(planet)) else {
            return;
        };
        let amount = self.take(user, Amount::of(with, 1));
        self.gain(owner, amount);
        events.put(Event::PaidTo { seat: user, to: owner, amount });
        self.enter(user, planet, events);
    }

    // R10.9: any one die action.

    fn choose_any_action(&mut self, frame: Frame, action: Action, events: &mut impl EventSink) {
        let user = frame.user();
        if let Action::ChooseFace(face) = action {
            self.note(face as u8 + 1, 0);
            events.put(Event::ActionChosen { seat: user, face });
            self.frames.push(Frame::run(user, Program::Face(face)));
            return;
        }
        let (seat, face) = (self.asked(frame), Face::at(frame.x() as usize - 1));
        self.note(frame.x(), frame.y() + 1);
        if action != Action::Follow {
            events.put(Event::Passed { seat, face });
            return;
        }
        events.put(Event::Followed { seat, face, cost: 0 });
        if user == self.active() {
            self.reward_for_follow(events);
        }
        self.frames.push(Frame::run(seat, Program::Face(face)));
    }

    /// R10.9 Lets every other player, clockwise from the user, carry out the face for free (R7.5).
    pub(crate) fn resolve_free_follows(&mut self, frame: Frame) -> Flow {
        let face = Face::at(frame.x() as usize - 1);
        let count = self.seat_count();
        for n in frame.y() as usize..count - 1 {
            let seat = Self::clockwise(frame.user(), n + 1, count);
            if self.may_follow_for_free(seat, face, frame.user()) {
                self.note(frame.x(), n as u8);
                return Flow::Wait;
            }
        }
        self.done()
    }

    // R10.12: hopping to another track.

    fn can_hop_to(&self, user: Seat, spot: PackedBerth, slot: Slot) -> bool {
        let end = self.card_in(slot).map_or(0, |card| card.end());
        !self.galaxy(user).orbits.has(slot) && end > 0 && spot.space() <= end
    }

    /// R10.12 Returns whether a ship can move to a track: the user does not orbit it and it has the
    /// number.
    pub(crate) fn can_hop(&self, user: Seat, ship: Ship) -> bool {
        let spot = self.spot(user, ship);
        spot.in_orbit() && self.row.iter().any(|(slot, _)| self.can_hop_to(user, spot, slot))
    }

    /// R10.12 Lists first the ships, then the tracks (`x` is the ship + 1).
    pub(crate) fn list_hop(&self, frame: Frame, out: &mut Actions) {
        let user = frame.user();
        if frame.x() == 0 {
            let ships = self.ships(user).filter(|(ship, _)| self.can_hop(user, *ship));
            out.extend(ships.map(|(ship, _)| Action::MoveShip(ship)));
            return;
        }
        let spot = self.spot(user, Ship::at(frame.x() as usize - 1));
        let slots = self.row.iter().filter(|(slot, _)| self.can_hop_to(user, spot, *slot));
        out.extend(slots.map(|(slot, _)| Action::GoTo(Destination::Orbit(slot))));
    }

    fn choose_hop(&mut self, frame: Frame, action: Action, events: &mut impl EventSink) {
        match action {
            Action::MoveShip(ship) => self.note(ship.index() as u8 + 1, 0),
            Action::GoTo(Destination::Orbit(slot)) if frame.x() > 0 => {
                self.done();
                self.hop(frame.user(), Ship::at(frame.x() as usize - 1), slot, events);
            }
            _ => {}
        }
    }

    /// R10.12 Moves a ship to another track; on the end space it colonises.
    fn hop(&mut self, user: Seat, ship: Ship, slot: Slot, events: &mut impl EventSink) {
        let space = self.spot(user, ship).space();
        self.put_ship(user, ship, PackedBerth::orbit(slot, space));
        events.put(Event::ShipHopped { seat: user, ship, slot, space });
        if self.card_in(slot).is_some_and(|card| card.end() == space) {
            self.colonise(user, slot, events);
        }
    }

    // R10.13: others advance.

    /// R10.13 Lets every other player, clockwise, advance (`y` counts those who have decided);
    /// R12.11 the Rogue always does.
    pub(crate) fn begin_others_advance(
        &mut self,
        on: TrackFilter,
        steps: u8,
        frame: Frame,
        events: &mut impl EventSink,
    ) -> Flow {
        let count = self.seat_count();
        for n in frame.y() as usize..count - 1 {
            let seat = Self::clockwise(frame.user(), n + 1, count);
            if !self.has_orbiter(seat, on) {
                continue;
            }
            self.note(0, n as u8);
            if !self.is_rogue(seat) {
                return Flow::Wait;
            }
            self.note(0, n as u8 + 1);
            self.advance_rogue_gift(on, steps, events);
            return Flow::Continue;
        }
        self.done()
    }

    pub(crate) fn choose_others_advance(
        &mut self,
        (frame, steps): (Frame, u8),
        action: Action,
        events: &mut impl EventSink,
    ) {
        let seat = self.asked(frame);
        self.note(0, frame.y() + 1);
        match action {
            Action::AdvanceShip(ship) => self.advance(seat, ship, steps, events),
            _ => events.put(Event::Declined { seat }),
        }
    }

    // R10.14: repeating a die.

    /// R10.14 Returns the dice in the bay without those being resolved: the die of the open window,
    /// and those that are being repeated.
    pub(crate) fn repeatable(&self) -> Dice {
        let mut dice = self.bay.dice();
        for frame in self.frames.as_slice() {
            let resolved = match frame.task() {
                Task::Window if frame.y() == 0 => frame.face(),
                Task::Run if frame.x() > 0 && self.op(*frame) == Some(Op::RepeatDie) => {
                    Face::at(frame.x() as usize - 1)
                }
                _ => continue,
            };
            if dice.has(resolved) {
                dice = dice.minus(Dice::one(resolved));
            }
        }
        dice
    }

    /// R10.14
    pub(crate) fn list_repeats(&self, user: Seat, out: &mut Actions) {
        let context = self.ability_context(user);
        let faces = self.repeatable().faces().filter(|f| self.face_works(*f, user, context));
        out.extend(faces.map(Action::RepeatDie));
    }

    // R10.16: unactivated dice.

    /// R10.16 Discards dice; they are not in the bay.
    fn discard_die(&mut self, needed: u8, face: Face, events: &mut impl EventSink) -> Flow {
        let flow = self.choose_die(face);
        if self.chosen.len() < needed as usize {
            return flow;
        }
        events.put(Event::DiceDiscarded { seat: self.active(), dice: self.chosen });
        self.discarded += self.chosen.len() as u8;
        self.chosen = Dice::NONE;
        self.done()
    }
}
