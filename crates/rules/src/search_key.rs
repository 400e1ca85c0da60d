//! Numbers that identify a position or a part of it within one process, for search caches.
//!
//! Unlike the digest, these numbers depend on the memory layout, but they are much faster to
//! compute.

use crate::Random;
use crate::frame::MAX_FRAMES;
use crate::ids::{MAX_ROW, SHIPS, Seat};
use crate::state::State;
use crate::table::{Phase, Table};

impl Table<'_> {
    /// Returns a seat's resources, level, planet points and the berths of its ships as one number.
    ///
    /// Equal numbers mean equal mats, except for colonies, used abilities and the order of the
    /// ships.
    #[inline]
    #[must_use]
    pub fn mat_bits(&self, seat: Seat) -> u64 {
        let [a, b, c, d] = self.galaxy(seat).ships.map(|berth| berth.0);
        // Sort the four berths with a sorting network, which has no branches.
        let (a, b, c, d) = (a.min(b), a.max(b), c.min(d), c.max(d));
        let (a, b, c, d) = (a.min(c), b.min(d), a.max(c), b.max(d));
        let (b, c) = (b.min(c), b.max(c));
        self.mat_word(seat, [a, b, c, d])
    }

    #[inline]
    fn mat_word(&self, seat: Seat, [a, b, c, d]: [u8; SHIPS]) -> u64 {
        let galaxy = self.galaxy(seat);
        let (held, level, points) = (galaxy.held, galaxy.level, galaxy.planet_points);
        u64::from_le_bytes([held.energy, held.culture, level, points, a, b, c, d])
    }

    /// Returns the planets of the row as one number, one byte per slot.
    #[inline]
    #[must_use]
    pub fn row_bits(&self) -> u64 {
        let mut bytes = [0; 8];
        bytes[..MAX_ROW].copy_from_slice(self.row.cards());
        u64::from_le_bytes(bytes)
    }
}

/// The hash of what a seat sees, in parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VisibleKey {
    /// The mats, the row, the seats and the seat's mission.
    pub table: u64,
    /// The dice, the rest of the turn and the pending work.
    pub turn: u64,
    /// The turn without the unactivated dice.
    pub pending: u64,
}

impl VisibleKey {
    /// Returns a hash of everything that the seat sees.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.table.wrapping_add(self.turn)
    }
}

impl State<'_> {
    /// Returns a hash of everything that this seat may know and that can still affect the game.
    ///
    /// Compare it only within one process; [`State::digest`] is stable.
    #[must_use]
    pub fn search_key(&self, seat: Seat) -> u64 {
        let (table, mut hash) = (&self.table, WordHash::new());
        self.hash_dice(&mut hash);
        self.hash_pending(&mut hash);
        self.hash_seats(seat, &mut hash);
        hash.pair(table.turn.into(), table.discarded.into());
        for seat in table.seats() {
            let galaxy = table.galaxy(seat);
            hash.put(table.mat_word(seat, galaxy.ships.map(|berth| berth.0)));
            hash.put(table.colonies(seat).bits() | u64::from(galaxy.used) << 56);
        }
        hash.put(table.undrawn.bits() | u64::from(table.bottom_cards.len) << 56);
        hash.put(table.converter.bits().into());
        hash.put(table.bottom_cards.iter().fold(0, |sum: u64, planet| {
            sum.wrapping_add(planet.index() as u64 + 1).wrapping_mul(FACTORS[0])
        }));
        hash.sum
    }

    /// Returns the hash of what this seat sees: the mats, the row, the turn and its own mission.
    ///
    /// It ignores the order of the ships, used abilities, the deck and the converter.
    #[inline]
    #[must_use]
    pub fn visible_key(&self, seat: Seat) -> VisibleKey {
        let (table, mut hash) = (&self.table, WordHash::new());
        self.hash_dice(&mut hash);
        let dice = hash.take();
        self.hash_pending(&mut hash);
        let pending = hash.take();
        self.hash_seats(seat, &mut hash);
        for seat in table.seats() {
            let numbers = table.mat_word(seat, [0; SHIPS]);
            let ships = table.galaxy(seat).ships.map(|berth| BERTHS[berth.0 as usize]);
            hash.put(ships.iter().fold(numbers, |sum, ship| sum.wrapping_add(*ship)));
            hash.put(table.colonies(seat).bits());
        }
        VisibleKey { table: hash.take(), turn: dice.wrapping_add(pending), pending }
    }

    #[inline]
    fn hash_dice(&self, hash: &mut WordHash) {
        hash.pair(self.table.dice.bits(), self.table.chosen.bits());
    }

    /// Hashes the pending work, and the state of the turn except for the dice.
    #[inline]
    fn hash_pending(&self, hash: &mut WordHash) {
        let (table, frames) = (&self.table, self.table.frames.as_slice());
        let rolled = match table.phase {
            Phase::RollTurn => self.turn_dice(self.active()),
            _ => table.chosen.len(),
        };
        let numbers = [table.active, table.phase as u8, frames.len() as u8, rolled as u8];
        hash.pair(table.bay.bits(), table.flags.0.into());
        hash.pair(
            u32::from_le_bytes(numbers),
            u32::from_le_bytes([table.counter, table.rogue, table.rogue_die, table.rogue_used]),
        );
        for frame in frames {
            hash.put(frame.bits().into());
        }
        // Later words must have the same positions for any number of frames.
        hash.position = PENDING_END;
    }

    /// Hashes the row, the order of the seats and the seat's mission.
    #[inline]
    fn hash_seats(&self, seat: Seat, hash: &mut WordHash) {
        let (table, hand) = (&self.table, self.hands[seat.index()]);
        hash.put(table.row_bits() | u64::from(table.seats) << 48 | (seat.index() as u64) << 56);
        let (has_begun, has_ended) = (table.turn > 0, table.end_triggered());
        hash.pair(
            u32::from_le_bytes([table.active, table.start, table.end_trigger, hand.dealt]),
            u32::from_le_bytes([hand.kept, has_begun.into(), has_ended.into(), 0]),
        );
    }
}

/// The position after the words of the dice, of the turn and of the longest stack of frames.
const PENDING_END: usize = 3 + MAX_FRAMES;

/// A hash of 64-bit words.
///
/// Each word is multiplied by a number for its position, and the results are added. The words are
/// mixed independently, so that the processor can mix several words in parallel. A word of 0 adds
/// nothing, so the length of a list must be part of some word.
struct WordHash {
    position: usize,
    sum: u64,
}

impl WordHash {
    const fn new() -> Self {
        Self { position: 0, sum: 0 }
    }

    /// Returns the sum since the last call.
    #[inline]
    const fn take(&mut self) -> u64 {
        let sum = self.sum;
        self.sum = 0;
        sum
    }

    #[inline]
    const fn put(&mut self, word: u64) {
        let factor = FACTORS[self.position % FACTORS.len()];
        self.position += 1;
        // A product carries differences only to higher bits, so fold the word before and after it.
        let product = (word ^ word >> 32).wrapping_mul(factor);
        self.sum = self.sum.wrapping_add(product ^ product >> 29);
    }

    #[inline]
    const fn pair(&mut self, low: u32, high: u32) {
        self.put(low as u64 | (high as u64) << 32);
    }
}

/// Odd random numbers, one for each position of a word.
const FACTORS: [u64; 64] = odd_numbers(0);

/// Odd random numbers, one for each position of a ship. Their sum does not depend on the order.
static BERTHS: [u64; 256] = odd_numbers(1);

const fn odd_numbers<const N: usize>(seed: u64) -> [u64; N] {
    let (mut numbers, mut random, mut i) = ([0; N], Random(seed), 0);
    while i < N {
        numbers[i] = random.bits() | 1;
        i += 1;
    }
    numbers
}

#[cfg(test)]
mod tests;
