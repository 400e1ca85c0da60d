//! Reads trained networks from files.

use anyhow::{Context, Result};
use orrery_bots::Network;
use std::path::Path;

/// Reads a trained network.
pub(crate) fn read(path: &Path) -> Result<Network> {
    let file = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {file}"))?;
    Network::from_bytes(&bytes).with_context(|| format!("cannot load the network in {file}"))
}
