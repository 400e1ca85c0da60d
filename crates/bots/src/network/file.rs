//! The file format of a network: its vocabulary and quantized weights, compressed.

use super::{FloatNet, Network, Vocabulary};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::fmt;

/// The magic bytes of a network file; the number changes with the format or the inputs.
const MAGIC: &[u8] = b"orrery mind 1\n";
/// The quantization step of the stored weights.
const QUANTIZATION_STEP: f32 = 1.0 / 1024.0;
/// The maximum size after decompression, in bytes.
const MAX_DECOMPRESSED: usize = 16 << 20;

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
        let quantize =
            |weight: f32| (weight / QUANTIZATION_STEP).round().clamp(-32_767.0, 32_767.0) as i16;
        let (net, vocabulary) = self.parts();
        let vocabulary = vocabulary.to_text();
        let weights: Vec<[u8; 2]> =
            net.weights().map(|weight| quantize(weight).to_be_bytes()).collect();
        let mut plain = (vocabulary.len() as u32).to_le_bytes().to_vec();
        plain.extend(vocabulary.as_bytes());
        // All high bytes first: they are similar and compress well.
        plain.extend(weights.iter().map(|bytes| bytes[0]));
        plain.extend(weights.iter().map(|bytes| bytes[1]));
        [MAGIC, &compress_to_vec_zlib(&plain, 9)].concat()
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// If the bytes are not a network file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        let packed = bytes.strip_prefix(MAGIC).ok_or(NetworkFileError::Magic)?;
        let plain = decompress_to_vec_zlib_with_limit(packed, MAX_DECOMPRESSED);
        let plain = plain.map_err(|_| NetworkFileError::Damaged)?;
        let (length, rest) = plain.split_first_chunk().ok_or(NetworkFileError::Damaged)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (vocabulary, weights) =
            rest.split_at_checked(length).ok_or(NetworkFileError::Damaged)?;
        let vocabulary = std::str::from_utf8(vocabulary).map_err(|_| NetworkFileError::Damaged)?;
        Ok(Self::new(&read_weights(weights)?, Vocabulary::from_text(vocabulary)))
    }
}

fn read_weights(bytes: &[u8]) -> Result<FloatNet, NetworkFileError> {
    let mut net = FloatNet::zero();
    let (high, low) = bytes.split_at(bytes.len() / 2);
    if net.weights().count() != high.len() || high.len() != low.len() {
        return Err(NetworkFileError::Size);
    }
    for ((weight, high), low) in net.weights_mut().zip(high).zip(low) {
        *weight = f32::from(i16::from_be_bytes([*high, *low])) * QUANTIZATION_STEP;
    }
    Ok(net)
}
