//! Heartbeats of this node to the store and to its peers, and detection of lost leases and peers.

use super::envelope::{Body, Node};
use super::{Cluster, listener};
use crate::hub::Hub;
use crate::table::command::Command;
use orrery_protocol::CloseReason;
use orrery_store::{Heartbeat, Lease, StoreError};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

/// Interval between heartbeats.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(500);
/// Time without a heartbeat after which a peer counts as gone.
///
/// It is shorter than the store's lease timeout, so that the clients of a failed node have
/// reconnected by the time that another node can claim its tables.
const PEER_TIMEOUT: Duration = Duration::from_millis(1800);
/// Interval of the regular check for lost leases.
const LEASE_CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// Maximum number of leases in one query.
const LEASE_BATCH: usize = 1000;

/// Sends the first heartbeat, and starts the tasks that send heartbeats and listen to peers.
///
/// # Errors
/// If the store is unavailable.
pub(crate) async fn start(hub: &Arc<Hub>) -> Result<Vec<JoinHandle<()>>, StoreError> {
    let Some(cluster) = hub.cluster.clone() else { return Ok(Vec::new()) };
    cluster.nodes.heartbeat().await?;
    let mut tasks = vec![tokio::spawn(send_heartbeats(Arc::clone(hub), Arc::clone(&cluster)))];
    if let Some(transport) = cluster.transport.clone() {
        tasks.push(tokio::spawn(listener::run(Arc::clone(hub), Arc::clone(&cluster), transport)));
        tasks.push(tokio::spawn(announce(cluster)));
    }
    Ok(tasks)
}

/// Sends heartbeats to the store, and releases tables whose leases are lost.
async fn send_heartbeats(hub: Arc<Hub>, cluster: Arc<Cluster>) {
    let mut ticks = interval(HEARTBEAT_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut checked_at, mut is_available) = (Instant::now(), true);
    loop {
        ticks.tick().await;
        let sent = Instant::now();
        match cluster.nodes.heartbeat().await {
            Ok(heartbeat) => {
                is_available = true;
                let gap =
                    (heartbeat == Heartbeat::LeaseGap).then(|| cluster.lease_guard.record_gap());
                cluster.lease_guard.record_heartbeat(sent);
                if gap.is_some() || checked_at.elapsed() > LEASE_CHECK_INTERVAL {
                    checked_at = Instant::now();
                    let (hub, cluster) = (Arc::clone(&hub), Arc::clone(&cluster));
                    tokio::spawn(async move { cluster.release_lost_tables(&hub, gap).await });
                }
            }
            Err(error) => {
                cluster.metrics.missed_beats.inc();
                if std::mem::replace(&mut is_available, false) {
                    tracing::warn!(%error, "failed to send heartbeat to the store");
                }
            }
        }
    }
}

/// Sends heartbeats to the peers, and drops peers without heartbeats.
async fn announce(cluster: Arc<Cluster>) {
    loop {
        cluster.broadcast(Body::Heartbeat).await;
        cluster.drop_silent_peers();
        cluster.expire_replies();
        sleep(HEARTBEAT_INTERVAL).await;
    }
}

impl Cluster {
    /// Releases tables that other nodes have claimed. Their clients reconnect to the new owner.
    ///
    /// After a lease gap, this retries until the store answers.
    async fn release_lost_tables(&self, hub: &Hub, gap: Option<u64>) {
        while self.try_release_lost_tables(hub).await.is_err() && gap.is_some() {
            sleep(HEARTBEAT_INTERVAL).await;
        }
        gap.into_iter().for_each(|gap| self.lease_guard.reconcile(gap));
    }

    async fn try_release_lost_tables(&self, hub: &Hub) -> Result<(), StoreError> {
        let leases: Vec<(Arc<str>, Lease)> =
            self.leases.iter().map(|entry| (Arc::clone(entry.key()), *entry.value())).collect();
        for batch in leases.chunks(LEASE_BATCH) {
            let leases = batch.iter().map(|(_, lease)| *lease).collect();
            let lost = self.nodes.find_void_leases(leases).await?;
            let lost: HashSet<(i64, i64)> = lost.iter().map(|it| (it.key, it.epoch)).collect();
            for (table, lease) in batch {
                if lost.contains(&(lease.key, lease.epoch)) {
                    hub.send_if_live(table, Command::LeaseLost(*lease)).await;
                }
            }
        }
        Ok(())
    }

    fn drop_silent_peers(&self) {
        let silent = self.peers.iter().filter(|peer| peer.last_heard.elapsed() > PEER_TIMEOUT);
        let mut silent: Vec<Node> = silent.map(|peer| *peer.key()).collect();
        silent.sort_unstable();
        silent.into_iter().for_each(|node| self.drop_peer(node));
    }

    /// Closes the gateway sessions before this node shuts down. Their clients reconnect.
    pub(crate) fn close_gateway_sessions(&self) {
        let sessions =
            self.gateway_sessions.iter().map(|session| (*session.key(), session.envelopes.clone()));
        let mut sessions: Vec<_> = sessions.collect();
        sessions.sort_unstable_by_key(|(session, _)| *session);
        for (_, envelopes) in sessions {
            let _ = envelopes.try_send((0, Body::Closed(CloseReason::Restart)));
        }
    }

    /// Leaves the cluster after shutdown, which releases all leases.
    pub(crate) async fn leave(&self) {
        if let Err(error) = self.nodes.leave().await {
            tracing::warn!(%error, "failed to leave the cluster; leases expire by themselves");
        }
        self.broadcast(Body::Leaving).await;
    }
}
