//! The heart of a node: says to the store and to the others that it is alive, notices when it was
//! not, and which of the others are not.

use super::parcel::{Body, Node};
use super::{Cluster, listen};
use crate::hub::Hub;
use crate::table::command::Command;
use orrery_protocol::Closing;
use orrery_store::{Heartbeat, Lease, StoreError};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

/// How often a node says that it is alive.
const BEAT: Duration = Duration::from_millis(500);
/// How long another node may be silent on the wire. It is less than the store allows, so that whoever
/// loses the way to a table is back when it can be claimed.
const SILENCE: Duration = Duration::from_millis(1800);
/// How often a node asks which tables are its own, also if nothing has happened.
const LOOK: Duration = Duration::from_secs(10);
/// How many are asked about at once.
const AT_ONCE: usize = 1000;

/// The first beat, and all others from then on.
///
/// # Errors
/// If the store cannot be reached.
pub(crate) async fn start(hub: &Arc<Hub>) -> Result<Vec<JoinHandle<()>>, StoreError> {
    let Some(cluster) = hub.cluster.clone() else { return Ok(Vec::new()) };
    cluster.nodes.heartbeat().await?;
    let mut tasks = vec![tokio::spawn(run(Arc::clone(hub), Arc::clone(&cluster)))];
    if let Some(wire) = cluster.wire.clone() {
        tasks.push(tokio::spawn(listen::run(Arc::clone(hub), Arc::clone(&cluster), wire)));
        tasks.push(tokio::spawn(speak(cluster)));
    }
    Ok(tasks)
}

/// Beats, for the store.
async fn run(hub: Arc<Hub>, cluster: Arc<Cluster>) {
    let mut ticks = interval(BEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut looked, mut well) = (Instant::now(), true);
    loop {
        ticks.tick().await;
        let sent = Instant::now();
        match cluster.nodes.heartbeat().await {
            Ok(beat) => {
                well = true;
                let gap = (beat == Heartbeat::LeaseGap).then(|| cluster.trust.gap());
                cluster.trust.beaten(sent);
                if gap.is_some() || looked.elapsed() > LOOK {
                    looked = Instant::now();
                    let (hub, cluster) = (Arc::clone(&hub), Arc::clone(&cluster));
                    tokio::spawn(async move { cluster.let_go_of_lost(&hub, gap).await });
                }
            }
            Err(error) => {
                cluster.metrics.missed_beats.inc();
                if std::mem::replace(&mut well, false) {
                    tracing::warn!(%error, "the store is away");
                }
            }
        }
    }
}

/// Says to the others that this node is there, and looks who of them is not.
async fn speak(cluster: Arc<Cluster>) {
    loop {
        cluster.tell_all(Body::Alive).await;
        cluster.look_for_silent();
        cluster.tidy();
        sleep(BEAT).await;
    }
}

impl Cluster {
    /// Tables that others have taken are let go; their sockets come back and find them. It is tried
    /// until it is known which they are, if there was a gap.
    async fn let_go_of_lost(&self, hub: &Hub, gap: Option<u64>) {
        while self.try_let_go(hub).await.is_err() && gap.is_some() {
            sleep(BEAT).await;
        }
        gap.into_iter().for_each(|gap| self.trust.settle(gap));
    }

    async fn try_let_go(&self, hub: &Hub) -> Result<(), StoreError> {
        let owned: Vec<(Arc<str>, Lease)> =
            self.owned.iter().map(|own| (Arc::clone(own.key()), *own.value())).collect();
        for some in owned.chunks(AT_ONCE) {
            let leases = some.iter().map(|(_, lease)| *lease).collect();
            let lost = self.nodes.void_leases(leases).await?;
            let lost: HashSet<(i64, i64)> = lost.iter().map(|it| (it.key, it.epoch)).collect();
            for (table, lease) in some {
                if lost.contains(&(lease.key, lease.epoch)) {
                    hub.hand_live(table, Command::Lost(*lease)).await;
                }
            }
        }
        Ok(())
    }

    fn look_for_silent(&self) {
        let silent = self.peers.iter().filter(|peer| peer.heard.elapsed() > SILENCE);
        let mut silent: Vec<Node> = silent.map(|peer| *peer.key()).collect();
        silent.sort_unstable();
        silent.into_iter().for_each(|node| self.is_gone(node));
    }

    /// This node ends: its sockets at tables of others are told to come back.
    pub(crate) fn close_edges(&self) {
        let edges = self.edges.iter().map(|edge| (*edge.key(), edge.down.clone()));
        let mut edges: Vec<_> = edges.collect();
        edges.sort_unstable_by_key(|(session, _)| *session);
        for (_, down) in edges {
            let _ = down.try_send((0, Body::Closed(Closing::Restart)));
        }
    }

    /// This node has ended: what it owned is free.
    pub(crate) async fn leave(&self) {
        if let Err(error) = self.nodes.leave().await {
            tracing::warn!(%error, "the store was not told that this node ends");
        }
        self.tell_all(Body::Leaving).await;
    }
}
