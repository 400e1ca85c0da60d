//! Detection and reports of damaged or lost data.

use crate::{GameRow, Hash, StoreError, deck};
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

/// The damage to a game outside of its log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameDamage {
    /// The stage, settings, seed or seats do not match their checksum.
    #[error("settings, seed or seats: checksum mismatch")]
    Row,
    /// The deck does not match its hash.
    #[error("deck: hash mismatch")]
    Deck,
}

/// The loss of data in a data directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The data directory.
    pub folder: PathBuf,
    /// The extent of the loss.
    pub extent: LossExtent,
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
        /// lost, its key replaces its id.
        games: Vec<(String, u64)>,
    },
}

/// Maximum number of games that a message names; it only counts the others.
const MAX_NAMED_GAMES: usize = 5;

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.folder.display();
        match &self.extent {
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
    /// The loss that the store found by comparing the database with its high-water mark.
    ///
    /// The mark is the file `orrery.mark`, which records how many entries the database had.
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

    /// Adds the result of reading a game: its row, and its log.
    ///
    /// The result of the log is the number of entries and how many of them have no checksum.
    ///
    /// # Errors
    /// If the store failed for a reason other than damage.
    pub(crate) fn add_game(
        &mut self,
        id: &str,
        row: Result<(), StoreError>,
        log: Result<(usize, u64), StoreError>,
    ) -> Result<(), StoreError> {
        self.games += 1;
        let mut damage = Vec::new();
        match row {
            Ok(()) => {}
            Err(StoreError::DamagedGame { damage: found, .. }) => damage.push(found.to_string()),
            Err(StoreError::Corrupt(why)) => damage.push(format!("the game is unreadable ({why})")),
            Err(other) => return Err(other),
        }
        let intact = match log {
            Ok((entries, unchecked)) => {
                self.unchecked += unchecked;
                entries as u64
            }
            Err(StoreError::Damaged { seq, damage: found, .. }) => {
                damage.push(format!("entry {seq}: {found}"));
                seq
            }
            Err(StoreError::Corrupt(why)) => {
                damage.push(format!("the log is unreadable ({why})"));
                0
            }
            Err(other) => return Err(other),
        };
        self.entries += intact;
        if !damage.is_empty() {
            let game = id.to_owned();
            self.damaged.push(DamagedGame { game, intact, damage: damage.join("; ") });
        }
        Ok(())
    }
}

/// A damaged game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamagedGame {
    /// The id of the game.
    pub game: String,
    /// Number of intact entries, before the first damaged one.
    pub intact: u64,
    /// A readable description of the damage.
    pub damage: String,
}

/// Computes the checksum of an entry.
///
/// The checksum covers the key of the game and the number of the entry, so it also detects an entry
/// in the wrong place.
pub(crate) fn checksum(game: i64, seq: u64, entry: &[u8]) -> i32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&game.to_le_bytes());
    hasher.update(&seq.to_le_bytes());
    hasher.update(entry);
    hasher.finalize().cast_signed()
}

/// Computes the checksum of a game's row and seats.
///
/// It omits the fields that the store also changes without writing the whole row: the identities and
/// names of players, the [`GameStatus`](crate::GameStatus), the rematch, and whether the game was
/// restored. It also omits who withheld entropy, because nodes of the previous version do not know
/// this column. The deck has its own hash.
pub(crate) fn game_checksum(game: &GameRow) -> i32 {
    let mut hasher = crc32fast::Hasher::new();
    let mut add = |field: Option<&[u8]>| {
        // The length separates the fields, and an absent field from an empty one.
        hasher.update(&field.map_or(-1, |bytes| bytes.len() as i64).to_le_bytes());
        hasher.update(field.unwrap_or_default());
    };
    add(Some(game.id.as_bytes()));
    add(Some(&[game.stage as u8, game.listing as u8]));
    add(Some(game.settings.as_bytes()));
    add(Some(&game.seed));
    add(Some(game.host.as_bytes()));
    add(Some(&game.created.to_le_bytes()));
    add(game.ended.as_deref().map(str::as_bytes));
    add(game.finished.map(i64::to_le_bytes).as_ref().map(<[u8; 8]>::as_slice));
    for seat in &game.seats {
        add(Some(&[u8::from(seat.program)]));
        add(seat.bot.as_deref().map(str::as_bytes));
        add(seat.entropy.as_deref());
        add(seat.entropy_hash.as_ref().map(Hash::as_slice));
        add(seat.offered.map(i64::to_le_bytes).as_ref().map(<[u8; 8]>::as_slice));
    }
    hasher.finalize().cast_signed()
}

/// Checks a game with its deck. A game that an older version wrote has no checksum.
///
/// # Errors
/// If the game does not match its checksum, or the deck its hash.
pub(crate) fn check_game(
    game: &GameRow,
    deck_hash: Option<&[u8]>,
    sum: Option<i32>,
) -> Result<(), StoreError> {
    let damage = if sum.is_some_and(|sum| sum != game_checksum(game)) {
        GameDamage::Row
    } else if deck_hash.is_some_and(|hash| !has_deck(game, hash)) {
        GameDamage::Deck
    } else {
        return Ok(());
    };
    Err(StoreError::DamagedGame { game: game.id.clone(), damage })
}

fn has_deck(game: &GameRow, hash: &[u8]) -> bool {
    game.deck.as_ref().is_some_and(|text| deck::hash(text) == hash)
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
    pub(crate) fn read_error(&self, error: StoreError) -> StoreError {
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
