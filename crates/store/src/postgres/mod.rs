//! The shared store of a cluster: PostgreSQL.
//!
//! The store writes appends in groups. A single statement claims a game, so that two nodes cannot
//! both own it. Other nodes may claim the games of a node that sends no heartbeats.

mod append;
mod clock;
mod log;
mod logins;
mod migrate;
mod nodes;
mod pool;
mod rows;
mod stale;
mod status;

use crate::damage::game_checksum;
use crate::deck;
use crate::store::{HostFilter, Store, StoreFuture};
use crate::{
    ChatRow, Device, GameRow, GameStatus, Identity, IdentityKind, Lease, Listing, PriorState,
    Report, RunHistory, SeatRow, Space, Stale, StoreError,
};
use append::{Append, PendingAppend};
use pool::{Conn, Pool, retry_until_known};
use status::StatusWrite;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// Maximum number of connections of one node.
const MAX_CONNECTIONS: usize = 12;
/// Maximum number of orphaned games that one query returns.
const MAX_ORPHANED: i64 = 500;

const ADD_IDENTITY: &str = "WITH added AS ( \
      INSERT INTO identities (id, name, program, owner, created) VALUES ($2, $6, $7, $8, $9) \
      RETURNING id \
    ) INSERT INTO secrets (hash, identity, label, created, used) \
    SELECT $1, id, $3, $4, $5 FROM added";

const DELETE_IDENTITY: &str = "WITH deleted AS ( \
      SELECT id FROM identities WHERE id = $1 OR owner = $1 \
    ), chat_lines AS ( \
      DELETE FROM chat WHERE identity IN (SELECT id FROM deleted) \
    ), cleared AS ( \
      UPDATE seats SET identity = NULL, name = NULL WHERE identity IN (SELECT id FROM deleted) \
    ) DELETE FROM identities WHERE id = $1 RETURNING id";

const ADD_GAME: &str = "WITH kept AS ( \
      INSERT INTO decks (hash, text) SELECT $15::bytea, $16::text WHERE $15 IS NOT NULL \
      ON CONFLICT DO NOTHING \
    ), added AS ( \
      INSERT INTO games (id, stage, public, settings, deck, seed, host, created, changed, ended, \
        rematch, due, waits, finished, deck_hash, restored, sum, withheld, sum_epoch) \
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17, $18, $19, 0) \
      RETURNING key \
    ) INSERT INTO seats \
      (game, seat, identity, name, program, bot, entropy, entropy_hash, offered) \
    SELECT added.key, s.* FROM added, unnest($20::smallint[], $21::text[], $22::text[], \
      $23::boolean[], $24::text[], $25::bytea[], $26::bytea[], $27::bigint[]) AS s";

/// Updates a game and its seats. The number of seats never changes.
const PUT_GAME: &str = "WITH put AS ( \
      UPDATE games SET stage = $3, public = $4, settings = $5, host = $6, changed = $7, \
        ended = $8, rematch = $9, due = $10, waits = $11, finished = $12, \
        seed = $13, restored = $14, live = ($3 = 'playing'), sum = $15, sum_epoch = epoch, \
        withheld = $16 \
      WHERE key = $1 AND epoch = $2 RETURNING key \
    ) INSERT INTO seats \
      (game, seat, identity, name, program, bot, entropy, entropy_hash, offered) \
    SELECT put.key, s.* FROM put, unnest($17::smallint[], $18::text[], $19::text[], \
      $20::boolean[], $21::text[], $22::bytea[], $23::bytea[], $24::bigint[]) AS s \
    ON CONFLICT (game, seat) DO UPDATE SET identity = excluded.identity, name = excluded.name, \
      program = excluded.program, bot = excluded.bot, entropy = excluded.entropy, \
      entropy_hash = excluded.entropy_hash, offered = excluded.offered \
    RETURNING game";

/// Updates the status of a game. Parking a game clears its owner and records the length of its log.
const PARK: &str = "UPDATE games SET changed = $3, due = $4, waits = $5, live = $6, \
      owner = CASE WHEN $6 THEN owner END, entries = CASE WHEN $6 THEN entries ELSE \
        (SELECT coalesce(max(seq) + 1, 0) FROM log WHERE game = key) END \
    WHERE key = $1 AND epoch = $2 RETURNING key";

/// Checks that the database can write: a new page, and a durable change.
///
/// On a full disk, an update that fits into a page still succeeds, but new log entries do not. With
/// little `work_mem`, PostgreSQL writes the numbers to a temporary file, which needs new pages. A table
/// for this purpose would reuse its pages, and truncating it would wait for a running dump.
const PROBE: &str = "SELECT set_config('work_mem', '64kB', true); \
    SELECT count(*) FROM generate_series(1, 20000); UPDATE clock SET at = at";

const ADD_CHAT: &str = "INSERT INTO chat (game, number, identity, name, seat, at, message, text) \
    SELECT key, $2, $3, $4, $5, $6, $7, $8 FROM games WHERE id = $1 RETURNING game";

/// A store that several nodes share. It needs a tokio runtime.
pub struct Postgres {
    pool: Pool,
    /// A separate connection, so that heartbeats arrive in time under load.
    heartbeats: Pool,
    appends: mpsc::Sender<PendingAppend>,
    statuses: mpsc::Sender<StatusWrite>,
    node: Arc<str>,
    name: String,
    site: String,
}

impl Postgres {
    /// Connects to a database as a new node, and applies pending migrations.
    ///
    /// `node` is the unique id of the node, `name` its readable name. Several nodes may start at
    /// the same time.
    ///
    /// # Errors
    /// If the database is unavailable, a newer version wrote it, or the user may not change it.
    pub async fn open(address: &str, node: &str, name: &str) -> Result<Self, StoreError> {
        let pool = Pool::new(address, MAX_CONNECTIONS)?;
        migrate::migrate(&pool).await?;
        let site = pool.get().await?.read("SELECT id FROM site", &[]).await?;
        let site = rows::first_column(&site)?.pop().ok_or(StoreError::Missing)?;
        Ok(Self {
            heartbeats: Pool::new(address, 1)?,
            appends: append::start(&pool),
            statuses: status::start(pool.clone()),
            node: node.into(),
            name: name.to_owned(),
            site,
            pool,
        })
    }

    /// Reads a whole database and reports damage. Nodes may keep using the database.
    ///
    /// # Errors
    /// If the database is unavailable or unreadable, or an older version wrote it.
    pub async fn check(address: &str) -> Result<Report, StoreError> {
        log::check(&Pool::new(address, 1)?).await
    }

    /// Waits until the queued status updates are written.
    ///
    /// # Errors
    /// If the last batch of updates failed. An earlier one may have failed too: updates are best effort.
    async fn flush_statuses(&self) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StoreError::Unavailable("the writer task has ended".to_owned());
        self.statuses.send(StatusWrite::Flush(reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Runs an operation with a connection of the pool.
    fn with<'a, T, F>(&'a self, run: impl FnOnce(Conn) -> F + Send + 'a) -> StoreFuture<'a, T>
    where
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        Box::pin(async move { run(self.pool.get().await?).await })
    }

    /// Runs an idempotent statement until its outcome is known.
    ///
    /// # Errors
    /// `no_row` if the statement returns no row.
    fn run_idempotent<'a>(
        &'a self,
        sql: &'static str,
        values: OwnedParams,
        no_row: StoreError,
    ) -> StoreFuture<'a, ()> {
        let values = Arc::new(values);
        Box::pin(async move {
            let change = || -> StoreFuture<'a, usize> {
                let values = Arc::clone(&values);
                Box::pin(async move {
                    let values: Vec<_> = values.iter().map(|value| &**value as _).collect();
                    Ok(self.pool.get().await?.query(sql, &values).await?.len())
                })
            };
            if retry_until_known(change).await? == 0 { Err(no_row) } else { Ok(()) }
        })
    }

    /// Runs a statement without retries, and returns the number of rows.
    fn run_once(&self, sql: &'static str, values: OwnedParams) -> StoreFuture<'_, usize> {
        Box::pin(async move {
            let values: Vec<_> = values.iter().map(|value| &**value as _).collect();
            Ok(self.pool.get().await?.query(sql, &values).await?.len())
        })
    }
}

/// Parameters of a statement that own their values, so that a retry can use them again.
type OwnedParams = Vec<Box<dyn tokio_postgres::types::ToSql + Send + Sync>>;

/// Builds the parameters of a statement from values of different types.
macro_rules! sql_params {
    ($($value:expr),* $(,)?) => { vec![$(Box::new($value) as _),*] };
}
use sql_params;

/// Returns the players who withheld their entropy as a parameter; none are stored as NULL.
fn withheld(ids: Vec<String>) -> Option<Vec<String>> {
    (!ids.is_empty()).then_some(ids)
}

/// Returns the seats as parameters of a statement, with one array for each column.
fn seat_columns(rows: Vec<SeatRow>) -> OwnedParams {
    let numbers: Vec<i16> = (0_i16..).take(rows.len()).collect();
    let program: Vec<bool> = rows.iter().map(|seat| seat.program).collect();
    let offered: Vec<Option<i64>> = rows.iter().map(|seat| seat.offered).collect();
    let (mut identity, mut name, mut bot) = (vec![], vec![], vec![]);
    let (mut entropy, mut hash) = (vec![], vec![]);
    for seat in rows {
        identity.push(seat.identity);
        name.push(seat.name);
        bot.push(seat.bot);
        entropy.push(seat.entropy);
        hash.push(seat.entropy_hash.map(|hash| hash.to_vec()));
    }
    sql_params![numbers, identity, name, program, bot, entropy, hash, offered]
}

impl Store for Postgres {
    fn add_identity(&self, identity: Identity, device: Device) -> StoreFuture<'_, ()> {
        let program = identity.kind == IdentityKind::Program;
        let Identity { id, name, owner, created, .. } = identity;
        let mut values = logins::device_params(id, device);
        values.extend::<OwnedParams>(sql_params![name, program, owner, created]);
        Box::pin(async move { self.run_once(ADD_IDENTITY, values).await.map(drop) })
    }

    fn rename(&self, identity: &str, name: &str) -> StoreFuture<'_, ()> {
        let sql = "UPDATE identities SET name = $2 WHERE id = $1 RETURNING id";
        self.run_idempotent(
            sql,
            sql_params![identity.to_owned(), name.to_owned()],
            StoreError::Missing,
        )
    }

    fn bot_accounts_of(&self, owner: &str) -> StoreFuture<'_, Vec<Identity>> {
        let owner = owner.to_owned();
        self.with(async move |mut conn| {
            let clause = "WHERE owner = $1 ORDER BY created, id";
            rows::identities(&mut conn, clause, &[&owner]).await
        })
    }

    fn delete_identity(&self, identity: &str) -> StoreFuture<'_, ()> {
        let values = sql_params![identity.to_owned()];
        Box::pin(async move {
            match self.run_once(DELETE_IDENTITY, values).await? {
                0 => Err(StoreError::Missing),
                _ => Ok(()),
            }
        })
    }

    fn add_game(&self, game: GameRow) -> StoreFuture<'_, ()> {
        let hash = game.deck.as_deref().map(|text| deck::hash(text).to_vec());
        let sum = game_checksum(&game);
        let mut values = sql_params![
            game.id,
            game.stage.name(),
            game.listing == Listing::Public,
            game.settings,
            hash.as_ref().map(|_| deck::BY_HASH),
            game.seed.to_vec(),
            game.host,
            game.created,
            game.changed,
            game.ended,
            game.rematch,
            game.due,
            i16::from(game.waits),
            game.finished,
            hash,
            game.deck,
            game.restored,
            sum,
            withheld(game.withheld),
        ];
        values.extend(seat_columns(game.seats));
        Box::pin(async move { self.run_once(ADD_GAME, values).await.map(drop) })
    }

    fn game(&self, id: &str) -> StoreFuture<'_, Option<GameRow>> {
        let id = id.to_owned();
        self.with(async move |mut conn| rows::game(&mut conn, &id).await)
    }

    fn put_game(&self, lease: Lease, game: GameRow) -> StoreFuture<'_, ()> {
        let sum = game_checksum(&game);
        let mut values = sql_params![
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
            i16::from(game.waits),
            game.finished,
            game.seed.to_vec(),
            game.restored,
            sum,
            withheld(game.withheld),
        ];
        values.extend(seat_columns(game.seats));
        self.run_idempotent(PUT_GAME, values, StoreError::Conflict)
    }

    fn open_games(&self, limit: u32, admit: HostFilter) -> StoreFuture<'_, Vec<GameRow>> {
        self.with(async move |mut conn| rows::open_games(&mut conn, limit as usize, admit).await)
    }

    fn games_of(&self, identity: &str, limit: u32) -> StoreFuture<'_, Vec<GameRow>> {
        let identity = identity.to_owned();
        self.with(async move |mut conn| {
            let clause = "WHERE key IN (SELECT game FROM seats WHERE identity = $1 \
                UNION SELECT key FROM games WHERE host = $1 AND stage = 'open') \
                ORDER BY changed DESC, key DESC LIMIT $2";
            rows::games(&mut conn, clause, &[&identity, &i64::from(limit)]).await
        })
    }

    fn unfinished_games(&self, owner: &str) -> StoreFuture<'_, u64> {
        let owner = owner.to_owned();
        self.with(async move |mut conn| {
            let sql = "SELECT count(*) FROM games WHERE stage IN ('open', 'playing') AND host IN \
                (SELECT $1 UNION ALL SELECT id FROM identities WHERE owner = $1)";
            let count: Vec<i64> = rows::first_column(&conn.read(sql, &[&owner]).await?)?;
            Ok(count.first().map_or(0, |count| count.unsigned_abs()))
        })
    }

    fn due_games(&self, now: i64, limit: u32) -> StoreFuture<'_, Vec<String>> {
        self.with(async move |mut conn| {
            let sql = "SELECT id FROM games WHERE stage = 'playing' AND due IS NOT NULL \
                AND due <= $1 ORDER BY due LIMIT $2";
            rows::first_column(&conn.read(sql, &[&now, &i64::from(limit)]).await?)
        })
    }

    fn orphaned_games(&self) -> StoreFuture<'_, Vec<String>> {
        self.with(async move |mut conn| {
            // Each node has its own order, so that the nodes share the work.
            let sql = nodes::expand(
                "SELECT id FROM games WHERE live AND ORPHANED? ORDER BY hashtext(id || $2) LIMIT $1",
            );
            rows::first_column(&conn.read(&sql, &[&MAX_ORPHANED, &&*self.node]).await?)
        })
    }

    fn stale_games(&self, stale: Stale, before: i64, limit: u32) -> StoreFuture<'_, Vec<String>> {
        self.with(async move |mut conn| {
            stale::list(&mut conn, &self.node, stale, before, limit).await
        })
    }

    fn delete_game(&self, id: &str, stale: Stale, before: i64) -> StoreFuture<'_, bool> {
        let id = id.to_owned();
        self.with(async move |mut conn| {
            stale::delete(&mut conn, &self.node, &id, stale, before).await
        })
    }

    fn claim(&self, id: &str) -> StoreFuture<'_, Lease> {
        let id: Arc<str> = id.into();
        Box::pin(async move {
            retry_until_known(|| Box::pin(nodes::claim(&self.pool, &self.node, Arc::clone(&id))))
                .await
        })
    }

    fn append(&self, lease: Lease, seq: u64, entries: Vec<Vec<u8>>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let append = Append { lease, seq, entries: entries.into() };
            let gone = || StoreError::Unavailable("the writer tasks have ended".to_owned());
            self.appends.send(PendingAppend { append, reply }).await.map_err(|_| gone())?;
            let unknown = |_| StoreError::OutcomeUnknown("the writer tasks have ended".to_owned());
            answer.await.map_err(unknown)?
        })
    }

    fn log(&self, id: &str, from: u64) -> StoreFuture<'_, Vec<Vec<u8>>> {
        let id = id.to_owned();
        self.with(async move |mut conn| Ok(log::read(&mut conn, &id, from).await?.0))
    }

    fn update_status(&self, lease: Lease, status: GameStatus) {
        // The update is best effort: drop it if the queue is full.
        let _ = self.statuses.try_send(StatusWrite::Status(lease, status));
    }

    fn park(&self, lease: Lease, status: GameStatus) -> StoreFuture<'_, ()> {
        let GameStatus { changed, due, waits, live } = status;
        let values = sql_params![lease.key, lease.epoch, changed, due, i16::from(waits), live];
        Box::pin(async move {
            // Flush first, so that no earlier update is written after this one.
            self.flush_statuses().await?;
            self.run_idempotent(PARK, values, StoreError::Conflict).await
        })
    }

    fn add_chat(&self, game: &str, line: ChatRow) -> StoreFuture<'_, ()> {
        let values = sql_params![
            game.to_owned(),
            i64::from(line.number),
            line.identity,
            line.name,
            line.seat.map(i16::from),
            line.at,
            line.message_id,
            line.text,
        ];
        Box::pin(async move {
            match self.run_once(ADD_CHAT, values).await? {
                0 => Err(StoreError::Missing),
                _ => Ok(()),
            }
        })
    }

    fn chat(&self, game: &str, limit: u32) -> StoreFuture<'_, Vec<ChatRow>> {
        let game = game.to_owned();
        self.with(async move |mut conn| rows::chat(&mut conn, &game, limit.into()).await)
    }

    fn begin_run(&self, now: i64) -> StoreFuture<'_, RunHistory> {
        self.with(async move |mut conn| clock::begin(&mut conn, now).await)
    }

    fn record_running(&self, now: i64) {
        // The record is best effort: drop it if the queue is full.
        let _ = self.statuses.try_send(StatusWrite::Running(now));
    }

    fn ready(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.flush_statuses().await?;
            self.pool.get().await?.batch(PROBE).await
        })
    }

    fn queued_writes(&self) -> usize {
        self.appends.max_capacity() - self.appends.capacity()
    }

    fn space(&self) -> StoreFuture<'_, Space> {
        self.with(async move |mut conn| {
            let sql = "SELECT pg_database_size(current_database())";
            let used: Vec<i64> = rows::first_column(&conn.read(sql, &[]).await?)?;
            let used = used.first().map_or(0, |bytes| bytes.unsigned_abs());
            // The database server does not report its free disk space.
            Ok(Space { used, free: None })
        })
    }
}

/// Returns the state of a game before a claim, by whether it was live.
const fn prior_state(live: bool) -> PriorState {
    if live { PriorState::Orphaned } else { PriorState::Parked }
}
