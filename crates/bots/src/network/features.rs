//! Encodes a position, as a seat sees it, into the list of active network inputs.

use super::layout;
use super::vocabulary::Vocabulary;
use orrery_rules::ids::{MAX_PLANETS, MAX_ROW, SHIPS};
use orrery_rules::ruleset::PlanetCard;
use orrery_rules::{
    Actor, Berth, ChanceNode, Dice, Effect, Face, GameOption, Mission, Planet, Question, Resource,
    Rules, Seat, Ship, Slot, State, Track,
};

/// The active inputs of a position, or of a part of it.
#[derive(Clone, Copy)]
pub(crate) struct Inputs {
    list: [u16; Self::CAPACITY],
    len: usize,
}

impl Inputs {
    /// The capacity, which is more than any position activates.
    pub(super) const CAPACITY: usize = 256;

    pub(super) const fn new() -> Self {
        Self { list: [0; Self::CAPACITY], len: 0 }
    }

    #[inline]
    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds an input.
    ///
    /// The remainder avoids a bounds check. It has no other effect, because no position fills the
    /// capacity.
    #[inline]
    fn put(&mut self, input: u16) {
        self.list[self.len % Self::CAPACITY] = input;
        self.len += 1;
    }

    /// Adds an input if a condition holds, without a branch.
    #[inline]
    fn put_if(&mut self, is_active: bool, input: u16) {
        self.list[self.len % Self::CAPACITY] = input;
        self.len += usize::from(is_active);
    }

    /// Returns the active inputs.
    ///
    /// Facts about pieces occur once per piece, so these inputs can occur repeatedly: ships in
    /// orbit or landed, kinds of planets in the row, races of seats for a planet, planets in reach.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.list[..self.len.min(Self::CAPACITY)]
    }
}

/// The features of a planet.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct PlanetFeatures {
    /// The index of the planet in the network's vocabulary, if the network knows it.
    known: Option<u16>,
    points: u8,
    /// The number of the end space of the colony track.
    end: u8,
    /// Whether the colony track is of the type economy; otherwise diplomacy.
    economy: bool,
    /// Whether the planet yields culture; otherwise energy.
    culture: bool,
}

/// Returns the features that are printed on a card.
fn printed(planet: &PlanetCard) -> PlanetFeatures {
    PlanetFeatures {
        known: None,
        points: planet.points,
        end: planet.end(),
        economy: planet.track == Track::Economy,
        culture: planet.resource == Resource::Culture,
    }
}

impl PlanetFeatures {
    /// Returns the steps from a space of the colony track to its end.
    #[inline]
    fn steps_from(self, space: u8) -> u8 {
        self.end.saturating_sub(space).clamp(1, 7)
    }
}

/// Encodes positions of one ruleset.
pub(crate) struct FeatureEncoder {
    cards: [PlanetFeatures; MAX_PLANETS],
    missions: [Option<u16>; layout::MISSION_CAPACITY],
    rogues: Vec<Option<u16>>,
    edition: Option<u16>,
    /// The slugs of the ruleset and of its planets, missions and Rogues.
    slugs: Vec<String>,
}

/// Returns all slugs of a ruleset that an encoder looks up.
fn slugs(rules: &Rules) -> impl Iterator<Item = &String> {
    let planets = rules.planets.iter().map(|card| &card.id);
    let missions = rules.missions.iter().map(|card| &card.id);
    let rogues = rules.rogues.iter().map(|card| &card.id);
    std::iter::once(&rules.id).chain(planets).chain(missions).chain(rogues)
}

impl FeatureEncoder {
    /// Creates an encoder, which finds the cards of the ruleset by their slugs.
    pub(crate) fn new(rules: &Rules, vocabulary: &Vocabulary) -> Self {
        let mut cards = [PlanetFeatures::default(); MAX_PLANETS];
        for (card, planet) in cards.iter_mut().zip(&rules.planets) {
            *card = PlanetFeatures { known: vocabulary.planet(&planet.id), ..printed(planet) };
        }
        let mut missions = [None; layout::MISSION_CAPACITY];
        for (known, mission) in missions.iter_mut().zip(&rules.missions) {
            *known = vocabulary.mission(&mission.id);
        }
        let rogues = rules.rogues.iter().map(|rogue| vocabulary.rogue(&rogue.id)).collect();
        let edition = vocabulary.edition(&rules.id);
        Self { cards, missions, rogues, edition, slugs: slugs(rules).cloned().collect() }
    }

    /// Returns whether the encoder can be used for a ruleset.
    ///
    /// This compares all cards. Comparing addresses is not enough: a new custom deck can have the
    /// address of a dropped one.
    pub(crate) fn fits(&self, rules: &Rules) -> bool {
        let is_same = |(card, planet): (&PlanetFeatures, &PlanetCard)| {
            *card == PlanetFeatures { known: card.known, ..printed(planet) }
        };
        self.cards.iter().zip(&rules.planets).all(is_same) && slugs(rules).eq(&self.slugs)
    }

    /// Encodes a position from the viewpoint of a seat.
    pub(crate) fn encode(&self, state: &State<'_>, me: Seat) -> Inputs {
        let mut out = Inputs::new();
        let mut pass = EncodingPass::new(self, state, me, &mut out);
        pass.table();
        for seat in state.seats() {
            let is_active = state.active() == seat;
            let dice = if is_active { pass.dice_on_table() } else { Dice::NONE };
            pass.mat(seat, dice);
        }
        pass.row();
        pass.turn_mission_and_rogue();
        out
    }

    #[inline]
    fn card(&self, planet: Planet) -> PlanetFeatures {
        self.cards[planet.index()]
    }
}

/// The fewest steps that a ship needs to the end of the colony track, for each slot of the row.
///
/// The first eight numbers are for the evaluated seat, the others for all other seats. `NO_SHIP`
/// means that no ship is on the track.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct FewestSteps([u8; 16]);

const NO_SHIP: u8 = u8::MAX;
const _: () = assert!(MAX_ROW <= 8, "the slots must fit half of `FewestSteps`");

impl FewestSteps {
    pub(super) const NONE: Self = Self([NO_SHIP; 16]);

    /// Records the steps of a ship in this group of seats.
    #[inline]
    fn record(&mut self, slot: Slot, steps: u8, group: usize) {
        let fewest = &mut self.0[slot.index() % 8 + 8 * usize::from(group > 0)];
        *fewest = steps.min(*fewest);
    }

    /// Returns the steps of the evaluated seat and of the others; 0 if there is no ship.
    #[inline]
    fn of(&self, slot: Slot) -> [usize; 2] {
        let steps = [self.0[slot.index() % 8], self.0[slot.index() % 8 + 8]];
        steps.map(|steps| if steps == NO_SHIP { 0 } else { steps.into() })
    }

    /// Returns the fewer steps for each slot.
    #[inline]
    pub(super) fn min(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].min(other.0[i])))
    }

    /// Returns all numbers, mixed into the highest bits.
    #[inline]
    pub(super) fn hash(self) -> u64 {
        let bits = u128::from_le_bytes(self.0);
        let (low, high) = (bits as u64, (bits >> 64) as u64);
        (low ^ high.rotate_left(3)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The inputs that depend on both the dice and the mat of the active seat.
///
/// They tell whether the dice suffice to colonise a planet or to upgrade.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    pub(super) ships: [ShipInReach; SHIPS],
    /// The input for an upgrade; `None` if the seat cannot pay for it.
    pub(super) upgrade: Option<u16>,
}

/// An input that is active if the dice show a face often enough.
#[derive(Clone, Copy)]
pub(super) struct ShipInReach {
    face: Face,
    steps: u8,
    input: u16,
}

impl ShipInReach {
    /// An input that no dice activate.
    pub(super) const NONE: Self = Self { face: Face::Economy, steps: u8::MAX, input: 0 };
}

/// The encoding of one position, or a part of it, in progress.
pub(super) struct EncodingPass<'a, 'r> {
    encoder: &'a FeatureEncoder,
    state: &'a State<'r>,
    me: Seat,
    seats: usize,
    pub(super) fewest: FewestSteps,
    /// The planets that the ships of the last encoded seat could reach.
    pub(super) in_reach: [ShipInReach; SHIPS],
    out: &'a mut Inputs,
}

impl<'a, 'r> EncodingPass<'a, 'r> {
    #[inline]
    pub(super) fn new(
        encoder: &'a FeatureEncoder,
        state: &'a State<'r>,
        me: Seat,
        out: &'a mut Inputs,
    ) -> Self {
        out.clear();
        let (seats, fewest) = (state.seat_count(), FewestSteps::NONE);
        let in_reach = [ShipInReach::NONE; SHIPS];
        Self { encoder, state, me, seats, fewest, in_reach, out }
    }

    /// Returns the clockwise distance from `me` to a seat; the Rogue has its own value.
    #[inline]
    fn place(&self, seat: Seat) -> usize {
        if self.state.is_rogue(seat) {
            return layout::ROGUE_PLACE;
        }
        let distance = seat.index() + self.seats - self.me.index();
        if distance >= self.seats { distance - self.seats } else { distance }
    }

    /// Returns the group of a seat: 0 for `me`, 1 for the next seat, 2 for others, 3 for the Rogue.
    #[inline]
    fn group(&self, seat: Seat) -> usize {
        match self.place(seat) {
            layout::ROGUE_PLACE => 3,
            place => place.min(2),
        }
    }

    /// Encodes the edition, the seats and the progress of the game.
    pub(super) fn table(&mut self) {
        let state = self.state;
        if let Some(edition) = self.encoder.edition {
            self.out.put(layout::EDITION.input(0, edition as usize));
        }
        self.out.put(layout::SEATS.input(0, if state.is_solo() { 1 } else { self.seats }));
        if state.turn() == 0 {
            return;
        }
        self.out.put(layout::ACTIVE.input(0, self.place(state.active())));
        let Some(start) = state.starting_seat() else { return };
        self.out.put(layout::START.input(0, self.place(start)));
        if state.end_triggered() {
            self.last_round(start);
        }
    }

    /// Encodes the progress of the last round.
    ///
    /// This is the number of seats that play after the active one, and whether the turn of `me` is
    /// over, running or still to come.
    fn last_round(&mut self, start: Seat) {
        let position = |seat: Seat| (seat.index() + self.seats - start.index()) % self.seats;
        let (active, mine) = (position(self.state.active()), position(self.me));
        let own_turn = match mine.cmp(&active) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        self.out.put(layout::LAST_ROUND.input(own_turn, self.seats - 1 - active));
    }

    /// Encodes a seat's mat and ships, and the colonies and upgrades in reach of these dice.
    fn mat(&mut self, seat: Seat, dice: Dice) {
        self.numbers(seat);
        self.colonies(seat);
        self.ships(seat, dice);
        self.upgrade(seat);
        self.upgrade_in_reach(self.payments(seat), self.group(seat), dice);
    }

    /// Encodes the resources, level and points of a seat.
    pub(super) fn numbers(&mut self, seat: Seat) {
        let (state, place) = (self.state, self.place(seat));
        let (held, level) = (state.held(seat), state.level(seat));
        self.out.put(layout::ENERGY.input(place, held.energy as usize));
        self.out.put(layout::CULTURE.input(place, held.culture as usize));
        self.out.put(layout::LEVEL.input(place, level as usize));
        self.out.put(layout::POINTS.input(place, state.points(seat) as usize));
    }

    /// Encodes the colonies of a seat.
    pub(super) fn colonies(&mut self, seat: Seat) {
        let (place, group) = (self.place(seat), self.group(seat));
        let mut by_track = [0; 2];
        for planet in self.state.colonies(seat) {
            let card = self.encoder.card(planet);
            by_track[usize::from(card.economy)] += 1;
            if let Some(known) = card.known {
                self.out.put(layout::COLONY.input(group, known as usize));
            }
        }
        self.out.put(layout::COLONIES_ON.input(2 * place, by_track[0]));
        self.out.put(layout::COLONIES_ON.input(2 * place + 1, by_track[1]));
    }

    /// Encodes the ships of a seat, and the colonies in reach of these dice.
    pub(super) fn ships(&mut self, seat: Seat, dice: Dice) {
        let (place, group) = (self.place(seat), self.group(seat));
        let (mut home, mut yields) = (0, [0; 2]);
        self.in_reach = [ShipInReach::NONE; SHIPS];
        for ship in (0..SHIPS).filter_map(Ship::new) {
            match self.state.berth(seat, ship) {
                Berth::Reserve => {}
                Berth::Home => home += 1,
                Berth::Surface(slot) => {
                    let Some(card) = self.card_in(slot) else { continue };
                    yields[usize::from(card.culture)] += 1;
                    if let Some(known) = card.known {
                        self.out.put(layout::LANDED.input(group.min(1), known as usize));
                    }
                }
                Berth::Orbit(slot, space) => {
                    let Some(card) = self.card_in(slot) else { continue };
                    yields[usize::from(card.culture)] += 1;
                    let steps = card.steps_from(space);
                    self.fewest.record(slot, steps, group);
                    self.orbit(card, steps as usize, group);
                    self.in_reach[ship.index()] = ship_in_reach(card, steps, group);
                    self.put_ship(self.in_reach[ship.index()], dice);
                }
            }
        }
        self.out.put(layout::SHIPS_HOME.input(place, home));
        self.out.put(layout::YIELD.input(2 * place, yields[0]));
        self.out.put(layout::YIELD.input(2 * place + 1, yields[1]));
    }

    /// Encodes a ship in orbit.
    #[inline]
    fn orbit(&mut self, card: PlanetFeatures, steps: usize, group: usize) {
        let points = (card.points as usize).min(7);
        let kind = (group * 2 + usize::from(card.economy)) * 8 + points;
        self.out.put(layout::ORBIT.input(kind, steps));
    }

    /// Encodes whether these dice suffice to colonise the planet that a ship orbits.
    #[inline]
    fn put_ship(&mut self, ship: ShipInReach, dice: Dice) {
        self.out.put_if(dice.count(ship.face) >= usize::from(ship.steps), ship.input);
    }

    /// Encodes which resources can pay for the next level.
    pub(super) fn upgrade(&mut self, seat: Seat) {
        let place = self.place(seat);
        for (i, can_pay) in self.payments(seat).into_iter().enumerate() {
            self.out.put_if(can_pay, layout::CAN_UPGRADE.input(place, i));
        }
    }

    /// Returns whether energy and culture each suffice to pay for the seat's next level.
    #[inline]
    fn payments(&self, seat: Seat) -> [bool; 2] {
        let (track, level) = (self.state.empire_track(seat), self.state.level(seat));
        if level >= track.top() || self.state.is_rogue(seat) {
            return [false; 2];
        }
        let (cost, held) = (track.level(level + 1).cost, self.state.held(seat));
        [held.energy >= cost, held.culture >= cost]
    }

    #[inline]
    fn upgrade_in_reach(&mut self, payments: [bool; 2], group: usize, dice: Dice) {
        let is_in_reach = dice.has(Face::Colony) & (payments[0] | payments[1]);
        self.out.put_if(is_in_reach, layout::UPGRADE_IN_REACH.input(group, 0));
    }

    /// Returns what dice of the active seat could reach, if these ships could.
    #[inline]
    pub(super) fn reach(&self, ships: [ShipInReach; SHIPS]) -> Reach {
        let seat = self.state.active();
        let can_pay = self.payments(seat).contains(&true);
        let upgrade = can_pay.then(|| layout::UPGRADE_IN_REACH.input(self.group(seat), 0));
        Reach { ships, upgrade }
    }

    /// Encodes the colonies and upgrades in reach of the active seat's dice.
    #[inline]
    pub(super) fn put_reach(&mut self, reach: &Reach) {
        let dice = self.dice_on_table();
        for ship in reach.ships {
            self.put_ship(ship, dice);
        }
        if let Some(input) = reach.upgrade {
            self.out.put_if(dice.has(Face::Colony), input);
        }
    }

    /// Encodes the planet row and the race for each planet, from the fewest steps.
    pub(super) fn row(&mut self) {
        for (slot, planet) in self.state.row() {
            let card = self.encoder.card(planet);
            if let Some(known) = card.known {
                self.out.put(layout::ROW.input(0, known as usize));
            }
            let kind = usize::from(card.economy) * 2 + usize::from(card.culture);
            self.out.put(layout::ROW_KIND.input(kind, card.points as usize));
            self.race(slot, card);
        }
    }

    /// Encodes the race for a planet: the fewest steps of the evaluated seat and of the others.
    fn race(&mut self, slot: Slot, card: PlanetFeatures) {
        let [own, others] = self.fewest.of(slot);
        if own + others > 0 {
            self.out.put(layout::RACE.input(own * 8 + others, card.points as usize));
        }
    }

    #[inline]
    fn card_in(&self, slot: Slot) -> Option<PlanetFeatures> {
        self.state.planet_in(slot).map(|planet| self.encoder.card(planet))
    }

    /// Returns the dice that are not being rolled.
    #[inline]
    fn dice_on_table(&self) -> Dice {
        let (dice, chosen) = (self.state.dice(), self.state.chosen_dice());
        dice.without(chosen).unwrap_or(dice)
    }

    /// Encodes the dice, the pending decision, the mission and the Rogue.
    fn turn_mission_and_rogue(&mut self) {
        self.dice();
        self.pending();
        self.mission();
        self.rogue();
        self.rogue_turn();
    }

    /// Encodes the unactivated dice.
    #[inline]
    pub(super) fn dice(&mut self) {
        if self.state.turn() == 0 {
            return;
        }
        let group = self.group(self.state.active());
        let dice = self.dice_on_table();
        for face in Face::ALL {
            let count = dice.count(face);
            self.out.put_if(count > 0, layout::DICE.input(group * 6 + face.index(), count));
        }
        self.out.put(layout::DICE_LEFT.input(group, dice.len()));
    }

    /// Encodes the bay, the flags of the turn and the pending decision or roll.
    pub(super) fn pending(&mut self) {
        if self.state.turn() == 0 {
            return;
        }
        let group = self.group(self.state.active());
        self.out.put(layout::BAY.input(group, self.state.bay().len()));
        self.flags(group);
        match self.state.actor() {
            Actor::Seat(_) => self.question(),
            Actor::Chance => self.chance(group),
            Actor::Over => {}
        }
    }

    fn flags(&mut self, group: usize) {
        let state = self.state;
        let turn = [state.has_rerolled(), state.has_converted(), state.loses_a_die()];
        for (i, is_set) in turn.into_iter().enumerate() {
            self.out.put_if(is_set, layout::IN_TURN.input(group, i));
        }
        for effect in state.effects() {
            let kind = match effect {
                Effect::FollowsBringEnergy => 3,
                Effect::FollowsBringCulture => 4,
                Effect::FollowsCostTwo => 5,
                Effect::NoFollow => 6,
            };
            self.out.put(layout::IN_TURN.input(group, kind));
        }
    }

    fn question(&mut self) {
        let Some(decision) = self.state.decision() else { return };
        let group = self.group(decision.seat);
        let (kind, face) = match decision.question {
            Question::Turn => (0, None),
            Question::Follow { face, cost } => (if cost > 0 { 1 } else { 2 }, Some(face)),
            Question::ForceReroll { face } => (3, Some(face)),
            _ => (4, None),
        };
        self.out.put(layout::ASKED.input(group, kind));
        if let Some(face) = face {
            self.out.put(layout::ASKED_FACE.input(group, face.index()));
        }
    }

    fn chance(&mut self, group: usize) {
        match self.state.chance() {
            Some(ChanceNode::Roll(dice)) => {
                self.out.put(layout::ROLLING.input(group, usize::from(dice)));
            }
            _ => self.out.put(layout::ASKED.input(group, 5)),
        }
    }

    /// Encodes the mission of the evaluated seat.
    pub(super) fn mission(&mut self) {
        let Some(mission) = self.state.mission(self.me) else { return };
        self.score(mission);
    }

    fn score(&mut self, mission: Mission) {
        let Some(known) = self.encoder.missions[mission.index()] else { return };
        let points = self.state.mission_points(self.me, mission);
        self.out.put(layout::MISSION.input(known as usize, points as usize));
    }

    /// Encodes the Rogue and its level.
    pub(super) fn rogue(&mut self) {
        let Some(rogue) = self.state.rogue() else { return };
        let level = self.state.seats().last().map_or(1, |seat| self.state.level(seat));
        if let Some(Some(known)) = self.encoder.rogues.get(rogue) {
            self.out.put(layout::ROGUE.input(*known as usize, level as usize));
        }
    }

    /// Encodes the dice of the Rogue and its option.
    pub(super) fn rogue_turn(&mut self) {
        if self.state.rogue().is_none() {
            return;
        }
        self.out.put(layout::ROGUE_DICE.input(0, self.state.rogue_dice_left() as usize));
        if let Some(face) = self.state.rogue_die() {
            self.out.put(layout::ROGUE_DICE.input(1, face.index()));
        }
        if self.state.has_option(GameOption::Relentless) {
            self.out.put(layout::RELENTLESS.input(0, 0));
        }
    }
}

/// Returns the input for a ship that orbits this planet, some steps from the end of its track.
#[inline]
fn ship_in_reach(card: PlanetFeatures, steps: u8, group: usize) -> ShipInReach {
    let face = if card.economy { Face::Economy } else { Face::Diplomacy };
    let input = layout::IN_REACH.input(group, (card.points as usize).min(7));
    ShipInReach { face, steps, input }
}

#[cfg(test)]
mod tests;
