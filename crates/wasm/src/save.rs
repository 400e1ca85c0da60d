//! Saving and loading games.

use crate::decks;
use crate::game::{Game, GameStart};
use crate::messages::{LoadGame, OpenedGame, SaveGame, SavedGame};
use crate::play::{script, seed};
use crate::workspace::Workspace;
use orrery_protocol::Fault;
use orrery_record::{Record, Recorder};
use orrery_rules::{Rules, Setup, Step};

impl Workspace {
    /// Returns the saved form of a game.
    pub(crate) fn save(&mut self, request: SaveGame) -> Result<SavedGame, Fault> {
        self.game(request.game).map(Game::saved)
    }

    /// Loads a game.
    pub(crate) fn load(&mut self, request: LoadGame) -> Result<OpenedGame, Fault> {
        let game = self.restored(&request.saved)?;
        self.begin(game, request.viewer)
    }

    /// Restores a saved game.
    pub(crate) fn restored(&mut self, saved: &SavedGame) -> Result<Game, Fault> {
        let record = Record::parse(&saved.record)?;
        let rules = decks::of_record(&mut self.decks, &record.header)?;
        let mut steps = Vec::new();
        record.replay(&rules, |played| steps.push(played.step))?;
        let (recorder, start) = (recorder(&record, &rules)?, start(&record, &rules, saved)?);
        let mut game = match record.header.dice {
            Some(_) => Game::new(&rules, recorder, start)?,
            None => Game::unverifiable(&rules, recorder, start)?,
        };
        game.take_all(&rules, steps)?;
        Ok(game)
    }
}

impl Game {
    /// Returns the game in its saved form.
    pub(crate) fn saved(&self) -> SavedGame {
        let notation = |step: Step| step.notation(self.rules()).to_string();
        SavedGame {
            record: self.record().to_string(),
            seed: hex(self.seed()),
            script: self.script().map(notation).collect(),
        }
    }
}

/// Returns a recorder at the start position of a recorded game.
pub(crate) fn recorder<'r>(record: &Record, rules: &'r Rules) -> Result<Recorder<'r>, Fault> {
    let Some(text) = &record.header.setup else {
        let options = record.header.options(rules)?;
        return Recorder::new(rules, &options).map_err(|problems| Fault::options(&problems));
    };
    recorder_at_text(rules, text)
}

/// Returns a recorder at a position in text form.
pub(crate) fn recorder_at_text<'r>(rules: &'r Rules, text: &str) -> Result<Recorder<'r>, Fault> {
    let setup = Setup::parse(rules, text)
        .map_err(|problems| Fault::setup_text(&problems).as_bad_field("text"))?;
    recorder_at(rules, &setup)
}

/// Returns a recorder at a position.
pub(crate) fn recorder_at<'r>(rules: &'r Rules, setup: &Setup) -> Result<Recorder<'r>, Fault> {
    Recorder::from_setup(rules, setup)
        .map_err(|problems| Fault::setup(&problems).as_bad_field("text"))
}

fn start(record: &Record, rules: &Rules, saved: &SavedGame) -> Result<GameStart, Fault> {
    let header = &record.header;
    Ok(GameStart {
        names: Some(header.names.values().cloned().collect()),
        seed: seed(&saved.seed)?,
        script: script(rules, Some(&saved.script))?,
        date: header.date.clone(),
        deck: header.deck.as_ref().and_then(|deck| deck.text.clone()),
    })
}

/// Encodes bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Decodes 32 bytes from 64 hexadecimal digits; `None` for any other text.
pub(crate) fn unhex32(text: &str) -> Option<[u8; 32]> {
    let digits: Vec<u8> =
        text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    let bytes: Vec<u8> = pairs.iter().map(|[high, low]| high << 4 | low).collect();
    if rest.is_empty() { bytes.try_into().ok() } else { None }
}
