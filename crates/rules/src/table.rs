//! What lies open on the table: everything a spectator may know (R1.8), flat and copyable.
//! Only storage and plain questions about it; what may be done is in `rule/`.

pub use crate::berth::Berth;
pub(crate) use crate::berth::PackedBerth;
use crate::dice::{Bay, Dice};
use crate::frame::Frames;
use crate::ids::{Amount, MAX_SEATS, Planet, Planets, SHIPS, Seat, Ship, Slot, Track};
pub(crate) use crate::row::{BottomCards, MAX_UNDER, PlanetRow, Slots};
use crate::ruleset::{CAP, EmpireTrack, PlanetCard, ROGUE_CAP, Rules};

/// One seat's mat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Galaxy {
    pub(crate) held: Amount,
    pub(crate) level: u8,
    pub(crate) planet_points: u8,
    pub(crate) ships: [PackedBerth; SHIPS],
    /// Where its ships have landed, and which planets they orbit: follows from `ships`, and is kept
    /// because every die asks for it.
    pub(crate) surfaces: Slots,
    pub(crate) orbits: Slots,
    /// Which planets limited to once per turn this seat has used this turn (R9.3).
    pub(crate) used: u8,
}

impl Galaxy {
    /// A mat with these ships, and nothing on it otherwise.
    pub(crate) fn with_ships(ships: [PackedBerth; SHIPS]) -> Self {
        let surfaces = ships.iter().fold(Slots(0), |slots, spot| slots.or(spot.landed()));
        let orbits = ships.iter().fold(Slots(0), |slots, spot| slots.or(spot.orbited()));
        Self { level: 1, ships, surfaces, orbits, ..Self::default() }
    }

    /// The lowest ship that is so, found without a branch a ship.
    #[inline]
    pub(crate) fn first_ship(&self, predicate: impl Fn(PackedBerth) -> bool) -> Option<Ship> {
        let ships = self.ships.iter().enumerate();
        let found = ships.fold(0u8, |found, (i, spot)| found | u8::from(predicate(*spot)) << i);
        Ship::new(found.trailing_zeros() as usize)
    }

    /// The lowest ship around the planet there: all four are compared at once, in one word.
    #[inline]
    pub(crate) fn orbiter(&self, slot: Slot) -> Option<Ship> {
        const EACH: u32 = 0x0101_0101;
        let ships = u32::from_le_bytes(self.ships.map(|spot| spot.0)) & (0xF8 * EACH);
        let differs = ships ^ (u32::from(PackedBerth::orbit(slot, 0).0) * EACH);
        let equal = differs.wrapping_sub(EACH) & !differs & (0x80 * EACH);
        Ship::new(equal.trailing_zeros() as usize / 8)
    }

    /// How many ships are at home.
    #[inline]
    pub(crate) fn at_home(&self) -> u8 {
        self.ships.iter().map(|spot| u8::from(spot.is_home())).sum()
    }

    /// How many ships are on or around one of these planets.
    #[inline]
    pub(crate) const fn ships_at(&self, slots: Slots) -> u8 {
        self.surfaces.common(slots).len() + self.orbits.common(slots).len()
    }
}

/// Where the game is, when no frame is open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Phase {
    /// The row is being laid out; `cursor` is the slot.
    DealRow,
    /// Missions are being dealt; `cursor` counts them.
    DealMissions,
    /// Missions are being chosen; `cursor` is the seat.
    KeepMissions,
    /// The starting player is being drawn.
    ChooseStart,
    /// The active seat rolls its dice.
    RollTurn,
    /// The active seat is free to act.
    Turn,
    /// The Rogue has `cursor` dice left; the next thing is being found out.
    RogueNext,
    /// The Rogue rolls one die.
    RogueRoll,
    /// The player may force a reroll of `rogue_die`.
    RogueForce,
    /// The game is over.
    Over,
}

/// Yes-or-no facts, one bit each.
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
    /// What ends with the turn (R2.6).
    pub(crate) const OF_THE_TURN: u16 = 0x3F | Self::RELENTED;
    /// The end is triggered (R11.1).
    pub(crate) const END: u16 = 1 << 6;
    /// The player rolls one die fewer (R12.11).
    pub(crate) const FEWER_DICE: u16 = 1 << 7;
    /// The Rogue is on its three extra dice (R12.7).
    pub(crate) const BONUS: u16 = 1 << 8;
    /// The Rogue's present die was rerolled by `relentless`.
    pub(crate) const RELENTED: u16 = 1 << 9;
    /// Option `relentless`.
    pub(crate) const RELENTLESS: u16 = 1 << 10;
    /// Option `duel-missions`.
    pub(crate) const DUEL_MISSIONS: u16 = 1 << 11;
    /// A set-up that leaves missions out.
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

/// No seat, no Rogue, no die: for the small fields that may be empty.
pub(crate) const NONE: u8 = u8::MAX;

/// The public part of a game: what a spectator sees.
#[derive(Clone, Copy, Debug)]
pub struct Table<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) undrawn: Planets,
    pub(crate) colonies: [Planets; MAX_SEATS],
    pub(crate) dice: Dice,
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
    pub(crate) elder: u8,
    pub(crate) cursor: u8,
    pub(crate) discarded: u8,
    pub(crate) rogue: u8,
    pub(crate) rogue_die: u8,
    pub(crate) rogue_used: u8,
    pub(crate) under: BottomCards,
}

impl<'r> Table<'r> {
    /// The same table, referring to another place where its ruleset is.
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
            elder: self.elder,
            cursor: self.cursor,
            discarded: self.discarded,
            rogue: self.rogue,
            rogue_die: self.rogue_die,
            rogue_used: self.rogue_used,
            under: self.under,
        }
    }

    /// The ruleset that is played.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// Seats of the table; in a solo game two, the Rogue's included.
    #[inline]
    #[must_use]
    pub const fn seat_count(&self) -> usize {
        self.seats as usize
    }

    /// All seats, in order.
    #[inline]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (0..self.seat_count()).map(Seat::at)
    }

    /// The other seats, clockwise from this one (R9.6).
    #[inline]
    pub(crate) fn others(&self, user: Seat) -> impl Iterator<Item = Seat> + use<> {
        let count = self.seat_count();
        (1..count).map(move |n| Self::clockwise(user, n, count))
    }

    /// The seat that sits `n` places clockwise.
    #[inline]
    pub(crate) const fn clockwise(from: Seat, n: usize, count: usize) -> Seat {
        let place = from.index() + n;
        Seat::at(if place >= count { place - count } else { place })
    }

    /// Whether this is a game against the Rogue Galaxy.
    #[inline]
    #[must_use]
    pub const fn is_solo(&self) -> bool {
        self.rogue != NONE
    }

    /// Whether this seat is the Rogue's.
    #[inline]
    #[must_use]
    pub const fn is_rogue(&self, seat: Seat) -> bool {
        self.is_solo() && seat.index() == 1
    }

    /// The number of the Rogue that is played against.
    #[must_use]
    pub fn rogue(&self) -> Option<usize> {
        self.is_solo().then_some(self.rogue as usize)
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn active(&self) -> Seat {
        Seat::at(self.active as usize)
    }

    /// Who began; known once drawn.
    #[must_use]
    pub fn starting_seat(&self) -> Option<Seat> {
        (self.start != NONE).then(|| Seat::at(self.start as usize))
    }

    /// How many turns have begun.
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

    /// What a seat holds.
    #[inline]
    #[must_use]
    pub const fn held(&self, seat: Seat) -> Amount {
        self.galaxy(seat).held
    }

    /// The most a seat can hold of each resource (R3.4).
    #[inline]
    #[must_use]
    pub const fn cap(&self, seat: Seat) -> u8 {
        if self.is_rogue(seat) { ROGUE_CAP } else { CAP }
    }

    /// A seat's empire level.
    #[inline]
    #[must_use]
    pub const fn level(&self, seat: Seat) -> u8 {
        self.galaxy(seat).level
    }

    /// The empire track a seat goes by.
    #[inline]
    #[must_use]
    pub const fn empire_track(&self, seat: Seat) -> &'r EmpireTrack {
        if self.is_rogue(seat) { &self.rules.rogue_track } else { &self.rules.track }
    }

    /// Points of planets and empire (R11.1).
    #[inline]
    #[must_use]
    pub const fn points(&self, seat: Seat) -> u8 {
        let galaxy = self.galaxy(seat);
        galaxy.planet_points.saturating_add(self.empire_track(seat).level(galaxy.level).points)
    }

    /// Points of planets alone.
    #[must_use]
    pub const fn planet_points(&self, seat: Seat) -> u8 {
        self.galaxy(seat).planet_points
    }

    /// The planets a seat has colonised.
    #[inline]
    #[must_use]
    pub const fn colonies(&self, seat: Seat) -> Planets {
        self.colonies[seat.index()]
    }

    /// How many colonies of one track type a seat has.
    #[must_use]
    pub fn colonies_on(&self, seat: Seat, track: Track) -> usize {
        let on = |planet: &Planet| self.rules.planet(*planet).track == track;
        self.colonies(seat).into_iter().filter(on).count()
    }

    /// Where a ship is.
    #[must_use]
    pub const fn berth(&self, seat: Seat, ship: Ship) -> Berth {
        self.spot(seat, ship).berth()
    }

    #[inline]
    pub(crate) const fn spot(&self, seat: Seat, ship: Ship) -> PackedBerth {
        self.galaxy(seat).ships[ship.index()]
    }

    /// Puts a ship somewhere. All four are written as one word, since they are read as one soon
    /// after, and a processor stalls on reading what was just written in smaller pieces.
    #[inline]
    pub(crate) fn put_ship(&mut self, seat: Seat, ship: Ship, spot: PackedBerth) {
        let galaxy = self.galaxy_mut(seat);
        let old = galaxy.ships[ship.index()];
        let shift = 8 * ship.index();
        let others = u32::from_le_bytes(galaxy.ships.map(|spot| spot.0)) & !(0xFF << shift);
        galaxy.ships = (others | u32::from(spot.0) << shift).to_le_bytes().map(PackedBerth);
        galaxy.surfaces = galaxy.surfaces.without(old.landed()).or(spot.landed());
        galaxy.orbits = galaxy.orbits.without(old.orbited()).or(spot.orbited());
    }

    /// All ships of a seat with where they are.
    #[inline]
    pub(crate) fn ships(
        &self,
        seat: Seat,
    ) -> impl DoubleEndedIterator<Item = (Ship, PackedBerth)> + use<> {
        let ships = self.galaxy(seat).ships;
        (0..SHIPS).map(move |i| (Ship::at(i), ships[i]))
    }

    /// The planet in a slot.
    #[inline]
    #[must_use]
    pub const fn planet_in(&self, slot: Slot) -> Option<Planet> {
        self.row.get(slot)
    }

    /// The planets face up, from the left.
    pub fn row(&self) -> impl Iterator<Item = (Slot, Planet)> + use<'r> {
        self.row.iter()
    }

    /// The card in a slot.
    #[inline]
    pub(crate) fn card_in(&self, slot: Slot) -> Option<&'r PlanetCard> {
        Some(self.rules.planet(self.row.get(slot)?))
    }

    /// Cards left in the deck, those under it included.
    #[must_use]
    pub fn deck_len(&self) -> usize {
        self.undrawn.len() + self.under.len as usize
    }

    /// The cards of which any may come next. Public, since all other cards have been seen.
    #[must_use]
    pub const fn undrawn(&self) -> Planets {
        self.undrawn
    }

    /// The known cards under the deck, the next one first.
    pub fn under_deck(&self) -> impl Iterator<Item = Planet> + '_ {
        self.under.iter()
    }

    /// The planets out of the game (R10.2): discarded, and in nobody's galaxy.
    #[must_use]
    pub fn planets_gone(&self) -> Planets {
        let colonies = self.colonies.iter().fold(Planets::NONE, |all, set| all.union(*set));
        let deck = self.under.iter().fold(self.undrawn, Planets::with);
        self.rules.all_planets().without(colonies.union(deck).union(self.row.planets()))
    }

    /// The unactivated dice of the active seat.
    #[must_use]
    pub const fn dice(&self) -> Dice {
        self.dice
    }

    /// The dice chosen so far, where dice are being chosen.
    #[must_use]
    pub const fn chosen_dice(&self) -> Dice {
        self.chosen
    }

    /// The activation bay.
    #[must_use]
    pub const fn bay(&self) -> Bay {
        self.bay
    }

    /// The dice in the converter.
    #[must_use]
    pub const fn converter(&self) -> Dice {
        self.converter
    }

    /// How many dice were discarded this turn.
    #[must_use]
    pub const fn discarded_dice(&self) -> usize {
        self.discarded as usize
    }

    /// Whether the free reroll of this turn is gone, or the first paid one made (R4).
    #[must_use]
    pub const fn has_rerolled(&self) -> bool {
        self.flags.has(Flags::REROLLED)
    }

    /// Whether the converter was used this turn (R5).
    #[must_use]
    pub const fn has_converted(&self) -> bool {
        self.flags.has(Flags::CONVERTED)
    }

    /// Whether the end is triggered (R11.1).
    #[must_use]
    pub const fn end_triggered(&self) -> bool {
        self.flags.has(Flags::END)
    }

    /// Who reached 21 first.
    #[must_use]
    pub fn elder(&self) -> Option<Seat> {
        (self.elder != NONE).then(|| Seat::at(self.elder as usize))
    }

    /// The culture a follow costs now (R7.1, R10.11).
    #[inline]
    #[must_use]
    pub const fn follow_cost(&self) -> u8 {
        if self.flags.has(Flags::FOLLOWS_COST_TWO) { 2 } else { 1 }
    }

    /// The die the Rogue is dealing with.
    #[must_use]
    pub fn rogue_die(&self) -> Option<crate::ids::Face> {
        (self.rogue_die != NONE).then(|| crate::ids::Face::at(self.rogue_die as usize))
    }
}
