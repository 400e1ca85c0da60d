//! The files of a database: opening them, saving them while a server runs, and putting a saved one
//! back.

use super::mark::{self, Mark};
use super::{check, log, migrate, private};
use crate::{Lost, OnDamage, Report, Space, StoreError};
use rusqlite::{Connection, OpenFlags, backup::Backup};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the database in the data directory.
const FILE: &str = "orrery.sqlite";
const LOCK: &str = "orrery.lock";
/// Pages copied at a time, so that a running server is not held up.
const PAGES: i32 = 1024;

const SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
    PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000; PRAGMA temp_store = MEMORY; \
    PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -16000;";

pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// Makes the folder, and holds it as long as the file is open.
pub(super) fn hold(folder: &Path) -> Result<File, StoreError> {
    let away = |error: std::io::Error| StoreError::Away(format!("{}: {error}", folder.display()));
    private::folder(folder)?;
    let lock = folder.join(LOCK);
    let file =
        File::options().create(true).truncate(false).write(true).open(&lock).map_err(away)?;
    private::file(&lock).map_err(away)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.display().to_string())),
        Err(TryLockError::Error(error)) => Err(away(error)),
    }
}

/// What is done when a data directory has lost its database, or the last entries of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnLoss {
    /// It is not opened.
    Refuse,
    /// It is opened without what is lost.
    Accept,
}

/// A connection that may write; the schema is brought up to date.
pub(super) fn open(folder: &Path, on_loss: OnLoss) -> Result<Connection, StoreError> {
    let mark = Mark::read(folder)?.filter(|_| on_loss == OnLoss::Refuse);
    let place = path(folder);
    let everything = || mark::loss(folder, Lost::Everything);
    // SQLite removes the write-ahead log of an empty file, so that must not even be opened.
    if mark.is_some() && fs::metadata(&place).map_or(0, |file| file.len()) == 0 {
        return Err(everything());
    }
    // SQLite gives its other files the permissions of this one.
    if !place.exists() {
        let away = |error| StoreError::Away(format!("{}: {error}", place.display()));
        private::create(&place).map_err(away)?;
    }
    let mut db = Connection::open(place)?;
    db.set_prepared_statement_cache_capacity(64);
    db.execute_batch(SETTINGS)?;
    if mark.is_some() && migrate::version(&db)? == 0 {
        return Err(everything());
    }
    migrate::migrate(&mut db)?;
    if log::is_behind(&db)? {
        log::catch_up(&db)?;
    } else if let Some(lost) = mark.map(|mark| mark.lost(&db)).transpose()?.flatten() {
        return Err(mark::loss(folder, lost));
    }
    Mark { entries: log::position(&db)?, games: Vec::new() }.write(folder)?;
    Ok(db)
}

/// Makes what was created or renamed in a folder durable.
pub(super) fn sync_folder(folder: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// A connection that reads.
pub(super) fn open_reader(folder: &Path) -> Result<Connection, StoreError> {
    let db = Connection::open_with_flags(
        path(folder),
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    db.set_prepared_statement_cache_capacity(64);
    db.execute_batch("PRAGMA busy_timeout = 2000; PRAGMA cache_size = -4000;")?;
    Ok(db)
}

/// Measures the files of the database, and the room on their disk. Pages of deleted rows are room.
pub(super) fn space(db: &Connection, folder: &Path) -> Result<Space, StoreError> {
    let pages = "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size";
    let unused: i64 = db.query_row(pages, [], |row| row.get(0))?;
    let size = |suffix: &str| {
        fs::metadata(folder.join(format!("{FILE}{suffix}"))).map_or(0, |file| file.len())
    };
    let free = available(folder)?.map(|bytes| bytes.saturating_add(unused.unsigned_abs()));
    Ok(Space { used: size("") + size("-wal"), free })
}

/// The bytes that this process may still write to the disk of a folder.
#[cfg(unix)]
fn available(folder: &Path) -> Result<Option<u64>, StoreError> {
    let disk = rustix::fs::statvfs(folder)
        .map_err(|error| StoreError::Away(format!("{}: {error}", folder.display())))?;
    Ok(Some(disk.f_bavail.saturating_mul(disk.f_frsize)))
}

/// Elsewhere it is not known.
#[cfg(not(unix))]
fn available(_: &Path) -> Result<Option<u64>, StoreError> {
    Ok(None)
}

/// Saves the games of a data directory to a file, also while a server uses it.
///
/// # Errors
/// If there is no database, the file exists already or cannot be written, or something is damaged.
pub fn backup(folder: &Path, to: &Path, on_damage: OnDamage) -> Result<Report, StoreError> {
    if to.exists() {
        return Err(StoreError::Failed(format!("{} exists already", to.display())));
    }
    let away = |error: std::io::Error| StoreError::Away(format!("{}: {error}", to.display()));
    let unfinished = to.with_extension("unfinished");
    if unfinished.exists() {
        fs::remove_file(&unfinished).map_err(away)?;
    }
    private::create(&unfinished).map_err(away)?;
    let copied = copy(folder, &unfinished).and_then(|()| sound(&unfinished, on_damage));
    if copied.is_err() {
        fs::remove_file(&unfinished).map_err(away)?;
    }
    let report = copied?;
    put_in_place(&unfinished, to).map_err(away)?;
    Ok(report)
}

/// Copies all pages of a database, as they are now.
fn copy(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let from = open_reader(folder)?;
    // All of it is read as it is now: otherwise each commit of the server would begin it anew.
    from.execute_batch("BEGIN; SELECT 1 FROM sqlite_master;")?;
    let mut copy = Connection::open(to)?;
    let backup = Backup::new(&from, &mut copy)?;
    backup.run_to_completion(PAGES, Duration::from_millis(5), None)?;
    drop(backup);
    Ok(copy.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL")?)
}

/// Renames a finished file; both its content and its name are durable then.
fn put_in_place(unfinished: &Path, place: &Path) -> std::io::Result<()> {
    File::open(unfinished)?.sync_all()?;
    fs::rename(unfinished, place)?;
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    sync_folder(folder.unwrap_or_else(|| Path::new(".")))
}

/// Puts a saved file in the place of the games of a data directory. Those that were there are kept
/// beside it; where is returned.
///
/// # Errors
/// If a server uses the directory, or the file is not a sound database of a known version.
pub fn restore(
    from: &Path,
    folder: &Path,
    on_damage: OnDamage,
) -> Result<Option<PathBuf>, StoreError> {
    let _held = hold(folder)?;
    let away = |error: std::io::Error| StoreError::Away(format!("{}: {error}", folder.display()));
    let place = path(folder);
    let unfinished = place.with_extension("unfinished");
    sound(from, on_damage)?;
    fs::copy(from, &unfinished).map_err(away)?;
    private::file(&unfinished).map_err(away)?;
    mark_restored(&unfinished)?;
    // What was copied counts, not what was read before.
    sound(&unfinished, on_damage)?;
    // From now on the directory has the entries of the saved file, however many those are.
    Mark::default().write(folder)?;
    let kept = if place.exists() { Some(set_aside(folder).map_err(away)?) } else { None };
    put_in_place(&unfinished, &place).map_err(away)?;
    Ok(kept)
}

/// Marks the games that are not over: players may know outcomes to come, so the server must draw new
/// seeds for them.
fn mark_restored(file: &Path) -> Result<(), StoreError> {
    let mut db = Connection::open(file)?;
    migrate::migrate(&mut db)?;
    db.execute("UPDATE games SET restored = 1 WHERE stage IN ('open', 'playing')", [])?;
    Ok(())
}

/// Refuses a file that is damaged, or that this program cannot use.
fn sound(file: &Path, on_damage: OnDamage) -> Result<Report, StoreError> {
    let unsound = |why: String| StoreError::Failed(format!("{}: {why}", file.display()));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let db = Connection::open_with_flags(file, flags).map_err(|e| unsound(e.to_string()))?;
    let report = check::database(&db).map_err(|error| unsound(error.to_string()))?;
    if let Some(problem) = report.structure.first() {
        return Err(unsound(format!("the database is damaged: {problem}")));
    }
    if migrate::version(&db)? == 0 {
        return Err(unsound("this is not a database of Orrery".to_owned()));
    }
    migrate::check_version(&db)?;
    match (on_damage, &report.damaged[..]) {
        (OnDamage::Refuse, [first, rest @ ..]) => Err(unsound(format!(
            "game {} is damaged ({}), and {} more; run `orrery check`, or pass --allow-damage",
            first.game,
            first.damage,
            rest.len()
        ))),
        _ => Ok(report),
    }
}

/// Renames the database and what belongs to it.
fn set_aside(folder: &Path) -> std::io::Result<PathBuf> {
    let free = |number: &u32| !folder.join(format!("before-restore-{number}.sqlite")).exists();
    let number = (1..).find(free).unwrap_or(0);
    let kept = folder.join(format!("before-restore-{number}.sqlite"));
    for suffix in ["", "-wal", "-shm"] {
        let from = folder.join(format!("{FILE}{suffix}"));
        if from.exists() {
            fs::rename(from, folder.join(format!("before-restore-{number}.sqlite{suffix}")))?;
        }
    }
    Ok(kept)
}
