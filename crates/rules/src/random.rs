//! Pseudorandom numbers from a seed.

/// The SplitMix64 generator: small and fast, but not cryptographic.
///
/// The rules draw no random numbers: callers supply chance outcomes. They may use this generator
/// with [`ChanceNode::pick`](crate::ChanceNode::pick); [`View::complete`](crate::View::complete)
/// also uses it. Equal seeds give equal numbers in every version of this crate.
#[derive(Clone, Debug, Default)]
pub struct Random(pub u64);

/// The distance between two states of the generator.
const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// Returns 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(INCREMENT);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a uniformly distributed number below `limit`; 0 if the limit is 0.
    #[inline]
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.bits() as u128 * limit as u128) >> 64) as usize
    }

    /// Skips numbers, as if [`Self::bits`] had been called `count` times.
    #[inline]
    pub const fn skip(&mut self, count: u64) {
        self.0 = self.0.wrapping_add(INCREMENT.wrapping_mul(count));
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        let mut random = Random(1_234_567);
        let first =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([random.bits(), random.bits(), random.bits()], first);
    }

    #[test]
    fn skipping_numbers_is_equal_to_drawing_them() {
        let (mut drawn, mut skipped) = (Random(9), Random(9));
        for count in [0, 1, 5, 1000] {
            for _ in 0..count {
                drawn.bits();
            }
            skipped.skip(count);
            assert_eq!(skipped.0, drawn.0);
        }
    }
}
