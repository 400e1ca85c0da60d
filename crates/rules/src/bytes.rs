//! Encodes states as a fixed number of bytes with a version and a digest. Decoding checks every
//! field.
//!
//! Use the bytes for storage, such as Python pickles and arrays. Only the same revision of the
//! ruleset can decode them. To exchange games, use records, which replay the steps by the rules.

use crate::dice::{Bay, Dice, MAX_DICE};
use crate::frame::{Frame, Frames, MAX_FRAMES, Task};
use crate::ids::{Amount, MAX_ROW, MAX_SEATS, Mission, Planet, Planets, SHIPS, Seat, Slot};
use crate::options::Options;
use crate::ruleset::Rules;
use crate::state::{MissionHand, State};
use crate::table::{
    BottomCards, Flags, Galaxy, MAX_BOTTOM_CARDS, NONE, PackedBerth, Phase, PlanetRow, Table,
};
use arrayvec::ArrayVec;
use std::fmt;

/// The number of bytes of a state.
pub const STATE_BYTES: usize = 256;
/// The version of the layout.
const VERSION: u8 = 1;
/// An upper bound for `Table::counter`, which counts planets, missions, seats or the Rogue's dice.
const MAX_COUNTER: u8 = 16;

/// The reason why bytes are not a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateBytesError {
    /// The length is not [`STATE_BYTES`].
    Length(usize),
    /// The bytes have another version of the layout.
    Version(u8),
    /// The state belongs to another ruleset.
    Rules,
    /// A field is out of range.
    Field(&'static str),
    /// The stored digest is wrong. Contains the digest of the decoded fields.
    Digest(u64),
    /// The rules do not allow the position.
    Impossible,
}

impl fmt::Display for StateBytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => {
                write!(f, "a state has {STATE_BYTES} bytes, but these are {length}")
            }
            Self::Version(version) => {
                write!(f, "the state has layout version {version}, this program reads {VERSION}")
            }
            Self::Rules => f.write_str("the state belongs to another ruleset"),
            Self::Field(name) => write!(f, "the state is damaged: {name} is out of range"),
            Self::Digest(_) => f.write_str("the state is damaged: its digest differs"),
            Self::Impossible => f.write_str("the rules do not allow this position"),
        }
    }
}

impl std::error::Error for StateBytesError {}

impl<'r> State<'r> {
    /// Encodes the state with a version and a digest.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; STATE_BYTES] {
        let mut out = ArrayVec::<u8, STATE_BYTES>::new();
        out.push(VERSION);
        out.extend(fingerprint(self.rules()).to_le_bytes());
        out.extend(self.digest().to_le_bytes());
        self.table.write_fields(&mut out);
        for hand in self.hands {
            out.extend(hand.to_bytes());
        }
        let mut bytes = [0; STATE_BYTES];
        bytes[..out.len()].copy_from_slice(&out);
        bytes
    }

    /// Decodes a state of this ruleset.
    ///
    /// The digest detects accidental damage. Forged bytes can have a correct digest, so the
    /// position must also pass the checks of a set-up, and the rules must allow its pending work.
    ///
    /// # Errors
    /// If the version, the ruleset, a field or the digest does not match, or the rules do not allow
    /// the position.
    pub fn from_bytes(rules: &'r Rules, bytes: &[u8]) -> Result<Self, StateBytesError> {
        let (state, digest) = Self::decode(rules, bytes)?;
        match state.digest() {
            actual if actual != digest => Err(StateBytesError::Digest(actual)),
            _ if state.is_possible() => Ok(state),
            _ => Err(StateBytesError::Impossible),
        }
    }

    /// Decodes the fields and the digest, without comparing them.
    fn decode(rules: &'r Rules, bytes: &[u8]) -> Result<(Self, u64), StateBytesError> {
        if bytes.len() != STATE_BYTES {
            return Err(StateBytesError::Length(bytes.len()));
        }
        let mut reader = Reader { bytes, at: 0 };
        match reader.byte() {
            VERSION => {}
            version => return Err(StateBytesError::Version(version)),
        }
        if u32::from_le_bytes(reader.take()) != fingerprint(rules) {
            return Err(StateBytesError::Rules);
        }
        let digest = u64::from_le_bytes(reader.take());
        let table = Table::read(rules, &mut reader)?;
        let mut hands = [MissionHand::EMPTY; MAX_SEATS];
        for hand in &mut hands {
            let bytes = reader.take();
            let read = MissionHand::from_bytes(bytes, rules.missions.len());
            *hand = read.ok_or(StateBytesError::Field("a mission"))?;
        }
        ensure(reader.bytes[reader.at..].iter().all(|byte| *byte == 0), "the padding")?;
        Ok((Self { table, hands }, digest))
    }
}

/// Returns a hash that identifies a ruleset.
///
/// It is the 32-bit FNV-1a hash of the id, the numbers of cards, the revision and the rulings.
fn fingerprint(rules: &Rules) -> u32 {
    let counts = [rules.planets.len(), rules.missions.len(), rules.rogues.len()];
    let numbers = [rules.revision, rules.rulings.number()].map(u32::to_le_bytes);
    let bytes = rules.id.bytes().chain(counts.map(|count| count as u8));
    bytes
        .chain(numbers.into_iter().flatten())
        .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut part = [0; N];
        part.copy_from_slice(&self.bytes[self.at..self.at + N]);
        self.at += N;
        part
    }

    fn byte(&mut self) -> u8 {
        self.take::<1>()[0]
    }
}

fn ensure(holds: bool, field: &'static str) -> Result<(), StateBytesError> {
    if holds { Ok(()) } else { Err(StateBytesError::Field(field)) }
}

impl MissionHand {
    fn is_known(index: u8, missions: usize) -> bool {
        usize::from(index) < missions
    }

    fn from_bytes([dealt, kept]: [u8; 2], missions: usize) -> Option<Self> {
        if [dealt, kept] == Self::EMPTY.to_bytes() {
            return Some(Self::EMPTY);
        }
        let is_valid = Self::is_known(dealt & 15, missions)
            && Self::is_known(dealt >> 4, missions)
            && (kept == NONE || Self::is_known(kept, missions));
        let mission = |index: u8| Mission::new(index.into());
        is_valid.then(|| {
            let first = mission(dealt & 15).unwrap_or(Mission::at(0));
            Self::new(first, mission(dealt >> 4), mission(kept))
        })
    }
}

impl<'r> Table<'r> {
    fn write_fields(&self, out: &mut ArrayVec<u8, STATE_BYTES>) {
        out.extend([self.seats, self.active, self.start, self.end_trigger, self.phase as u8]);
        out.extend([self.counter, self.discarded, self.rogue, self.rogue_die, self.rogue_used]);
        out.extend(self.flags.0.to_le_bytes());
        out.extend(self.turn.to_le_bytes());
        for bits in [self.dice.bits(), self.chosen.bits(), self.converter.bits(), self.bay.bits()] {
            out.extend(bits.to_le_bytes());
        }
        for galaxy in &self.galaxies {
            out.extend([galaxy.held.energy, galaxy.held.culture, galaxy.level, galaxy.used]);
            out.extend(galaxy.ships.map(|berth| berth.0));
        }
        for planets in self.colonies.iter().chain([&self.undrawn]) {
            out.extend(planets.bits().to_le_bytes());
        }
        for slot in (0..MAX_ROW).map(Slot::at) {
            out.push(self.row.get(slot).map_or(NONE, |planet| planet.index() as u8));
        }
        out.push(self.bottom_cards.len);
        let mut under = [0; MAX_BOTTOM_CARDS];
        under
            .iter_mut()
            .zip(self.bottom_cards.iter())
            .for_each(|(to, card)| *to = card.index() as u8);
        out.extend(under);
        let frames = self.frames.as_slice();
        out.push(frames.len() as u8);
        let empty = std::iter::repeat_n(0, MAX_FRAMES - frames.len());
        for bits in frames.iter().map(|frame| frame.bits()).chain(empty) {
            out.extend(bits.to_le_bytes());
        }
    }

    fn read(rules: &'r Rules, reader: &mut Reader<'_>) -> Result<Self, StateBytesError> {
        let mut table = Self::laid_out(rules, &Options::players(2));
        table.read_scalars(reader)?;
        table.read_dice(reader)?;
        let mut galaxies = [[0; 8]; MAX_SEATS];
        galaxies.iter_mut().for_each(|galaxy| *galaxy = reader.take());
        table.read_cards(reader)?;
        for (i, bytes) in galaxies.into_iter().enumerate() {
            table.galaxies[i] = table.galaxy_from(i, bytes)?;
        }
        table.frames = table.frames_from(reader)?;
        Ok(table)
    }

    fn read_scalars(&mut self, reader: &mut Reader<'_>) -> Result<(), StateBytesError> {
        let rogues = self.rules.rogues.len();
        [self.seats, self.active, self.start, self.end_trigger] = reader.take();
        let phase = reader.byte();
        self.phase = Phase::from_number(phase).ok_or(StateBytesError::Field("the phase"))?;
        [self.counter, self.discarded, self.rogue, self.rogue_die, self.rogue_used] = reader.take();
        self.flags = Flags(u16::from_le_bytes(reader.take()));
        self.turn = u16::from_le_bytes(reader.take());
        let (seats, solo) = (self.seats, self.rogue != NONE);
        let is_seat = |seat: u8| seat < seats;
        ensure((2..=MAX_SEATS as u8).contains(&seats) && (!solo || seats == 2), "seats")?;
        ensure(is_seat(self.active), "the active seat")?;
        ensure(self.start == NONE || is_seat(self.start), "the starting seat")?;
        ensure(
            self.end_trigger == NONE || is_seat(self.end_trigger),
            "the seat that triggered the end",
        )?;
        ensure(!solo || usize::from(self.rogue) < rogues, "the Rogue")?;
        ensure(self.rogue_die == NONE || self.rogue_die < 6, "the die of the Rogue")?;
        ensure(usize::from(self.discarded) <= MAX_DICE, "discarded dice")?;
        let max_counter = match self.phase {
            Phase::DealRow => self.row_len() as u8 - 1,
            Phase::DealMissions => 2 * seats - 1,
            Phase::KeepMissions => seats - 1,
            _ => MAX_COUNTER,
        };
        ensure(self.counter <= max_counter, "the counter")?;
        let is_rogue_phase =
            matches!(self.phase, Phase::RogueNext | Phase::RogueRoll | Phase::RogueForce);
        ensure(!is_rogue_phase || solo, "the phase")
    }

    fn read_dice(&mut self, reader: &mut Reader<'_>) -> Result<(), StateBytesError> {
        let mut dice = || Dice::from_bits(u32::from_le_bytes(reader.take()));
        let known = [dice(), dice(), dice()];
        let [Some(dice), Some(chosen), Some(converter)] = known else {
            return Err(StateBytesError::Field("dice"));
        };
        (self.dice, self.chosen, self.converter) = (dice, chosen, converter);
        let bay = Bay::from_bits(u32::from_le_bytes(reader.take()));
        self.bay = bay.ok_or(StateBytesError::Field("the activation bay"))?;
        Ok(())
    }

    /// Reads colonies, the row and the deck, in which each planet occurs at most once.
    fn read_cards(&mut self, reader: &mut Reader<'_>) -> Result<(), StateBytesError> {
        let all = self.rules.all_planets();
        let mut seen = Planets::NONE;
        let mut check_new = |planets: Planets| {
            let fits = planets.without(all).is_empty() && seen.common(planets).is_empty();
            seen = seen.union(planets);
            ensure(fits, "a planet")
        };
        for colonies in &mut self.colonies {
            *colonies = Planets::from_bits(u64::from_le_bytes(reader.take()));
            check_new(*colonies)?;
        }
        self.undrawn = Planets::from_bits(u64::from_le_bytes(reader.take()));
        check_new(self.undrawn)?;
        self.row = PlanetRow::EMPTY;
        let length = self.row_len();
        for (i, card) in reader.take::<MAX_ROW>().into_iter().enumerate() {
            if card == NONE {
                continue;
            }
            let planet = Planet::new(card.into()).filter(|_| i < length);
            let planet = planet.ok_or(StateBytesError::Field("a planet"))?;
            check_new(Planets::NONE.with(planet))?;
            self.row.put(Slot::at(i), planet, self.rules.planet(planet));
        }
        self.bottom_cards = BottomCards::EMPTY;
        let length = usize::from(reader.byte());
        let under = reader.take::<MAX_BOTTOM_CARDS>();
        let (cards, rest) =
            under.split_at_checked(length).ok_or(StateBytesError::Field("the deck"))?;
        ensure(rest.iter().all(|card| *card == 0), "the deck")?;
        for card in cards {
            let planet = Planet::new((*card).into()).ok_or(StateBytesError::Field("a planet"))?;
            check_new(Planets::NONE.with(planet))?;
            self.bottom_cards.push(planet);
        }
        Ok(())
    }

    fn galaxy_from(&self, index: usize, bytes: [u8; 8]) -> Result<Galaxy, StateBytesError> {
        let [energy, culture, level, used, ships @ ..] = bytes;
        let seat = Seat::at(index);
        if index >= usize::from(self.seats) {
            ensure(bytes == [0; 8] && self.colonies(seat).is_empty(), "an empty seat")?;
            return Ok(Galaxy::default());
        }
        let cap = self.cap(seat);
        ensure(energy <= cap && culture <= cap, "resources")?;
        // R12.8 The Rogue wins on the skull, one level above its top level.
        let skull = u8::from(self.is_over() && self.is_rogue(seat));
        let top = self.empire_track(seat).top() + skull;
        ensure((1..=top).contains(&level), "the empire level")?;
        let ships: [PackedBerth; SHIPS] = ships.map(PackedBerth);
        ensure(ships.into_iter().all(|berth| self.is_possible_berth(berth)), "a ship")?;
        let points = self.colonies(seat).into_iter().map(|planet| self.rules.planet(planet).points);
        Ok(Galaxy {
            held: Amount { energy, culture },
            level,
            used,
            planet_points: points.fold(0, u8::saturating_add),
            ..Galaxy::with_ships(ships)
        })
    }

    /// Returns whether a ship can have this berth: in reserve, at home, or at a planet of the row.
    fn is_possible_berth(&self, berth: PackedBerth) -> bool {
        // The two highest bits of a packed berth.
        const SURFACE: u8 = 1;
        const ORBIT: u8 = 2;
        if !berth.is_away() {
            return berth == PackedBerth::RESERVE || berth == PackedBerth::HOME;
        }
        let slot = Slot::new(usize::from(berth.0 >> 3 & 7));
        let card = slot.and_then(|slot| self.card_in(slot));
        match (berth.0 >> 6, card) {
            (SURFACE, Some(_)) => berth.space() == 0,
            (ORBIT, Some(card)) => berth.space() <= card.end(),
            _ => false,
        }
    }

    fn frame_from(&self, bits: u32) -> Option<Frame> {
        let (planets, frame) = (self.rules.planets.len() as u32, Frame::from_bits(bits));
        let is_in_range = frame.is_in_range(self.seats.into(), self.row_len() as u32, planets);
        let runs = is_in_range && frame.task() == Task::Run;
        (is_in_range && (!runs || self.op(frame).is_some() || frame.planet().is_some()))
            .then_some(frame)
    }

    fn frames_from(&self, reader: &mut Reader<'_>) -> Result<Frames, StateBytesError> {
        let length = usize::from(reader.byte());
        ensure(length <= MAX_FRAMES, "pending work")?;
        let mut frames = Frames::EMPTY;
        for i in 0..MAX_FRAMES {
            let bits = u32::from_le_bytes(reader.take());
            if i < length {
                let frame = self.frame_from(bits).ok_or(StateBytesError::Field("pending work"))?;
                frames.push(frame);
            } else {
                ensure(bits == 0, "pending work")?;
            }
        }
        Ok(frames)
    }
}

#[cfg(test)]
mod tests;
