//! The position of a ship: [`Berth`] for callers, [`PackedBerth`] for storage.

use crate::ids::Slot;
use crate::row::Slots;

/// The position of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Berth {
    /// Not in play yet.
    Reserve,
    /// On the galaxy mat.
    Home,
    /// On a planet's surface.
    Surface(Slot),
    /// On a planet's orbit track, on the space with this number (R8.1).
    Orbit(Slot, u8),
}

/// A berth packed into one byte.
///
/// Bit 7 marks an orbit, bit 6 a surface, bits 3–5 hold the slot, bits 0–2 the space. If bits 6 and
/// 7 are 0, the byte is `RESERVE` (0) or `HOME` (1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PackedBerth(pub(crate) u8);

impl PackedBerth {
    pub(crate) const RESERVE: Self = Self(0);
    pub(crate) const HOME: Self = Self(1);

    #[inline]
    pub(crate) const fn surface(slot: Slot) -> Self {
        Self(0x40 | (slot.index() as u8) << 3)
    }

    #[inline]
    pub(crate) const fn orbit(slot: Slot, space: u8) -> Self {
        Self(0x80 | (slot.index() as u8) << 3 | space)
    }

    #[inline]
    pub(crate) const fn is_home(self) -> bool {
        self.0 == 1
    }

    #[inline]
    pub(crate) const fn in_play(self) -> bool {
        self.0 != 0
    }

    #[inline]
    pub(crate) const fn in_orbit(self) -> bool {
        self.0 & 0x80 != 0
    }

    /// Returns whether the ship is on or around a planet.
    #[inline]
    pub(crate) const fn is_away(self) -> bool {
        self.0 & 0xC0 != 0
    }

    /// Returns the slot of the planet, for a ship that is away from home.
    #[inline]
    pub(crate) const fn slot(self) -> Slot {
        Slot::at((self.0 >> 3 & 7) as usize)
    }

    /// Returns the slot on which the ship has landed, as a set of at most one slot.
    #[inline]
    pub(crate) const fn landed_slot(self) -> Slots {
        Slots((self.0 >> 6 & 1) << (self.0 >> 3 & 7))
    }

    /// Returns the slot that the ship orbits, as a set of at most one slot.
    #[inline]
    pub(crate) const fn orbited_slot(self) -> Slots {
        Slots((self.0 >> 7) << (self.0 >> 3 & 7))
    }

    /// Returns whether the ship orbits one of these planets.
    #[inline]
    pub(crate) const fn orbits(self, slots: Slots) -> bool {
        self.in_orbit() & (slots.0 >> (self.0 >> 3 & 7) & 1 == 1)
    }

    /// Returns the number of the ship's space, for a ship in orbit.
    #[inline]
    pub(crate) const fn space(self) -> u8 {
        self.0 & 7
    }

    /// Returns the unpacked berth.
    #[inline]
    pub(crate) const fn unpack(self) -> Berth {
        if self.in_orbit() {
            Berth::Orbit(self.slot(), self.space())
        } else if self.is_away() {
            Berth::Surface(self.slot())
        } else if self.is_home() {
            Berth::Home
        } else {
            Berth::Reserve
        }
    }
}
