//! The files of a database: opening, backup and restore.

use super::high_water_mark::{self, HighWaterMark};
use super::{check, log, migrate, permissions};
use crate::{LossExtent, OnDamage, Report, Space, StoreError};
use rusqlite::{Connection, OpenFlags, backup::Backup};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the database in the data directory.
const FILE: &str = "orrery.sqlite";
const LOCK: &str = "orrery.lock";
/// Number of pages that a backup copies at a time, so that it does not block a running server.
const PAGES_PER_STEP: i32 = 1024;

const SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
    PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000; PRAGMA temp_store = MEMORY; \
    PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -16000;";

pub(super) fn database_path(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// Creates the data directory if needed, and locks it until the returned file is closed.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    let unavailable =
        |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", folder.display()));
    permissions::secure_folder(folder)?;
    let lock = folder.join(LOCK);
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&lock)
        .map_err(unavailable)?;
    permissions::secure_file(&lock).map_err(unavailable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.display().to_string())),
        Err(TryLockError::Error(error)) => Err(unavailable(error)),
    }
}

/// The treatment of a data directory that has lost its database or its last entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnLoss {
    /// Opening fails.
    Refuse,
    /// The directory is opened without the lost data.
    Accept,
}

/// Opens a connection for writing, and applies pending migrations.
pub(super) fn open(folder: &Path, on_loss: OnLoss) -> Result<Connection, StoreError> {
    let mark = HighWaterMark::read(folder)?.filter(|_| on_loss == OnLoss::Refuse);
    let database = database_path(folder);
    let all_lost = || high_water_mark::loss_error(folder, LossExtent::Everything);
    // Do not open an empty file: SQLite would remove its write-ahead log.
    if mark.is_some() && fs::metadata(&database).map_or(0, |file| file.len()) == 0 {
        return Err(all_lost());
    }
    // Create a private file. SQLite gives its other files the same permissions.
    if !database.exists() {
        let unavailable =
            |error| StoreError::Unavailable(format!("{}: {error}", database.display()));
        permissions::create_file(&database).map_err(unavailable)?;
    }
    let mut db = Connection::open(database)?;
    db.set_prepared_statement_cache_capacity(64);
    db.execute_batch(SETTINGS)?;
    if mark.is_some() && migrate::version(&db)? == 0 {
        return Err(all_lost());
    }
    migrate::migrate(&mut db)?;
    if log::has_uncounted_entries(&db)? {
        log::accept_uncounted_entries(&db)?;
    } else if let Some(lost) = mark.map(|mark| mark.find_loss(&db)).transpose()?.flatten() {
        return Err(high_water_mark::loss_error(folder, lost));
    }
    HighWaterMark { entries: log::entries_ever_written(&db)?, games: Vec::new() }.write(folder)?;
    Ok(db)
}

/// Makes the names of created and renamed files in a folder durable.
pub(super) fn sync_folder(folder: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Opens a connection for reading.
pub(super) fn open_reader(folder: &Path) -> Result<Connection, StoreError> {
    let db = Connection::open_with_flags(
        database_path(folder),
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    db.set_prepared_statement_cache_capacity(64);
    db.execute_batch("PRAGMA busy_timeout = 2000; PRAGMA cache_size = -4000;")?;
    Ok(db)
}

/// Measures the size of the database and the free space.
///
/// The free space includes unused pages of the database.
pub(super) fn space(db: &Connection, folder: &Path) -> Result<Space, StoreError> {
    let pages = "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size";
    let unused: i64 = db.query_row(pages, [], |row| row.get(0))?;
    let size = |suffix: &str| {
        fs::metadata(folder.join(format!("{FILE}{suffix}"))).map_or(0, |file| file.len())
    };
    let free = available(folder)?.map(|bytes| bytes.saturating_add(unused.unsigned_abs()));
    Ok(Space { used: size("") + size("-wal"), free })
}

/// Returns the bytes that this process may still write to the disk of a folder.
#[cfg(unix)]
fn available(folder: &Path) -> Result<Option<u64>, StoreError> {
    let disk = rustix::fs::statvfs(folder)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", folder.display())))?;
    Ok(Some(disk.f_bavail.saturating_mul(disk.f_frsize)))
}

/// Returns `None`: other systems are not supported.
#[cfg(not(unix))]
fn available(_: &Path) -> Result<Option<u64>, StoreError> {
    Ok(None)
}

/// Backs up a data directory to a file. A server may keep using the directory.
///
/// # Errors
/// If there is no database, the file exists or cannot be written, or a game is damaged.
pub fn backup(folder: &Path, to: &Path, on_damage: OnDamage) -> Result<Report, StoreError> {
    if to.exists() {
        return Err(StoreError::Failed(format!("{} already exists", to.display())));
    }
    let unavailable =
        |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", to.display()));
    let unfinished = to.with_extension("unfinished");
    if unfinished.exists() {
        fs::remove_file(&unfinished).map_err(unavailable)?;
    }
    permissions::create_file(&unfinished).map_err(unavailable)?;
    let copied = copy(folder, &unfinished).and_then(|()| verify(&unfinished, on_damage));
    if copied.is_err() {
        fs::remove_file(&unfinished).map_err(unavailable)?;
    }
    let report = copied?;
    put_in_place(&unfinished, to).map_err(unavailable)?;
    Ok(report)
}

/// Copies all pages of a database in one snapshot.
fn copy(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let from = open_reader(folder)?;
    // Read one snapshot: otherwise each commit of the server would restart the backup.
    from.execute_batch("BEGIN; SELECT 1 FROM sqlite_master;")?;
    let mut copy = Connection::open(to)?;
    let backup = Backup::new(&from, &mut copy)?;
    backup.run_to_completion(PAGES_PER_STEP, Duration::from_millis(5), None)?;
    drop(backup);
    Ok(copy.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL")?)
}

/// Renames a finished file, and makes its content and its name durable.
fn put_in_place(unfinished: &Path, target: &Path) -> std::io::Result<()> {
    File::open(unfinished)?.sync_all()?;
    fs::rename(unfinished, target)?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    sync_folder(folder.unwrap_or_else(|| Path::new(".")))
}

/// Restores a backup into a data directory. Returns where the previous database was moved, if any.
///
/// # Errors
/// If a server uses the directory, or the file is not an intact database of a known version.
pub fn restore(
    from: &Path,
    folder: &Path,
    on_damage: OnDamage,
) -> Result<Option<PathBuf>, StoreError> {
    let _lock = lock(folder)?;
    let unavailable =
        |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", folder.display()));
    let database = database_path(folder);
    let unfinished = database.with_extension("unfinished");
    verify(from, on_damage)?;
    fs::copy(from, &unfinished).map_err(unavailable)?;
    permissions::secure_file(&unfinished).map_err(unavailable)?;
    mark_restored(&unfinished)?;
    // The file may have changed since the first check, so check the copy.
    verify(&unfinished, on_damage)?;
    // Reset the mark: the backup may have fewer entries than the previous database.
    HighWaterMark::default().write(folder)?;
    let kept =
        if database.exists() { Some(move_aside(folder).map_err(unavailable)?) } else { None };
    put_in_place(&unfinished, &database).map_err(unavailable)?;
    Ok(kept)
}

/// Marks unfinished games as restored.
///
/// Players may know future outcomes of the old seeds, so the server must draw new seeds.
fn mark_restored(file: &Path) -> Result<(), StoreError> {
    let mut db = Connection::open(file)?;
    migrate::migrate(&mut db)?;
    db.execute("UPDATE games SET restored = 1 WHERE stage IN ('open', 'playing')", [])?;
    Ok(())
}

/// Checks that a file is intact and that this program can use it.
fn verify(file: &Path, on_damage: OnDamage) -> Result<Report, StoreError> {
    let invalid = |why: String| StoreError::Failed(format!("{}: {why}", file.display()));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let db = Connection::open_with_flags(file, flags).map_err(|e| invalid(e.to_string()))?;
    let report = check::check_database(&db).map_err(|error| invalid(error.to_string()))?;
    if let Some(problem) = report.structure.first() {
        return Err(invalid(format!("the database is damaged: {problem}")));
    }
    if migrate::version(&db)? == 0 {
        return Err(invalid("not a database of Orrery".to_owned()));
    }
    migrate::check_version(&db)?;
    match (on_damage, &report.damaged[..]) {
        (OnDamage::Refuse, [first, rest @ ..]) => Err(invalid(format!(
            "game {} is damaged ({}), and {} more; run `orrery check`, or pass --allow-damage",
            first.game,
            first.damage,
            rest.len()
        ))),
        _ => Ok(report),
    }
}

/// Renames the database with its write-ahead log, and returns the new path.
fn move_aside(folder: &Path) -> std::io::Result<PathBuf> {
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
