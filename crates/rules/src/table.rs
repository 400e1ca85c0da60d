//! The public part of a game: everything a spectator may know (R1.8).
//!
//! This module holds storage and simple getters. `rule/` decides what is legal.

pub use crate::berth::Berth;
pub(crate) use crate::berth::PackedBerth;
use crate::dice::{Bay, Dice};
use crate::frame::Frames;
use crate::ids::{Amount, MAX_SEATS, Planet, Planets, SHIPS, Seat, Ship, Slot, Track};
pub(crate) use crate::row::{BottomCards, MAX_BOTTOM_CARDS, PlanetRow, Slots};
use crate::ruleset::{CAP, EmpireTrack, PlanetCard, ROGUE_CAP, Rules};

/// One seat's galaxy mat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Galaxy {
    pub(crate) held: Amount,
    pub(crate) level: u8,
    pub(crate) planet_points: u8,
    pub(crate) ships: [PackedBerth; SHIPS],
    /// The slots on which its ships have landed, cached because every die action needs them.
    pub(crate) surfaces: Slots,
    /// The slots that its ships orbit, cached like `surfaces`.
    pub(crate) orbits: Slots,
    /// The once-per-turn planets that this seat has used this turn (R9.3), one bit each.
    pub(crate) used: u8,
}

impl Galaxy {
    /// Creates a mat at level 1 with these ships and no resources.
    pub(crate) fn with_ships(ships: [PackedBerth; SHIPS]) -> Self {
        let surfaces = ships.iter().fold(Slots(0), |slots, berth| slots.or(berth.landed_slot()));
        let orbits = ships.iter().fold(Slots(0), |slots, berth| slots.or(berth.orbited_slot()));
        Self { level: 1, ships, surfaces, orbits, ..Self::default() }
    }

    /// Returns the lowest-numbered ship whose berth satisfies the predicate.
    ///
    /// The search has no branch per ship.
    #[inline]
    pub(crate) fn first_ship(&self, predicate: impl Fn(PackedBerth) -> bool) -> Option<Ship> {
        let ships = self.ships.iter().enumerate();
        let found = ships.fold(0u8, |found, (i, berth)| found | u8::from(predicate(*berth)) << i);
        Ship::new(found.trailing_zeros() as usize)
    }

    /// Returns the lowest-numbered ship in orbit at a slot.
    ///
    /// It compares all four ships at once, as the bytes of one word.
    #[inline]
    pub(crate) fn orbiter(&self, slot: Slot) -> Option<Ship> {
        const EACH_BYTE: u32 = 0x0101_0101;
        let ships = u32::from_le_bytes(self.ships.map(|berth| berth.0)) & (0xF8 * EACH_BYTE);
        let differs = ships ^ (u32::from(PackedBerth::orbit(slot, 0).0) * EACH_BYTE);
        // Find the lowest zero byte, with the well-known bit trick: it gets its highest bit set.
        let equal = differs.wrapping_sub(EACH_BYTE) & !differs & (0x80 * EACH_BYTE);
        Ship::new(equal.trailing_zeros() as usize / 8)
    }

    /// Returns how many ships are at home.
    #[inline]
    pub(crate) fn ships_at_home(&self) -> u8 {
        self.ships.iter().map(|berth| u8::from(berth.is_home())).sum()
    }

    /// Returns how many ships are on or around one of these planets.
    #[inline]
    pub(crate) const fn ships_at(&self, slots: Slots) -> u8 {
        self.surfaces.common(slots).len() + self.orbits.common(slots).len()
    }
}

/// The phase of the game: what happens next when the stack of frames is empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Phase {
    /// Chance draws the planets of the row; `counter` is the next slot.
    DealRow,
    /// Chance deals missions; `counter` counts the dealt ones.
    DealMissions,
    /// Each seat keeps a mission; `counter` is the deciding seat.
    KeepMissions,
    /// Chance draws the starting player.
    ChooseStart,
    /// The active seat rolls its dice.
    RollTurn,
    /// The active seat chooses its next action.
    Turn,
    /// The Rogue has `counter` dice left and continues its turn.
    RogueNext,
    /// The Rogue rolls one die.
    RogueRoll,
    /// The player may force a reroll of `rogue_die`.
    RogueForce,
    /// The game is over.
    Over,
}

impl Phase {
    /// Returns the phase with this number, if there is one.
    pub(crate) const fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::DealRow,
            1 => Self::DealMissions,
            2 => Self::KeepMissions,
            3 => Self::ChooseStart,
            4 => Self::RollTurn,
            5 => Self::Turn,
            6 => Self::RogueNext,
            7 => Self::RogueRoll,
            8 => Self::RogueForce,
            9 => Self::Over,
            _ => return None,
        })
    }
}

/// Boolean properties of the game, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Flags(pub(crate) u16);

impl Flags {
    pub(crate) const REROLLED: u16 = 1;
    pub(crate) const CONVERTED: u16 = 1 << 1;
    pub(crate) const FOLLOWS_BRING_ENERGY: u16 = 1 << 2;
    pub(crate) const FOLLOWS_BRING_CULTURE: u16 = 1 << 3;
    pub(crate) const FOLLOWS_BRING: u16 = Self::FOLLOWS_BRING_ENERGY | Self::FOLLOWS_BRING_CULTURE;
    pub(crate) const FOLLOWS_COST_TWO: u16 = 1 << 4;
    pub(crate) const NO_FOLLOW: u16 = 1 << 5;
    /// The flags that are cleared at the end of a turn (R2.6): bits 0 to 5 and one of the Rogue.
    pub(crate) const PER_TURN: u16 = 0x3F | Self::RELENTLESS_REROLLED;
    /// The end is triggered (R11.1).
    pub(crate) const END: u16 = 1 << 6;
    /// The player rolls one die fewer (R12.11).
    pub(crate) const FEWER_DICE: u16 = 1 << 7;
    /// The Rogue is rolling its three extra dice (R12.7).
    pub(crate) const BONUS: u16 = 1 << 8;
    /// The option `relentless` has rerolled the Rogue's current die.
    pub(crate) const RELENTLESS_REROLLED: u16 = 1 << 9;
    /// The game began from a set-up without missions. Bits 10, 11 and 13 to 15 are those of options
    /// (`GameOption::flag`).
    pub(crate) const NO_MISSIONS: u16 = 1 << 12;

    #[inline]
    pub(crate) const fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }

    #[inline]
    pub(crate) const fn set(&mut self, flag: u16) {
        self.0 |= flag;
    }

    #[inline]
    pub(crate) const fn clear(&mut self, flag: u16) {
        self.0 &= !flag;
    }
}

/// Marks an empty `u8` field: no seat, no Rogue or no die.
pub(crate) const NONE: u8 = u8::MAX;

/// The public part of a game: everything a spectator may know.
#[derive(Clone, Copy, Debug)]
pub struct Table<'r> {
    pub(crate) rules: &'r Rules,
    /// The cards of the deck whose order is unknown; `bottom_cards` has the others.
    pub(crate) undrawn: Planets,
    pub(crate) colonies: [Planets; MAX_SEATS],
    /// The unactivated dice of the active seat.
    pub(crate) dice: Dice,
    /// The dice chosen so far, while a seat chooses dice.
    pub(crate) chosen: Dice,
    pub(crate) converter: Dice,
    pub(crate) bay: Bay,
    pub(crate) flags: Flags,
    pub(crate) turn: u16,
    pub(crate) frames: Frames,
    pub(crate) galaxies: [Galaxy; MAX_SEATS],
    pub(crate) row: PlanetRow,
    pub(crate) phase: Phase,
    pub(crate) seats: u8,
    pub(crate) active: u8,
    pub(crate) start: u8,
    /// The seat that triggered the end; `NONE` if no seat did.
    pub(crate) end_trigger: u8,
    /// A counter whose meaning depends on the [`Phase`].
    pub(crate) counter: u8,
    /// The number of dice discarded this turn.
    pub(crate) discarded: u8,
    /// The index of the Rogue in the ruleset; `NONE` if the game is not solo.
    pub(crate) rogue: u8,
    /// The face of the Rogue's die that the player may force to be rerolled; otherwise `NONE`.
    pub(crate) rogue_die: u8,
    /// The attacks that the Rogue has used this turn, one bit per level.
    pub(crate) rogue_used: u8,
    /// The known cards at the bottom of the deck.
    pub(crate) bottom_cards: BottomCards,
}

impl<'r> Table<'r> {
    /// Returns the same table with another ruleset reference: an equal ruleset, or a placeholder.
    pub(crate) const fn bound_to<'b>(&self, rules: &'b Rules) -> Table<'b> {
        Table {
            rules,
            undrawn: self.undrawn,
            colonies: self.colonies,
            dice: self.dice,
            chosen: self.chosen,
            converter: self.converter,
            bay: self.bay,
            flags: self.flags,
            turn: self.turn,
            frames: self.frames,
            galaxies: self.galaxies,
            row: self.row,
            phase: self.phase,
            seats: self.seats,
            active: self.active,
            start: self.start,
            end_trigger: self.end_trigger,
            counter: self.counter,
            discarded: self.discarded,
            rogue: self.rogue,
            rogue_die: self.rogue_die,
            rogue_used: self.rogue_used,
            bottom_cards: self.bottom_cards,
        }
    }

    /// Returns the ruleset of the game.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// Returns the number of seats; in a solo game there are 2, including the Rogue's.
    #[inline]
    #[must_use]
    pub const fn seat_count(&self) -> usize {
        self.seats as usize
    }

    /// Returns all seats in order.
    #[inline]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (0..self.seat_count()).map(Seat::at)
    }

    /// Returns all seats except `user`, clockwise from `user` (R9.6).
    #[inline]
    pub(crate) fn others(&self, user: Seat) -> impl Iterator<Item = Seat> + use<> {
        let count = self.seat_count();
        (1..count).map(move |n| Self::clockwise(user, n, count))
    }

    /// Returns the `n`-th seat clockwise from `from`, in a game with `count` seats.
    #[inline]
    pub(crate) const fn clockwise(from: Seat, n: usize, count: usize) -> Seat {
        let index = from.index() + n;
        Seat::at(if index >= count { index - count } else { index })
    }

    /// Returns whether this is a game against the Rogue Galaxy.
    #[inline]
    #[must_use]
    pub const fn is_solo(&self) -> bool {
        self.rogue != NONE
    }

    /// Returns whether this seat is the Rogue's.
    #[inline]
    #[must_use]
    pub const fn is_rogue(&self, seat: Seat) -> bool {
        self.is_solo() && seat.index() == 1
    }

    /// Returns the index of the Rogue in the ruleset, in a solo game.
    #[must_use]
    pub fn rogue(&self) -> Option<usize> {
        self.is_solo().then_some(self.rogue as usize)
    }

    /// Returns the seat whose turn it is.
    #[inline]
    #[must_use]
    pub const fn active(&self) -> Seat {
        Seat::at(self.active as usize)
    }

    /// Returns the starting seat; `None` until it is drawn.
    #[must_use]
    pub fn starting_seat(&self) -> Option<Seat> {
        (self.start != NONE).then(|| Seat::at(self.start as usize))
    }

    /// Returns the number of turns that have begun; 0 before the first turn.
    #[must_use]
    pub const fn turn(&self) -> u16 {
        self.turn
    }

    #[inline]
    pub(crate) const fn galaxy(&self, seat: Seat) -> &Galaxy {
        &self.galaxies[seat.index()]
    }

    #[inline]
    pub(crate) const fn galaxy_mut(&mut self, seat: Seat) -> &mut Galaxy {
        &mut self.galaxies[seat.index()]
    }

    /// Returns the resources that a seat holds.
    #[inline]
    #[must_use]
    pub const fn held(&self, seat: Seat) -> Amount {
        self.galaxy(seat).held
    }

    /// Returns the most units that a seat can hold of each resource (R3.4).
    #[inline]
    #[must_use]
    pub const fn cap(&self, seat: Seat) -> u8 {
        if self.is_rogue(seat) { ROGUE_CAP } else { CAP }
    }

    /// Returns a seat's empire level.
    #[inline]
    #[must_use]
    pub const fn level(&self, seat: Seat) -> u8 {
        self.galaxy(seat).level
    }

    /// Returns a seat's empire track.
    #[inline]
    #[must_use]
    pub const fn empire_track(&self, seat: Seat) -> &'r EmpireTrack {
        if self.is_rogue(seat) { &self.rules.spec().rogue_track } else { &self.rules.spec().track }
    }

    /// Returns a seat's points from planets and empire (R11.1).
    #[inline]
    #[must_use]
    pub const fn points(&self, seat: Seat) -> u8 {
        let galaxy = self.galaxy(seat);
        galaxy.planet_points.saturating_add(self.empire_track(seat).level(galaxy.level).points)
    }

    /// Returns a seat's points from planets alone.
    #[must_use]
    pub const fn planet_points(&self, seat: Seat) -> u8 {
        self.galaxy(seat).planet_points
    }

    /// Returns the planets that a seat has colonised.
    #[inline]
    #[must_use]
    pub const fn colonies(&self, seat: Seat) -> Planets {
        self.colonies[seat.index()]
    }

    /// Returns how many colonies of one track type a seat has.
    #[must_use]
    pub fn colonies_on(&self, seat: Seat, track: Track) -> usize {
        let on = |planet: &Planet| self.rules.planet(*planet).track == track;
        self.colonies(seat).into_iter().filter(on).count()
    }

    /// Returns where a ship is.
    #[inline]
    #[must_use]
    pub const fn berth(&self, seat: Seat, ship: Ship) -> Berth {
        self.packed_berth(seat, ship).unpack()
    }

    /// Returns the packed berth of a ship.
    #[inline]
    pub(crate) const fn packed_berth(&self, seat: Seat, ship: Ship) -> PackedBerth {
        self.galaxy(seat).ships[ship.index()]
    }

    /// Places a ship.
    ///
    /// It writes all four ships as one word, because other code soon reads them as one word. A read
    /// of a word right after a write to one of its bytes stalls, since store forwarding fails.
    #[inline]
    pub(crate) fn put_ship(&mut self, seat: Seat, ship: Ship, berth: PackedBerth) {
        let galaxy = self.galaxy_mut(seat);
        let old = galaxy.ships[ship.index()];
        let shift = 8 * ship.index();
        let others = u32::from_le_bytes(galaxy.ships.map(|berth| berth.0)) & !(0xFF << shift);
        galaxy.ships = (others | u32::from(berth.0) << shift).to_le_bytes().map(PackedBerth);
        galaxy.surfaces = galaxy.surfaces.without(old.landed_slot()).or(berth.landed_slot());
        galaxy.orbits = galaxy.orbits.without(old.orbited_slot()).or(berth.orbited_slot());
    }

    /// Returns all ships of a seat with their packed berths.
    #[inline]
    pub(crate) fn ships(
        &self,
        seat: Seat,
    ) -> impl DoubleEndedIterator<Item = (Ship, PackedBerth)> + use<> {
        let ships = self.galaxy(seat).ships;
        (0..SHIPS).map(move |i| (Ship::at(i), ships[i]))
    }

    /// Returns the planet in a slot; `None` if the slot is empty.
    #[inline]
    #[must_use]
    pub const fn planet_in(&self, slot: Slot) -> Option<Planet> {
        self.row.get(slot)
    }

    /// Returns the filled slots of the row with their planets, from the left.
    pub fn row(&self) -> impl Iterator<Item = (Slot, Planet)> + use<'r> {
        self.row.iter()
    }

    /// Returns the card in a slot.
    #[inline]
    pub(crate) fn card_in(&self, slot: Slot) -> Option<&'r PlanetCard> {
        Some(self.rules.planet(self.row.get(slot)?))
    }

    /// Returns the number of cards left in the deck, including known cards at its bottom.
    #[must_use]
    pub fn deck_len(&self) -> usize {
        self.undrawn.len() + self.bottom_cards.len as usize
    }

    /// Returns the cards of the deck, without the known ones at its bottom.
    ///
    /// The set is public, since every player has seen all other cards.
    #[must_use]
    pub const fn undrawn(&self) -> Planets {
        self.undrawn
    }

    /// Returns the known cards at the bottom of the deck, in the order in which they will be drawn.
    pub fn under_deck(&self) -> impl Iterator<Item = Planet> + '_ {
        self.bottom_cards.iter()
    }

    /// Returns the planets that have left the game (R10.2).
    #[must_use]
    pub fn planets_gone(&self) -> Planets {
        let colonies = self.colonies.iter().fold(Planets::NONE, |all, set| all.union(*set));
        let deck = self.bottom_cards.iter().fold(self.undrawn, Planets::with);
        self.rules.all_planets().without(colonies.union(deck).union(self.row.planets()))
    }

    /// Returns the unactivated dice of the active seat.
    #[must_use]
    pub const fn dice(&self) -> Dice {
        self.dice
    }

    /// Returns the dice chosen so far, while a seat chooses dice.
    #[must_use]
    pub const fn chosen_dice(&self) -> Dice {
        self.chosen
    }

    /// Returns the activation bay.
    #[must_use]
    pub const fn bay(&self) -> Bay {
        self.bay
    }

    /// Returns the dice in the converter.
    #[must_use]
    pub const fn converter(&self) -> Dice {
        self.converter
    }

    /// Returns how many dice were discarded this turn.
    #[must_use]
    pub const fn discarded_dice(&self) -> usize {
        self.discarded as usize
    }

    /// Returns whether the active seat has rerolled this turn (R4).
    #[must_use]
    pub const fn has_rerolled(&self) -> bool {
        self.flags.has(Flags::REROLLED)
    }

    /// Returns whether the converter was used this turn (R5).
    #[must_use]
    pub const fn has_converted(&self) -> bool {
        self.flags.has(Flags::CONVERTED)
    }

    /// Returns whether the end is triggered (R11.1).
    #[must_use]
    pub const fn end_triggered(&self) -> bool {
        self.flags.has(Flags::END)
    }

    /// Returns the seat that triggered the end.
    ///
    /// This is the first seat with 21 points, or the Rogue at the skull. Returns `None` if no seat
    /// triggered the end, for example because the planets ran out (R8.5).
    #[must_use]
    pub fn end_trigger(&self) -> Option<Seat> {
        (self.end_trigger != NONE).then(|| Seat::at(self.end_trigger as usize))
    }

    /// Returns the culture that a follow costs now (R7.1, R10.11).
    #[inline]
    #[must_use]
    pub const fn follow_cost(&self) -> u8 {
        if self.flags.has(Flags::FOLLOWS_COST_TWO) { 2 } else { 1 }
    }

    /// Returns the face of the Rogue's die that the player may force to be rerolled (R12.3).
    #[must_use]
    pub fn rogue_die(&self) -> Option<crate::ids::Face> {
        (self.rogue_die != NONE).then(|| crate::ids::Face::at(self.rogue_die as usize))
    }
}
