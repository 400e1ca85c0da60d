//! Retention: listing and deleting stale games.

use super::nodes::expand;
use super::pool::Conn;
use super::rows::first_column;
use crate::{Stale, StoreError};

/// Returns the SQL condition for an orphaned stale game that has not changed since `$1`.
///
/// An archived game with a log was played, so it is not stale. `$2` is this node.
fn condition(stale: Stale) -> String {
    let stage = match stale {
        Stale::Unstarted => {
            "stage IN ('open', 'archived') AND (stage = 'open' OR \
             NOT EXISTS (SELECT FROM log WHERE log.game = games.key))"
        }
        Stale::Abandoned => "stage = 'playing' AND NOT live",
    };
    expand(&format!("changed < $1 AND {stage} AND ORPHANED?"))
}

/// Lists the ids of stale games, least recently changed first.
pub(super) async fn list(
    conn: &mut Conn,
    node: &str,
    stale: Stale,
    before: i64,
    limit: u32,
) -> Result<Vec<String>, StoreError> {
    let condition = condition(stale);
    let sql = format!("SELECT id FROM games WHERE {condition} ORDER BY changed LIMIT $3");
    first_column(&conn.read(&sql, &[&before, &node, &i64::from(limit)]).await?)
}

/// Deletes a game with its log and its unshared deck if the game is still stale.
///
/// If another node adds a game with the same deck at the same time, the foreign key makes the
/// statement fail.
pub(super) async fn delete(
    conn: &mut Conn,
    node: &str,
    id: &str,
    stale: Stale,
    before: i64,
) -> Result<bool, StoreError> {
    let sql = format!(
        "WITH gone AS ( \
           DELETE FROM games WHERE {} AND id = $3 RETURNING key, id, deck_hash \
         ), logged AS ( \
           DELETE FROM log WHERE game IN (SELECT key FROM gone) \
         ), linked AS ( \
           UPDATE games SET rematch = NULL WHERE rematch IN (SELECT id FROM gone) \
         ), unused AS ( \
           DELETE FROM decks USING gone WHERE hash = gone.deck_hash AND \
             NOT EXISTS (SELECT FROM games WHERE games.deck_hash = hash AND games.key <> gone.key) \
         ) SELECT key FROM gone",
        condition(stale)
    );
    Ok(!conn.query(&sql, &[&before, &node, &id]).await?.is_empty())
}
