//! The file format of a network: its vocabulary and quantized weights, compressed.
//!
//! The first layer has most weights. Training does not change the weights of inputs that never
//! occur; the file contains the seed of these weights instead.

#[cfg(not(target_family = "wasm"))]
mod version_1;

use super::float_net::{HIDDEN_1, random_rows};
use super::quantized::{QUANTIZATION_STEP as FIRST_STEP, quantize as quantize_first};
use super::weight_coder::{BitCoder, BitDecoder, BitEncoder, WeightModel};
use super::{FloatNet, Network, Vocabulary};
use std::fmt;

/// The magic bytes of a network file; the number changes with the format or the inputs.
const MAGIC: &[u8] = b"orrery mind 2\n";
/// The quantization step of the weights after the first layer.
const QUANTIZATION_STEP: f32 = 1.0 / 1024.0;

/// The reason why bytes are not a network file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkFileError {
    /// The magic bytes are missing or of another version.
    Magic,
    /// The file is damaged.
    Damaged,
    /// The number of weights differs from this program's network.
    Size,
}

impl fmt::Display for NetworkFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Magic => "not a trained network file, or a file of another version",
            Self::Damaged => "the network file is damaged",
            Self::Size => {
                "the network in the file does not have the size of this program's network"
            }
        })
    }
}

impl std::error::Error for NetworkFileError {}

impl Network {
    /// Serializes the network. Weights are rounded to the quantization step.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (net, vocabulary) = self.parts();
        let vocabulary = vocabulary.to_text();
        let mut content = self.seed.to_le_bytes().to_vec();
        content.extend((net.rows.len() as u32).to_le_bytes());
        content.extend((vocabulary.len() as u32).to_le_bytes());
        content.extend(vocabulary.as_bytes());
        content.extend(pack(net, self.seed));
        [MAGIC, &checksum(&content).to_le_bytes(), &content].concat()
    }

    /// Reads a network file.
    ///
    /// Files of version 1 are read as well, except by programs in WebAssembly.
    ///
    /// # Errors
    /// If the bytes are not a network file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        #[cfg(not(target_family = "wasm"))]
        if let Some(packed) = bytes.strip_prefix(version_1::MAGIC) {
            return version_1::read(packed);
        }
        let stored = bytes.strip_prefix(MAGIC).ok_or(NetworkFileError::Magic)?;
        read(stored)
    }
}

fn read(stored: &[u8]) -> Result<Network, NetworkFileError> {
    let mut rest = stored;
    if u64::from_le_bytes(take(&mut rest)?) != checksum(rest) {
        return Err(NetworkFileError::Damaged);
    }
    let seed = u64::from_le_bytes(take(&mut rest)?);
    if u32::from_le_bytes(take(&mut rest)?) as usize != FloatNet::INPUT_COUNT {
        return Err(NetworkFileError::Size);
    }
    let length = u32::from_le_bytes(take(&mut rest)?) as usize;
    let (vocabulary, packed) = rest.split_at_checked(length).ok_or(NetworkFileError::Damaged)?;
    let vocabulary = read_vocabulary(vocabulary)?;
    let mut net = FloatNet::zero();
    code(&mut net, seed, &mut BitDecoder::new(packed));
    Ok(Network::new(&net, vocabulary, seed))
}

/// Removes the first bytes and returns them.
fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], NetworkFileError> {
    let (first, rest) = bytes.split_first_chunk().ok_or(NetworkFileError::Damaged)?;
    *bytes = rest;
    Ok(*first)
}

fn read_vocabulary(text: &[u8]) -> Result<Vocabulary, NetworkFileError> {
    let text = std::str::from_utf8(text).map_err(|_| NetworkFileError::Damaged)?;
    Ok(Vocabulary::from_text(text))
}

/// Returns the FNV-1a hash of the bytes.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Compresses all weights.
fn pack(mut net: FloatNet, seed: u64) -> Vec<u8> {
    let mut encoder = BitEncoder::new();
    code(&mut net, seed, &mut encoder);
    encoder.finish()
}

/// Codes all weights and replaces them by the coded values, which are rounded.
fn code(net: &mut FloatNet, seed: u64, coder: &mut impl BitCoder) {
    let mut model = WeightModel::new();
    for (row, initial) in net.rows.iter_mut().zip(random_rows(seed)) {
        let is_unchanged = row.map(quantize_first) == initial.map(quantize_first);
        if model.unchanged(coder, is_unchanged) {
            *row = initial;
        } else {
            code_first(row, &mut model, coder);
        }
    }
    code_first(&mut net.first_bias, &mut model, coder);
    for weight in net.head.weights_mut() {
        let rounded = (*weight / QUANTIZATION_STEP).round().clamp(-32_767.0, 32_767.0) as i16;
        *weight = f32::from(model.weight(coder, rounded)) * QUANTIZATION_STEP;
    }
}

/// Codes weights of the first layer.
fn code_first(row: &mut [f32; HIDDEN_1], model: &mut WeightModel, coder: &mut impl BitCoder) {
    for weight in row {
        *weight = f32::from(model.weight(coder, quantize_first(*weight))) * FIRST_STEP;
    }
}

#[cfg(test)]
mod tests;
