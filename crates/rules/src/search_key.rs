//! Numbers that identify a position or a part of it within one process, for search caches.
//!
//! Unlike the digest, these numbers depend on the memory layout, but they are much faster to
//! compute.

use crate::ids::{MAX_ROW, SHIPS, Seat};
use crate::state::State;
use crate::table::Table;

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

impl State<'_> {
    /// Returns a hash of everything that this seat may know and that can still affect the game.
    ///
    /// Compare it only within one process; [`State::digest`] is stable.
    #[must_use]
    pub fn search_key(&self, seat: Seat) -> u64 {
        let (table, mut hash) = (&self.table, WordHash::new());
        for seat in table.seats() {
            let galaxy = table.galaxy(seat);
            hash.put(table.mat_word(seat, galaxy.ships.map(|berth| berth.0)));
            hash.put(table.colonies(seat).bits() | u64::from(galaxy.used) << 56);
        }
        self.hash_turn(seat, &mut hash);
        hash.put(table.undrawn.bits() | u64::from(table.bottom_cards.len) << 56);
        hash.pair(table.converter.bits(), table.discarded.into());
        for planet in table.bottom_cards.iter() {
            hash.put(planet.index() as u64);
        }
        hash.sum
    }

    /// Returns a hash of what this seat sees: the mats, the row, the turn and its own mission.
    ///
    /// It ignores the order of the ships, used abilities, the deck and the converter.
    #[must_use]
    pub fn visible_key(&self, seat: Seat) -> u64 {
        let (table, mut hash) = (&self.table, WordHash::new());
        for seat in table.seats() {
            hash.put(table.mat_bits(seat));
            hash.put(table.colonies(seat).bits());
        }
        self.hash_turn(seat, &mut hash);
        hash.sum
    }

    /// Hashes the row, the state of the turn, the pending work and the seat's mission.
    #[inline]
    fn hash_turn(&self, seat: Seat, hash: &mut WordHash) {
        let (table, hand) = (&self.table, self.hands[seat.index()]);
        hash.put(table.row_bits() | u64::from(table.seats) << 48 | (seat.index() as u64) << 56);
        hash.pair(table.dice.bits(), table.chosen.bits());
        hash.pair(table.bay.bits(), u32::from(table.flags.0) | u32::from(table.turn) << 16);
        hash.pair(
            u32::from_le_bytes([table.active, table.start, table.end_trigger, table.phase as u8]),
            u32::from_le_bytes([table.counter, table.rogue, table.rogue_die, table.rogue_used]),
        );
        hash.put(u64::from_le_bytes([hand.dealt, hand.kept, 0, 0, 0, 0, 0, 0]));
        for frame in table.frames.as_slice() {
            hash.put(frame.bits().into());
        }
    }
}

/// A hash of 64-bit words: each word is mixed with its position, and the results are added.
///
/// The mixing function is the finalizer of MurmurHash3. The words are mixed independently, so that
/// the processor can mix several words in parallel.
struct WordHash {
    position: u64,
    sum: u64,
}

impl WordHash {
    const fn new() -> Self {
        Self { position: 0, sum: 0 }
    }

    #[inline]
    const fn put(&mut self, word: u64) {
        self.position = self.position.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = word ^ self.position;
        mixed = (mixed ^ mixed >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        self.sum = self.sum.wrapping_add(mixed ^ mixed >> 33);
    }

    #[inline]
    const fn pair(&mut self, low: u32, high: u32) {
        self.put(low as u64 | (high as u64) << 32);
    }
}

#[cfg(test)]
mod tests;
