//! Converts a game to the text of a saved game, and back.

use super::game::{LocalGame, NewGame, Player};
use crate::texts::Texts;
use anyhow::{Context, Result, anyhow, ensure};
use orrery_protocol::Face;
use orrery_record::{DeckCache, Record, hex, unhex};
use orrery_rules::{Seat, Step};
use serde::{Deserialize, Serialize};

/// The error message for chance outcomes that the seed does not produce.
const OTHER_DICE: &str = "the dice of the record are not those of the seed";

/// A saved game: its record and the secrets that the record does not contain.
#[derive(Serialize, Deserialize)]
struct SavedText {
    /// The names of bots by seat; `null` for people.
    players: Vec<Option<String>>,
    /// The seed of the dice, in hexadecimal digits.
    seed: String,
    /// The standing orders: the seat's letter and the face that it never follows.
    #[serde(default)]
    orders: Vec<(char, Face)>,
    /// The record in its text format.
    record: String,
}

impl LocalGame {
    /// Returns the saved game as JSON.
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

    /// Restores a game from its JSON text.
    ///
    /// # Errors
    /// If the text is damaged, a step of the record is illegal, or the seed produces other dice.
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
        let options = header.options(&rules).map_err(|it| anyhow!("{it}"))?;
        let are_complete = [saved.players.len(), header.names.len()] == [options.seats; 2];
        ensure!(are_complete, "a save needs a player and a name for each seat");
        let start = NewGame {
            options,
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
        game.restore_steps(steps)?;
        let orders = saved.orders.into_iter();
        let seat = |letter: char| Seat::from_letter(&letter.to_string());
        game.orders = orders.filter_map(|(letter, face)| Some((seat(letter)?, face))).collect();
        game.run();
        Ok(game)
    }

    /// Takes the steps of a saved game; `LocalGame::new` has already taken the first ones.
    fn restore_steps(&mut self, steps: Vec<Step>) -> Result<()> {
        let known = self.live.taken().len();
        let same = self.live.taken().iter().zip(&steps).all(|(taken, step)| taken.step == *step);
        ensure!(same && known <= steps.len(), OTHER_DICE);
        for step in steps.into_iter().skip(known) {
            ensure!(matches!(step, Step::Action(_)) || self.live.roll() == Some(step), OTHER_DICE);
            self.take(step).map_err(|it| anyhow!("{it}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{LocalGame, SavedText};
    use crate::table::Table;
    use crate::tests::{ENGLISH, game, play};
    use orrery_rules::{Options, Random};

    /// Returns a saved game of a person and a bot, as text.
    fn text() -> String {
        let mut game = game("classic", Options::players(2), &["greedy"], 7, ENGLISH);
        play(&mut game, &mut Random(7), 20);
        game.to_text().expect("a save")
    }

    #[test]
    fn a_save_has_a_player_and_a_name_for_each_seat() {
        let edited = |edit: &dyn Fn(&mut SavedText)| {
            let mut saved: SavedText = serde_json::from_str(&text()).expect("a save");
            edit(&mut saved);
            let text = serde_json::to_string(&saved).expect("a save");
            LocalGame::from_text(&text, ENGLISH).is_ok()
        };
        assert!(edited(&|_| {}));
        assert!(!edited(&|saved| drop(saved.players.pop())));
        assert!(!edited(&|saved| saved.players.push(None)));
        assert!(!edited(&|saved| {
            let lines = saved.record.lines().filter(|line| !line.contains("Ben"));
            saved.record = lines.map(|line| format!("{line}\n")).collect();
        }));
    }

    /// Damages saved games at random; each one must be rejected or stay playable.
    #[test]
    fn mutated_saves_are_rejected_or_playable() {
        let (text, mut random, mut accepted) = (text(), Random(1), 0);
        for _ in 0..400 {
            let mut saved: SavedText = serde_json::from_str(&text).expect("a save");
            let mut lines: Vec<&str> = saved.record.lines().collect();
            let (one, other) = (random.below(lines.len()), random.below(lines.len()));
            match random.below(4) {
                0 => drop(lines.remove(one)),
                1 => lines.insert(one, lines[other]),
                2 => lines.swap(one, other),
                _ => drop(saved.seed.pop()),
            }
            saved.record = lines.join("\n");
            let mut bytes = serde_json::to_vec(&saved).expect("a save");
            if random.below(2) == 0 {
                let at = random.below(bytes.len());
                bytes[at] = random.bits() as u8;
            }
            let text = String::from_utf8_lossy(&bytes);
            if let Ok(mut game) = LocalGame::from_text(&text, ENGLISH) {
                accepted += 1;
                assert_eq!(game.scene().names.len(), 2);
                play(&mut game, &mut random, 3);
            }
        }
        assert!(accepted > 0, "no mutation is a save");
    }
}
