//! Dice as a multiset of faces, since a rolled die has no identity beyond its face (R1.9).

use crate::ids::Face;

/// The most dice that one seat rolls.
pub const MAX_DICE: usize = 7;

/// A multiset of dice: the count of each face, in four bits per face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dice(u32);

impl Dice {
    /// No dice.
    pub const NONE: Self = Self(0);

    /// Creates one die of this face.
    #[inline]
    #[must_use]
    pub const fn one(face: Face) -> Self {
        Self(1 << (4 * face as u32))
    }

    /// Returns how many dice show this face.
    #[inline]
    #[must_use]
    pub const fn count(self, face: Face) -> usize {
        (self.0 >> (4 * face as u32) & 15) as usize
    }

    /// Returns whether any die shows this face.
    #[inline]
    #[must_use]
    pub const fn has(self, face: Face) -> bool {
        self.count(face) > 0
    }

    /// Returns the first face shown, in face order.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Face> {
        if self.0 == 0 { None } else { Some(Face::at((self.0.trailing_zeros() / 4) as usize)) }
    }

    /// Returns the number of dice.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        // Add pairs of faces into bytes, then the three bytes into the highest one.
        let pairs = (self.0 & 0x0F_0F_0F) + (self.0 >> 4 & 0x0F_0F_0F);
        (pairs.wrapping_mul(0x01_01_01) >> 16 & 0xFF) as usize
    }

    /// Returns whether there are no dice.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the sum of both multisets; no face may exceed 15, the limit of four bits.
    #[inline]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// Returns the difference; `self` must contain `other`.
    #[inline]
    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// Returns the dice that show the face with this index or a later one.
    #[inline]
    #[must_use]
    pub(crate) const fn starting_at(self, face: usize) -> Self {
        Self(self.0 & u32::MAX << (4 * face))
    }

    /// Returns whether `self` contains all dice of `other`.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        // If a face of `other` has more dice, the subtraction borrows from the next face.
        let borrows = !self.0 & other.0 | !(self.0 ^ other.0) & self.0.wrapping_sub(other.0);
        borrows & 0x8888_8888 == 0
    }

    /// Returns the difference, or `None` if `self` does not contain `other`.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Option<Self> {
        self.contains(other).then(|| self.minus(other))
    }

    /// Returns the distinct faces shown, in order.
    #[inline]
    pub fn faces(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(move |&face| self.has(face))
    }

    /// Returns every die, in face order.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().flat_map(move |face| std::iter::repeat_n(face, self.count(face)))
    }

    /// Returns the packed counts.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the dice of packed counts; `None` if there are more than [`MAX_DICE`].
    pub(crate) fn from_bits(bits: u32) -> Option<Self> {
        let dice = Self(bits);
        let total: usize = Face::ALL.into_iter().map(|face| dice.count(face)).sum();
        (bits >> 24 == 0 && total <= MAX_DICE).then_some(dice)
    }

    /// Returns the dice of one of the `6^count` face sequences.
    ///
    /// The index is a base-6 number with one digit per die.
    #[inline]
    pub(crate) fn at(count: usize, index: u64) -> Self {
        if count == 1 {
            return Self::one(Face::at(index as usize));
        }
        // Look up three groups of three digits. Digits past the last die are 0, which the table
        // counts as the face `move`, so subtract these dice at the end.
        let index = index as usize;
        let (low, middle, high) = (index % 216, index / 216 % 216, index / (216 * 216) % 216);
        let dice = THREE_DICE[low] + THREE_DICE[middle] + THREE_DICE[high];
        Self(dice - (9 - count.min(9)) as u32)
    }

    /// Calls `each` with every outcome of rolling `count` dice and its number of face sequences.
    pub(crate) fn rolls(count: usize, mut each: impl FnMut(Self, u64)) {
        fn distribute(
            face: usize,
            left: usize,
            so_far: Dice,
            ways: u64,
            each: &mut dyn FnMut(Dice, u64),
        ) {
            // All remaining dice show the last face.
            if face == 5 {
                each(Dice(so_far.0 + ((left as u32) << 20)), ways);
                return;
            }
            let mut binomial = 1;
            for n in 0..=left {
                distribute(
                    face + 1,
                    left - n,
                    Dice(so_far.0 + ((n as u32) << (4 * face))),
                    ways * binomial,
                    each,
                );
                binomial = binomial * (left - n) as u64 / (n as u64 + 1);
            }
        }
        distribute(0, count, Self::NONE, 1, &mut each);
    }

    /// Returns the number of face sequences that give these dice: the weight of this roll.
    pub(crate) fn ways(self) -> u64 {
        let factorial = |n: usize| (1..=n as u64).product::<u64>();
        Face::ALL
            .iter()
            .fold(factorial(self.len()), |ways, &face| ways / factorial(self.count(face)))
    }
}

impl FromIterator<Face> for Dice {
    /// Collects dice; a face is counted at most 15 times.
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Self {
        faces.into_iter().fold(Self::NONE, |dice, face| {
            if dice.count(face) < 15 { dice.plus(Self::one(face)) } else { dice }
        })
    }
}

impl std::fmt::Debug for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The packed dice for each three-digit base-6 number, one die per digit.
const THREE_DICE: [u32; 216] = {
    let mut table = [0; 216];
    let mut index = 0;
    while index < 216 {
        table[index] =
            (1 << (4 * (index % 6))) + (1 << (4 * (index / 6 % 6))) + (1 << (4 * (index / 36)));
        index += 1;
    }
    table
};

/// The activation bay: dice in the order of activation (R2.3), four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bay(u32);

impl Bay {
    /// Adds a die on the next free space.
    #[inline]
    pub(crate) const fn push(&mut self, face: Face) {
        self.0 |= (face as u32 + 1) << (4 * self.len() as u32);
    }

    /// Returns how many spaces are taken.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        (8 - self.0.leading_zeros() / 4) as usize
    }

    /// Returns whether no die was activated yet.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the faces in the order of activation.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Face> {
        (0..self.len()).map(move |i| Face::at((self.0 >> (4 * i) & 15) as usize - 1))
    }

    /// Returns the faces as a multiset.
    #[must_use]
    pub fn dice(self) -> Dice {
        self.iter().collect()
    }

    /// Returns the packed faces.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the bay of packed faces; `None` if a face is unknown.
    pub(crate) fn from_bits(bits: u32) -> Option<Self> {
        let bay = Self(bits);
        let is_face = |i: usize| (1..=6).contains(&(bits >> (4 * i) & 15));
        (0..bay.len()).all(is_face).then_some(bay)
    }
}

impl std::fmt::Debug for Bay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Bay, Dice};
    use crate::ids::Face;

    #[test]
    fn dice_contain_those_with_no_more_of_each_face() {
        let mut all = Vec::new();
        (0..=3).for_each(|count| Dice::rolls(count, |dice, _| all.push(dice)));
        Dice::rolls(7, |dice, _| all.push(dice));
        for &dice in &all {
            for &other in &all {
                let expected = Face::ALL.iter().all(|face| dice.count(*face) >= other.count(*face));
                assert_eq!(dice.contains(other), expected, "{} {}", dice.0, other.0);
            }
        }
    }

    #[test]
    fn seven_dice_have_792_outcomes_in_279_936_ways() {
        let (mut outcomes, mut ways) = (0, 0);
        Dice::rolls(7, |dice, weight| {
            assert_eq!((dice.len(), dice.ways()), (7, weight));
            outcomes += 1;
            ways += weight;
        });
        assert_eq!((outcomes, ways), (792, 279_936));
    }

    #[test]
    fn any_number_of_dice_is_counted_correctly() {
        for count in 0..=15 {
            let of_each = |face| std::iter::repeat_n(face, count);
            let dice: Dice = Face::ALL.into_iter().flat_map(of_each).collect();
            assert_eq!(dice.len(), 6 * count);
            assert_eq!(dice.iter().count(), 6 * count);
        }
    }

    /// Regression test: sixteen dice of the last face used to overflow the packed counts.
    #[test]
    fn a_face_is_counted_at_most_fifteen_times() {
        for face in Face::ALL {
            let many: Dice = [face; 16].into_iter().collect();
            assert_eq!(many.len(), 15, "{face:?}");
            assert_eq!(many, many.iter().collect(), "{face:?}");
            assert_eq!(many.without(many), Some(Dice::NONE), "{face:?}");
            assert_eq!(Dice::NONE.without(Dice::one(face)), None, "{face:?}");
        }
    }

    #[test]
    fn the_bay_keeps_the_order() {
        let mut bay = Bay::default();
        let faces = [Face::Colony, Face::Move, Face::Move, Face::Culture];
        for face in faces {
            bay.push(face);
        }
        assert!(bay.iter().eq(faces));
        assert_eq!(bay.dice().count(Face::Move), 2);
    }
}
