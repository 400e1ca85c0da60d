//! Reads version 1 of the file format: all weights, compressed with zlib.

use super::{Network, NetworkFileError, QUANTIZATION_STEP, read_vocabulary, take};
use crate::network::FloatNet;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

pub(super) const MAGIC: &[u8] = b"orrery mind 1\n";
/// The maximum size after decompression, in bytes.
const MAX_DECOMPRESSED: usize = 16 << 20;

/// Reads what follows the magic bytes.
pub(super) fn read(packed: &[u8]) -> Result<Network, NetworkFileError> {
    let plain = decompress_to_vec_zlib_with_limit(packed, MAX_DECOMPRESSED);
    let plain = plain.map_err(|_| NetworkFileError::Damaged)?;
    let mut rest = &plain[..];
    let length = u32::from_le_bytes(take(&mut rest)?) as usize;
    let (vocabulary, weights) = rest.split_at_checked(length).ok_or(NetworkFileError::Damaged)?;
    let vocabulary = read_vocabulary(vocabulary)?;
    Ok(Network::new(&read_weights(weights)?, vocabulary, 0))
}

/// Reads the weights: the high bytes of all weights, then the low bytes.
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
