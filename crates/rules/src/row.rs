//! The planet row, sets of its slots, and the known cards at the bottom of the deck.

use crate::ids::{MAX_PLANETS, MAX_ROW, Planet, Planets, Resource, Slot, Track};
use crate::ruleset::{PlanetCard, TrackFilter};

/// A set of slots, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Slots(pub(crate) u8);

const _: () = assert!(MAX_ROW <= 8, "a set of slots must fit one byte");

impl Slots {
    #[inline]
    pub(crate) const fn has(self, slot: Slot) -> bool {
        self.0 >> slot.index() & 1 == 1
    }

    #[inline]
    const fn set(&mut self, slot: Slot, is_in: bool) {
        self.0 = self.0 & !(1 << slot.index()) | (is_in as u8) << slot.index();
    }

    #[inline]
    pub(crate) const fn with(self, slot: Slot) -> Self {
        Self(self.0 | 1 << slot.index())
    }

    #[inline]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline]
    pub(crate) const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(crate) const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the leftmost slot.
    #[inline]
    pub(crate) fn first(self) -> Option<Slot> {
        Slot::new(self.0.trailing_zeros() as usize)
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Slot> {
        (0..MAX_ROW).map(Slot::at).filter(move |slot| self.has(*slot))
    }
}

/// The planet row: the card in each slot, and sets of slots by resource and by track.
///
/// A set contains the slots whose planets have this resource or track. The sets follow from the
/// cards. They are cached, because every die action needs them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlanetRow {
    planets: [u8; MAX_ROW],
    energy: Slots,
    diplomacy: Slots,
    economy: Slots,
}

impl PlanetRow {
    const HOLE: u8 = u8::MAX;
    pub(crate) const EMPTY: Self = Self {
        planets: [Self::HOLE; MAX_ROW],
        energy: Slots(0),
        diplomacy: Slots(0),
        economy: Slots(0),
    };

    #[inline]
    pub(crate) const fn get(&self, slot: Slot) -> Option<Planet> {
        match self.planets[slot.index()] {
            Self::HOLE => None,
            planet => Some(Planet::at(planet as usize)),
        }
    }

    pub(crate) fn put(&mut self, slot: Slot, planet: Planet, card: &PlanetCard) {
        self.planets[slot.index()] = planet.index() as u8;
        self.energy.set(slot, card.resource == Resource::Energy);
        self.diplomacy.set(slot, card.track == Track::Diplomacy);
        self.economy.set(slot, card.track == Track::Economy);
    }

    pub(crate) const fn clear(&mut self, slot: Slot) {
        self.planets[slot.index()] = Self::HOLE;
        self.energy.set(slot, false);
        self.diplomacy.set(slot, false);
        self.economy.set(slot, false);
    }

    /// Returns the slots that hold a planet.
    #[inline]
    pub(crate) const fn filled(&self) -> Slots {
        self.diplomacy.or(self.economy)
    }

    /// Returns the slots of planets with a matching track.
    #[inline]
    pub(crate) const fn slots_on(&self, filter: TrackFilter) -> Slots {
        match filter {
            TrackFilter::Only(Track::Diplomacy) => self.diplomacy,
            TrackFilter::Only(Track::Economy) => self.economy,
            TrackFilter::Any => self.filled(),
        }
    }

    /// Returns the slots of planets that yield this resource.
    #[inline]
    pub(crate) const fn slots_yielding(&self, resource: Resource) -> Slots {
        match resource {
            Resource::Energy => self.energy,
            Resource::Culture => self.filled().without(self.energy),
        }
    }

    /// Returns the planet index of each slot; 255 if the slot is empty.
    #[inline]
    pub(crate) const fn cards(&self) -> &[u8; MAX_ROW] {
        &self.planets
    }

    /// Returns the filled slots with their planets, from the left.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = (Slot, Planet)> {
        self.filled().iter().filter_map(move |slot| Some((slot, self.get(slot)?)))
    }

    pub(crate) fn planets(self) -> Planets {
        self.iter().map(|(_, planet)| planet).collect()
    }
}

/// The maximum number of known cards at the bottom of the deck.
///
/// These are all planets except the 4 of the smallest row.
pub(crate) const MAX_BOTTOM_CARDS: usize = MAX_PLANETS - 4;

/// The known cards at the bottom of the deck, first in, first out (R10.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BottomCards {
    pub(crate) len: u8,
    cards: [u8; MAX_BOTTOM_CARDS],
}

impl BottomCards {
    pub(crate) const EMPTY: Self = Self { len: 0, cards: [0; MAX_BOTTOM_CARDS] };

    pub(crate) fn iter(&self) -> impl Iterator<Item = Planet> + '_ {
        self.cards[..self.len as usize].iter().map(|&card| Planet::at(card as usize))
    }

    pub(crate) fn first(&self) -> Option<Planet> {
        self.iter().next()
    }

    pub(crate) fn push(&mut self, planet: Planet) {
        if let Some(card) = self.cards.get_mut(self.len as usize) {
            *card = planet.index() as u8;
            self.len += 1;
        }
    }

    pub(crate) fn pop_first(&mut self) {
        self.cards.copy_within(1.., 0);
        self.len = self.len.saturating_sub(1);
        self.cards[self.len as usize] = 0;
    }
}
