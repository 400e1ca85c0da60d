//! Damage to what is stored: how it is found, and how it is reported.

use crate::StoreError;
use std::fmt;
use std::path::PathBuf;

/// What is wrong with an entry of a log.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// Its bytes do not match its checksum.
    #[error("it does not match its checksum")]
    Changed,
    /// It is not there.
    #[error("it is missing")]
    Missing,
    /// The database cannot read it.
    #[error("it cannot be read ({0})")]
    Unreadable(String),
}

/// What a data directory has lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The data directory.
    pub folder: PathBuf,
    /// How much.
    pub what: Lost,
}

/// How much a data directory has lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The database: the file is missing or has nothing in it.
    Everything,
    /// The last entries that were written.
    Tail {
        /// How many entries are missing at least.
        entries: u64,
        /// The games that lost some, as far as they are known: the id, or the number of a game that is
        /// lost itself, and the first entry that is missing.
        games: Vec<(String, u64)>,
    },
}

/// Games that a message names; others are counted.
const NAMED: usize = 5;

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.folder.display();
        match &self.what {
            Lost::Everything => write!(f, "the database of {folder} is missing or empty")?,
            Lost::Tail { entries, games } => {
                write!(f, "the database of {folder} has lost its last {entries} entries")?;
                for (game, seq) in games.iter().take(NAMED) {
                    write!(f, ", game {game} from entry {seq} on")?;
                }
                if games.len() > NAMED {
                    write!(f, ", and {} more games", games.len() - NAMED)?;
                }
            }
        }
        write!(f, "; restore a backup with `orrery restore FILE`, ")?;
        write!(f, "or go on without what is lost with `orrery serve --accept-loss`")
    }
}

/// What is done with games that are damaged when a database is saved or restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnDamage {
    /// Nothing is saved or restored.
    Refuse,
    /// They are saved or restored as they are. A file that is damaged as such is refused all the same.
    Accept,
}

/// What a check of a store has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many games there are.
    pub games: u64,
    /// How many intact entries their logs have.
    pub entries: u64,
    /// How many of these have no checksum, because an older version wrote them.
    pub unchecked: u64,
    /// What is wrong with the database as such, one line each.
    pub structure: Vec<String>,
    /// What the high-water mark says is lost.
    pub lost: Option<Lost>,
    /// The games that are damaged, by their ids.
    pub damaged: Vec<DamagedGame>,
}

impl Report {
    /// Whether nothing is damaged.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.structure.is_empty() && self.lost.is_none() && self.damaged.is_empty()
    }

    /// Adds a game: its entries and how many of them have no checksum, or why they cannot be read.
    ///
    /// # Errors
    /// If the store failed for another reason than damage.
    pub(crate) fn add(
        &mut self,
        id: &str,
        read: Result<(usize, u64), StoreError>,
    ) -> Result<(), StoreError> {
        self.games += 1;
        let (entries, damage) = match read {
            Ok((entries, unchecked)) => {
                self.unchecked += unchecked;
                (entries as u64, None)
            }
            Err(StoreError::Damaged { seq, damage, .. }) => {
                (seq, Some(format!("entry {seq}: {damage}")))
            }
            Err(StoreError::Corrupt(why)) => (0, Some(format!("the game cannot be read ({why})"))),
            Err(other) => return Err(other),
        };
        self.entries += entries;
        let game = id.to_owned();
        self.damaged.extend(damage.map(|damage| DamagedGame { game, intact: entries, damage }));
        Ok(())
    }
}

/// A game that is damaged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedGame {
    /// Its id.
    pub game: String,
    /// How many entries are intact: so far the game can be recovered. It is also the number of the first
    /// entry that is lost.
    pub intact: u64,
    /// What is wrong.
    pub damage: String,
}

/// Computes the checksum of an entry. The game and the number are part of it, so that an entry in the
/// place of another does not pass.
pub(crate) fn checksum(game: i64, seq: u64, entry: &[u8]) -> i32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&game.to_le_bytes());
    hasher.update(&seq.to_le_bytes());
    hasher.update(entry);
    hasher.finalize().cast_signed()
}

/// A log that is being read, checked entry by entry.
pub(crate) struct LogReader<'a> {
    game: &'a str,
    key: i64,
    next: u64,
    entries: Vec<Vec<u8>>,
    unchecked: u64,
}

impl<'a> LogReader<'a> {
    /// A reader of the log of a game, from an entry on.
    pub(crate) const fn new(game: &'a str, key: i64, from: u64) -> Self {
        Self { game, key, next: from, entries: Vec::new(), unchecked: 0 }
    }

    /// Takes the next entry.
    ///
    /// # Errors
    /// If it is another one, or does not match its checksum.
    pub(crate) fn take(
        &mut self,
        seq: u64,
        entry: Vec<u8>,
        sum: Option<i32>,
    ) -> Result<(), StoreError> {
        if seq != self.next {
            return Err(self.damaged(Damage::Missing));
        }
        match sum {
            None => self.unchecked += 1,
            Some(sum) if sum == checksum(self.key, seq, &entry) => {}
            Some(_) => return Err(self.damaged(Damage::Changed)),
        }
        self.entries.push(entry);
        self.next += 1;
        Ok(())
    }

    /// What it means that the next entry cannot be read.
    pub(crate) fn failed(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Corrupt(why) => self.damaged(Damage::Unreadable(why)),
            other => other,
        }
    }

    /// Returns the entries, and how many of them have no checksum.
    ///
    /// # Errors
    /// If there are fewer than the log is known to have.
    pub(crate) fn finish(self, length: u64) -> Result<(Vec<Vec<u8>>, u64), StoreError> {
        if self.next < length {
            return Err(self.damaged(Damage::Missing));
        }
        Ok((self.entries, self.unchecked))
    }

    fn damaged(&self, damage: Damage) -> StoreError {
        StoreError::Damaged { game: self.game.to_owned(), seq: self.next, damage }
    }
}
