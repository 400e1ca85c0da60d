//! Converts a game to the text of a saved game, and back.

use super::game::{LocalGame, NewGame, Player};
use crate::texts::Texts;
use anyhow::{Context, Result, anyhow};
use orrery_protocol::Face;
use orrery_record::{DeckCache, Record, hex, unhex};
use orrery_rules::Seat;
use serde::{Deserialize, Serialize};

/// A saved game: its record and the secrets that the record does not contain.
#[derive(Serialize, Deserialize)]
struct SavedText {
    /// The names of bots by seat; `null` for people.
    players: Vec<Option<String>>,
    /// The seed of the dice, in hexadecimal digits.
    seed: String,
    /// The dice that people never follow.
    #[serde(default)]
    orders: Vec<(char, Face)>,
    /// The record in its text format.
    record: String,
}

impl LocalGame {
    /// Returns the game as text.
    pub(super) fn to_text(&self) -> Result<String> {
        let bot = |player: &Player| match player {
            Player::Person => None,
            Player::Bot(name) => Some(name.clone()),
        };
        let letter = |seat: &Seat| seat.to_string().chars().next().unwrap_or('A');
        let saved = SavedText {
            players: self.players.iter().map(bot).collect(),
            seed: hex(self.seed()),
            orders: self.orders.iter().map(|(seat, face)| (letter(seat), *face)).collect(),
            record: self.record().to_string(),
        };
        Ok(serde_json::to_string_pretty(&saved)?)
    }

    /// Restores a game from its text.
    ///
    /// # Errors
    /// If the text is damaged, or a step of the record is illegal.
    pub(super) fn from_text(text: &str, texts: Texts) -> Result<Self> {
        let saved: SavedText = serde_json::from_str(text)?;
        let record = Record::parse(&saved.record).map_err(|it| anyhow!("{it}"))?;
        let mut decks = DeckCache::default();
        let header = &record.header;
        decks.load_embedded(header).map_err(|it| anyhow!("{it}"))?;
        let rules = decks.rules(header).map_err(|it| anyhow!("{it}"))?;
        let mut steps = Vec::new();
        record.replay(&rules, |played| steps.push(played.step)).map_err(|it| anyhow!("{it}"))?;
        let seed = unhex(&saved.seed).and_then(|bytes| bytes.try_into().ok());
        let start = NewGame {
            options: header.options(&rules).map_err(|it| anyhow!("{it}"))?,
            rules,
            players: saved
                .players
                .into_iter()
                .map(|bot| bot.map_or(Player::Person, Player::Bot))
                .collect(),
            names: header.names.values().cloned().collect(),
            seed: seed.context("the seed is damaged")?,
            date: header.date.clone(),
        };
        let mut game = Self::new(start, texts)?;
        let known = game.version() as usize;
        for step in steps.into_iter().skip(known) {
            // The replay has checked that the steps are legal.
            let _ = game.take(step);
        }
        let orders = saved.orders.into_iter();
        let seat = |letter: char| Seat::from_letter(&letter.to_string());
        game.orders = orders.filter_map(|(letter, face)| Some((seat(letter)?, face))).collect();
        game.run();
        Ok(game)
    }
}
