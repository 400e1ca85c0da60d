//! What tells two programs apart whose bots may play differently.

use anyhow::{Context, Result};
use orrery_bots::Random;
use std::hash::{DefaultHasher, Hash, Hasher};

/// So many results of arithmetic are looked at.
const SAMPLES: usize = 1 << 16;

/// What tells this build of the program from others: the digest of its file.
pub(crate) fn build() -> Result<String> {
    let program = std::env::current_exe().context("cannot tell which program this is")?;
    let bytes = std::fs::read(&program);
    Ok(digest(&bytes.with_context(|| format!("cannot read {}", program.display()))?))
}

/// What two machines must have in common for their bots to play the same games to the last bit: the
/// build, and what the system's mathematics make of the functions that the network uses. Those
/// differ in the last bit between some systems and processors.
pub(crate) fn build_and_math() -> Result<String> {
    Ok(format!("{}-{}", build()?, arithmetic()))
}

fn arithmetic() -> String {
    let mut random = Random(1);
    let mut bits = Vec::with_capacity(8 * SAMPLES);
    for _ in 0..SAMPLES {
        let part = random.unit();
        bits.extend(((part - 0.5) * 40.0).exp().to_bits().to_le_bytes());
        bits.extend(part.max(1e-7).ln().to_bits().to_le_bytes());
    }
    digest(&bits)
}

/// What tells these bytes from others.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
