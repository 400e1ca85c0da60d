//! Observation vectors: what a seat may know, as `i8` values in fixed blocks.
//!
//! The encoder reads a [`View`], which does not contain the missions of other seats. Seats are
//! relative to the viewer: 0 is the viewer, 1 the next seat clockwise.

use crate::actions::relative;
use orrery_rules::ids::{MAX_MISSIONS, MAX_PLANETS, MAX_ROW, MAX_SEATS, SHIPS};
use orrery_rules::{
    Berth, Dice, Face, GameOption, Planets, Question, Resource, Seat, Ship, Slot, Track, View,
};

const FACES: usize = 6;
const QUESTIONS: usize = 22;
/// The number of values per ship: the kind of berth, the slot (both one-hot), and the space.
const SHIP: usize = 4 + MAX_ROW + 1;
/// The number of values per seat before those of its ships.
const MAT: usize = 7;
/// The number of values per slot of the row.
const SLOT: usize = 6;

/// A block of the observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObservationBlock {
    /// The index of the first value in the block.
    pub start: usize,
    /// The number of values in the block.
    pub len: usize,
    /// The name of the block.
    pub name: &'static str,
    /// The meaning of the values, in order.
    pub meaning: &'static str,
}

macro_rules! blocks {
    ($($name:ident, $len:expr, $meaning:expr;)*) => {
        #[derive(Clone, Copy)]
        #[allow(non_camel_case_types, reason = "the names of the blocks are used as they are")]
        enum Block { $($name,)* }
        const LENGTHS: &[usize] = &[$($len,)*];
        const TEXTS: &[(&str, &str)] = &[$((stringify!($name), $meaning),)*];
    };
}

macro_rules! options_meaning {
    ($($(#[$doc:meta])* $option:ident, $field:ident, $word:literal;)*) => {
        const OPTIONS_MEANING: &str = concat!("flags of the options" $(, " `", $word, "`")*);
    };
}
orrery_rules::game_options!(options_meaning);

blocks! {
    seats, MAX_SEATS, "one-hot: the number of seats minus 1; 0 is solo";
    options, GameOption::ALL.len(), OPTIONS_MEANING;
    rogue, 1, "number of the Rogue, from 1; 0 without";
    turn, 1, "number of the turn, at most 127";
    active, MAX_SEATS, "one-hot: relative seat whose turn it is";
    start, MAX_SEATS, "one-hot: relative seat that started";
    decides, MAX_SEATS, "one-hot: relative seat that must decide";
    question, QUESTIONS, "one-hot: the question, in the order of the enum `Question`";
    question_face, FACES, "one-hot: the face of a follow or reroll question";
    question_cost, 1, "culture that a follow costs, or units that the Rogue steals";
    question_planet, 1, "number of the planet whose ability asks, from 1; 0 without";
    progress, 2, "progress of the pending operation; for a destination, the first is the ship from 1";
    dice, FACES, "unactivated dice by face";
    chosen, FACES, "chosen dice by face";
    bay, FACES, "dice in the activation bay by face";
    converter, FACES, "dice in the converter by face";
    discarded, 1, "discarded dice";
    flags, 8, "flags: rerolled, converted, follows bring energy, follows bring culture, follows cost two, nobody follows, end triggered, one die fewer";
    rogue_dice, 1, "dice that the Rogue has yet to roll";
    missions, MAX_MISSIONS, "flags: missions dealt to the viewer";
    kept, MAX_MISSIONS, "one-hot: the mission that the viewer kept";
    mission_points, 1, "points of the kept mission now";
    mats, MAX_SEATS * (MAT + SHIPS * SHIP), "per relative seat: plays, is the Rogue, energy, culture, level, points, planet points; then per ship: reserve, home, surface, orbit, slot as one-hot of 6, space";
    row, MAX_ROW * SLOT, "per slot: number of the planet from 1 (0 is a hole), points, length of the track, economy, culture, is running";
    colonies, MAX_SEATS * MAX_PLANETS, "per relative seat: flags of its colonies by planet";
    undrawn, MAX_PLANETS, "flags: planets that can be drawn";
    under, MAX_PLANETS, "place of a planet under the deck, from 1; 0 if it is not there";
    used, MAX_PLANETS, "flags: planets limited to once per turn that the viewer has used";
}

const STARTS: [usize; LENGTHS.len() + 1] = {
    let mut starts = [0; LENGTHS.len() + 1];
    let mut i = 0;
    while i < LENGTHS.len() {
        starts[i + 1] = starts[i] + LENGTHS[i];
        i += 1;
    }
    starts
};

/// The number of values of an observation.
pub const OBSERVATION: usize = STARTS[LENGTHS.len()];

/// Returns the blocks of an observation, in order.
#[must_use]
pub fn blocks() -> Vec<ObservationBlock> {
    let texts = TEXTS.iter().zip(STARTS).zip(LENGTHS);
    let block = |((&(name, meaning), start), &len)| ObservationBlock { start, len, name, meaning };
    texts.map(block).collect()
}

/// Encodes what the viewer knows into `out`; a spectator has the perspective of seat 0.
///
/// # Panics
/// If `out` does not have [`OBSERVATION`] values.
pub fn encode(view: &View<'_>, out: &mut [i8]) {
    assert_eq!(out.len(), OBSERVATION, "an observation has a fixed length");
    out.fill(0);
    let viewer = view.viewer().or_else(|| view.seats().next());
    let Some(me) = viewer else { return };
    let mut pass = EncodingPass { view, me, seats: view.seat_count(), out };
    pass.game();
    pass.decision();
    pass.turn();
    pass.missions();
    for seat in view.seats() {
        pass.mat(seat);
    }
    pass.cards();
}

/// Writes the blocks of one observation.
struct EncodingPass<'a, 'r> {
    view: &'a View<'r>,
    me: Seat,
    seats: usize,
    out: &'a mut [i8],
}

#[inline]
fn value(number: usize) -> i8 {
    i8::try_from(number).unwrap_or(i8::MAX)
}

impl EncodingPass<'_, '_> {
    #[inline]
    fn put(&mut self, block: Block, offset: usize, number: usize) {
        self.out[STARTS[block as usize] + offset] = value(number);
    }

    #[inline]
    fn set(&mut self, block: Block, offset: usize) {
        self.put(block, offset, 1);
    }

    #[inline]
    fn relative_seat(&self, seat: Seat) -> usize {
        relative(seat, self.me, self.seats)
    }

    fn game(&mut self) {
        let view = self.view;
        let players = if view.is_solo() { 1 } else { self.seats };
        self.set(Block::seats, players - 1);
        for (i, option) in GameOption::ALL.iter().enumerate() {
            self.put(Block::options, i, usize::from(view.has_option(*option)));
        }
        self.put(Block::rogue, 0, view.rogue().map_or(0, |rogue| rogue + 1));
        self.put(Block::turn, 0, usize::from(view.turn()));
        if view.turn() > 0 {
            self.set(Block::active, self.relative_seat(view.active()));
        }
        if let Some(start) = view.starting_seat() {
            self.set(Block::start, self.relative_seat(start));
        }
    }

    fn decision(&mut self) {
        let Some(decision) = self.view.decision() else { return };
        self.set(Block::decides, self.relative_seat(decision.seat));
        self.set(Block::question, question_number(&decision.question));
        let (face, cost) = match decision.question {
            Question::Follow { face, cost } => (Some(face), cost),
            Question::ForceReroll { face } => (Some(face), 0),
            Question::Lose { units } => (None, units),
            _ => (None, 0),
        };
        if let Some(face) = face {
            self.set(Block::question_face, face.index());
        }
        self.put(Block::question_cost, 0, usize::from(cost));
        let planet = decision.planet.map_or(0, |planet| planet.index() + 1);
        self.put(Block::question_planet, 0, planet);
        for (i, number) in self.view.progress().into_iter().enumerate() {
            self.put(Block::progress, i, usize::from(number));
        }
    }

    #[inline]
    fn put_dice(&mut self, block: Block, dice: Dice) {
        for face in Face::ALL {
            self.put(block, face.index(), dice.count(face));
        }
    }

    fn turn(&mut self) {
        let view = self.view;
        self.put_dice(Block::dice, view.dice());
        self.put_dice(Block::chosen, view.chosen_dice());
        self.put_dice(Block::bay, view.bay().dice());
        self.put_dice(Block::converter, view.converter());
        self.put(Block::discarded, 0, view.discarded_dice());
        self.put(Block::flags, 0, usize::from(view.has_rerolled()));
        self.put(Block::flags, 1, usize::from(view.has_converted()));
        for effect in view.effects() {
            self.set(Block::flags, 2 + effect as usize);
        }
        self.put(Block::flags, 6, usize::from(view.end_triggered()));
        self.put(Block::flags, 7, usize::from(view.loses_a_die()));
        self.put(Block::rogue_dice, 0, usize::from(view.rogue_dice_left()));
    }

    fn missions(&mut self) {
        for mission in self.view.dealt_missions() {
            self.set(Block::missions, mission.index());
        }
        if let Some(mission) = self.view.mission(self.me) {
            self.set(Block::kept, mission.index());
            let points = self.view.mission_points(self.me, mission);
            self.put(Block::mission_points, 0, usize::from(points));
        }
    }

    fn mat(&mut self, seat: Seat) {
        let (view, first) = (self.view, self.relative_seat(seat) * (MAT + SHIPS * SHIP));
        let resources = view.held(seat);
        let numbers = [
            1,
            u8::from(view.is_rogue(seat)),
            resources.energy,
            resources.culture,
            view.level(seat),
            view.points(seat),
            view.planet_points(seat),
        ];
        for (i, number) in numbers.into_iter().enumerate() {
            self.put(Block::mats, first + i, usize::from(number));
        }
        for ship in (0..SHIPS).filter_map(Ship::new) {
            self.ship(view.berth(seat, ship), first + MAT + ship.index() * SHIP);
        }
    }

    #[inline]
    fn ship(&mut self, berth: Berth, first: usize) {
        let (kind, slot, space) = match berth {
            Berth::Reserve => (0, None, 0),
            Berth::Home => (1, None, 0),
            Berth::Surface(slot) => (2, Some(slot), 0),
            Berth::Orbit(slot, space) => (3, Some(slot), space),
        };
        self.set(Block::mats, first + kind);
        if let Some(slot) = slot {
            self.set(Block::mats, first + 4 + slot.index());
        }
        self.put(Block::mats, first + 4 + MAX_ROW, usize::from(space));
    }

    fn cards(&mut self) {
        let view = self.view;
        let open: Planets = view.open_planets().collect();
        for slot in (0..MAX_ROW).filter_map(Slot::new) {
            let Some(planet) = view.planet_in(slot) else { continue };
            let card = view.rules().planet(planet);
            let numbers = [
                planet.index() + 1,
                usize::from(card.points),
                usize::from(card.end()),
                usize::from(card.track == Track::Economy),
                usize::from(card.resource == Resource::Culture),
                usize::from(open.has(planet)),
            ];
            for (i, number) in numbers.into_iter().enumerate() {
                self.put(Block::row, slot.index() * SLOT + i, number);
            }
        }
        for seat in view.seats() {
            let first = self.relative_seat(seat) * MAX_PLANETS;
            for planet in view.colonies(seat) {
                self.set(Block::colonies, first + planet.index());
            }
        }
        self.put_planets(Block::undrawn, view.undrawn());
        for (i, planet) in view.under_deck().enumerate() {
            self.put(Block::under, planet.index(), i + 1);
        }
        self.put_planets(Block::used, view.used_planets(self.me).collect());
    }

    #[inline]
    fn put_planets(&mut self, block: Block, planets: Planets) {
        for planet in planets {
            self.set(block, planet.index());
        }
    }
}

/// Returns the words of the questions, in the order of their numbers.
#[must_use]
pub fn question_words() -> [&'static str; QUESTIONS] {
    let face = Face::Move;
    let all = [
        Question::KeepMission,
        Question::Turn,
        Question::ConverterPayment,
        Question::Dice,
        Question::Face,
        Question::RepeatDie,
        Question::MoveShip,
        Question::Destination,
        Question::Land,
        Question::Advance,
        Question::Regress,
        Question::SendHome,
        Question::Colony,
        Question::Upgrade,
        Question::UsePlanet,
        Question::Take,
        Question::ConvertUnits,
        Question::Steal,
        Question::Replace,
        Question::Follow { face, cost: 0 },
        Question::ForceReroll { face },
        Question::Lose { units: 0 },
    ];
    let mut words = [""; QUESTIONS];
    for question in all {
        words[question_number(&question)] = question.word();
    }
    words
}

/// Returns the number of a question, in the order of the enum.
const fn question_number(question: &Question) -> usize {
    match question {
        Question::KeepMission => 0,
        Question::Turn => 1,
        Question::ConverterPayment => 2,
        Question::Dice => 3,
        Question::Face => 4,
        Question::RepeatDie => 5,
        Question::MoveShip => 6,
        Question::Destination => 7,
        Question::Land => 8,
        Question::Advance => 9,
        Question::Regress => 10,
        Question::SendHome => 11,
        Question::Colony => 12,
        Question::Upgrade => 13,
        Question::UsePlanet => 14,
        Question::Take => 15,
        Question::ConvertUnits => 16,
        Question::Steal => 17,
        Question::Replace => 18,
        Question::Follow { .. } => 19,
        Question::ForceReroll { .. } => 20,
        Question::Lose { .. } => 21,
    }
}

#[cfg(test)]
mod tests {
    use super::{OBSERVATION, blocks, encode};
    use orrery_rules::{Actions, Actor, Options, Random, Seat, State, Step, deck};

    #[test]
    fn the_blocks_cover_the_observation_without_gaps() {
        let mut next = 0;
        for block in blocks() {
            assert_eq!(block.start, next);
            next += block.len;
        }
        assert_eq!(next, OBSERVATION);
    }

    #[test]
    fn every_question_has_a_word_of_its_own() {
        let words = super::question_words();
        let different: std::collections::BTreeSet<&str> = words.into_iter().collect();
        assert_eq!(different.len(), words.len());
        assert!(!different.contains(""));
    }

    /// Completions of a view differ in the missions of other seats; the observation must not.
    #[test]
    fn hidden_missions_do_not_change_the_observation() {
        let mut state = State::new(deck::classic(), &Options::players(3)).expect("the options fit");
        let (mut random, mut legal) = (Random(5), Actions::new());
        let (mut known, mut other) = (vec![0; OBSERVATION], vec![0; OBSERVATION]);
        let mut different = 0;
        while state.actor() != Actor::Over {
            let seat = Seat::new(1).expect("a seat");
            let view = state.observe(Some(seat));
            let guess = view.complete(random.bits());
            encode(&view, &mut known);
            encode(&guess.observe(Some(seat)), &mut other);
            assert_eq!(known, other);
            different += u32::from(guess != state);
            let step = match state.chance() {
                Some(node) => Step::Chance(node.pick(random.bits())),
                None => {
                    state.legal_actions(&mut legal);
                    Step::Action(legal[random.below(legal.len())])
                }
            };
            state.apply_unchecked(step);
        }
        assert!(different > 100, "the completions hardly ever differ");
    }
}
