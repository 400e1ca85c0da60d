//! Fingerprints of programs whose bots may play differently.

use anyhow::{Context, Result};
use orrery_bots::{Random, unit};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Number of samples of floating-point functions.
const SAMPLES: usize = 1 << 16;

/// Returns the digest of the running binary.
pub(crate) fn build() -> Result<String> {
    let program = std::env::current_exe().context("cannot find the path of this program")?;
    let bytes = std::fs::read(&program);
    Ok(digest(&bytes.with_context(|| format!("cannot read {}", program.display()))?))
}

/// Returns what must be equal for two machines to play bit-identical games.
///
/// That is the build and the results of the floating-point functions that the network uses, whose
/// last bit differs between some systems and processors.
pub(crate) fn build_and_math() -> Result<String> {
    Ok(format!("{}-{}", build()?, arithmetic()))
}

fn arithmetic() -> String {
    let mut random = Random(1);
    let mut bits = Vec::with_capacity(8 * SAMPLES);
    for _ in 0..SAMPLES {
        let part = unit(&mut random);
        bits.extend(((part - 0.5) * 40.0).exp().to_bits().to_le_bytes());
        bits.extend(part.max(1e-7).ln().to_bits().to_le_bytes());
    }
    digest(&bits)
}

/// Returns the hash of these bytes in hex.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
