//! Compression of weights: an adaptive binary arithmetic coder and a model of small integers.

/// The probability of a one, in units of 2⁻¹⁶, which adapts to the bits seen so far.
#[derive(Clone, Copy)]
struct Probability {
    one: u16,
    /// The number of bits seen, up to the slowest rate.
    rate: u8,
}

/// The slowest rate of adaptation, as a shift.
const SLOWEST_RATE: u8 = 7;
/// The probability that both bits are equally likely.
const HALF: u16 = 1 << 15;

impl Probability {
    const NEW: Self = Self { one: HALF, rate: 0 };

    /// Adapts to a bit. The probability never becomes 0.
    const fn update(&mut self, bit: bool) {
        self.rate = if self.rate < SLOWEST_RATE { self.rate + 1 } else { SLOWEST_RATE };
        if bit {
            self.one += (u16::MAX - self.one) >> self.rate;
        } else {
            self.one -= (self.one - 1) >> self.rate;
        }
    }
}

/// Encodes or decodes single bits. A decoder ignores the given bit and returns the stored one.
pub(super) trait BitCoder {
    /// Codes a bit whose probability to be one is `one`, in units of 2⁻¹⁶.
    fn code(&mut self, one: u16, bit: bool) -> bool;
}

/// The interval that the coded bits select.
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const FULL: Self = Self { low: 0, high: u32::MAX };

    /// Returns the last value of the part that stands for a one.
    const fn split(&self, one: u16) -> u32 {
        let range = (self.high - self.low) as u64;
        self.low + ((range * one as u64) >> 16) as u32
    }

    const fn select(&mut self, split: u32, bit: bool) {
        if bit {
            self.high = split;
        } else {
            self.low = split + 1;
        }
    }

    /// Removes and returns the first byte if all values of the interval share it.
    const fn shift(&mut self) -> Option<u8> {
        if (self.low ^ self.high) >> 24 != 0 {
            return None;
        }
        let byte = (self.low >> 24) as u8;
        self.low <<= 8;
        self.high = self.high << 8 | 0xff;
        Some(byte)
    }
}

/// Writes coded bits.
pub(super) struct BitEncoder {
    interval: Interval,
    bytes: Vec<u8>,
}

impl BitEncoder {
    pub(super) const fn new() -> Self {
        Self { interval: Interval::FULL, bytes: Vec::new() }
    }

    /// Returns the written bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.interval.low.to_be_bytes());
        self.bytes
    }
}

impl BitCoder for BitEncoder {
    #[inline]
    fn code(&mut self, one: u16, bit: bool) -> bool {
        self.interval.select(self.interval.split(one), bit);
        while let Some(byte) = self.interval.shift() {
            self.bytes.push(byte);
        }
        bit
    }
}

/// Reads coded bits. After the end of the bytes it reads zeros.
pub(super) struct BitDecoder<'b> {
    interval: Interval,
    value: u32,
    bytes: &'b [u8],
}

impl<'b> BitDecoder<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        let mut decoder = Self { interval: Interval::FULL, value: 0, bytes };
        (0..4).for_each(|_| decoder.read_byte());
        decoder
    }

    #[inline]
    fn read_byte(&mut self) {
        let byte = self.bytes.split_off_first().copied().unwrap_or_default();
        self.value = self.value << 8 | u32::from(byte);
    }
}

impl BitCoder for BitDecoder<'_> {
    #[inline]
    fn code(&mut self, one: u16, _: bool) -> bool {
        let split = self.interval.split(one);
        let bit = self.value <= split;
        self.interval.select(split, bit);
        while self.interval.shift().is_some() {
            self.read_byte();
        }
        bit
    }
}

/// The number of bits of the length of a weight.
const LENGTH_BITS: u32 = 4;
/// The number of digits after the first one that are not equally likely.
const MODELLED_DIGITS: u32 = 2;

/// The probabilities of weights, and of rows that training did not change.
pub(super) struct WeightModel {
    unchanged: [Probability; 2],
    lengths: [Probability; 1 << LENGTH_BITS],
    digits: [[Probability; 1 << MODELLED_DIGITS]; 1 << LENGTH_BITS],
    last_unchanged: bool,
}

impl WeightModel {
    pub(super) const fn new() -> Self {
        Self {
            unchanged: [Probability::NEW; 2],
            lengths: [Probability::NEW; 1 << LENGTH_BITS],
            digits: [[Probability::NEW; 1 << MODELLED_DIGITS]; 1 << LENGTH_BITS],
            last_unchanged: false,
        }
    }

    /// Codes whether training did not change a row.
    pub(super) fn unchanged(&mut self, coder: &mut impl BitCoder, unchanged: bool) -> bool {
        let context = usize::from(self.last_unchanged);
        self.last_unchanged = adapt(&mut self.unchanged[context], coder, unchanged);
        self.last_unchanged
    }

    /// Codes a weight: the length of its absolute value in bits, the sign, and the other digits.
    ///
    /// The smallest 16-bit integer is not a weight.
    pub(super) fn weight(&mut self, coder: &mut impl BitCoder, weight: i16) -> i16 {
        let size = weight.unsigned_abs();
        let length = self.length(coder, u16::BITS - size.leading_zeros());
        if length == 0 {
            return 0;
        }
        let is_negative = coder.code(HALF, weight < 0);
        let (mut decoded, mut node) = (1_u16, 1);
        for place in (0..length - 1).rev() {
            let digit = size >> place & 1 == 1;
            let digit = if node < 1 << MODELLED_DIGITS {
                adapt(&mut self.digits[length as usize][node], coder, digit)
            } else {
                coder.code(HALF, digit)
            };
            node = node << 1 | usize::from(digit);
            decoded = decoded << 1 | u16::from(digit);
        }
        // The length has at most 15 bits.
        let decoded = decoded as i16;
        if is_negative { -decoded } else { decoded }
    }

    fn length(&mut self, coder: &mut impl BitCoder, length: u32) -> u32 {
        let mut node = 1;
        for place in (0..LENGTH_BITS).rev() {
            let bit = adapt(&mut self.lengths[node], coder, length >> place & 1 == 1);
            node = node << 1 | usize::from(bit);
        }
        node as u32 - (1 << LENGTH_BITS)
    }
}

/// Codes a bit and adapts its probability.
#[inline]
fn adapt(probability: &mut Probability, coder: &mut impl BitCoder, bit: bool) -> bool {
    let bit = coder.code(probability.one, bit);
    probability.update(bit);
    bit
}

#[cfg(test)]
mod tests {
    use super::{BitDecoder, BitEncoder, WeightModel};
    use orrery_rules::Random;

    /// Returns weights of all lengths, with the extremes.
    fn weights() -> Vec<i16> {
        let mut random = Random(3);
        let mut weight = || {
            let limit = 1 << random.below(15);
            random.below(2 * limit) as i16 - (limit - 1) as i16
        };
        let drawn: Vec<i16> = (0..20_000).map(|_| weight().max(-i16::MAX)).collect();
        [&[0, 1, -1, i16::MAX, -i16::MAX][..], &drawn].concat()
    }

    #[test]
    fn decoded_weights_are_the_encoded_ones() {
        let (weights, mut encoder) = (weights(), BitEncoder::new());
        let mut model = WeightModel::new();
        for &weight in &weights {
            model.unchanged(&mut encoder, weight % 3 == 0);
            assert_eq!(model.weight(&mut encoder, weight), weight);
        }
        let bytes = encoder.finish();
        let (mut model, mut decoder) = (WeightModel::new(), BitDecoder::new(&bytes));
        for &weight in &weights {
            assert_eq!(model.unchanged(&mut decoder, false), weight % 3 == 0);
            assert_eq!(model.weight(&mut decoder, 0), weight);
        }
    }

    #[test]
    fn equal_weights_need_hardly_any_space() {
        let (mut model, mut encoder) = (WeightModel::new(), BitEncoder::new());
        assert!((0..10_000).all(|_| model.weight(&mut encoder, 0) == 0));
        let length = encoder.finish().len();
        assert!(length < 100, "{length} bytes");
    }

    #[test]
    fn any_bytes_decode_to_weights() {
        let mut random = Random(5);
        let bytes: Vec<u8> = (0..1000).map(|_| random.below(256) as u8).collect();
        let (mut model, mut decoder) = (WeightModel::new(), BitDecoder::new(&bytes));
        for _ in 0..5000 {
            assert_ne!(model.weight(&mut decoder, 0), i16::MIN);
        }
    }
}
