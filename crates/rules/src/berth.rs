//! Where a ship is, as people see it and in one byte.

use crate::ids::Slot;
use crate::row::Slots;

/// Where a ship is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Berth {
    /// Not in play yet.
    Reserve,
    /// On the galaxy mat.
    Home,
    /// On a planet's surface.
    Surface(Slot),
    /// On a planet's orbit track, at this number (R8.1).
    Orbit(Slot, u8),
}

/// A berth in one byte: bit 7 orbit, bit 6 surface, then the slot, then the number.
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

    /// On or around a planet.
    #[inline]
    pub(crate) const fn away(self) -> bool {
        self.0 & 0xC0 != 0
    }

    /// Which planet, of a ship that is away.
    #[inline]
    pub(crate) const fn slot(self) -> Slot {
        Slot::at((self.0 >> 3 & 7) as usize)
    }

    /// The planet it has landed on, if any.
    #[inline]
    pub(crate) const fn landed(self) -> Slots {
        Slots((self.0 >> 6 & 1) << (self.0 >> 3 & 7))
    }

    /// The planet it orbits, if any.
    #[inline]
    pub(crate) const fn orbited(self) -> Slots {
        Slots((self.0 >> 7) << (self.0 >> 3 & 7))
    }

    /// Whether it is in orbit around one of these planets.
    #[inline]
    pub(crate) const fn orbits(self, slots: Slots) -> bool {
        self.in_orbit() & (slots.0 >> (self.0 >> 3 & 7) & 1 == 1)
    }

    /// The number of the space, of a ship in orbit.
    #[inline]
    pub(crate) const fn space(self) -> u8 {
        self.0 & 7
    }

    pub(crate) const fn berth(self) -> Berth {
        if self.in_orbit() {
            Berth::Orbit(self.slot(), self.space())
        } else if self.away() {
            Berth::Surface(self.slot())
        } else if self.is_home() {
            Berth::Home
        } else {
            Berth::Reserve
        }
    }
}
