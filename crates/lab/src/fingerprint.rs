//! Fingerprints that detect programs whose bots may play differently.

use anyhow::{Context, Result};
use orrery_bots::{Random, uniform};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Number of samples of floating-point functions.
const SAMPLES: usize = 1 << 16;

/// Returns the digest of the running binary.
pub(crate) fn binary_digest() -> Result<String> {
    let program = std::env::current_exe().context("cannot find the path of this program")?;
    let bytes = std::fs::read(&program);
    Ok(digest(&bytes.with_context(|| format!("cannot read {}", program.display()))?))
}

/// Returns a fingerprint that is equal on machines that play bit-identical games.
///
/// It covers the binary and the floating-point functions that the network uses. The last bit of
/// their results differs between some systems and processors.
pub(crate) fn binary_and_math_digest() -> Result<String> {
    Ok(format!("{}-{}", binary_digest()?, math_digest()))
}

/// Returns a digest of sampled results of `exp` and `ln`.
fn math_digest() -> String {
    let mut random = Random(1);
    let mut bytes = Vec::with_capacity(8 * SAMPLES);
    for _ in 0..SAMPLES {
        let sample = uniform(&mut random);
        bytes.extend(((sample - 0.5) * 40.0).exp().to_bits().to_le_bytes());
        bytes.extend(sample.max(1e-7).ln().to_bits().to_le_bytes());
    }
    digest(&bytes)
}

/// Returns the hash of these bytes in hex.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
