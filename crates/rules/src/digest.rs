//! A stable hash of a state.
//!
//! It is equal on every machine and in every version with the same ruleset revision. It covers
//! everything that can still affect the game, independent of memory layout.

use crate::ids::{MAX_ROW, MAX_SEATS, Slot};
use crate::state::State;
use crate::table::Table;
use arrayvec::ArrayVec;

/// The most bytes that a state encodes to.
const MAX_BYTES: usize = 320;

type Encoding = ArrayVec<u8, MAX_BYTES>;

impl State<'_> {
    /// Returns a stable hash of the state: 64-bit FNV-1a over its encoding.
    #[must_use]
    pub fn digest(&self) -> u64 {
        fnv(&self.encode())
    }

    /// Encodes everything that can still affect the game.
    pub(crate) fn encode(&self) -> Encoding {
        let mut out = Encoding::new();
        self.table.encode(&mut out);
        for hand in &self.hands {
            let kept = hand.kept().map_or(0, |mission| mission.index() as u8 + 1);
            let mut dealt = hand.dealt().map(|mission| mission.index() as u8 + 1);
            out.extend([kept, dealt.next().unwrap_or(0), dealt.next().unwrap_or(0)]);
        }
        out
    }
}

impl Table<'_> {
    fn encode(&self, out: &mut Encoding) {
        out.extend([self.seats, self.active, self.start, self.end_trigger, self.phase as u8]);
        out.extend([self.counter, self.discarded, self.rogue, self.rogue_die, self.rogue_used]);
        out.extend(self.flags.0.to_le_bytes());
        out.extend(self.turn.to_le_bytes());
        out.extend(self.dice.bits().to_le_bytes());
        out.extend(self.chosen.bits().to_le_bytes());
        out.extend(self.converter.bits().to_le_bytes());
        out.extend(self.bay.bits().to_le_bytes());
        self.encode_galaxies(out);
        self.encode_cards(out);
        for frame in self.frames.as_slice() {
            out.extend(frame.bytes());
        }
    }

    fn encode_galaxies(&self, out: &mut Encoding) {
        for galaxy in &self.galaxies[..self.seats as usize] {
            out.extend([galaxy.held.energy, galaxy.held.culture, galaxy.level, galaxy.used]);
            out.extend(galaxy.ships.map(|berth| berth.0));
        }
        for colonies in &self.colonies[..MAX_SEATS] {
            out.extend(colonies.bits().to_le_bytes());
        }
    }

    fn encode_cards(&self, out: &mut Encoding) {
        out.extend(self.undrawn.bits().to_le_bytes());
        for slot in (0..MAX_ROW).map(Slot::at) {
            out.push(self.row.get(slot).map_or(0, |planet| planet.index() as u8 + 1));
        }
        out.push(self.bottom_cards.iter().count() as u8);
        out.extend(self.bottom_cards.iter().map(|planet| planet.index() as u8));
    }
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
