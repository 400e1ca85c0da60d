//! The embedded store: SQLite with a write-ahead log and `synchronous = FULL`.
//!
//! One writer task commits writes in groups. A few read-only connections serve reads.

mod check;
mod clock;
mod files;
mod high_water_mark;
mod log;
mod logins;
mod migrate;
mod permissions;
mod rows;
mod stale;
mod writer;

pub use check::check;
pub use files::{OnLoss, backup, restore};

use crate::damage::game_checksum;
use crate::deck;
use crate::store::{HostFilter, Store, StoreFuture};
use crate::{
    ChatRow, Device, GameRow, GameStatus, Identity, IdentityKind, Lease, Listing, RunHistory,
    Space, Stale, StoreError,
};
use rusqlite::{Connection, params};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::JoinHandle;
use writer::{Change, QUEUE_CAPACITY, Write};

/// Maximum number of concurrent readers. The store keeps their connections open.
///
/// SQLite keeps the file of a closed connection open as long as another connection uses it, so each
/// reader costs a file descriptor permanently.
const MAX_READERS: usize = 4;

/// A store in a data directory. It needs a tokio runtime.
pub struct Sqlite {
    writer: mpsc::Sender<Write>,
    readers: Arc<Readers>,
    writer_task: JoinHandle<()>,
    lock: File,
}

impl Sqlite {
    /// Opens or creates the database of a data directory, and applies pending migrations.
    ///
    /// # Errors
    /// If another server uses the directory, or if the database cannot be read or written, has lost
    /// data, or was written by a newer version.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::open_with(folder, OnLoss::Refuse)
    }

    /// Opens the database like [`Sqlite::open`]. `on_loss` decides whether lost data is an error.
    ///
    /// # Errors
    /// As [`Sqlite::open`].
    pub fn open_with(folder: &Path, on_loss: OnLoss) -> Result<Self, StoreError> {
        let lock = files::lock(folder)?;
        Ok(Self::from_connection(folder, files::open(folder, on_loss)?, lock))
    }

    /// Opens the database with a maximum size in pages of 4 kB, to simulate a full disk.
    ///
    /// # Errors
    /// As [`Sqlite::open`].
    pub fn open_limited(folder: &Path, pages: u32) -> Result<Self, StoreError> {
        let lock = files::lock(folder)?;
        let db = files::open(folder, OnLoss::Refuse)?;
        db.pragma_update(None, "max_page_count", pages)?;
        Ok(Self::from_connection(folder, db, lock))
    }

    /// Changes the maximum size, in pages of 4 kB.
    ///
    /// # Errors
    /// If the database is unavailable.
    pub async fn limit(&self, pages: u32) -> Result<(), StoreError> {
        self.change(move |db| Ok(db.pragma_update(None, "max_page_count", pages)?)).await
    }

    fn from_connection(folder: &Path, db: Connection, lock: File) -> Self {
        let (writer, queue) = mpsc::channel(QUEUE_CAPACITY);
        let writer_task = tokio::spawn(writer::run(db, folder.to_owned(), queue));
        let permits = Arc::new(Semaphore::new(MAX_READERS));
        let readers = Readers { folder: folder.to_owned(), permits, free: Mutex::new(Vec::new()) };
        Self { writer, readers: Arc::new(readers), writer_task, lock }
    }

    /// Writes everything that is queued, closes the database and unlocks the directory.
    pub async fn close(self) {
        let Self { writer, readers, writer_task, lock } = self;
        drop((writer, readers));
        let _ = writer_task.await;
        drop(lock);
    }

    /// Queues the write that `make_write` creates for a reply channel, and waits for the reply.
    fn write(
        &self,
        make_write: impl FnOnce(oneshot::Sender<Result<(), StoreError>>) -> Write + Send + 'static,
    ) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let gone = || StoreError::Unavailable("the writer task has ended".to_owned());
            self.writer.send(make_write(reply)).await.map_err(|_| gone())?;
            answer.await.map_err(|_| gone())?
        })
    }

    fn change(
        &self,
        change: impl FnOnce(&Connection) -> Result<(), StoreError> + Send + 'static,
    ) -> StoreFuture<'_, ()> {
        let change: Change = Box::new(change);
        self.write(move |reply| Write::Change { change, reply: Some(reply) })
    }

    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'_, T> {
        let readers = Arc::clone(&self.readers);
        Box::pin(async move {
            let permit = Arc::clone(&readers.permits).acquire_owned().await;
            let task = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                readers.with(read)
            });
            task.await.map_err(|error| StoreError::Failed(error.to_string()))?
        })
    }
}

/// Read-only connections, at most [`MAX_READERS`].
struct Readers {
    folder: PathBuf,
    permits: Arc<Semaphore>,
    free: Mutex<Vec<Connection>>,
}

impl Readers {
    /// Reads with a free connection, or opens one.
    fn with<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let db = free.map_or_else(|| files::open_reader(&self.folder), Ok)?;
        let result = read(&db);
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(db);
        result
    }
}

/// Returns [`StoreError::Missing`] unless a statement changed exactly one row.
fn expect_one(changed: usize) -> Result<(), StoreError> {
    if changed == 1 { Ok(()) } else { Err(StoreError::Missing) }
}

impl Store for Sqlite {
    fn add_identity(&self, identity: Identity, device: Device) -> StoreFuture<'_, ()> {
        self.change(move |db| {
            let program = identity.kind == IdentityKind::Program;
            db.prepare_cached(
                "INSERT INTO identities (id, name, program, owner, created) \
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                identity.id,
                identity.name,
                program,
                identity.owner,
                identity.created
            ])?;
            logins::add(db, &identity.id, &device)
        })
    }

    fn rename(&self, identity: &str, name: &str) -> StoreFuture<'_, ()> {
        let (identity, name) = (identity.to_owned(), name.to_owned());
        self.change(move |db| {
            let sql = "UPDATE identities SET name = ?2 WHERE id = ?1";
            expect_one(db.prepare_cached(sql)?.execute(params![identity, name])?)
        })
    }

    fn bot_accounts_of(&self, owner: &str) -> StoreFuture<'_, Vec<Identity>> {
        let owner = owner.to_owned();
        self.read(move |db| rows::identities(db, "WHERE owner = ?1 ORDER BY created, id", [owner]))
    }

    fn delete_identity(&self, identity: &str) -> StoreFuture<'_, ()> {
        let identity = identity.to_owned();
        self.change(move |db| {
            let deleted = "(SELECT id FROM identities WHERE id = ?1 OR owner = ?1)";
            db.execute(&format!("DELETE FROM chat WHERE identity IN {deleted}"), [&identity])?;
            let clear = "UPDATE seats SET identity = NULL, name = NULL WHERE identity IN";
            db.execute(&format!("{clear} {deleted}"), [&identity])?;
            expect_one(db.execute("DELETE FROM identities WHERE id = ?1", [&identity])?)
        })
    }

    fn add_game(&self, game: GameRow) -> StoreFuture<'_, ()> {
        self.change(move |db| {
            let deck = game.deck.as_deref().map(|text| rows::put_deck(db, text)).transpose()?;
            db.prepare_cached(
                "INSERT INTO games (id, stage, public, settings, deck, seed, host, created, \
                 changed, ended, rematch, due, waits, finished, deck_hash, restored, sum, sum_epoch, \
                 withheld) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, \
                 ?17, 0, ?18)",
            )?
            .execute(params![
                game.id,
                game.stage.name(),
                game.listing == Listing::Public,
                game.settings,
                deck.map(|_| deck::BY_HASH),
                game.seed,
                game.host,
                game.created,
                game.changed,
                game.ended,
                game.rematch,
                game.due,
                game.waits,
                game.finished,
                deck,
                game.restored,
                game_checksum(&game),
                rows::withheld_text(&game.withheld)
            ])?;
            rows::put_seats(db, db.last_insert_rowid(), &game.seats)
        })
    }

    fn game(&self, id: &str) -> StoreFuture<'_, Option<GameRow>> {
        let id = id.to_owned();
        self.read(move |db| rows::game(&*db.unchecked_transaction()?, &id))
    }

    fn put_game(&self, lease: Lease, game: GameRow) -> StoreFuture<'_, ()> {
        self.change(move |db| {
            let changed = db
                .prepare_cached(
                    "UPDATE games SET stage = ?3, public = ?4, settings = ?5, host = ?6, \
                     changed = ?7, ended = ?8, rematch = ?9, due = ?10, waits = ?11, finished = ?12, \
                     seed = ?13, restored = ?14, live = (?3 = 'playing'), sum = ?15, \
                     sum_epoch = epoch, withheld = ?16 WHERE key = ?1 AND epoch = ?2",
                )?
                .execute(params![
                    lease.key,
                    lease.epoch,
                    game.stage.name(),
                    game.listing == Listing::Public,
                    game.settings,
                    game.host,
                    game.changed,
                    game.ended,
                    game.rematch,
                    game.due,
                    game.waits,
                    game.finished,
                    game.seed,
                    game.restored,
                    game_checksum(&game),
                    rows::withheld_text(&game.withheld)
                ])?;
            expect_one(changed).map_err(|_| StoreError::Conflict)?;
            rows::put_seats(db, lease.key, &game.seats)
        })
    }

    fn open_games(&self, limit: u32, admit: HostFilter) -> StoreFuture<'_, Vec<GameRow>> {
        self.read(move |db| rows::open_games(db, limit as usize, admit))
    }

    fn games_of(&self, identity: &str, limit: u32) -> StoreFuture<'_, Vec<GameRow>> {
        let identity = identity.to_owned();
        self.read(move |db| {
            let clause = "WHERE key IN (SELECT game FROM seats WHERE identity = ?1 \
                UNION SELECT key FROM games WHERE host = ?1 AND stage = 'open') \
                ORDER BY changed DESC, key DESC LIMIT ?2";
            rows::games(db, clause, params![identity, limit])
        })
    }

    fn unfinished_games(&self, owner: &str) -> StoreFuture<'_, u64> {
        let owner = owner.to_owned();
        self.read(move |db| {
            let sql = "SELECT count(*) FROM games WHERE stage IN ('open', 'playing') AND host IN \
                (SELECT ?1 UNION ALL SELECT id FROM identities WHERE owner = ?1)";
            let count: i64 = db.prepare_cached(sql)?.query_row([owner], |row| row.get(0))?;
            Ok(count.unsigned_abs())
        })
    }

    fn due_games(&self, now: i64, limit: u32) -> StoreFuture<'_, Vec<String>> {
        self.read(move |db| {
            let sql = "SELECT id FROM games WHERE stage = 'playing' AND due IS NOT NULL \
                AND due <= ?1 ORDER BY due LIMIT ?2";
            rows::ids(db, sql, params![now, limit])
        })
    }

    fn orphaned_games(&self) -> StoreFuture<'_, Vec<String>> {
        self.read(|db| rows::ids(db, "SELECT id FROM games WHERE live = 1", []))
    }

    fn stale_games(&self, stale: Stale, before: i64, limit: u32) -> StoreFuture<'_, Vec<String>> {
        self.read(move |db| stale::list(db, stale, before, limit))
    }

    fn delete_game(&self, id: &str, stale: Stale, before: i64) -> StoreFuture<'_, bool> {
        let id = id.to_owned();
        let (deleted, answer) = oneshot::channel();
        let done = self.write(move |reply| Write::Delete { id, stale, before, deleted, reply });
        Box::pin(async move {
            done.await?;
            Ok(answer.await.unwrap_or(false))
        })
    }

    fn claim(&self, id: &str) -> StoreFuture<'_, Lease> {
        let id = id.to_owned();
        let (granted, lease) = oneshot::channel();
        let done = self.write(move |reply| Write::Claim { id, granted, reply });
        Box::pin(async move {
            done.await?;
            lease.await.map_err(|_| StoreError::Missing)
        })
    }

    fn append(&self, lease: Lease, seq: u64, entries: Vec<Vec<u8>>) -> StoreFuture<'_, ()> {
        self.write(move |reply| Write::Append { lease, seq, entries, reply })
    }

    fn log(&self, id: &str, from: u64) -> StoreFuture<'_, Vec<Vec<u8>>> {
        let id = id.to_owned();
        self.read(move |db| log::read(db, &id, from))
    }

    fn update_status(&self, lease: Lease, status: GameStatus) {
        // The update is best effort: drop it if the queue is full.
        let _ = self.writer.try_send(Write::Status { lease, status, reply: None });
    }

    fn park(&self, lease: Lease, status: GameStatus) -> StoreFuture<'_, ()> {
        self.write(move |reply| Write::Status { lease, status, reply: Some(reply) })
    }

    fn add_chat(&self, game: &str, line: ChatRow) -> StoreFuture<'_, ()> {
        let game = game.to_owned();
        self.change(move |db| {
            let key = rows::key(db, &game)?;
            db.prepare_cached(
                "INSERT INTO chat (game, number, identity, name, seat, at, message, text) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                key,
                line.number,
                line.identity,
                line.name,
                line.seat,
                line.at,
                line.message_id,
                line.text
            ])?;
            Ok(())
        })
    }

    fn chat(&self, game: &str, limit: u32) -> StoreFuture<'_, Vec<ChatRow>> {
        let game = game.to_owned();
        self.read(move |db| rows::chat(db, &game, limit))
    }

    fn begin_run(&self, now: i64) -> StoreFuture<'_, RunHistory> {
        let (sender, history) = oneshot::channel();
        let done = self.change(move |db| {
            let _ = sender.send(clock::begin(db, now)?);
            Ok(())
        });
        Box::pin(async move {
            done.await?;
            history.await.map_err(|_| StoreError::Missing)
        })
    }

    fn record_running(&self, now: i64) {
        let change: Change = Box::new(move |db| clock::record_running(db, now));
        // The record is best effort: drop it if the queue is full.
        let _ = self.writer.try_send(Write::Change { change, reply: None });
    }

    fn ready(&self) -> StoreFuture<'_, ()> {
        self.write(|reply| Write::Probe { reply })
    }

    fn queued_writes(&self) -> usize {
        self.writer.max_capacity() - self.writer.capacity()
    }

    fn space(&self) -> StoreFuture<'_, Space> {
        let folder = self.readers.folder.clone();
        self.read(move |db| files::space(db, &folder))
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_READERS, Sqlite};
    use std::sync::{Arc, Barrier};

    /// Many concurrent requests must not use up the file descriptors of the server.
    #[tokio::test(flavor = "multi_thread")]
    async fn number_of_concurrent_readers_is_limited() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Arc::new(Sqlite::open(folder.path()).expect("it opens"));
        // The first reads stay in progress until the test has seen them.
        let all_reading = Arc::new(Barrier::new(MAX_READERS + 1));
        let seen = Arc::new(Barrier::new(MAX_READERS + 1));
        let reads = (0..MAX_READERS).map(|_| {
            let (store, barriers) =
                (Arc::clone(&store), [Arc::clone(&all_reading), Arc::clone(&seen)]);
            let read = move |_: &rusqlite::Connection| {
                barriers.iter().for_each(|barrier| _ = barrier.wait());
                Ok(())
            };
            tokio::spawn(async move { store.read(read).await })
        });
        let reads: Vec<_> = reads.collect();
        tokio::task::spawn_blocking(move || all_reading.wait()).await.expect("no panic");
        let mut next = store.read(|_| Ok(()));
        tokio::select! {
            biased;
            _ = &mut next => panic!("it must wait for a reader"),
            () = std::future::ready(()) => {}
        }
        assert_eq!(store.readers.permits.available_permits(), 0);
        tokio::task::spawn_blocking(move || seen.wait()).await.expect("no panic");
        for read in reads {
            assert_eq!(read.await.expect("no panic"), Ok(()));
        }
        assert_eq!(next.await, Ok(()));
        assert!(store.readers.free.lock().expect("it is not poisoned").len() <= MAX_READERS);
    }
}
