//! Encodes a position, as a seat sees it, into the list of active network inputs.

use super::layout as at;
use super::vocabulary::Vocabulary;
use orrery_rules::ids::{MAX_PLANETS, MAX_ROW, SHIPS};
use orrery_rules::{
    Actor, Berth, ChanceNode, Dice, Effect, Face, GameOption, Mission, Planet, Question, Resource,
    Rules, Seat, Ship, Slot, State, Track,
};

/// The active inputs of a position.
#[derive(Clone, Copy)]
pub(crate) struct Inputs {
    list: [u16; Self::MOST],
    len: usize,
}

impl Inputs {
    /// More inputs than any position activates.
    const MOST: usize = 256;

    const fn new() -> Self {
        Self { list: [0; Self::MOST], len: 0 }
    }

    #[inline]
    fn put(&mut self, input: u16) {
        self.list[self.len % Self::MOST] = input;
        self.len += 1;
    }

    /// Returns the active inputs.
    ///
    /// Facts about pieces occur once per piece, so some inputs occur repeatedly: ships in orbit or
    /// landed, kinds of planets in the row, races, planets in reach.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.list[..self.len.min(Self::MOST)]
    }
}

/// The features of a planet.
#[derive(Clone, Copy, Default)]
struct PlanetFeatures {
    /// Its index in the network's vocabulary.
    known: Option<u16>,
    points: u8,
    end: u8,
    economy: bool,
    culture: bool,
}

/// Encodes positions of one ruleset.
pub(crate) struct FeatureEncoder {
    cards: [PlanetFeatures; MAX_PLANETS],
    missions: [Option<u16>; at::MISSIONS],
    rogues: Vec<Option<u16>>,
    edition: Option<u16>,
}

impl FeatureEncoder {
    /// Creates an encoder; it finds the cards of the ruleset by their slugs.
    pub(crate) fn new(rules: &Rules, words: &Vocabulary) -> Self {
        let mut cards = [PlanetFeatures::default(); MAX_PLANETS];
        for (card, planet) in cards.iter_mut().zip(&rules.planets) {
            *card = PlanetFeatures {
                known: words.planet(&planet.id),
                points: planet.points,
                end: planet.end(),
                economy: planet.track == Track::Economy,
                culture: planet.resource == Resource::Culture,
            };
        }
        let mut missions = [None; at::MISSIONS];
        for (known, mission) in missions.iter_mut().zip(&rules.missions) {
            *known = words.mission(&mission.id);
        }
        let rogues = rules.rogues.iter().map(|rogue| words.rogue(&rogue.id)).collect();
        Self { cards, missions, rogues, edition: words.edition(&rules.id) }
    }

    /// Encodes a position from the viewpoint of a seat.
    pub(crate) fn encode(&self, state: &State<'_>, me: Seat) -> Inputs {
        let (seats, fewest, out) = (state.seat_count(), [[0; 2]; MAX_ROW], Inputs::new());
        let mut pass = EncodingPass { encoder: self, state, me, seats, fewest, out };
        pass.table();
        for seat in state.seats() {
            pass.mat(seat);
        }
        pass.row();
        pass.turn();
        pass.mission();
        pass.rogue();
        pass.out
    }

    #[inline]
    fn card(&self, planet: Planet) -> PlanetFeatures {
        self.cards[planet.index()]
    }
}

/// The encoding of one position in progress.
struct EncodingPass<'a, 'r> {
    encoder: &'a FeatureEncoder,
    state: &'a State<'r>,
    me: Seat,
    seats: usize,
    /// By slot: the fewest steps that a ship needs to the end of the colony track.
    ///
    /// First the ships of `me`, then those of all other seats; 0 if no ship is on the track.
    fewest: [[u8; 2]; MAX_ROW],
    out: Inputs,
}

impl EncodingPass<'_, '_> {
    /// Returns the clockwise distance from `me` to a seat; the Rogue has its own value.
    #[inline]
    fn place(&self, seat: Seat) -> usize {
        if self.state.is_rogue(seat) {
            return at::SEAT_PLACES - 1;
        }
        let far = seat.index() + self.seats - self.me.index();
        if far >= self.seats { far - self.seats } else { far }
    }

    /// Returns the group of a seat: 0 for `me`, 1 for the next seat, 2 for others, 3 for the Rogue.
    #[inline]
    fn group(&self, seat: Seat) -> usize {
        match self.place(seat) {
            5 => 3,
            place => place.min(2),
        }
    }

    fn table(&mut self) {
        let state = self.state;
        if let Some(edition) = self.encoder.edition {
            self.out.put(at::EDITION.input(0, edition as usize));
        }
        self.out.put(at::SEATS.input(0, if state.is_solo() { 1 } else { self.seats }));
        if state.turn() == 0 {
            return;
        }
        self.out.put(at::ACTIVE.input(0, self.place(state.active())));
        let Some(start) = state.starting_seat() else { return };
        self.out.put(at::START.input(0, self.place(start)));
        if state.end_triggered() {
            self.last_round(start);
        }
    }

    /// Encodes the progress of the last round.
    ///
    /// Two facts: how many seats play after the active one, and whether the turn of `me` is over,
    /// running or still to come.
    fn last_round(&mut self, start: Seat) {
        let turns = |seat: Seat| (seat.index() + self.seats - start.index()) % self.seats;
        let (now, mine) = (turns(self.state.active()), turns(self.me));
        let whose = match mine.cmp(&now) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        self.out.put(at::LAST_ROUND.input(whose, self.seats - 1 - now));
    }

    /// Encodes a seat's mat and ships.
    fn mat(&mut self, seat: Seat) {
        let (state, place, group) = (self.state, self.place(seat), self.group(seat));
        let (held, level) = (state.held(seat), state.level(seat));
        self.out.put(at::ENERGY.input(place, held.energy as usize));
        self.out.put(at::CULTURE.input(place, held.culture as usize));
        self.out.put(at::LEVEL.input(place, level as usize));
        self.out.put(at::POINTS.input(place, state.points(seat) as usize));
        self.colonies(seat, place, group);
        self.ships(seat, place, group);
        self.upgrade(seat, place, group);
    }

    fn colonies(&mut self, seat: Seat, place: usize, group: usize) {
        let mut on = [0; 2];
        for planet in self.state.colonies(seat) {
            let card = self.encoder.card(planet);
            on[usize::from(card.economy)] += 1;
            if let Some(known) = card.known {
                self.out.put(at::COLONY.input(group, known as usize));
            }
        }
        self.out.put(at::COLONIES_ON.input(2 * place, on[0]));
        self.out.put(at::COLONIES_ON.input(2 * place + 1, on[1]));
    }

    fn ships(&mut self, seat: Seat, place: usize, group: usize) {
        let dice = if self.state.active() == seat { self.dice_on_table() } else { Dice::NONE };
        let (mut home, mut yields) = (0, [0; 2]);
        for ship in (0..SHIPS).filter_map(Ship::new) {
            match self.state.berth(seat, ship) {
                Berth::Reserve => {}
                Berth::Home => home += 1,
                Berth::Surface(slot) => {
                    let Some(card) = self.card_in(slot) else { continue };
                    yields[usize::from(card.culture)] += 1;
                    if let Some(known) = card.known {
                        self.out.put(at::LANDED.input(group.min(1), known as usize));
                    }
                }
                Berth::Orbit(slot, space) => {
                    let Some(card) = self.card_in(slot) else { continue };
                    yields[usize::from(card.culture)] += 1;
                    let steps = card.end.saturating_sub(space).clamp(1, 7);
                    self.note_fewest(slot, steps, group);
                    self.orbit(card, steps as usize, group, dice);
                }
            }
        }
        self.out.put(at::SHIPS_HOME.input(place, home));
        self.out.put(at::YIELD.input(2 * place, yields[0]));
        self.out.put(at::YIELD.input(2 * place + 1, yields[1]));
    }

    #[inline]
    fn note_fewest(&mut self, slot: Slot, steps: u8, group: usize) {
        let fewest = &mut self.fewest[slot.index()][usize::from(group > 0)];
        *fewest = if *fewest == 0 { steps } else { steps.min(*fewest) };
    }

    /// Encodes a ship in orbit.
    #[inline]
    fn orbit(&mut self, card: PlanetFeatures, steps: usize, group: usize, dice: Dice) {
        let points = (card.points as usize).min(7);
        let kind = (group * 2 + usize::from(card.economy)) * 8 + points;
        self.out.put(at::ORBIT.input(kind, steps));
        let face = if card.economy { Face::Economy } else { Face::Diplomacy };
        if dice.count(face) >= steps {
            self.out.put(at::IN_REACH.input(group, points));
        }
    }

    /// Encodes which resources can pay for the next level, and whether a die for it is available.
    fn upgrade(&mut self, seat: Seat, place: usize, group: usize) {
        let (track, level) = (self.state.empire_track(seat), self.state.level(seat));
        if level >= track.top() || self.state.is_rogue(seat) {
            return;
        }
        let (cost, held) = (track.level(level + 1).cost, self.state.held(seat));
        let by = [held.energy >= cost, held.culture >= cost];
        for (i, _) in by.iter().enumerate().filter(|(_, can)| **can) {
            self.out.put(at::CAN_UPGRADE.input(place, i));
        }
        let has_die = self.state.active() == seat && self.dice_on_table().has(Face::Colony);
        if has_die && (by[0] || by[1]) {
            self.out.put(at::UPGRADE_IN_REACH.input(group, 0));
        }
    }

    /// Encodes the planet row and the race for each planet.
    fn row(&mut self) {
        for (slot, planet) in self.state.row() {
            let card = self.encoder.card(planet);
            if let Some(known) = card.known {
                self.out.put(at::ROW.input(0, known as usize));
            }
            let kind = usize::from(card.economy) * 2 + usize::from(card.culture);
            self.out.put(at::ROW_KIND.input(kind, card.points as usize));
            self.race(slot, card);
        }
    }

    /// Encodes the race for a planet.
    fn race(&mut self, slot: Slot, card: PlanetFeatures) {
        let [own, others] = self.fewest[slot.index()].map(usize::from);
        if own + others > 0 {
            self.out.put(at::RACE.input(own * 8 + others, card.points as usize));
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

    /// Encodes the dice and the pending decision.
    fn turn(&mut self) {
        if self.state.turn() == 0 {
            return;
        }
        let group = self.group(self.state.active());
        let dice = self.dice_on_table();
        for face in dice.faces() {
            self.out.put(at::DICE.input(group * 6 + face.index(), dice.count(face)));
        }
        self.out.put(at::DICE_LEFT.input(group, dice.len()));
        self.out.put(at::BAY.input(group, self.state.bay().len()));
        self.flags(group);
        match self.state.actor() {
            Actor::Seat(_) => self.asked(),
            Actor::Chance => self.chance(group),
            Actor::Over => {}
        }
    }

    fn flags(&mut self, group: usize) {
        let state = self.state;
        let turn = [state.has_rerolled(), state.has_converted(), state.loses_a_die()];
        for (i, _) in turn.iter().enumerate().filter(|(_, is_set)| **is_set) {
            self.out.put(at::IN_TURN.input(group, i));
        }
        for effect in state.effects() {
            let kind = match effect {
                Effect::FollowsBringEnergy => 3,
                Effect::FollowsBringCulture => 4,
                Effect::FollowsCostTwo => 5,
                Effect::NoFollow => 6,
            };
            self.out.put(at::IN_TURN.input(group, kind));
        }
    }

    fn asked(&mut self) {
        let Some(decision) = self.state.decision() else { return };
        let group = self.group(decision.seat);
        let (kind, face) = match decision.question {
            Question::Turn => (0, None),
            Question::Follow { face, cost } => (if cost > 0 { 1 } else { 2 }, Some(face)),
            Question::ForceReroll { face } => (3, Some(face)),
            _ => (4, None),
        };
        self.out.put(at::ASKED.input(group, kind));
        if let Some(face) = face {
            self.out.put(at::ASKED_FACE.input(group, face.index()));
        }
    }

    fn chance(&mut self, group: usize) {
        match self.state.chance() {
            Some(ChanceNode::Roll(dice)) => {
                self.out.put(at::ROLLING.input(group, usize::from(dice)));
            }
            _ => self.out.put(at::ASKED.input(group, 5)),
        }
    }

    fn mission(&mut self) {
        let Some(mission) = self.state.mission(self.me) else { return };
        self.score(mission);
    }

    fn score(&mut self, mission: Mission) {
        let Some(known) = self.encoder.missions[mission.index()] else { return };
        let points = self.state.mission_points(self.me, mission);
        self.out.put(at::MISSION.input(known as usize, points as usize));
    }

    fn rogue(&mut self) {
        let Some(rogue) = self.state.rogue() else { return };
        let level = self.state.seats().last().map_or(1, |seat| self.state.level(seat));
        if let Some(Some(known)) = self.encoder.rogues.get(rogue) {
            self.out.put(at::ROGUE.input(*known as usize, level as usize));
        }
        self.out.put(at::ROGUE_DICE.input(0, self.state.rogue_dice_left() as usize));
        if let Some(face) = self.state.rogue_die() {
            self.out.put(at::ROGUE_DICE.input(1, face.index()));
        }
        if self.state.plays(GameOption::Relentless) {
            self.out.put(at::RELENTLESS.input(0, 0));
        }
    }
}

#[cfg(test)]
mod tests;
