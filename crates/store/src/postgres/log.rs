//! Reading logs with checksums, and checking a whole database.

use super::pool::{Conn, Pool};
use super::rows::column;
use crate::damage::LogReader;
use crate::{Report, StoreError};

const LOG: &str = "SELECT g.key, g.entries, l.seq, l.entry, l.sum FROM games g \
    LEFT JOIN log l ON l.game = g.key AND l.seq >= $2 WHERE g.id = $1 ORDER BY l.seq";
/// Number of games that a check lists at a time.
const PAGE_LEN: i64 = 500;
const GAMES: &str = "SELECT key, id FROM games WHERE key > $1 ORDER BY key LIMIT $2";
/// Selects whether the database has all columns that a check reads; the newest is `games.withheld`.
const HAS_ALL_COLUMNS: &str = "SELECT EXISTS (SELECT FROM information_schema.columns \
    WHERE table_schema = current_schema() AND table_name = 'games' AND column_name = 'withheld')";

/// Returns the entries of a log from number `from` on, and how many of them have no checksum.
pub(super) async fn read(
    conn: &mut Conn,
    id: &str,
    from: u64,
) -> Result<(Vec<Vec<u8>>, u64), StoreError> {
    let rows = conn.read(LOG, &[&id, &(from as i64)]).await;
    let rows = rows.map_err(|error| LogReader::new(id, 0, from).read_error(error))?;
    let first = rows.first().ok_or(StoreError::Missing)?;
    let (key, length): (i64, i64) = (column(first, 0)?, column(first, 1)?);
    let mut log = LogReader::new(id, key, from);
    for row in &rows {
        if let Some(seq) = column::<Option<i64>>(row, 2)? {
            log.push(seq as u64, column(row, 3)?, column(row, 4)?)?;
        }
    }
    log.finish(length as u64)
}

/// Reads every game of a database and reports damage.
pub(super) async fn check(pool: &Pool) -> Result<Report, StoreError> {
    let mut conn = pool.get().await?;
    if !column::<bool>(&first(&mut conn, HAS_ALL_COLUMNS).await?, 0)? {
        let why =
            "an older version of Orrery wrote the database; start the server once to upgrade it";
        return Err(StoreError::Failed(why.to_owned()));
    }
    let (mut report, mut last) = (Report::default(), 0_i64);
    loop {
        let games = conn.read(GAMES, &[&last, &PAGE_LEN]).await?;
        for game in &games {
            let id: String = column(game, 1)?;
            let row = super::rows::game(&mut conn, &id).await;
            if row == Ok(None) {
                continue;
            }
            let log = read(&mut conn, &id, 0).await;
            let log = log.map(|(entries, unchecked)| (entries.len(), unchecked));
            report.add_game(&id, row.map(drop), log)?;
        }
        match games.last() {
            None => return Ok(report),
            Some(game) => last = column(game, 0)?,
        }
    }
}

async fn first(conn: &mut Conn, sql: &str) -> Result<tokio_postgres::Row, StoreError> {
    conn.read(sql, &[]).await?.into_iter().next().ok_or(StoreError::Missing)
}
