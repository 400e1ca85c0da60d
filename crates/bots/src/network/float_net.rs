//! The network in floating point, for training: a sparse first layer and two small dense layers.

use super::layout::INPUT_COUNT;

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

/// Converts log-odds to a probability. The result is bit-identical on all machines.
#[inline]
pub(crate) fn sigmoid(log_odds: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-log_odds))
}

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
        let OutputLayers { second, second_bias, last, last_bias } = &mut self.head;
        let rows = self.rows.iter_mut().flatten().chain(&mut self.first_bias);
        let second = second.iter_mut().flatten().chain(second_bias);
        rows.chain(second).chain(last).chain([last_bias])
    }
}
