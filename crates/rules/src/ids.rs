//! Basic value types: seats, ships, slots, faces, resources, tracks and sets of cards.
//! They contain no rules.

/// The most seats of a game.
pub const MAX_SEATS: usize = 5;
/// The number of ships of one galaxy.
pub const SHIPS: usize = 4;
/// The most planets in the row (R1.3).
pub const MAX_ROW: usize = 6;
/// The most planets of a deck. Sets of planets and packed frames rely on it.
pub const MAX_PLANETS: usize = 48;
/// The most missions of a deck.
pub const MAX_MISSIONS: usize = 16;

macro_rules! small_index {
    ($(#[$doc:meta])* $name:ident, $max:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u8);

        impl $name {
            /// Returns the value with this index, if it is in range.
            #[must_use]
            pub const fn new(index: usize) -> Option<Self> {
                if index < $max { Some(Self(index as u8)) } else { None }
            }

            /// Returns the value with an index that must be in range.
            #[inline]
            pub(crate) const fn at(index: usize) -> Self {
                debug_assert!(index < $max);
                Self(index as u8)
            }

            /// Returns the index, counted from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the value for a code in a frame; 0 stands for no value.
            #[inline]
            #[allow(dead_code, reason = "not every index is stored in a frame")]
            pub(crate) const fn from_code(code: u8) -> Option<Self> {
                match code {
                    0 => None,
                    code => Some(Self::at(code as usize - 1)),
                }
            }

            /// Returns the code for a value in a frame.
            #[inline]
            #[allow(dead_code, reason = "not every index is stored in a frame")]
            pub(crate) const fn code(value: Option<Self>) -> u8 {
                match value {
                    None => 0,
                    Some(value) => value.0 + 1,
                }
            }
        }
    };
}

small_index!(
    /// A seat at the table; in a solo game the Rogue Galaxy has seat B.
    Seat, MAX_SEATS
);
impl Seat {
    /// All seats, in order.
    pub const ALL: [Self; MAX_SEATS] = [Self(0), Self(1), Self(2), Self(3), Self(4)];
}

small_index!(
    /// One of the four ships of a seat (R1.9).
    Ship, SHIPS
);
small_index!(
    /// A slot of the planet row, counted from the left.
    Slot, MAX_ROW
);
small_index!(
    /// A planet card, by its index in the deck file.
    Planet, MAX_PLANETS
);
small_index!(
    /// A secret mission, by its index in the deck file.
    Mission, MAX_MISSIONS
);

/// The six faces of a die (R1.4), in face order.
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

    /// Returns the face with this index. Indices above 5 give the last face, so that any bits
    /// decode without a panic.
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

    /// Returns the index of the face, 0 to 5.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the face for a code in a frame; 0 stands for no face.
    #[inline]
    pub(crate) const fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => None,
            code => Some(Self::at(code as usize - 1)),
        }
    }

    /// Returns the code for a face in a frame.
    #[inline]
    pub(crate) const fn code(face: Option<Self>) -> u8 {
        match face {
            None => 0,
            Some(face) => face as u8 + 1,
        }
    }
}

/// A resource, of which a galaxy holds between 0 and its cap (R3.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Resource {
    /// Energy.
    Energy,
    /// Culture.
    Culture,
}

impl Resource {
    /// Both resources, in order.
    pub const ALL: [Self; 2] = [Self::Energy, Self::Culture];

    /// Returns the other resource.
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
    /// Creates an amount of one resource only.
    #[inline]
    #[must_use]
    pub const fn of(resource: Resource, units: u8) -> Self {
        match resource {
            Resource::Energy => Self { energy: units, culture: 0 },
            Resource::Culture => Self { energy: 0, culture: units },
        }
    }

    /// Returns the units of one resource.
    #[inline]
    #[must_use]
    pub const fn get(self, resource: Resource) -> u8 {
        match resource {
            Resource::Energy => self.energy,
            Resource::Culture => self.culture,
        }
    }

    /// Returns a mutable reference to the units of one resource.
    #[inline]
    pub(crate) const fn get_mut(&mut self, resource: Resource) -> &mut u8 {
        match resource {
            Resource::Energy => &mut self.energy,
            Resource::Culture => &mut self.culture,
        }
    }

    /// Returns the units of both resources together.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u8 {
        self.energy.saturating_add(self.culture)
    }

    /// Returns whether `self` is enough to pay `cost`.
    #[inline]
    #[must_use]
    pub const fn covers(self, cost: Self) -> bool {
        self.energy >= cost.energy && self.culture >= cost.culture
    }

    /// Returns the amount left after paying `cost`, which `self` must cover.
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
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the set of the first `n` planets of a deck.
    #[must_use]
    pub const fn first(n: usize) -> Self {
        Self(if n >= 64 { u64::MAX } else { (1 << n) - 1 })
    }

    /// Returns whether the set contains this planet.
    #[inline]
    #[must_use]
    pub const fn has(self, planet: Planet) -> bool {
        self.0 >> planet.0 & 1 == 1
    }

    /// Adds a planet.
    #[inline]
    pub const fn insert(&mut self, planet: Planet) {
        self.0 |= 1 << planet.0;
    }

    /// Removes a planet.
    #[inline]
    pub const fn remove(&mut self, planet: Planet) {
        self.0 &= !(1 << planet.0);
    }

    /// Returns the set with one planet added.
    #[inline]
    #[must_use]
    pub const fn with(mut self, planet: Planet) -> Self {
        self.insert(planet);
        self
    }

    /// Returns the difference of two sets.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the union of two sets.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the intersection of two sets.
    #[inline]
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the number of planets.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set as bits, planet 0 lowest.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set of these bits, including bits beyond [`MAX_PLANETS`].
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the `n`-th planet of the set, in deck order, counted from 0.
    ///
    /// It needs no loop: it finds the byte that contains the planet, then the bit in this byte. It
    /// is not inlined, because that would lengthen the hot path of dice rolls.
    #[inline(never)]
    #[must_use]
    pub const fn nth(self, n: usize) -> Option<Planet> {
        if n >= self.len() {
            return None;
        }
        // Count the planets of each byte. Then byte i of `sums` is the number of planets in
        // bytes 0 to i.
        let pairs = self.0 - ((self.0 >> 1) & (0x55 * EACH_BYTE));
        let nibbles = (pairs & (0x33 * EACH_BYTE)) + ((pairs >> 2) & (0x33 * EACH_BYTE));
        let sums = ((nibbles + (nibbles >> 4)) & (0x0F * EACH_BYTE)).wrapping_mul(EACH_BYTE);
        let shift = 8 * bytes_up_to(sums, n as u64);
        let rest = n as u64 - ((sums << 8) >> shift & 0xFF);
        // Spread the byte that contains the planet: byte i keeps only bit i.
        let bits = (self.0 >> shift & 0xFF).wrapping_mul(EACH_BYTE) & 0x8040_2010_0804_0201;
        let ones = (bits + 0x7F * EACH_BYTE) >> 7 & EACH_BYTE;
        Some(Planet((shift + bytes_up_to(ones.wrapping_mul(EACH_BYTE), rest)) as u8))
    }
}

/// A word with the value 1 in each byte.
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// Returns how many bytes of a word are at most `n`. All bytes and `n` must be below 128.
const fn bytes_up_to(bytes: u64, n: u64) -> u64 {
    let at_most = (((n + 0x80) * EACH_BYTE) - bytes) >> 7 & EACH_BYTE;
    at_most.wrapping_mul(EACH_BYTE) >> 56
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

macro_rules! small_set {
    ($(#[$doc:meta])* $name:ident of $item:ident in $bits:ty, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name($bits);

        impl $name {
            /// The empty set.
            pub const NONE: Self = Self(0);

            #[doc = concat!("Returns whether the set contains this ", $what, ".")]
            #[must_use]
            pub const fn has(self, item: $item) -> bool {
                self.0 >> item.0 & 1 == 1
            }

            #[doc = concat!("Returns the set with one ", $what, " added.")]
            #[must_use]
            pub const fn with(self, item: $item) -> Self {
                Self(self.0 | 1 << item.0)
            }

            #[doc = concat!("Returns the set with one ", $what, " removed.")]
            #[must_use]
            pub const fn without(self, item: $item) -> Self {
                Self(self.0 & !(1 << item.0))
            }

            /// Returns the items that are in this set or in the other one.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Returns the items that are in this set, but not in the other one.
            #[must_use]
            pub const fn difference(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            #[doc = concat!("Returns the number of ", $what, "s.")]
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns whether the set is empty.
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[doc = concat!("Returns the ", $what, "s in order.")]
            pub fn iter(self) -> impl Iterator<Item = $item> {
                (0..<$bits>::BITS as usize).filter_map($item::new).filter(move |item| self.has(*item))
            }

            #[doc = concat!("Returns the set as bits, ", $what, " 0 lowest.")]
            #[must_use]
            pub const fn bits(self) -> $bits {
                self.0
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::NONE, Self::with)
            }
        }
    };
}

small_set!(
    /// A set of seats.
    Seats of Seat in u8, "seat"
);
impl Seats {
    /// Returns the set with these [bits](Self::bits); `None` if a bit is not that of a seat.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits >> MAX_SEATS == 0 { Some(Self(bits)) } else { None }
    }
}

small_set!(
    /// A set of missions.
    Missions of Mission in u16, "mission"
);

/// The destination of a ship (R3.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Destination {
    /// The player's own galaxy mat.
    Home,
    /// A planet's surface.
    Surface(Slot),
    /// The start of a planet's orbit track.
    Orbit(Slot),
}

#[cfg(test)]
mod tests {
    use super::{Planet, Planets, Seat, Seats};

    #[test]
    fn a_set_of_seats_is_stored_as_its_bits() {
        let [a, b, _, d, e] = Seat::ALL;
        let (some, others) = (Seats::NONE.with(a).with(d), Seats::NONE.with(b).with(d));
        assert_eq!(Seats::from_bits(0b1001), Some(some));
        assert_eq!((some.union(others).bits(), some.difference(others).bits()), (0b1011, 0b0001));
        assert_eq!(Seats::from_bits(0b1_0000), Some(Seats::NONE.with(e)));
        assert_eq!(Seats::from_bits(0b10_0000), None, "there is no sixth seat");
    }

    #[test]
    fn nth_finds_every_planet_of_a_set() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..200 {
            bits = bits.rotate_left(7).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let set = Planets(bits >> (round % 4 * 16));
            let found: Vec<Planet> = (0..).map_while(|n| set.nth(n)).collect();
            assert!(found.into_iter().eq(set), "{:x}", set.0);
        }
        assert_eq!(Planets(u64::MAX).nth(63).map(Planet::index), Some(63));
        assert_eq!((Planets(u64::MAX).nth(64), Planets::NONE.nth(0)), (None, None));
    }
}
