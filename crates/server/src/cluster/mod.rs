//! Clusters: several nodes that share a store.
//!
//! The store decides which node owns a table. This module routes commands to the owner, and
//! connects sockets of one node with tables of another. A message that the transport loses only
//! causes a delay. `docs/decisions/0033-cluster-of-nodes.md` describes the design.

mod envelope;
mod gateway;
mod heartbeat;
mod lease_guard;
mod listener;
#[cfg(feature = "nats")]
mod nats;
mod remote_session;
mod route;
mod sequence;
#[cfg(test)]
pub(crate) mod sim;
mod transport;

pub(crate) use heartbeat::start;
#[cfg(feature = "nats")]
pub use nats::Nats;
pub use transport::{Transport, TransportEvent};

use crate::devices::DeviceNotice;
use crate::metrics::Metrics;
use crate::table::store_fault;
use dashmap::DashMap;
use envelope::{Body, Envelope, Node};
use gateway::GatewaySession;
use lease_guard::LeaseGuard;
use orrery_protocol::{Code, Fault};
use orrery_store::{Lease, Nodes, Quota, StoreError};
use remote_session::{CachedReply, RemoteSession};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Version of the protocol between nodes.
const VERSION: u32 = 1;

/// This node as a member of its cluster.
pub(crate) struct Cluster {
    nodes: Arc<dyn Nodes>,
    transport: Option<Arc<dyn Transport>>,
    metrics: Arc<Metrics>,
    me: Node,
    /// Number of times that the transport of this node was disconnected.
    disconnects: AtomicU64,
    /// Number of session and request ids that this node has generated.
    ids_generated: AtomicU64,
    peers: DashMap<Node, Peer>,
    /// Sessions of sockets on this node whose tables are on other nodes.
    gateway_sessions: DashMap<u64, GatewaySession>,
    /// Sessions of sockets on other nodes whose tables are on this node.
    remote_sessions: DashMap<u64, RemoteSession>,
    /// Requests of this node that await a reply.
    pending_requests: DashMap<u64, oneshot::Sender<Body>>,
    /// Replies to requests of other nodes, for requests that arrive again.
    reply_cache: DashMap<u64, CachedReply>,
    /// The leases of the tables that are live on this node.
    leases: DashMap<Arc<str>, Lease>,
    lease_guard: LeaseGuard,
}

/// Another node of the cluster.
struct Peer {
    last_heard: Instant,
    /// Number of times that its transport was disconnected, according to its last heartbeat.
    disconnects: u64,
}

/// Parses the hexadecimal id of a node, a session or a request.
fn parse_id(id: &str) -> Option<u64> {
    u64::from_str_radix(id, 16).ok()
}

/// Returns a new random id for a node.
#[must_use]
pub fn node_id() -> String {
    format!("{:016x}", u64::from_le_bytes(crate::secret::random()))
}

/// Returns the error for a table that cannot be reached.
fn node_unreachable() -> Fault {
    let text = "this table is on another server, which is unreachable; no data is lost, and the \
        client retries";
    Fault { retry_ms: Some(1000), ..Fault::new(Code::Apart, text) }
}

impl Cluster {
    /// Creates the node, without any connection.
    ///
    /// # Panics
    /// If the id of the node is not a hexadecimal number of 64 bits, as [`node_id`] returns it.
    pub(crate) fn new(
        nodes: Arc<dyn Nodes>,
        transport: Option<Arc<dyn Transport>>,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self {
            me: parse_id(nodes.node()).expect("the id of a node is hexadecimal"),
            nodes,
            transport,
            metrics,
            disconnects: AtomicU64::new(0),
            ids_generated: AtomicU64::new(0),
            peers: DashMap::new(),
            gateway_sessions: DashMap::new(),
            remote_sessions: DashMap::new(),
            pending_requests: DashMap::new(),
            reply_cache: DashMap::new(),
            leases: DashMap::new(),
            lease_guard: LeaseGuard::default(),
        }
    }

    /// Records that a table is live on this node.
    pub(crate) fn add_live_table(&self, table: &Arc<str>, lease: Lease) {
        self.leases.insert(Arc::clone(table), lease);
    }

    /// Records that a table is no longer live on this node.
    pub(crate) fn remove_live_table(&self, table: &str) {
        self.leases.remove(table);
    }

    /// Confirms that a lease is valid before a client sees the table.
    ///
    /// This asks the store only if this node may have lost leases because its heartbeats were late.
    pub(crate) async fn confirm(&self, lease: Lease) -> Result<(), StoreError> {
        if self.lease_guard.is_valid() {
            return Ok(());
        }
        let lost = self.nodes.find_void_leases(vec![lease]).await?;
        if lost.is_empty() { Ok(()) } else { Err(StoreError::Conflict) }
    }

    /// Charges an amount to a quota of `payer` that all nodes share.
    pub(crate) async fn charge_quota(
        &self,
        quota: Quota,
        payer: &str,
        amount: u32,
        limit: u32,
    ) -> Result<(), Fault> {
        let period = match quota {
            Quota::Newcomers | Quota::Tables => 3600,
            Quota::Bytes => 24 * 3600,
        };
        let payer_hash = blake3::derive_key("orrery 2026 limits v1", payer.as_bytes());
        match self.nodes.charge_quota(quota, payer_hash, amount, limit, period).await {
            Ok(true) => Ok(()),
            Ok(false) => {
                let fault = Fault::new(Code::TooMany, "too many requests; wait a little");
                Err(Fault { retry_ms: Some(60_000), ..fault })
            }
            Err(error) => Err(store_fault(&error)),
        }
    }

    /// Updates the metrics of sessions.
    pub(crate) fn measure(&self) {
        self.metrics.gateway_sessions.set(self.gateway_sessions.len() as i64);
        self.metrics.remote_sessions.set(self.remote_sessions.len() as i64);
    }

    fn subject(&self, node: &str, id: &str) -> String {
        format!("orrery.{VERSION}.{}.{node}.{id}", self.nodes.site())
    }

    /// Sends an envelope to a node. `id` is the id of a session or a request.
    async fn send(&self, to: Node, id: u64, number: u64, body: Body) {
        self.publish(to, id, Envelope { from: self.me, number, body }.encode()).await;
    }

    async fn publish(&self, to: Node, id: u64, bytes: Vec<u8>) {
        let Some(transport) = &self.transport else { return };
        transport.send(self.subject(&format!("{to:016x}"), &format!("{id:016x}")), bytes).await;
    }

    /// Sends an envelope to all nodes.
    async fn broadcast(&self, body: Body) {
        let Some(transport) = &self.transport else { return };
        // Only heartbeats use the number.
        let number = self.disconnects.load(Ordering::Relaxed);
        let subject = self.subject("all", "all");
        transport.send(subject, Envelope { from: self.me, number, body }.encode()).await;
    }

    /// Sends a notice to devices with sockets on other nodes.
    pub(crate) async fn send_device_notice(&self, notice: DeviceNotice) {
        self.broadcast(Body::Devices(Box::new(notice))).await;
    }

    /// Returns whether the transport is connected.
    fn is_up(&self) -> bool {
        self.transport.as_ref().is_some_and(|transport| transport.is_up())
    }

    /// Ends all sessions with the nodes that `is_affected` selects, since messages may be lost.
    fn end_sessions(&self, is_affected: impl Fn(Node) -> bool) {
        let gateways = self
            .gateway_sessions
            .iter()
            .filter(|gateway| is_affected(gateway.node))
            .map(|gateway| *gateway.key());
        let remotes = self
            .remote_sessions
            .iter()
            .filter(|remote| is_affected(remote.node))
            .map(|remote| *remote.key());
        let (mut gateways, mut remotes): (Vec<u64>, Vec<u64>) =
            (gateways.collect(), remotes.collect());
        // Sort the sessions, so that a simulation is deterministic.
        gateways.sort_unstable();
        remotes.sort_unstable();
        gateways.iter().for_each(|session| drop(self.gateway_sessions.remove(session)));
        remotes.iter().for_each(|session| drop(self.remote_sessions.remove(session)));
    }

    /// Returns a unique id for a session or a request. Each node starts at a different number.
    fn new_id(&self) -> u64 {
        let offset = self.me.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        offset.wrapping_add(self.ids_generated.fetch_add(1, Ordering::Relaxed))
    }
}
