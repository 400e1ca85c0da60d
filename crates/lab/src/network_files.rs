//! Reads trained networks from files.

use anyhow::{Context, Result};
use orrery_bots::Network;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The contents of the network files that bots use, by path.
///
/// The program reads them once, before the first game. Workers receive the contents, not the paths.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct NetworkFiles(BTreeMap<String, Vec<u8>>);

impl NetworkFiles {
    /// Reads the networks of these bots.
    pub(crate) fn read<'b>(bots: impl IntoIterator<Item = &'b str>) -> Result<Self> {
        let read = |path: &str| Ok((path.to_owned(), read_bytes(Path::new(path))?));
        bots.into_iter().filter_map(network_path).map(read).collect::<Result<_>>().map(Self)
    }

    /// Returns the network in a file.
    pub(crate) fn network(&self, path: &str) -> Result<Network> {
        let bytes = self.0.get(path).with_context(|| format!("cannot read {path}"))?;
        load(Path::new(path), bytes)
    }
}

/// Reads a trained network.
pub(crate) fn read(path: &Path) -> Result<Network> {
    load(path, &read_bytes(path)?)
}

fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn load(path: &Path, bytes: &[u8]) -> Result<Network> {
    let network = Network::from_bytes(bytes);
    network.with_context(|| format!("cannot load the network in {}", path.display()))
}

/// Returns the path in `LEVEL@FILE`; `None` for other bots.
fn network_path(bot: &str) -> Option<&str> {
    if bot.starts_with("cmd:") { None } else { bot.split_once('@').map(|(_, path)| path) }
}
