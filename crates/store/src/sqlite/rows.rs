//! Conversion between rows of the database and the types of the store.

use crate::damage::check_game;
use crate::deck;
use crate::store::HostFilter;
use crate::{
    ChatRow, GameRow, GameStatus, Hash, Identity, IdentityKind, Lease, Listing, PriorState,
    SeatRow, Stage, StoreError,
};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};

const GAME: &str = "key, id, stage, public, settings, seed, host, created, changed, ended, \
    rematch, due, waits, finished, restored, withheld";
/// Maximum number of open games that a list considers.
const MAX_OPEN_GAMES: u32 = 10_000;
const IDENTITY: &str = "id, name, program, owner, created";

/// Encodes the ids of the players who withheld their entropy. An id contains no space.
pub(super) fn withheld_text(ids: &[String]) -> Option<String> {
    (!ids.is_empty()).then(|| ids.join(" "))
}

fn withheld(text: Option<String>) -> Vec<String> {
    text.iter().flat_map(|text| text.split(' ')).map(str::to_owned).collect()
}

fn game_of(row: &Row<'_>) -> rusqlite::Result<(i64, GameRow)> {
    let listing = if row.get::<_, bool>(3)? { Listing::Public } else { Listing::Link };
    let game = GameRow {
        id: row.get(1)?,
        stage: Stage::from_name(&row.get::<_, String>(2)?),
        listing,
        settings: row.get(4)?,
        deck: None,
        seed: row.get(5)?,
        host: row.get(6)?,
        created: row.get(7)?,
        changed: row.get(8)?,
        ended: row.get(9)?,
        rematch: row.get(10)?,
        due: row.get(11)?,
        waits: row.get(12)?,
        finished: row.get(13)?,
        restored: row.get(14)?,
        withheld: withheld(row.get(15)?),
        seats: Vec::new(),
    };
    Ok((row.get(0)?, game))
}

/// Returns the games of a query, with their seats and without their decks.
pub(super) fn games(
    db: &Connection,
    clause: &str,
    values: impl Params,
) -> Result<Vec<GameRow>, StoreError> {
    let sql = format!("SELECT {GAME} FROM games {clause}");
    let mut query = db.prepare_cached(&sql)?;
    let rows: Vec<(i64, GameRow)> = query.query_map(values, game_of)?.collect::<Result<_, _>>()?;
    with_seats(db, rows)
}

/// Returns open public games that pass `admit`, newest first.
pub(super) fn open_games(
    db: &Connection,
    limit: usize,
    mut admit: HostFilter,
) -> Result<Vec<GameRow>, StoreError> {
    let sql = format!(
        "SELECT {GAME} FROM games WHERE stage = 'open' AND public = 1 ORDER BY created DESC LIMIT {MAX_OPEN_GAMES}"
    );
    let mut query = db.prepare_cached(&sql)?;
    let admitted = query.query_map([], game_of)?.filter(|row| match row {
        Ok((_, game)) => admit(&game.host),
        Err(_) => true,
    });
    with_seats(db, admitted.take(limit).collect::<Result<_, _>>()?)
}

/// Returns games with their seats.
fn with_seats(db: &Connection, rows: Vec<(i64, GameRow)>) -> Result<Vec<GameRow>, StoreError> {
    rows.into_iter().map(|(key, game)| Ok(GameRow { seats: seats(db, key)?, ..game })).collect()
}

/// Stores a deck unless it is stored already. Returns its hash.
pub(super) fn put_deck(db: &Connection, text: &str) -> Result<Hash, StoreError> {
    let hash = deck::hash(text);
    let sql = "INSERT INTO decks (hash, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    db.prepare_cached(sql)?.execute(params![hash, text])?;
    Ok(hash)
}

/// Returns a game with its seats and its deck, and checks it.
///
/// The connection must be in a transaction, so that no other write comes in between.
pub(super) fn game(db: &Connection, id: &str) -> Result<Option<GameRow>, StoreError> {
    let Some(mut game) = games(db, "WHERE id = ?1", [id])?.pop() else { return Ok(None) };
    let sql = "SELECT coalesce(decks.text, games.deck), deck_hash, \
        CASE WHEN sum_epoch = epoch THEN sum END FROM games \
        LEFT JOIN decks ON decks.hash = games.deck_hash WHERE games.id = ?1";
    let rest = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let (deck, hash, sum): (_, Option<Vec<u8>>, _) =
        db.prepare_cached(sql)?.query_row([id], rest)?;
    game.deck = deck;
    check_game(&game, hash.as_deref(), sum)?;
    Ok(Some(game))
}

fn seats(db: &Connection, key: i64) -> Result<Vec<SeatRow>, StoreError> {
    let sql = "SELECT identity, name, program, bot, entropy, entropy_hash, offered FROM seats \
        WHERE game = ?1 ORDER BY seat";
    let mut query = db.prepare_cached(sql)?;
    let seat = |row: &Row<'_>| {
        Ok(SeatRow {
            identity: row.get(0)?,
            name: row.get(1)?,
            program: row.get(2)?,
            bot: row.get(3)?,
            entropy: row.get(4)?,
            entropy_hash: row.get(5)?,
            offered: row.get(6)?,
        })
    };
    Ok(query.query_map([key], seat)?.collect::<Result<_, _>>()?)
}

pub(super) fn put_seats(db: &Connection, key: i64, seats: &[SeatRow]) -> Result<(), StoreError> {
    db.prepare_cached("DELETE FROM seats WHERE game = ?1")?.execute([key])?;
    let sql = "INSERT INTO seats \
        (game, seat, identity, name, program, bot, entropy, entropy_hash, offered) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let mut insert = db.prepare_cached(sql)?;
    for (seat, number) in seats.iter().zip(0_i64..) {
        let (identity, name, bot) = (&seat.identity, &seat.name, &seat.bot);
        let (entropy, hash, offered) = (&seat.entropy, &seat.entropy_hash, seat.offered);
        insert.execute(params![
            key,
            number,
            identity,
            name,
            seat.program,
            bot,
            entropy,
            hash,
            offered
        ])?;
    }
    Ok(())
}

fn identity_of(row: &Row<'_>) -> rusqlite::Result<Identity> {
    let kind = if row.get(2)? { IdentityKind::Program } else { IdentityKind::Person };
    Ok(Identity {
        id: row.get(0)?,
        name: row.get(1)?,
        kind,
        owner: row.get(3)?,
        created: row.get(4)?,
    })
}

/// Returns the identities of a query.
pub(super) fn identities(
    db: &Connection,
    clause: &str,
    values: impl Params,
) -> Result<Vec<Identity>, StoreError> {
    let sql = format!("SELECT {IDENTITY} FROM identities {clause}");
    let mut query = db.prepare_cached(&sql)?;
    Ok(query.query_map(values, identity_of)?.collect::<Result<_, _>>()?)
}

/// Returns the key of a game.
pub(super) fn key(db: &Connection, id: &str) -> Result<i64, StoreError> {
    let mut query = db.prepare_cached("SELECT key FROM games WHERE id = ?1")?;
    query.query_row([id], |row| row.get(0)).optional()?.ok_or(StoreError::Missing)
}

/// Returns the id of a game.
pub(super) fn id(db: &Connection, key: i64) -> Result<Option<String>, StoreError> {
    let mut query = db.prepare_cached("SELECT id FROM games WHERE key = ?1")?;
    Ok(query.query_row([key], |row| row.get(0)).optional()?)
}

/// Claims a game: grants a new lease and voids the previous one.
pub(super) fn claim(db: &Connection, id: &str) -> Result<Lease, StoreError> {
    let live = "SELECT live FROM games WHERE id = ?1";
    let live = db.prepare_cached(live)?.query_row([id], |row| row.get(0)).optional()?;
    let prior = if live == Some(true) { PriorState::Orphaned } else { PriorState::Parked };
    let sql = "UPDATE games SET epoch = epoch + 1, live = (stage = 'playing'), due = NULL, \
        sum_epoch = CASE WHEN sum_epoch = epoch THEN epoch + 1 END WHERE id = ?1 RETURNING key, epoch";
    let lease = |row: &Row<'_>| Ok(Lease { key: row.get(0)?, epoch: row.get(1)?, prior });
    let lease = db.prepare_cached(sql)?.query_row([id], lease).optional()?;
    lease.ok_or(StoreError::Missing)
}

/// Updates the status of a game.
///
/// Returns the number of changed rows, which is 0 if the lease is void.
pub(super) fn update_status(
    db: &Connection,
    lease: Lease,
    status: GameStatus,
) -> Result<usize, StoreError> {
    let sql = "UPDATE games SET changed = ?3, due = ?4, waits = ?5, live = ?6 \
        WHERE key = ?1 AND epoch = ?2";
    let GameStatus { changed, due, waits, live } = status;
    let values = params![lease.key, lease.epoch, changed, due, waits, live];
    Ok(db.prepare_cached(sql)?.execute(values)?)
}

/// Returns the ids of a query.
pub(super) fn ids(
    db: &Connection,
    sql: &str,
    values: impl Params,
) -> Result<Vec<String>, StoreError> {
    let mut query = db.prepare_cached(sql)?;
    Ok(query.query_map(values, |row| row.get(0))?.collect::<Result<_, _>>()?)
}

pub(super) fn chat(db: &Connection, game: &str, limit: u32) -> Result<Vec<ChatRow>, StoreError> {
    let sql = "SELECT number, identity, name, seat, at, message, text FROM chat \
        WHERE game = (SELECT key FROM games WHERE id = ?1) ORDER BY number DESC LIMIT ?2";
    let mut query = db.prepare_cached(sql)?;
    let line = |row: &Row<'_>| {
        Ok(ChatRow {
            number: row.get(0)?,
            identity: row.get(1)?,
            name: row.get(2)?,
            seat: row.get(3)?,
            at: row.get(4)?,
            message_id: row.get(5)?,
            text: row.get(6)?,
        })
    };
    let mut lines: Vec<ChatRow> =
        query.query_map(params![game, limit], line)?.collect::<Result<_, _>>()?;
    lines.reverse();
    Ok(lines)
}
