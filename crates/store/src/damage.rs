//! Detection and reports of damaged or lost data.

use crate::StoreError;
use std::fmt;
use std::path::PathBuf;

/// The damage to an entry of a log.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// The bytes of the entry do not match its checksum.
    #[error("checksum mismatch")]
    Changed,
    /// The entry does not exist.
    #[error("missing")]
    Missing,
    /// The database cannot read the entry.
    #[error("unreadable ({0})")]
    Unreadable(String),
}

/// The loss of data in a data directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The data directory.
    pub folder: PathBuf,
    /// The extent of the loss.
    pub what: LossExtent,
}

/// The extent of a loss of data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LossExtent {
    /// The whole database: the file is missing or empty.
    Everything,
    /// The last entries that were written.
    Tail {
        /// Minimum number of lost entries.
        entries: u64,
        /// The known games that lost entries, each with its first lost entry. If the game itself is
        /// lost, its number replaces its id.
        games: Vec<(String, u64)>,
    },
}

/// Maximum number of games that a message names; it only counts the others.
const MAX_NAMED_GAMES: usize = 5;

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.folder.display();
        match &self.what {
            LossExtent::Everything => write!(f, "the database in {folder} is missing or empty")?,
            LossExtent::Tail { entries, games } => {
                write!(f, "the database in {folder} has lost its last {entries} entries")?;
                for (game, seq) in games.iter().take(MAX_NAMED_GAMES) {
                    write!(f, ", game {game} from entry {seq} on")?;
                }
                if games.len() > MAX_NAMED_GAMES {
                    write!(f, ", and {} more games", games.len() - MAX_NAMED_GAMES)?;
                }
            }
        }
        write!(f, "; restore a backup with `orrery restore FILE`, ")?;
        write!(f, "or continue without the lost data with `orrery serve --accept-loss`")
    }
}

/// The treatment of damaged games in a backup or restore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnDamage {
    /// The backup or restore fails.
    Refuse,
    /// Damaged games are copied as they are. If the structure of the file is damaged, the backup or
    /// restore still fails.
    Accept,
}

/// The result of checking a store.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Number of games.
    pub games: u64,
    /// Number of intact entries in all logs.
    pub entries: u64,
    /// Number of intact entries without a checksum, which an older version wrote.
    pub unchecked: u64,
    /// Problems of the database structure, one line each.
    pub structure: Vec<String>,
    /// The loss that the high-water mark shows.
    pub lost: Option<LossExtent>,
    /// The damaged games, ordered by id.
    pub damaged: Vec<DamagedGame>,
}

impl Report {
    /// Returns whether nothing is damaged or lost.
    #[must_use]
    pub const fn is_intact(&self) -> bool {
        self.structure.is_empty() && self.lost.is_none() && self.damaged.is_empty()
    }

    /// Adds the result of reading a game.
    ///
    /// The result is the number of entries and how many of them have no checksum, or the error.
    ///
    /// # Errors
    /// If the store failed for a reason other than damage.
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
            Err(StoreError::Corrupt(why)) => (0, Some(format!("the game is unreadable ({why})"))),
            Err(other) => return Err(other),
        };
        self.entries += entries;
        let game = id.to_owned();
        self.damaged.extend(damage.map(|damage| DamagedGame { game, intact: entries, damage }));
        Ok(())
    }
}

/// A damaged game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedGame {
    /// The id of the game.
    pub game: String,
    /// Number of intact entries before the first damaged one.
    pub intact: u64,
    /// A readable description of the damage.
    pub damage: String,
}

/// Computes the checksum of an entry.
///
/// The checksum covers the game and the number, so it also detects an entry in the wrong place.
pub(crate) fn checksum(game: i64, seq: u64, entry: &[u8]) -> i32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&game.to_le_bytes());
    hasher.update(&seq.to_le_bytes());
    hasher.update(entry);
    hasher.finalize().cast_signed()
}

/// Collects the entries of a log and checks each one.
pub(crate) struct LogReader<'a> {
    game: &'a str,
    key: i64,
    next: u64,
    entries: Vec<Vec<u8>>,
    unchecked: u64,
}

impl<'a> LogReader<'a> {
    /// Creates a reader that starts at entry `from` of a game's log.
    pub(crate) const fn new(game: &'a str, key: i64, from: u64) -> Self {
        Self { game, key, next: from, entries: Vec::new(), unchecked: 0 }
    }

    /// Adds the next entry.
    ///
    /// # Errors
    /// If `seq` is not the next number, or the entry does not match its checksum.
    pub(crate) fn push(
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

    /// Converts a failure to read the next entry into the error of a damaged log.
    pub(crate) fn failed(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Corrupt(why) => self.damaged(Damage::Unreadable(why)),
            other => other,
        }
    }

    /// Returns the entries, and how many of them have no checksum.
    ///
    /// # Errors
    /// If there are fewer than `length` entries.
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
