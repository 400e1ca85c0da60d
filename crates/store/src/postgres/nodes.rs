//! Who owns a game, and which nodes are there.

use super::pool::Pool;
use super::rows::{column, firsts};
use super::{Postgres, found, owned};
use crate::store::{Answer, Nodes};
use crate::{Beat, Hash, Lease, Limited, Place, StoreError};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Whether nobody owns a game, or its owner has been silent for so long. That counts only if the node
/// `$2`, which asks, has itself been heard all that time and still is: otherwise it may be the database
/// that was away from both, or that has crashed and forgotten them.
const LEFT: &str = "owner IS NULL OR ( \
    NOT EXISTS (SELECT FROM nodes n WHERE n.id = owner AND \
      n.beat > clock_timestamp() - interval '2.5 s') \
    AND EXISTS (SELECT FROM nodes n WHERE n.id = $2 AND \
      n.beat > clock_timestamp() - interval '2.5 s' AND \
      n.since <= clock_timestamp() - interval '2.5 s'))";

/// A statement in which `LEFT?` stands for that condition, and `FREE?` for what the node may have:
/// that, and what it owns.
pub(super) fn spelled(sql: &str) -> String {
    sql.replace("FREE?", &format!("(owner = $2 OR {LEFT})")).replace("LEFT?", &format!("({LEFT})"))
}

const CLAIM: &str = "UPDATE games SET epoch = games.epoch + 1, live = (games.stage = 'playing'), \
      due = NULL, owner = $2 \
    FROM (SELECT key, live FROM games WHERE id = $1 AND FREE? FOR UPDATE) before \
    WHERE games.key = before.key RETURNING games.key, games.epoch, before.live";

/// A node that begins, or begins again, has the same time in both columns.
const BEAT: &str = "INSERT INTO nodes AS n (id, name, beat, since) VALUES ($1, $2, now(), now()) \
    ON CONFLICT (id) DO UPDATE SET beat = now(), \
      since = CASE WHEN n.beat < now() - interval '2.5 s' THEN now() ELSE n.since END \
    RETURNING since = beat";

/// How long a beat may take; then the next one is due.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// Nodes that were not heard from for so long are forgotten.
const FORGET: &str = "DELETE FROM nodes WHERE beat < clock_timestamp() - interval '1 day'";

const ALLOW: &str = "INSERT INTO limits AS l (what, who, period, count) \
    VALUES ($1, $2, extract(epoch FROM clock_timestamp())::bigint / $3, $4) \
    ON CONFLICT (what, who, period) DO UPDATE SET count = l.count + $4 RETURNING count";
const FORGET_LIMITS: &str = "DELETE FROM limits WHERE what = $1 AND \
    period < extract(epoch FROM clock_timestamp())::bigint / $2";

/// How often it is tried to get a game that was just let go by another.
const TRIES: u32 = 3;

/// Owns a game, or says who does.
pub(super) async fn claim(pool: &Pool, node: &str, id: Arc<str>) -> Result<Lease, StoreError> {
    let mut conn = pool.get().await?;
    for _ in 0..TRIES {
        let rows = conn.query(&spelled(CLAIM), &[&&*id, &node]).await?;
        if let Some(row) = rows.first() {
            let (key, epoch) = (column(row, 0)?, column(row, 1)?);
            return Ok(Lease { key, epoch, found: found(column(row, 2)?) });
        }
        let rows = conn.read("SELECT owner FROM games WHERE id = $1", &[&&*id]).await?;
        if let Some(owner) = column(rows.first().ok_or(StoreError::Missing)?, 0)? {
            return Err(StoreError::Owned(owner));
        }
    }
    Err(StoreError::Away("other nodes claim it, too".to_owned()))
}

const fn word(what: Limited) -> &'static str {
    match what {
        Limited::Newcomers => "newcomers",
        Limited::Tables => "tables",
        Limited::Bytes => "bytes",
    }
}

impl Nodes for Postgres {
    fn node(&self) -> &str {
        &self.node
    }

    fn site(&self) -> &str {
        &self.site
    }

    fn beat(&self) -> Answer<'_, Beat> {
        Box::pin(async move {
            let beating = async {
                let mut conn = self.heart.get().await?;
                let rows = conn.query(BEAT, &[&&*self.node, &self.name]).await?;
                let begun = rows.first().map(|row| column(row, 0)).transpose()?.unwrap_or(true);
                if begun {
                    conn.query(FORGET, &[]).await?;
                }
                Ok(if begun { Beat::Gap } else { Beat::Steady })
            };
            let late = |_| StoreError::Away("it does not answer".to_owned());
            timeout(HEARTBEAT, beating).await.map_err(late)?
        })
    }

    fn place(&self, game: &str) -> Answer<'_, Place> {
        let game = game.to_owned();
        self.with(async move |mut conn| {
            let sql = spelled("SELECT owner, FREE? FROM games WHERE id = $1");
            let rows = conn.read(&sql, &[&game, &&*self.node]).await?;
            let Some(row) = rows.first() else { return Ok(Place::Nowhere) };
            let (owner, free): (Option<String>, bool) = (column(row, 0)?, column(row, 1)?);
            Ok(owner.filter(|_| !free).map_or(Place::Free, Place::Node))
        })
    }

    fn lost(&self, leases: Vec<Lease>) -> Answer<'_, Vec<Lease>> {
        self.with(async move |mut conn| {
            let keys: Vec<i64> = leases.iter().map(|lease| lease.key).collect();
            let epochs: Vec<i64> = leases.iter().map(|lease| lease.epoch).collect();
            let sql = "SELECT g.key FROM games g JOIN unnest($1::bigint[], $2::bigint[]) \
                AS l (key, epoch) ON g.key = l.key AND g.epoch = l.epoch";
            let kept: HashSet<i64> =
                firsts(&conn.read(sql, &[&keys, &epochs]).await?)?.into_iter().collect();
            Ok(leases.into_iter().filter(|lease| !kept.contains(&lease.key)).collect())
        })
    }

    fn allow(
        &self,
        what: Limited,
        who: Hash,
        amount: u32,
        most: u32,
        period: u32,
    ) -> Answer<'_, bool> {
        self.with(async move |mut conn| {
            let (what, period, amount) = (word(what), i64::from(period), i64::from(amount));
            let rows = conn.query(ALLOW, &[&what, &who.as_slice(), &period, &amount]).await?;
            let count = rows.first().map_or(Ok(0), |row| column::<i64>(row, 0))?;
            if count == amount {
                conn.query(FORGET_LIMITS, &[&what, &period]).await?;
            }
            Ok(count <= i64::from(most))
        })
    }

    fn leave(&self) -> Answer<'_, ()> {
        const LEAVE: &str = "WITH gone AS (DELETE FROM nodes WHERE id = $1) \
            UPDATE games SET owner = NULL WHERE owner = $1";
        Box::pin(async move { self.once(LEAVE, owned![self.node.to_string()]).await.map(drop) })
    }
}
