//! Cluster membership: the heartbeats of nodes and the ownership of games.

use super::pool::Pool;
use super::rows::{column, first_column};
use super::{Postgres, prior_state, sql_params};
use crate::store::{Nodes, StoreFuture};
use crate::{GameLocation, Hash, Heartbeat, Lease, Quota, StoreError};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// The SQL condition for an orphaned game: no owner, or an owner without a heartbeat for 2.5 s.
///
/// A game of a silent owner is orphaned only if this node, `$2`, has itself sent heartbeats all
/// that time. Otherwise the database may have been unreachable for both nodes, or may have crashed
/// and lost the heartbeats.
const ORPHANED: &str = "owner IS NULL OR ( \
    NOT EXISTS (SELECT FROM nodes n WHERE n.id = owner AND \
      n.beat > clock_timestamp() - interval '2.5 s') \
    AND EXISTS (SELECT FROM nodes n WHERE n.id = $2 AND \
      n.beat > clock_timestamp() - interval '2.5 s' AND \
      n.since <= clock_timestamp() - interval '2.5 s'))";

/// Expands `ORPHANED?` and `CLAIMABLE?` in a statement.
///
/// `ORPHANED?` is [`ORPHANED`]. `CLAIMABLE?` also includes the games that this node, `$2`, owns.
pub(super) fn expand(sql: &str) -> String {
    sql.replace("CLAIMABLE?", &format!("(owner = $2 OR {ORPHANED})"))
        .replace("ORPHANED?", &format!("({ORPHANED})"))
}

const CLAIM: &str = "UPDATE games SET epoch = games.epoch + 1, live = (games.stage = 'playing'), \
      due = NULL, owner = $2, \
      sum_epoch = CASE WHEN games.sum_epoch = games.epoch THEN games.epoch + 1 END \
    FROM (SELECT key, live FROM games WHERE id = $1 AND CLAIMABLE? FOR UPDATE) before \
    WHERE games.key = before.key RETURNING games.key, games.epoch, before.live";

/// Records a heartbeat. `since` equals `beat` if the node is new or was silent for too long.
const HEARTBEAT: &str = "INSERT INTO nodes AS n (id, name, beat, since) VALUES ($1, $2, now(), now()) \
    ON CONFLICT (id) DO UPDATE SET beat = now(), \
      since = CASE WHEN n.beat < now() - interval '2.5 s' THEN now() ELSE n.since END \
    RETURNING since = beat";

/// Time limit of a heartbeat.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(1);
/// Removes nodes that have been silent for a day.
const DELETE_SILENT_NODES: &str =
    "DELETE FROM nodes WHERE beat < clock_timestamp() - interval '1 day'";

const CHARGE_QUOTA: &str = "INSERT INTO limits AS l (what, who, period, count) \
    VALUES ($1, $2, extract(epoch FROM clock_timestamp())::bigint / $3, $4) \
    ON CONFLICT (what, who, period) DO UPDATE SET count = l.count + $4 RETURNING count";
const DELETE_OLD_LIMITS: &str = "DELETE FROM limits WHERE what = $1 AND \
    period < extract(epoch FROM clock_timestamp())::bigint / $2";

/// Maximum number of attempts to claim a game whose owner gives it up at the same time.
const MAX_ATTEMPTS: u32 = 3;

/// Claims a game.
///
/// # Errors
/// [`StoreError::Owned`] if another node owns the game.
pub(super) async fn claim(pool: &Pool, node: &str, id: Arc<str>) -> Result<Lease, StoreError> {
    let mut conn = pool.get().await?;
    for _ in 0..MAX_ATTEMPTS {
        let rows = conn.query(&expand(CLAIM), &[&&*id, &node]).await?;
        if let Some(row) = rows.first() {
            let (key, epoch) = (column(row, 0)?, column(row, 1)?);
            return Ok(Lease { key, epoch, prior: prior_state(column(row, 2)?) });
        }
        let rows = conn.read("SELECT owner FROM games WHERE id = $1", &[&&*id]).await?;
        if let Some(owner) = column(rows.first().ok_or(StoreError::Missing)?, 0)? {
            return Err(StoreError::Owned(owner));
        }
    }
    Err(StoreError::Unavailable("other nodes claim the game at the same time".to_owned()))
}

const fn quota_name(quota: Quota) -> &'static str {
    match quota {
        Quota::Newcomers => "newcomers",
        Quota::Tables => "tables",
        Quota::Bytes => "bytes",
    }
}

impl Nodes for Postgres {
    fn node(&self) -> &str {
        &self.node
    }

    fn site(&self) -> &str {
        &self.site
    }

    fn heartbeat(&self) -> StoreFuture<'_, Heartbeat> {
        Box::pin(async move {
            let heartbeat = async {
                let mut conn = self.heartbeats.get().await?;
                let rows = conn.query(HEARTBEAT, &[&&*self.node, &self.name]).await?;
                let is_gap = rows.first().map(|row| column(row, 0)).transpose()?.unwrap_or(true);
                if is_gap {
                    conn.query(DELETE_SILENT_NODES, &[]).await?;
                }
                Ok(if is_gap { Heartbeat::LeaseGap } else { Heartbeat::Steady })
            };
            let timed_out = |_| StoreError::Unavailable("the heartbeat timed out".to_owned());
            timeout(HEARTBEAT_TIMEOUT, heartbeat).await.map_err(timed_out)?
        })
    }

    fn locate(&self, game: &str) -> StoreFuture<'_, GameLocation> {
        let game = game.to_owned();
        self.with(async move |mut conn| {
            let sql = expand("SELECT owner, CLAIMABLE? FROM games WHERE id = $1");
            let rows = conn.read(&sql, &[&game, &&*self.node]).await?;
            let Some(row) = rows.first() else { return Ok(GameLocation::NotFound) };
            let (owner, claimable): (Option<String>, bool) = (column(row, 0)?, column(row, 1)?);
            Ok(owner.filter(|_| !claimable).map_or(GameLocation::Claimable, GameLocation::Node))
        })
    }

    fn find_void_leases(&self, leases: Vec<Lease>) -> StoreFuture<'_, Vec<Lease>> {
        self.with(async move |mut conn| {
            let keys: Vec<i64> = leases.iter().map(|lease| lease.key).collect();
            let epochs: Vec<i64> = leases.iter().map(|lease| lease.epoch).collect();
            let sql = "SELECT g.key FROM games g JOIN unnest($1::bigint[], $2::bigint[]) \
                AS l (key, epoch) ON g.key = l.key AND g.epoch = l.epoch";
            let valid: HashSet<i64> =
                first_column(&conn.read(sql, &[&keys, &epochs]).await?)?.into_iter().collect();
            Ok(leases.into_iter().filter(|lease| !valid.contains(&lease.key)).collect())
        })
    }

    fn charge_quota(
        &self,
        quota: Quota,
        subject: Hash,
        amount: u32,
        limit: u32,
        period: u32,
    ) -> StoreFuture<'_, bool> {
        self.with(async move |mut conn| {
            let (quota, period, amount) = (quota_name(quota), i64::from(period), i64::from(amount));
            let rows =
                conn.query(CHARGE_QUOTA, &[&quota, &subject.as_slice(), &period, &amount]).await?;
            let count = rows.first().map_or(Ok(0), |row| column::<i64>(row, 0))?;
            // This is the first charge of its period, so rows of earlier periods are obsolete.
            if count == amount {
                conn.query(DELETE_OLD_LIMITS, &[&quota, &period]).await?;
            }
            Ok(count <= i64::from(limit))
        })
    }

    fn leave(&self) -> StoreFuture<'_, ()> {
        const LEAVE: &str = "WITH gone AS (DELETE FROM nodes WHERE id = $1) \
            UPDATE games SET owner = NULL WHERE owner = $1";
        Box::pin(
            async move { self.run_once(LEAVE, sql_params![self.node.to_string()]).await.map(drop) },
        )
    }
}
