//! The small words everything else is written in: seats, ships, slots, faces,
//! resources, tracks, and sets of cards. No rules here.

/// Most seats a game can have.
pub const MAX_SEATS: usize = 5;
/// Ships of one galaxy.
pub const SHIPS: usize = 4;
/// Most planets face up at once (R1.3).
pub const MAX_ROW: usize = 6;
/// Most planets a deck may hold: a set of them fits one word with room to spare.
pub const MAX_PLANETS: usize = 48;
/// Most missions a deck may hold.
pub const MAX_MISSIONS: usize = 16;

macro_rules! small_index {
    ($(#[$doc:meta])* $name:ident, $max:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u8);

        impl $name {
            /// The value with this index, if there can be one.
            #[must_use]
            pub const fn new(index: usize) -> Option<Self> {
                if index < $max { Some(Self(index as u8)) } else { None }
            }

            /// For indices the engine computed itself.
            #[inline]
            pub(crate) const fn at(index: usize) -> Self {
                debug_assert!(index < $max);
                Self(index as u8)
            }

            /// The index, counted from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

small_index!(
    /// A player's place at the table; the Rogue Galaxy sits at seat 1 of a solo game.
    Seat, MAX_SEATS
);
small_index!(
    /// One of the four ships of a seat (R1.9).
    Ship, SHIPS
);
small_index!(
    /// A place in the planet row, counted from the left.
    Slot, MAX_ROW
);
small_index!(
    /// A planet card, by its place in its deck file.
    Planet, MAX_PLANETS
);
small_index!(
    /// A secret mission, by its place in its deck file.
    Mission, MAX_MISSIONS
);

/// The six faces of a die (R1.4), in the order in which they are listed everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Face {
    /// Move a ship.
    Move,
    /// Acquire energy.
    Energy,
    /// Acquire culture.
    Culture,
    /// Advance on a diplomacy track (blast-off: life).
    Diplomacy,
    /// Advance on an economy track (blast-off: technology).
    Economy,
    /// Upgrade the empire or use a colony (blast-off: galaxy).
    Colony,
}

impl Face {
    /// All faces, in order.
    pub const ALL: [Self; 6] =
        [Self::Move, Self::Energy, Self::Culture, Self::Diplomacy, Self::Economy, Self::Colony];

    /// The face with this number modulo 8, folded into range; total so that packed bits decode.
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        match index {
            0 => Self::Move,
            1 => Self::Energy,
            2 => Self::Culture,
            3 => Self::Diplomacy,
            4 => Self::Economy,
            _ => Self::Colony,
        }
    }

    /// The number of the face, 0 to 5.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What a galaxy holds between 0 and its cap (R3.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Resource {
    /// Energy.
    Energy,
    /// Culture.
    Culture,
}

impl Resource {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::Energy, Self::Culture];

    /// The other one.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Energy => Self::Culture,
            Self::Culture => Self::Energy,
        }
    }
}

/// The type of an orbit track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Track {
    /// Diplomacy (blast-off: life).
    Diplomacy,
    /// Economy (blast-off: technology).
    Economy,
}

/// An amount of both resources.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Amount {
    /// Units of energy.
    pub energy: u8,
    /// Units of culture.
    pub culture: u8,
}

impl Amount {
    /// `units` of one resource and none of the other.
    #[inline]
    #[must_use]
    pub const fn of(resource: Resource, units: u8) -> Self {
        match resource {
            Resource::Energy => Self { energy: units, culture: 0 },
            Resource::Culture => Self { energy: 0, culture: units },
        }
    }

    /// How much of one resource.
    #[inline]
    #[must_use]
    pub const fn get(self, resource: Resource) -> u8 {
        match resource {
            Resource::Energy => self.energy,
            Resource::Culture => self.culture,
        }
    }

    /// One resource, to change.
    #[inline]
    pub(crate) const fn get_mut(&mut self, resource: Resource) -> &mut u8 {
        match resource {
            Resource::Energy => &mut self.energy,
            Resource::Culture => &mut self.culture,
        }
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u8 {
        self.energy.saturating_add(self.culture)
    }

    /// Whether `self` is enough to pay `cost`.
    #[inline]
    #[must_use]
    pub const fn covers(self, cost: Self) -> bool {
        self.energy >= cost.energy && self.culture >= cost.culture
    }

    /// What is left after paying `cost`; `covers` must hold.
    #[inline]
    #[must_use]
    pub(crate) const fn less(self, cost: Self) -> Self {
        Self {
            energy: self.energy.saturating_sub(cost.energy),
            culture: self.culture.saturating_sub(cost.culture),
        }
    }
}

/// A set of planets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Planets(u64);

impl Planets {
    /// No planet.
    pub const NONE: Self = Self(0);

    /// The first `n` planets of a deck.
    #[must_use]
    pub const fn first(n: usize) -> Self {
        Self(if n >= 64 { u64::MAX } else { (1 << n) - 1 })
    }

    /// Whether it holds this planet.
    #[inline]
    #[must_use]
    pub const fn has(self, planet: Planet) -> bool {
        self.0 >> planet.0 & 1 == 1
    }

    /// Puts a planet in.
    #[inline]
    pub const fn insert(&mut self, planet: Planet) {
        self.0 |= 1 << planet.0;
    }

    /// Takes a planet out.
    #[inline]
    pub const fn remove(&mut self, planet: Planet) {
        self.0 &= !(1 << planet.0);
    }

    /// The same set with one planet more.
    #[inline]
    #[must_use]
    pub const fn with(mut self, planet: Planet) -> Self {
        self.insert(planet);
        self
    }

    /// What is in `self` and not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// What is in either.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in both.
    #[inline]
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// How many.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as bits, planet 0 lowest.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The planet that stands at place `n` of the set in deck order.
    /// Without a loop: first the byte is found, then the bit in it. Not inlined: it would make the
    /// way to the commoner rolls longer.
    #[inline(never)]
    #[must_use]
    pub const fn nth(self, n: usize) -> Option<Planet> {
        if n >= self.len() {
            return None;
        }
        let pairs = self.0 - ((self.0 >> 1) & (0x55 * EACH));
        let nibbles = (pairs & (0x33 * EACH)) + ((pairs >> 2) & (0x33 * EACH));
        let sums = ((nibbles + (nibbles >> 4)) & (0x0F * EACH)).wrapping_mul(EACH);
        let shift = 8 * bytes_up_to(sums, n as u64);
        let rest = n as u64 - ((sums << 8) >> shift & 0xFF);
        let bits = (self.0 >> shift & 0xFF).wrapping_mul(EACH) & 0x8040_2010_0804_0201;
        let ones = (bits + 0x7F * EACH) >> 7 & EACH;
        Some(Planet((shift + bytes_up_to(ones.wrapping_mul(EACH), rest)) as u8))
    }
}

/// A one in each byte of a word.
const EACH: u64 = 0x0101_0101_0101_0101;

/// How many bytes of a word are at most `n`; all of them and `n` are below 128.
const fn bytes_up_to(bytes: u64, n: u64) -> u64 {
    let at_most = (((n + 0x80) * EACH) - bytes) >> 7 & EACH;
    at_most.wrapping_mul(EACH) >> 56
}

impl IntoIterator for Planets {
    type Item = Planet;
    type IntoIter = PlanetsIter;

    #[inline]
    fn into_iter(self) -> PlanetsIter {
        PlanetsIter(self.0)
    }
}

impl FromIterator<Planet> for Planets {
    fn from_iter<I: IntoIterator<Item = Planet>>(planets: I) -> Self {
        planets.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The planets of a set, in deck order.
#[derive(Clone, Debug)]
pub struct PlanetsIter(u64);

impl Iterator for PlanetsIter {
    type Item = Planet;

    #[inline]
    fn next(&mut self) -> Option<Planet> {
        if self.0 == 0 {
            return None;
        }
        let planet = Planet(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(planet)
    }
}

/// Where a ship can be sent (R3.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Destination {
    /// The own galaxy mat.
    Home,
    /// A planet's surface.
    Surface(Slot),
    /// The start of a planet's orbit track.
    Orbit(Slot),
}

#[cfg(test)]
mod tests {
    use super::{Planet, Planets};

    #[test]
    fn each_place_of_a_set_is_found() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for spread in 0..200 {
            bits = bits.rotate_left(7).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let set = Planets(bits >> (spread % 4 * 16));
            let found: Vec<Planet> = (0..).map_while(|n| set.nth(n)).collect();
            assert!(found.into_iter().eq(set), "{:x}", set.0);
        }
        assert_eq!(Planets(u64::MAX).nth(63).map(Planet::index), Some(63));
        assert_eq!((Planets(u64::MAX).nth(64), Planets::NONE.nth(0)), (None, None));
    }
}
