//! Checks of a whole database: its structure, and every entry of every game.

use super::high_water_mark::HighWaterMark;
use super::{files, log, migrate, rows};
use crate::{LossExtent, Report, StoreError};
use rusqlite::Connection;
use std::fs;
use std::path::Path;

/// Maximum number of reported structure problems.
const MAX_PROBLEMS: u32 = 20;

/// Reads the whole database of a data directory and reports damage.
///
/// A server may keep using the directory.
///
/// # Errors
/// If the database cannot be read at all.
pub fn check(folder: &Path) -> Result<Report, StoreError> {
    // Read the mark first, because a running server updates the database before the mark.
    let mark = HighWaterMark::read(folder)?;
    let database_file = files::database_path(folder);
    if mark.is_some() && fs::metadata(&database_file).map_or(0, |file| file.len()) == 0 {
        return Ok(Report { lost: Some(LossExtent::Everything), ..Report::default() });
    }
    let db = files::open_reader(folder)?;
    let mut report = check_database(&db)?;
    if let Some(mark) = mark.filter(|_| report.structure.is_empty()) {
        report.lost = find_loss(&db, &mark)?;
    }
    Ok(report)
}

fn find_loss(db: &Connection, mark: &HighWaterMark) -> Result<Option<LossExtent>, StoreError> {
    if migrate::version(db)? == 0 {
        return Ok(Some(LossExtent::Everything));
    }
    let is_comparable = migrate::has_checksums(db)? && !log::has_uncounted_entries(db)?;
    if is_comparable { mark.find_loss(db) } else { Ok(None) }
}

/// Reads a whole database and reports damage.
pub(super) fn check_database(db: &Connection) -> Result<Report, StoreError> {
    let mut report = Report { structure: find_structure_problems(db)?, ..Report::default() };
    let unreadable = !report.structure.is_empty() && ids(db).is_err();
    if unreadable || migrate::version(db)? == 0 {
        return Ok(report);
    }
    if !migrate::has_checksums(db)? {
        let count = |sql| db.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|n| n as u64);
        report.games = count("SELECT count(*) FROM games")?;
        report.entries = count("SELECT count(*) FROM log")?;
        report.unchecked = report.entries;
        return Ok(report);
    }
    let has_game_checksums = migrate::has_game_checksums(db)?;
    for (key, id) in ids(db)? {
        let snapshot = db.unchecked_transaction()?;
        let row = match rows::id(&snapshot, key)? {
            // The game was deleted since it was listed.
            None => continue,
            Some(_) if has_game_checksums => rows::game(&snapshot, &id).map(drop),
            Some(_) => Ok(()),
        };
        let log = log::read_all(&snapshot, &id, key, 0);
        report.add_game(&id, row, log.map(|(entries, unchecked)| (entries.len(), unchecked)))?;
    }
    Ok(report)
}

/// Returns the problems that SQLite finds in the structure of the file.
fn find_structure_problems(db: &Connection) -> Result<Vec<String>, StoreError> {
    let sql = format!("PRAGMA quick_check({MAX_PROBLEMS})");
    let lines = db.prepare(&sql).and_then(|mut query| {
        let lines = query.query_map([], |row| row.get(0))?;
        lines.collect::<Result<Vec<String>, _>>()
    });
    match lines.map_err(StoreError::from) {
        Ok(lines) => Ok(lines.into_iter().filter(|line| line != "ok").collect()),
        Err(StoreError::Corrupt(why)) => Ok(vec![why]),
        Err(other) => Err(other),
    }
}

fn ids(db: &Connection) -> Result<Vec<(i64, String)>, StoreError> {
    let mut query = db.prepare("SELECT key, id FROM games ORDER BY id")?;
    let ids = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(ids.collect::<Result<_, _>>()?)
}
