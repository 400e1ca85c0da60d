//! Conversion between rows of the database and the types of the store.

use super::pool::{Conn, SqlParams};
use crate::damage::check_game;
use crate::store::HostFilter;
use crate::{ChatRow, GameRow, Hash, Identity, IdentityKind, Listing, SeatRow, Stage, StoreError};
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

const GAME: &str = "key, id, stage, public, settings, seed, host, created, changed, ended, \
    rematch, due, waits, finished, restored, withheld";
const SEAT: &str = "game, identity, name, program, bot, entropy, entropy_hash, offered";
/// Maximum number of open games that a list considers.
const MAX_OPEN_GAMES: i64 = 10_000;
const IDENTITY: &str = "id, name, program, owner, created";

/// Returns the value of a column.
pub(super) fn column<'a, T: FromSql<'a>>(row: &'a Row, index: usize) -> Result<T, StoreError> {
    row.try_get(index).map_err(|error| StoreError::Failed(error.to_string()))
}

/// Converts a number from the wider type of its column.
fn narrow<T: TryFrom<i64>>(number: i64) -> Result<T, StoreError> {
    T::try_from(number).map_err(|_| StoreError::Failed(format!("number out of range: {number}")))
}

fn game_of(row: &Row) -> Result<(i64, GameRow), StoreError> {
    let seed: Vec<u8> = column(row, 5)?;
    let seed = seed
        .try_into()
        .map_err(|_| StoreError::Failed("a seed does not have 32 bytes".to_owned()))?;
    let listing = if column(row, 3)? { Listing::Public } else { Listing::Link };
    let game = GameRow {
        id: column(row, 1)?,
        stage: Stage::from_name(column(row, 2)?),
        listing,
        settings: column(row, 4)?,
        deck: None,
        seed,
        host: column(row, 6)?,
        created: column(row, 7)?,
        changed: column(row, 8)?,
        ended: column(row, 9)?,
        rematch: column(row, 10)?,
        due: column(row, 11)?,
        waits: narrow(column::<i16>(row, 12)?.into())?,
        finished: column(row, 13)?,
        restored: column(row, 14)?,
        withheld: column::<Option<_>>(row, 15)?.unwrap_or_default(),
        seats: Vec::new(),
    };
    Ok((column(row, 0)?, game))
}

/// Returns the games of a query, with their seats and without their decks.
pub(super) async fn games(
    conn: &mut Conn,
    clause: &str,
    values: SqlParams<'_>,
) -> Result<Vec<GameRow>, StoreError> {
    let rows = conn.read(&format!("SELECT {GAME} FROM games {clause}"), values).await?;
    let found: Vec<(i64, GameRow)> = rows.iter().map(game_of).collect::<Result<_, _>>()?;
    let (keys, mut games): (Vec<i64>, Vec<GameRow>) = found.into_iter().unzip();
    let sql = format!("SELECT {SEAT} FROM seats WHERE game = ANY($1) ORDER BY game, seat");
    for row in conn.read(&sql, &[&keys]).await? {
        let key: i64 = column(&row, 0)?;
        let index = keys.iter().position(|other| *other == key);
        if let Some(game) = index.and_then(|index| games.get_mut(index)) {
            game.seats.push(seat_of(&row, 1)?);
        }
    }
    Ok(games)
}

/// Returns open public games that pass `admit`, newest first.
pub(super) async fn open_games(
    conn: &mut Conn,
    limit: usize,
    mut admit: HostFilter,
) -> Result<Vec<GameRow>, StoreError> {
    let sql = "SELECT key, host FROM games WHERE stage = 'open' AND public \
        ORDER BY created DESC LIMIT $1";
    let mut keys: Vec<i64> = Vec::new();
    for row in conn.read(sql, &[&MAX_OPEN_GAMES]).await? {
        if keys.len() < limit && admit(column(&row, 1)?) {
            keys.push(column(&row, 0)?);
        }
    }
    games(conn, "WHERE key = ANY($1) ORDER BY created DESC", &[&keys]).await
}

/// Returns the seat in the columns from `first` on.
fn seat_of(row: &Row, first: usize) -> Result<SeatRow, StoreError> {
    let hash: Option<Vec<u8>> = column(row, first + 5)?;
    let hash = hash.map(Hash::try_from).transpose();
    let entropy_hash =
        hash.map_err(|_| StoreError::Failed("a hash does not have 32 bytes".to_owned()))?;
    Ok(SeatRow {
        identity: column(row, first)?,
        name: column(row, first + 1)?,
        program: column(row, first + 2)?,
        bot: column(row, first + 3)?,
        entropy: column(row, first + 4)?,
        entropy_hash,
        offered: column(row, first + 6)?,
    })
}

/// Returns a game with its seats and its deck, and checks it.
///
/// One statement reads everything, so that no other write comes in between.
pub(super) async fn game(conn: &mut Conn, id: &str) -> Result<Option<GameRow>, StoreError> {
    let sql = format!(
        "SELECT {GAME}, coalesce(decks.text, games.deck), deck_hash, \
           CASE WHEN sum_epoch = epoch THEN sum END, {SEAT} \
         FROM games LEFT JOIN decks ON decks.hash = deck_hash LEFT JOIN seats ON game = key \
         WHERE id = $1 ORDER BY seat"
    );
    let rows = conn.read(&sql, &[&id]).await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let (_, mut game) = game_of(first)?;
    game.deck = column(first, 16)?;
    for row in &rows {
        if column::<Option<i64>>(row, 19)?.is_some() {
            game.seats.push(seat_of(row, 20)?);
        }
    }
    check_game(&game, column(first, 17)?, column(first, 18)?)?;
    Ok(Some(game))
}

/// Returns the identities of a query.
pub(super) async fn identities(
    conn: &mut Conn,
    clause: &str,
    values: SqlParams<'_>,
) -> Result<Vec<Identity>, StoreError> {
    let rows = conn.read(&format!("SELECT {IDENTITY} FROM identities {clause}"), values).await?;
    rows.iter().map(identity_of).collect()
}

/// Returns the identity in the first columns of a row.
pub(super) fn identity_of(row: &Row) -> Result<Identity, StoreError> {
    let kind = if column(row, 2)? { IdentityKind::Program } else { IdentityKind::Person };
    Ok(Identity {
        id: column(row, 0)?,
        name: column(row, 1)?,
        kind,
        owner: column(row, 3)?,
        created: column(row, 4)?,
    })
}

/// Returns the first column of every row.
pub(super) fn first_column<T: for<'a> FromSql<'a>>(rows: &[Row]) -> Result<Vec<T>, StoreError> {
    rows.iter().map(|row| column(row, 0)).collect()
}

/// Returns the last lines of chat, oldest first.
pub(super) async fn chat(
    conn: &mut Conn,
    game: &str,
    limit: i64,
) -> Result<Vec<ChatRow>, StoreError> {
    let sql = "SELECT number, identity, name, seat, at, message, text FROM chat \
        WHERE game = (SELECT key FROM games WHERE id = $1) ORDER BY number DESC LIMIT $2";
    let line = |row: &Row| {
        let seat: Option<i16> = column(row, 3)?;
        Ok(ChatRow {
            number: narrow(column(row, 0)?)?,
            identity: column(row, 1)?,
            name: column(row, 2)?,
            seat: seat.map(|seat| narrow(seat.into())).transpose()?,
            at: column(row, 4)?,
            message_id: column(row, 5)?,
            text: column(row, 6)?,
        })
    };
    conn.read(sql, &[&game, &limit]).await?.iter().rev().map(line).collect()
}
