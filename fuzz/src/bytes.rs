//! Where choices come from: the bytes of the input, or numbers that follow from a seed.

/// The input, read from the front; zeros once it is used up.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// Whether all of it was read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// The next two bytes.
    pub fn pair(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// A number below a limit of at most 256; 0 if there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit.max(1)
    }

    /// True for one of so many bytes.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Numbers that follow from all that is left.
    pub fn random(&self) -> Random {
        let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        Random(self.0.iter().fold(self.0.len() as u64, hash))
    }
}

/// SplitMix64.
#[derive(Clone, Copy, Debug)]
pub struct Random(pub u64);

impl Random {
    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below a limit; 0 if there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.bits()) * limit as u128) >> 64) as usize
    }
}
