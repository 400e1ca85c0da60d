//! Reads the games of a file: one record, or the export of a player's games.

use crate::{bounded_file, replay};
use anyhow::Result;
use orrery_record::{DeckCache, ExportedRecord, Record, exported_records};
use std::path::Path;

/// Maximum size of an export in bytes.
const MAX_EXPORT: usize = 1 << 28;

/// A game from a file.
pub(crate) struct FileGame {
    /// The name for messages: the file, and the table if the file is an export.
    pub(crate) name: String,
    /// The file name, without extension, for an annotated copy of the record.
    pub(crate) stem: String,
    pub(crate) record: Record,
    pub(crate) decks: DeckCache,
}

/// Reads the games of a file; an invalid game becomes an error in the list.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn load(path: &Path, deck: Option<&Path>) -> Result<Vec<Result<FileGame>>> {
    let name = path.display().to_string();
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.display().to_string());
    let bytes = bounded_file::bytes(path, MAX_EXPORT)?;
    let Some(games) = exported_records(&bytes) else {
        let read = replay::read(&bytes, &name, deck);
        return Ok(vec![read.map(|(record, decks)| FileGame { name, stem, record, decks })]);
    };
    let game = |ExportedRecord { table, record }| {
        let name = format!("{name}, table {table}");
        let (record, decks) = replay::read(record.as_bytes(), &name, deck)?;
        Ok(FileGame { name, stem: format!("{stem}-{table}"), record, decks })
    };
    Ok(games.into_iter().map(game).collect())
}
