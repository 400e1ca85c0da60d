//! The saved games on disk.
//!
//! Each unfinished game is one file. When the game ends, its record replaces this file.

use super::game::LocalGame;
use crate::texts::Texts;
use anyhow::{Context, Result};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The extension of saved games.
const SAVED_EXTENSION: &str = "game";
/// The extension of records.
const RECORD_EXTENSION: &str = "orr";
/// The maximum number of saved games that the menu offers.
const MAX_OFFERED: usize = 5;

/// The directory of the saved games.
#[derive(Clone, Debug)]
pub(crate) struct GameStore {
    folder: PathBuf,
}

/// A saved game that can be continued.
pub(crate) struct SavedGame {
    pub(crate) game: LocalGame,
}

/// The file of a game.
#[derive(Clone, Debug)]
pub(crate) struct SaveFile {
    path: PathBuf,
}

impl SavedGame {
    /// Returns the line of the menu: the edition, the players and the turn.
    pub(crate) fn label(&self) -> String {
        let (game, state) = (&self.game, self.game.state());
        let texts = game.game_texts.texts;
        texts.saved_game(&game.game_texts.edition.name, game.names.join(", "), state.turn())
    }
}

impl GameStore {
    /// Creates a store in a directory; the directory is created when the first game is saved.
    pub(crate) const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the newest saved games; skips damaged files.
    pub(crate) fn games(&self, texts: Texts) -> Vec<SavedGame> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let path = entry.path();
                let changed = entry.metadata().and_then(|data| data.modified()).ok()?;
                (path.extension().is_some_and(|it| it == SAVED_EXTENSION))
                    .then_some((changed, path))
            })
            .collect();
        files.sort_by(|a, b| b.cmp(a));
        let games = files.into_iter().filter_map(|(_, path)| read(path, texts).ok());
        games.take(MAX_OFFERED).collect()
    }

    /// Saves a new game now, and lets it save itself after each step.
    ///
    /// # Errors
    /// If the directory or the file cannot be written.
    pub(crate) fn add(&self, game: &mut LocalGame) -> Result<()> {
        let failed = || format!("cannot create {}", self.folder.display());
        fs::create_dir_all(&self.folder).with_context(failed)?;
        let id: String = game
            .record()
            .header
            .dice
            .iter()
            .flat_map(|dice| dice.commitment)
            .take(6)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let file = SaveFile { path: self.folder.join(format!("{id}.{SAVED_EXTENSION}")) };
        file.write(game)?;
        game.file = Some(file);
        Ok(())
    }
}

fn read(path: PathBuf, texts: Texts) -> Result<SavedGame> {
    let text = fs::read_to_string(&path)?;
    let mut game = LocalGame::from_text(&text, texts)?;
    game.file = Some(SaveFile { path });
    Ok(SavedGame { game })
}

impl SaveFile {
    /// Returns the path of the saved game.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the record of the finished game.
    pub(crate) fn record_path(&self) -> PathBuf {
        self.path.with_extension(RECORD_EXTENSION)
    }

    /// Writes a game atomically: after a crash, either the old or the new file exists.
    ///
    /// A finished game is written as a record, and its saved game is removed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write(&self, game: &LocalGame) -> Result<()> {
        if game.state().is_over() {
            replace_file(&self.record_path(), &game.record().to_string())?;
            // The file may already be removed.
            let _ = fs::remove_file(&self.path);
            return Ok(());
        }
        replace_file(&self.path, &game.to_text()?)
    }
}

/// Replaces the contents of a file atomically; only its owner can read the file.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn replace_file(path: &Path, text: &str) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    // Do not use `with_extension`: the files of a table differ only in their extension, so that
    // their temporary files would have the same name.
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let mut file = private_file(Path::new(&new)).with_context(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).with_context(failed)?;
    drop(file);
    fs::rename(&new, path).with_context(failed)
}

/// Creates a file that only its owner can read, because it contains secrets.
fn private_file(path: &Path) -> std::io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}
