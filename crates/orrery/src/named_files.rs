//! The files that a command line names: a deck, trained networks. They are read once, before
//! anything is played; what is made of them is made of their contents, here or on another machine.

use crate::table::TableArgs;
use anyhow::{Context, Result};
use orrery_bots::Network;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The contents of the files that a command line names.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct NamedFiles {
    deck: Option<String>,
    /// By the path in the name of the bot.
    minds: BTreeMap<String, Vec<u8>>,
}

impl NamedFiles {
    /// Reads the deck of a table and the networks of some bots.
    pub(crate) fn read<'b>(
        table: &TableArgs,
        bots: impl IntoIterator<Item = &'b str>,
    ) -> Result<Self> {
        let mut files = Self { deck: table.deck_text()?, minds: BTreeMap::new() };
        for path in bots.into_iter().filter_map(mind_path) {
            let bytes = std::fs::read(path).with_context(|| format!("cannot read {path}"))?;
            files.minds.insert(path.to_owned(), bytes);
        }
        Ok(files)
    }

    /// The text of the deck file, if there is one.
    pub(crate) fn deck(&self) -> Option<&str> {
        self.deck.as_deref()
    }

    /// The network in a file.
    pub(crate) fn mind(&self, path: &str) -> Result<Network> {
        let bytes = self.minds.get(path).with_context(|| format!("cannot read {path}"))?;
        Network::from_bytes(bytes).with_context(|| format!("cannot use {path}"))
    }
}

/// The file in `LEVEL@FILE`.
fn mind_path(bot: &str) -> Option<&str> {
    if bot.starts_with("cmd:") { None } else { bot.split_once('@').map(|(_, path)| path) }
}
