//! The files named on the command line: a deck and trained networks.
//!
//! They are read once, before the first game, and sent to workers by content.

use crate::table::TableArgs;
use anyhow::{Context, Result};
use orrery_bots::Network;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The contents of the files named on the command line.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct NamedFiles {
    deck: Option<String>,
    /// Networks by the path in the bot's name.
    networks: BTreeMap<String, Vec<u8>>,
}

impl NamedFiles {
    /// Reads the deck of a table and the networks of bots.
    pub(crate) fn read<'b>(
        table: &TableArgs,
        bots: impl IntoIterator<Item = &'b str>,
    ) -> Result<Self> {
        let mut files = Self { deck: table.deck_text()?, networks: BTreeMap::new() };
        for path in bots.into_iter().filter_map(network_path) {
            let bytes = std::fs::read(path).with_context(|| format!("cannot read {path}"))?;
            files.networks.insert(path.to_owned(), bytes);
        }
        Ok(files)
    }

    /// Returns the text of the deck file, if there is one.
    pub(crate) fn deck(&self) -> Option<&str> {
        self.deck.as_deref()
    }

    /// Returns the network in a file.
    pub(crate) fn network(&self, path: &str) -> Result<Network> {
        let bytes = self.networks.get(path).with_context(|| format!("cannot read {path}"))?;
        Network::from_bytes(bytes).with_context(|| format!("cannot load the network in {path}"))
    }
}

/// Returns the file in `LEVEL@FILE`.
fn network_path(bot: &str) -> Option<&str> {
    if bot.starts_with("cmd:") { None } else { bot.split_once('@').map(|(_, path)| path) }
}
