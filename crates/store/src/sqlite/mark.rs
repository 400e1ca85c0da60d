//! The high-water mark: a file beside the database that says that there is one, and how many entries it
//! had when the mark was written. A database that is gone, or whose write-ahead log has lost its tail,
//! does not know what it has lost; the mark does.

use super::{files, log, private, rows};
use crate::{Loss, Lost, StoreError};
use rusqlite::Connection;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

const FILE: &str = "orrery.mark";
const UNFINISHED: &str = "orrery.mark-unfinished";
const HEAD: &str = "orrery mark 1";

/// How far a database had come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Mark {
    /// How many entries were ever written.
    pub(super) entries: u64,
    /// How many entries games had that were appended to lately, by their keys.
    pub(super) games: Vec<(i64, u64)>,
}

impl Mark {
    /// Reads the mark of a data directory, if it has one. A mark that cannot be understood says no more
    /// than that there was a database.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, StoreError> {
        match fs::read_to_string(folder.join(FILE)) {
            Ok(text) => Ok(Some(Self::parse(&text).unwrap_or_default())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Some(Self::default())),
            Err(error) => Err(failed(folder, &error)),
        }
    }

    /// Replaces the mark of a data directory. If power fails, either the old or the new one is there.
    pub(super) fn write(&self, folder: &Path) -> Result<(), StoreError> {
        self.try_write(folder).map_err(|error| failed(folder, &error))
    }

    fn try_write(&self, folder: &Path) -> io::Result<()> {
        let (unfinished, place) = (folder.join(UNFINISHED), folder.join(FILE));
        let mut file = File::create(&unfinished)?;
        private::file(&unfinished)?;
        file.write_all(self.text().as_bytes())?;
        file.sync_all()?;
        let new = !place.exists();
        fs::rename(unfinished, place)?;
        if new { files::sync_folder(folder) } else { Ok(()) }
    }

    fn text(&self) -> String {
        let mut text = format!("{HEAD}\n{}\n", self.entries);
        for (game, entries) in &self.games {
            text += &format!("{game} {entries}\n");
        }
        let sum = crc32fast::hash(text.as_bytes());
        text + &format!("{sum:08x}\n")
    }

    fn parse(text: &str) -> Option<Self> {
        let (body, sum) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        let body = &text[..=body.len()];
        if sum != format!("{:08x}", crc32fast::hash(body.as_bytes())) {
            return None;
        }
        let mut lines = body.lines();
        lines.next().filter(|head| *head == HEAD)?;
        let entries = lines.next()?.parse().ok()?;
        let game = |line: &str| {
            let (game, entries) = line.split_once(' ')?;
            Some((game.parse().ok()?, entries.parse().ok()?))
        };
        Some(Self { entries, games: lines.map(game).collect::<Option<_>>()? })
    }

    /// What a database has lost that had come so far.
    pub(super) fn lost(&self, db: &Connection) -> Result<Option<Lost>, StoreError> {
        let found = log::position(db)?;
        if found >= self.entries {
            return Ok(None);
        }
        let mut games = Vec::new();
        for (key, expected) in &self.games {
            let has = log::count(db, *key)?;
            if has < *expected {
                let id = rows::id(db, *key)?.unwrap_or_else(|| format!("number {key}"));
                games.push((id, has));
            }
        }
        games.sort();
        Ok(Some(Lost::Tail { entries: self.entries - found, games }))
    }
}

fn failed(folder: &Path, error: &io::Error) -> StoreError {
    StoreError::Away(format!("{}: {error}", folder.join(FILE).display()))
}

/// The error of a data directory that has lost something.
pub(super) fn loss(folder: &Path, what: Lost) -> StoreError {
    StoreError::Lost(Box::new(Loss { folder: folder.to_owned(), what }))
}

#[cfg(test)]
mod tests {
    use super::Mark;

    #[test]
    fn a_mark_is_read_as_it_was_written() {
        for games in [vec![], vec![(7, 120), (-1, 0)]] {
            let mark = Mark { entries: 12_345, games };
            assert_eq!(Mark::parse(&mark.text()), Some(mark));
        }
    }

    #[test]
    fn a_damaged_mark_is_not_taken_for_another() {
        let text = Mark { entries: 12_345, games: vec![(7, 120)] }.text();
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert_eq!(Mark::parse(&changed), None, "{changed}");
            assert_eq!(Mark::parse(&text[..place]), None);
        }
    }
}
