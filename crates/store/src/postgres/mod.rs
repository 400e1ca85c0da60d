//! The database of a site: PostgreSQL, shared by several nodes. Appends are written in groups; who
//! owns a game is decided by one statement; a node that is not heard from loses its games.

mod append;
mod clock;
mod log;
mod logins;
mod migrate;
mod nodes;
mod notes;
mod pool;
mod rows;
mod stale;

use crate::deck;
use crate::store::{Admit, Answer, Store};
use crate::{
    ChatRow, Device, Found, GameRow, Identity, IdentityKind, Lease, Listing, Note, Report, Run,
    SeatRow, Space, Stale, StoreError,
};
use append::{Append, Waiting};
use notes::Slip;
use pool::{Conn, Pool, until_sure};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// Connections of one node.
const CONNECTIONS: usize = 12;
/// Games that are looked for at once.
const AT_ONCE: i64 = 500;

const ADD_IDENTITY: &str = "WITH added AS ( \
      INSERT INTO identities (id, name, program, owner, created) VALUES ($2, $6, $7, $8, $9) \
      RETURNING id \
    ) INSERT INTO secrets (hash, identity, label, created, used) \
    SELECT $1, id, $3, $4, $5 FROM added";

const DELETE_IDENTITY: &str = "WITH whose AS ( \
      SELECT id FROM identities WHERE id = $1 OR owner = $1 \
    ), silenced AS ( \
      DELETE FROM chat WHERE identity IN (SELECT id FROM whose) \
    ), cleared AS ( \
      UPDATE seats SET identity = NULL, name = NULL WHERE identity IN (SELECT id FROM whose) \
    ) DELETE FROM identities WHERE id = $1 RETURNING id";

const ADD_GAME: &str = "WITH kept AS ( \
      INSERT INTO decks (hash, text) SELECT $15::bytea, $16::text WHERE $15 IS NOT NULL \
      ON CONFLICT DO NOTHING \
    ), added AS ( \
      INSERT INTO games (id, stage, public, settings, deck, seed, host, created, changed, ended, \
        rematch, due, waits, finished, deck_hash, restored) \
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17) RETURNING key \
    ) INSERT INTO seats (game, seat, identity, name, program, bot, entropy, entropy_hash) \
    SELECT added.key, s.* FROM added, unnest($18::smallint[], $19::text[], $20::text[], \
      $21::boolean[], $22::text[], $23::bytea[], $24::bytea[]) AS s";

/// The seats of a game are as many from beginning to end.
const PUT_GAME: &str = "WITH put AS ( \
      UPDATE games SET stage = $3, public = $4, settings = $5, host = $6, changed = $7, \
        ended = $8, rematch = $9, due = $10, waits = $11, finished = $12, \
        seed = $13, restored = $14, live = ($3 = 'playing') \
      WHERE key = $1 AND epoch = $2 RETURNING key \
    ) INSERT INTO seats (game, seat, identity, name, program, bot, entropy, entropy_hash) \
    SELECT put.key, s.* FROM put, unnest($15::smallint[], $16::text[], $17::text[], \
      $18::boolean[], $19::text[], $20::bytea[], $21::bytea[]) AS s \
    ON CONFLICT (game, seat) DO UPDATE SET identity = excluded.identity, name = excluded.name, \
      program = excluded.program, bot = excluded.bot, entropy = excluded.entropy, \
      entropy_hash = excluded.entropy_hash \
    RETURNING game";

/// A parked game has no owner, and its length is known.
const PARK: &str = "UPDATE games SET changed = $3, due = $4, waits = $5, live = $6, \
      owner = CASE WHEN $6 THEN owner END, entries = CASE WHEN $6 THEN entries ELSE \
        (SELECT coalesce(max(seq) + 1, 0) FROM log WHERE game = key) END \
    WHERE key = $1 AND epoch = $2 RETURNING key";

const ADD_CHAT: &str = "INSERT INTO chat (game, number, identity, name, seat, at, message, text) \
    SELECT key, $2, $3, $4, $5, $6, $7, $8 FROM games WHERE id = $1 RETURNING game";

/// A database that several nodes share. It works within a tokio runtime.
pub struct Postgres {
    pool: Pool,
    /// A line of its own, so that this node is heard however much there is to do.
    heart: Pool,
    appends: mpsc::Sender<Waiting>,
    notes: mpsc::Sender<Slip>,
    node: Arc<str>,
    name: String,
    site: String,
}

impl Postgres {
    /// Connects to a database as a new node with this name for people; brings its schema up to
    /// date, also if other nodes start at the same time.
    ///
    /// # Errors
    /// If it cannot be reached, is of a newer version, or may not be changed.
    pub async fn open(address: &str, node: &str, name: &str) -> Result<Self, StoreError> {
        let pool = Pool::new(address, CONNECTIONS)?;
        migrate::migrate(&pool).await?;
        let site = pool.get().await?.read("SELECT id FROM site", &[]).await?;
        let site = rows::firsts(&site)?.pop().ok_or(StoreError::Missing)?;
        Ok(Self {
            heart: Pool::new(address, 1)?,
            appends: append::start(&pool),
            notes: notes::start(pool.clone()),
            node: node.into(),
            name: name.to_owned(),
            site,
            pool,
        })
    }

    /// Reads a whole database, also while nodes use it, and reports what is damaged. Nothing is changed.
    ///
    /// # Errors
    /// If it cannot be reached or read, or is of an older version.
    pub async fn check(address: &str) -> Result<Report, StoreError> {
        log::check(&Pool::new(address, 1)?).await
    }

    /// Reads with a connection.
    fn with<'a, T, F>(&'a self, read: impl FnOnce(Conn) -> F + Send + 'a) -> Answer<'a, T>
    where
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        Box::pin(async move { read(self.pool.get().await?).await })
    }

    /// Changes something by one statement that may be repeated. Exactly one row must come back.
    fn one<'a>(&'a self, sql: &'static str, values: Owned, none: StoreError) -> Answer<'a, ()> {
        let values = Arc::new(values);
        Box::pin(async move {
            let change = || -> Answer<'a, usize> {
                let values = Arc::clone(&values);
                Box::pin(async move {
                    let values: Vec<_> = values.iter().map(|it| &**it as _).collect();
                    Ok(self.pool.get().await?.query(sql, &values).await?.len())
                })
            };
            if until_sure(change).await? == 0 { Err(none) } else { Ok(()) }
        })
    }

    /// The same for something that must not be repeated.
    fn once(&self, sql: &'static str, values: Owned) -> Answer<'_, usize> {
        Box::pin(async move {
            let values: Vec<_> = values.iter().map(|it| &**it as _).collect();
            Ok(self.pool.get().await?.query(sql, &values).await?.len())
        })
    }
}

/// Values that live as long as a statement is tried.
type Owned = Vec<Box<dyn tokio_postgres::types::ToSql + Send + Sync>>;

/// Values of different types in a row.
macro_rules! owned {
    ($($value:expr),* $(,)?) => { vec![$(Box::new($value) as _),*] };
}
use owned;

fn seats(rows: Vec<SeatRow>) -> Owned {
    let numbers: Vec<i16> = (0_i16..).take(rows.len()).collect();
    let program: Vec<bool> = rows.iter().map(|seat| seat.program).collect();
    let (mut identity, mut name, mut bot) = (vec![], vec![], vec![]);
    let (mut entropy, mut hash) = (vec![], vec![]);
    for seat in rows {
        identity.push(seat.identity);
        name.push(seat.name);
        bot.push(seat.bot);
        entropy.push(seat.entropy);
        hash.push(seat.entropy_hash.map(|hash| hash.to_vec()));
    }
    owned![numbers, identity, name, program, bot, entropy, hash]
}

impl Store for Postgres {
    fn add_identity(&self, identity: Identity, device: Device) -> Answer<'_, ()> {
        let program = identity.kind == IdentityKind::Program;
        let Identity { id, name, owner, created, .. } = identity;
        let mut values = logins::values(id, device);
        values.extend::<Owned>(owned![name, program, owner, created]);
        Box::pin(async move { self.once(ADD_IDENTITY, values).await.map(drop) })
    }

    fn rename(&self, identity: &str, name: &str) -> Answer<'_, ()> {
        let sql = "UPDATE identities SET name = $2 WHERE id = $1 RETURNING id";
        self.one(sql, owned![identity.to_owned(), name.to_owned()], StoreError::Missing)
    }

    fn programs_of(&self, owner: &str) -> Answer<'_, Vec<Identity>> {
        let owner = owner.to_owned();
        self.with(async move |mut conn| {
            let clause = "WHERE owner = $1 ORDER BY created, id";
            rows::identities(&mut conn, clause, &[&owner]).await
        })
    }

    fn delete_identity(&self, identity: &str) -> Answer<'_, ()> {
        let values = owned![identity.to_owned()];
        Box::pin(async move {
            match self.once(DELETE_IDENTITY, values).await? {
                0 => Err(StoreError::Missing),
                _ => Ok(()),
            }
        })
    }

    fn add_game(&self, game: GameRow) -> Answer<'_, ()> {
        let hash = game.deck.as_deref().map(|text| deck::hash(text).to_vec());
        let mut values = owned![
            game.id,
            rows::stage_word(game.stage),
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
        ];
        values.extend(seats(game.seats));
        Box::pin(async move { self.once(ADD_GAME, values).await.map(drop) })
    }

    fn game(&self, id: &str) -> Answer<'_, Option<GameRow>> {
        let id = id.to_owned();
        self.with(async move |mut conn| rows::game(&mut conn, &id).await)
    }

    fn put_game(&self, lease: Lease, game: GameRow) -> Answer<'_, ()> {
        let mut values = owned![
            lease.key,
            lease.epoch,
            rows::stage_word(game.stage),
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
        ];
        values.extend(seats(game.seats));
        self.one(PUT_GAME, values, StoreError::Conflict)
    }

    fn open_games(&self, limit: u32, admit: Admit) -> Answer<'_, Vec<GameRow>> {
        self.with(async move |mut conn| rows::open_games(&mut conn, limit as usize, admit).await)
    }

    fn games_of(&self, identity: &str, limit: u32) -> Answer<'_, Vec<GameRow>> {
        let identity = identity.to_owned();
        self.with(async move |mut conn| {
            let clause = "WHERE key IN (SELECT game FROM seats WHERE identity = $1 \
                UNION SELECT key FROM games WHERE host = $1 AND stage = 'open') \
                ORDER BY changed DESC, key DESC LIMIT $2";
            rows::games(&mut conn, clause, &[&identity, &i64::from(limit)]).await
        })
    }

    fn due_games(&self, now: i64, limit: u32) -> Answer<'_, Vec<String>> {
        self.with(async move |mut conn| {
            let sql = "SELECT id FROM games WHERE stage = 'playing' AND due IS NOT NULL \
                AND due <= $1 ORDER BY due LIMIT $2";
            rows::firsts(&conn.read(sql, &[&now, &i64::from(limit)]).await?)
        })
    }

    fn left_games(&self) -> Answer<'_, Vec<String>> {
        self.with(async move |mut conn| {
            // Each node in another order, so that they share the work.
            let sql = nodes::spelled(
                "SELECT id FROM games WHERE live AND LEFT? ORDER BY hashtext(id || $2) LIMIT $1",
            );
            rows::firsts(&conn.read(&sql, &[&AT_ONCE, &&*self.node]).await?)
        })
    }

    fn stale_games(&self, stale: Stale, before: i64, limit: u32) -> Answer<'_, Vec<String>> {
        self.with(async move |mut conn| {
            stale::list(&mut conn, &self.node, stale, before, limit).await
        })
    }

    fn delete_game(&self, id: &str, stale: Stale, before: i64) -> Answer<'_, bool> {
        let id = id.to_owned();
        self.with(async move |mut conn| {
            stale::delete(&mut conn, &self.node, &id, stale, before).await
        })
    }

    fn claim(&self, id: &str) -> Answer<'_, Lease> {
        let id: Arc<str> = id.into();
        Box::pin(async move {
            until_sure(|| Box::pin(nodes::claim(&self.pool, &self.node, Arc::clone(&id)))).await
        })
    }

    fn append(&self, lease: Lease, seq: u64, entries: Vec<Vec<u8>>) -> Answer<'_, ()> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let append = Append { lease, seq, entries: entries.into() };
            let gone = || StoreError::Away("the writers have ended".to_owned());
            self.appends.send(Waiting { append, reply }).await.map_err(|_| gone())?;
            answer.await.map_err(|_| StoreError::Unsure("the writers have ended".to_owned()))?
        })
    }

    fn log(&self, id: &str, from: u64) -> Answer<'_, Vec<Vec<u8>>> {
        let id = id.to_owned();
        self.with(async move |mut conn| Ok(log::read(&mut conn, &id, from).await?.0))
    }

    fn note(&self, lease: Lease, note: Note) {
        // When the queue is full the note is lost, which is allowed.
        let _ = self.notes.try_send(Slip::Note(lease, note));
    }

    fn park(&self, lease: Lease, note: Note) -> Answer<'_, ()> {
        let Note { changed, due, waits, live } = note;
        let values = owned![lease.key, lease.epoch, changed, due, i16::from(waits), live];
        Box::pin(async move {
            // No note that was said before may be written after it.
            self.ready().await?;
            self.one(PARK, values, StoreError::Conflict).await
        })
    }

    fn add_chat(&self, game: &str, line: ChatRow) -> Answer<'_, ()> {
        let values = owned![
            game.to_owned(),
            i64::from(line.number),
            line.identity,
            line.name,
            line.seat.map(i16::from),
            line.at,
            line.message,
            line.text,
        ];
        Box::pin(async move {
            match self.once(ADD_CHAT, values).await? {
                0 => Err(StoreError::Missing),
                _ => Ok(()),
            }
        })
    }

    fn chat(&self, game: &str, limit: u32) -> Answer<'_, Vec<ChatRow>> {
        let game = game.to_owned();
        self.with(async move |mut conn| rows::chat(&mut conn, &game, limit.into()).await)
    }

    fn begin_run(&self, now: i64) -> Answer<'_, Run> {
        self.with(async move |mut conn| clock::begin(&mut conn, now).await)
    }

    fn keep_time(&self, now: i64) {
        // When the queue is full it is lost, which is allowed.
        let _ = self.notes.try_send(Slip::Time(now));
    }

    fn ready(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let gone = || StoreError::Away("the writer has ended".to_owned());
            self.notes.send(Slip::Ask(reply)).await.map_err(|_| gone())?;
            answer.await.map_err(|_| gone())?
        })
    }

    fn waiting(&self) -> usize {
        self.appends.max_capacity() - self.appends.capacity()
    }

    fn space(&self) -> Answer<'_, Space> {
        self.with(async move |mut conn| {
            let sql = "SELECT pg_database_size(current_database())";
            let used: Vec<i64> = rows::firsts(&conn.read(sql, &[]).await?)?;
            let used = used.first().map_or(0, |bytes| bytes.unsigned_abs());
            // The disk is the database server's, which does not tell.
            Ok(Space { used, free: None })
        })
    }
}

/// How a game was found, by whether it was live.
const fn found(live: bool) -> Found {
    if live { Found::Left } else { Found::Parked }
}
