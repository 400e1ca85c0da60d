//! The network for play: its first layer is quantized to 16-bit integers.

use super::float_net::{FloatNet, HIDDEN_1, OutputLayers};

/// The quantization step of the first layer.
pub(super) const QUANTIZATION_STEP: f32 = 1.0 / 512.0;

/// A network for inference only.
#[derive(Clone, Debug)]
pub(super) struct QuantizedNet {
    rows: Vec<[i16; HIDDEN_1]>,
    bias: [i16; HIDDEN_1],
    head: OutputLayers,
}

/// Quantizes a weight.
pub(super) fn quantize(weight: f32) -> i16 {
    (weight / QUANTIZATION_STEP).round().clamp(-8192.0, 8192.0) as i16
}

impl QuantizedNet {
    pub(super) fn new(net: &FloatNet) -> Self {
        let rows = net.rows.iter().map(|row| row.map(quantize)).collect();
        Self { rows, bias: net.first_bias.map(quantize), head: net.head.clone() }
    }

    /// Converts back to floating point, for training.
    pub(super) fn net(&self) -> FloatNet {
        let parts = |cells: &[i16; HIDDEN_1]| cells.map(|cell| f32::from(cell) * QUANTIZATION_STEP);
        let rows = self.rows.iter().map(parts).collect();
        FloatNet { rows, first_bias: parts(&self.bias), head: self.head.clone() }
    }

    /// Computes the chance to win.
    #[inline]
    pub(super) fn chance(&self, inputs: &[u16]) -> f32 {
        self.head.evaluate(&self.first(inputs)).1
    }

    /// Computes the logarithm of the odds to win.
    #[inline]
    pub(super) fn log_odds(&self, inputs: &[u16]) -> f32 {
        self.head.log_odds(&self.first(inputs)).1
    }

    /// Computes the first hidden layer.
    #[inline]
    fn first(&self, inputs: &[u16]) -> [f32; HIDDEN_1] {
        let mut sum = self.bias;
        for &input in inputs {
            let Some(row) = self.rows.get(input as usize) else { continue };
            for (cell, weight) in sum.iter_mut().zip(row) {
                *cell = cell.wrapping_add(*weight);
            }
        }
        sum.map(|cell| f32::from(cell.max(0)) * QUANTIZATION_STEP)
    }
}
