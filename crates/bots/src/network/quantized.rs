//! The network for play: its first layer is quantized to 16-bit integers.

use super::float_net::{FloatNet, HIDDEN_1, HIDDEN_2, OutputLayers, sigmoid};

/// The quantization step of the first layer.
pub(super) const QUANTIZATION_STEP: f32 = 1.0 / 512.0;

/// The sums of the first layer, before the activation.
///
/// The alignment avoids reads across cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct FirstLayer(pub(super) [i16; HIDDEN_1]);

impl FirstLayer {
    pub(super) const ZERO: Self = Self([0; HIDDEN_1]);

    /// Adds other sums. The order does not matter, because the addition wraps around.
    #[inline]
    pub(super) fn add(&mut self, other: &Self) {
        for (cell, weight) in self.0.iter_mut().zip(&other.0) {
            *cell = cell.wrapping_add(*weight);
        }
    }

    /// Adds a sum instead of one that was added before.
    #[inline]
    pub(super) fn replace(&mut self, old: &Self, new: &Self) {
        for ((cell, old), new) in self.0.iter_mut().zip(&old.0).zip(&new.0) {
            *cell = cell.wrapping_sub(*old).wrapping_add(*new);
        }
    }
}

/// The weights of the second layer, aligned like [`FirstLayer`].
#[derive(Clone, Debug)]
#[repr(align(32))]
struct SecondLayer([[f32; HIDDEN_2]; HIDDEN_1]);

/// A network for inference only.
#[derive(Clone, Debug)]
pub(super) struct QuantizedNet {
    rows: Vec<FirstLayer>,
    bias: FirstLayer,
    head: OutputLayers,
    /// The second layer of the head, multiplied by the quantization step.
    second: Box<SecondLayer>,
}

/// The largest absolute value of a quantized weight; it stands for a weight of 16.
const MAX_WEIGHT: f32 = 8192.0;

/// Quantizes a weight.
pub(super) fn quantize(weight: f32) -> i16 {
    (weight / QUANTIZATION_STEP).round().clamp(-MAX_WEIGHT, MAX_WEIGHT) as i16
}

impl QuantizedNet {
    pub(super) fn new(net: &FloatNet) -> Self {
        let rows = net.rows.iter().map(|row| FirstLayer(row.map(quantize))).collect();
        let (bias, head) = (FirstLayer(net.first_bias.map(quantize)), net.head.clone());
        let second = head.second.map(|row| row.map(|weight| weight * QUANTIZATION_STEP));
        Self { rows, bias, head, second: Box::new(SecondLayer(second)) }
    }

    /// Converts back to floating point, for training.
    pub(super) fn to_float(&self) -> FloatNet {
        let dequantize =
            |cells: &FirstLayer| cells.0.map(|cell| f32::from(cell) * QUANTIZATION_STEP);
        let rows = self.rows.iter().map(dequantize).collect();
        FloatNet { rows, first_bias: dequantize(&self.bias), head: self.head.clone() }
    }

    /// Returns the biases of the first layer.
    #[inline]
    pub(super) const fn bias(&self) -> &FirstLayer {
        &self.bias
    }

    /// Adds the weights of inputs to the first layer.
    #[inline]
    pub(super) fn add(&self, sum: &mut FirstLayer, inputs: &[u16]) {
        for &input in inputs {
            let Some(row) = self.rows.get(input as usize) else { continue };
            sum.add(row);
        }
    }

    /// Computes the chance to win.
    #[inline]
    pub(super) fn chance(&self, inputs: &[u16]) -> f32 {
        sigmoid(self.log_odds(inputs))
    }

    /// Computes the log-odds of a win.
    #[inline]
    pub(super) fn log_odds(&self, inputs: &[u16]) -> f32 {
        let mut sum = self.bias;
        self.add(&mut sum, inputs);
        self.log_odds_of(&sum)
    }

    /// Computes the chance to win from the sums of the first layer.
    #[inline]
    pub(super) fn chance_of(&self, sum: &FirstLayer) -> f32 {
        sigmoid(self.log_odds_of(sum))
    }

    #[inline]
    fn log_odds_of(&self, sum: &FirstLayer) -> f32 {
        // `new` multiplied the second layer by the quantization step. This is exact, because the
        // step is a power of two.
        let first = sum.0.map(f32::from);
        let mut second = self.head.second_bias;
        let mut active = positive(sum);
        while active != 0 {
            let index = active.trailing_zeros() as usize % HIDDEN_1;
            let (cell, row) = (first[index], &self.second.0[index]);
            for (sum, weight) in second.iter_mut().zip(row) {
                *sum += cell * weight;
            }
            active &= active - 1;
        }
        self.head.log_odds(&second.map(|cell| cell.max(0.0)))
    }
}

/// Returns the set of positive cells, one bit each.
///
/// This has no branches, because the processor could not predict them.
#[inline]
fn positive(cells: &FirstLayer) -> u64 {
    const { assert!(HIDDEN_1 == 64, "a word must have one bit per cell") };
    let flags = cells.0.map(|cell| u8::from(cell > 0));
    let (words, _) = flags.as_chunks::<8>();
    words.iter().rev().fold(0, |set, eight| {
        // The multiplication collects the lowest bits of eight bytes in the highest byte.
        set << 8 | u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}
