//! The high-water mark: a file next to the database that records how many entries it had.
//!
//! By comparing the database with the mark, the store detects that the database file is missing, or
//! that the write-ahead log has lost its tail. SQLite reports neither.

use super::{files, log, permissions, rows};
use crate::{Loss, LossExtent, StoreError};
use rusqlite::Connection;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

const FILE: &str = "orrery.mark";
const UNFINISHED: &str = "orrery.mark-unfinished";
const HEADER: &str = "orrery mark 1";

/// The number of entries ever written to a database, and the logs that grew since the previous mark.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct HighWaterMark {
    /// Number of entries that were ever written, including entries of deleted games.
    pub(super) entries: u64,
    /// The games whose logs grew since the previous mark: their keys and the lengths of their logs.
    pub(super) games: Vec<(i64, u64)>,
}

impl HighWaterMark {
    /// Reads the mark of a data directory, if it has one.
    ///
    /// For a damaged mark, returns the default, which only shows that there was a database.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, StoreError> {
        match fs::read_to_string(folder.join(FILE)) {
            Ok(text) => Ok(Some(Self::parse(&text).unwrap_or_default())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(Some(Self::default())),
            Err(error) => Err(failed(folder, &error)),
        }
    }

    /// Replaces the mark of a data directory atomically, even if the power fails.
    pub(super) fn write(&self, folder: &Path) -> Result<(), StoreError> {
        self.try_write(folder).map_err(|error| failed(folder, &error))
    }

    fn try_write(&self, folder: &Path) -> io::Result<()> {
        let (unfinished, target) = (folder.join(UNFINISHED), folder.join(FILE));
        let mut file = File::create(&unfinished)?;
        permissions::secure_file(&unfinished)?;
        file.write_all(self.text().as_bytes())?;
        file.sync_all()?;
        let is_new = !target.exists();
        fs::rename(unfinished, target)?;
        if is_new { files::sync_folder(folder) } else { Ok(()) }
    }

    fn text(&self) -> String {
        let mut text = format!("{HEADER}\n{}\n", self.entries);
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
        lines.next().filter(|head| *head == HEADER)?;
        let entries = lines.next()?.parse().ok()?;
        let game = |line: &str| {
            let (game, entries) = line.split_once(' ')?;
            Some((game.parse().ok()?, entries.parse().ok()?))
        };
        Some(Self { entries, games: lines.map(game).collect::<Option<_>>()? })
    }

    /// Returns the data that a database has lost since the mark was written.
    pub(super) fn find_loss(&self, db: &Connection) -> Result<Option<LossExtent>, StoreError> {
        let found = log::entries_ever_written(db)?;
        if found >= self.entries {
            return Ok(None);
        }
        let mut games = Vec::new();
        for (key, expected) in &self.games {
            let length = log::next_seq(db, *key)?;
            if length < *expected {
                let id = rows::id(db, *key)?.unwrap_or_else(|| format!("number {key}"));
                games.push((id, length));
            }
        }
        games.sort();
        Ok(Some(LossExtent::Tail { entries: self.entries - found, games }))
    }
}

fn failed(folder: &Path, error: &io::Error) -> StoreError {
    StoreError::Unavailable(format!("{}: {error}", folder.join(FILE).display()))
}

/// Returns the error for a data directory that has lost data.
pub(super) fn loss_error(folder: &Path, extent: LossExtent) -> StoreError {
    StoreError::DataLost(Box::new(Loss { folder: folder.to_owned(), extent }))
}

#[cfg(test)]
mod tests {
    use super::HighWaterMark;

    #[test]
    fn mark_round_trips() {
        for games in [vec![], vec![(7, 120), (-1, 0)]] {
            let mark = HighWaterMark { entries: 12_345, games };
            assert_eq!(HighWaterMark::parse(&mark.text()), Some(mark));
        }
    }

    #[test]
    fn damaged_mark_is_rejected() {
        let text = HighWaterMark { entries: 12_345, games: vec![(7, 120)] }.text();
        for index in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[index] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            assert_eq!(HighWaterMark::parse(&changed), None, "{changed}");
            assert_eq!(HighWaterMark::parse(&text[..index]), None);
        }
    }
}
