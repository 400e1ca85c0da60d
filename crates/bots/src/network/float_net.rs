//! The network in floating point, for training: a sparse first layer and two small dense layers.

use super::layout::INPUT_COUNT;
use crate::random::uniform;
use orrery_rules::Random;

/// The number of units in the first hidden layer.
pub(crate) const HIDDEN_1: usize = 64;
/// The number of units in the second hidden layer.
pub(crate) const HIDDEN_2: usize = 32;

/// The weights of the network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FloatNet {
    /// One row per input.
    pub(crate) rows: Vec<[f32; HIDDEN_1]>,
    pub(crate) first_bias: [f32; HIDDEN_1],
    pub(crate) head: OutputLayers,
}

/// The layers after the first hidden layer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OutputLayers {
    /// One row per unit of the first hidden layer.
    pub(crate) second: [[f32; HIDDEN_2]; HIDDEN_1],
    pub(crate) second_bias: [f32; HIDDEN_2],
    pub(crate) last: [f32; HIDDEN_2],
    pub(crate) last_bias: f32,
}

impl OutputLayers {
    const ZERO: Self = Self {
        second: [[0.0; HIDDEN_2]; HIDDEN_1],
        second_bias: [0.0; HIDDEN_2],
        last: [0.0; HIDDEN_2],
        last_bias: 0.0,
    };

    /// Returns mutable references to all weights in file order.
    pub(crate) fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> + '_ {
        let Self { second, second_bias, last, last_bias } = self;
        second.iter_mut().flatten().chain(second_bias).chain(last).chain([last_bias])
    }

    /// Computes the second hidden layer and the chance to win from the first hidden layer.
    #[inline]
    pub(crate) fn evaluate(&self, first: &[f32; HIDDEN_1]) -> ([f32; HIDDEN_2], f32) {
        let mut second = self.second_bias;
        for (cell, row) in first.iter().zip(&self.second) {
            if *cell > 0.0 {
                for (sum, weight) in second.iter_mut().zip(row) {
                    *sum += cell * weight;
                }
            }
        }
        let second = second.map(|cell| cell.max(0.0));
        (second, sigmoid(self.log_odds(&second)))
    }

    /// Computes the log-odds of a win from the second hidden layer.
    #[inline]
    pub(crate) fn log_odds(&self, second: &[f32; HIDDEN_2]) -> f32 {
        // Eight partial sums let the compiler use vector instructions.
        let mut parts = [0.0; 8];
        for (cells, weights) in second.chunks_exact(8).zip(self.last.chunks_exact(8)) {
            for ((part, cell), weight) in parts.iter_mut().zip(cells).zip(weights) {
                *part += cell * weight;
            }
        }
        self.last_bias + parts.iter().sum::<f32>()
    }
}

/// Returns a random number between `-limit` and `limit`.
pub(crate) fn noise(random: &mut Random, limit: f32) -> f32 {
    (2.0 * uniform(random) - 1.0) * limit
}

/// Returns the rows of the first layer before training.
pub(crate) fn random_rows(seed: u64) -> impl Iterator<Item = [f32; HIDDEN_1]> {
    let mut random = Random(seed);
    (0..INPUT_COUNT).map(move |_| std::array::from_fn(|_| noise(&mut random, 0.1)))
}

/// Converts log-odds to a probability. The result is bit-identical on all machines.
#[inline]
pub(crate) fn sigmoid(log_odds: f32) -> f32 {
    1.0 / (1.0 + exp(-log_odds))
}

/// Returns `libm::expf(x)`.
///
/// For usual numbers, it computes the same operations without branches.
#[inline]
fn exp(x: f32) -> f32 {
    let magnitude = x.abs();
    if !(SMALLEST..LARGEST).contains(&magnitude) {
        return libm::expf(x);
    }
    // Split x into k · ln 2 and a remainder.
    let rounded = (std::f32::consts::LOG2_E * x + f32::copysign(0.5, x)) as i32;
    let k = if magnitude > f32::from_bits(0x3f85_1592) { rounded } else { x.signum() as i32 };
    let k = if magnitude > f32::from_bits(0x3eb1_7218) { k } else { 0 };
    let (high, low) = (x - k as f32 * LN_2_HIGH, k as f32 * LN_2_LOW);
    let x = high - low;
    let square = x * x;
    let c = x - square * (P1 + square * P2);
    let power = 1.0 + (x * c / (2.0 - c) - low + high);
    power * f32::from_bits(((127 + k) as u32) << 23)
}

/// The range of magnitudes that [`exp`] computes itself; `libm` treats others separately.
const SMALLEST: f32 = 1.0 / 8192.0;
const LARGEST: f32 = 80.0;
/// The constants of `libm::expf`: ln 2 in two parts, and the coefficients of a polynomial.
const LN_2_HIGH: f32 = 6.931_457_5e-1;
const LN_2_LOW: f32 = 1.428_606_8e-6;
const P1: f32 = 1.666_662_5e-1;
const P2: f32 = -2.766_733_3e-3;

/// The activations of one position.
#[derive(Clone, Copy)]
pub(crate) struct Activations {
    pub(crate) first: [f32; HIDDEN_1],
    pub(crate) second: [f32; HIDDEN_2],
    /// The win probability.
    pub(crate) chance: f32,
}

impl FloatNet {
    /// The number of inputs.
    pub(crate) const INPUT_COUNT: usize = INPUT_COUNT;

    /// Creates a network of zeros, whose output is always 0.5.
    pub(crate) fn zero() -> Self {
        Self {
            rows: vec![[0.0; HIDDEN_1]; INPUT_COUNT],
            first_bias: [0.0; HIDDEN_1],
            head: OutputLayers::ZERO,
        }
    }

    /// Computes all activations.
    pub(crate) fn activations(&self, inputs: &[u16]) -> Activations {
        let first = self.sum(inputs).map(|cell| cell.max(0.0));
        let (second, chance) = self.head.evaluate(&first);
        Activations { first, second, chance }
    }

    #[inline]
    fn sum(&self, inputs: &[u16]) -> [f32; HIDDEN_1] {
        let mut sum = self.first_bias;
        for &input in inputs {
            let Some(row) = self.rows.get(input as usize) else { continue };
            for (cell, weight) in sum.iter_mut().zip(row) {
                *cell += weight;
            }
        }
        sum
    }

    /// Returns all weights in file order.
    pub(crate) fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        let OutputLayers { second, second_bias, last, last_bias } = &self.head;
        let rows = self.rows.iter().flatten().chain(&self.first_bias);
        let second = second.iter().flatten().chain(second_bias);
        rows.chain(second).chain(last).copied().chain([*last_bias])
    }

    /// Returns mutable references to all weights in file order.
    pub(crate) fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> + '_ {
        let rows = self.rows.iter_mut().flatten().chain(&mut self.first_bias);
        rows.chain(self.head.weights_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::exp;

    #[test]
    fn exp_equals_that_of_libm() {
        // A stride of bit patterns, and the numbers next to the limits of the branches in libm.
        let limits = [0x3900_0000, 0x3eb1_7218, 0x3f85_1592, 0x42a0_0000, 0x42ae_ac50];
        let near = limits.into_iter().flat_map(|bits: u32| bits - 50..bits + 50);
        for bits in (0..0x7f80_0000).step_by(997).chain(near) {
            for x in [f32::from_bits(bits), -f32::from_bits(bits)] {
                assert_eq!(exp(x).to_bits(), libm::expf(x).to_bits(), "{x}");
            }
        }
    }
}
