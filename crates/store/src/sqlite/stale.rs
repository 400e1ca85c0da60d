//! Retention: listing and deleting stale games.

use super::{log, rows};
use crate::{Stale, StoreError};
use rusqlite::{Connection, OptionalExtension, params};

/// Returns the SQL condition for a stale game that has not changed since `?1`.
///
/// An archived game with a log was played, so it is not stale.
const fn condition(stale: Stale) -> &'static str {
    match stale {
        Stale::Unstarted => {
            "changed < ?1 AND stage IN ('open', 'archived') AND (stage = 'open' OR \
             NOT EXISTS (SELECT 1 FROM log WHERE game = key) AND \
             NOT EXISTS (SELECT 1 FROM fresh WHERE game = key))"
        }
        Stale::Abandoned => "changed < ?1 AND stage = 'playing' AND live = 0",
    }
}

/// The SQL condition that protects the game with the largest key from deletion.
///
/// SQLite gives a new row the largest key plus one. If the game with the largest key were deleted,
/// a new game could get its key, and a lease of the deleted game would be valid for the new game.
const KEYS_STAY_UNIQUE: &str = "key < (SELECT max(key) FROM games)";

/// Lists the ids of stale games, least recently changed first.
pub(super) fn list(
    db: &Connection,
    stale: Stale,
    before: i64,
    limit: u32,
) -> Result<Vec<String>, StoreError> {
    let condition = condition(stale);
    let sql = format!(
        "SELECT id FROM games WHERE {condition} AND {KEYS_STAY_UNIQUE} ORDER BY changed LIMIT ?2"
    );
    rows::ids(db, &sql, params![before, limit])
}

/// Deletes a game with its log and its unshared deck if the game is still stale. Returns its key.
pub(super) fn delete(
    db: &Connection,
    id: &str,
    stale: Stale,
    before: i64,
) -> Result<Option<i64>, StoreError> {
    // Compact first, so that all entries of the game are in `log`.
    let has_fresh_entries =
        "SELECT EXISTS (SELECT 1 FROM fresh WHERE game = (SELECT key FROM games WHERE id = ?1))";
    if db.prepare_cached(has_fresh_entries)?.query_row([id], |row| row.get(0))? {
        log::compact(db)?;
    }
    let condition = condition(stale);
    let sql = format!(
        "DELETE FROM games WHERE {condition} AND {KEYS_STAY_UNIQUE} AND id = ?2 \
         RETURNING key, deck_hash"
    );
    let deleted = db.prepare_cached(&sql)?.query_row(params![before, id], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, Option<Vec<u8>>>(1)?))
    });
    let Some((key, deck)) = deleted.optional()? else { return Ok(None) };
    db.prepare_cached("DELETE FROM log WHERE game = ?1")?.execute([key])?;
    db.prepare_cached("UPDATE games SET rematch = NULL WHERE rematch = ?1")?.execute([id])?;
    let unused = "DELETE FROM decks WHERE hash = ?1 AND \
        NOT EXISTS (SELECT 1 FROM games WHERE deck_hash = ?1)";
    db.prepare_cached(unused)?.execute([deck])?;
    Ok(Some(key))
}
