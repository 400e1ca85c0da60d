//! Several nodes that share a store: which of them owns a table, how commands get there, and how a
//! socket of one node sees a table of another. The store decides everything; what the wire loses
//! only costs time. The design is in `docs/decisions/0033-cluster-of-nodes.md`.

mod edge;
mod guest;
mod heart;
mod line;
mod listen;
#[cfg(feature = "nats")]
mod nats;
mod parcel;
mod route;
#[cfg(test)]
pub(crate) mod sim;
mod trust;
mod wire;

pub(crate) use heart::start;
#[cfg(feature = "nats")]
pub use nats::Nats;
pub use wire::{Heard, Wire};

use crate::devices::Notice;
use crate::metrics::Metrics;
use crate::table::store_fault;
use dashmap::DashMap;
use edge::Edge;
use guest::{Guest, Kept};
use orrery_protocol::{Code, Fault};
use orrery_store::{Lease, Nodes, Quota, StoreError};
use parcel::{Body, Node, Parcel};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::oneshot;
use tokio::time::Instant;
use trust::Trust;

/// The version of what nodes say to each other.
const VERSION: u32 = 1;

/// What a node knows of the others.
pub(crate) struct Cluster {
    nodes: Arc<dyn Nodes>,
    wire: Option<Arc<dyn Wire>>,
    metrics: Arc<Metrics>,
    me: Node,
    /// How often our line was cut.
    cuts: AtomicU64,
    /// How many sessions and questions began here.
    begun: AtomicU64,
    peers: DashMap<Node, Peer>,
    /// Sockets here whose tables are elsewhere.
    edges: DashMap<u64, Edge>,
    /// Sockets elsewhere whose tables are here.
    guests: DashMap<u64, Guest>,
    /// Our questions that are not answered yet.
    questions: DashMap<u64, oneshot::Sender<Body>>,
    /// What we were asked, and what we answered.
    answers: DashMap<u64, Kept>,
    /// The tables that are live here.
    owned: DashMap<Arc<str>, Lease>,
    trust: Trust,
}

/// Another node.
struct Peer {
    heard: Instant,
    cuts: u64,
}

/// The id of a node as parcels name it.
fn number(id: &str) -> Option<Node> {
    u64::from_str_radix(id, 16).ok()
}

/// A new id for a node.
#[must_use]
pub fn node_id() -> String {
    format!("{:016x}", u64::from_le_bytes(crate::secret::random()))
}

/// What somebody is told whose table cannot be reached.
fn apart() -> Fault {
    let text = "this table is on another machine that cannot be reached now; nothing is lost, and \
        the connection is tried again";
    Fault { retry_ms: Some(1000), ..Fault::new(Code::Apart, text) }
}

impl Cluster {
    /// This node, which nobody has heard of yet.
    pub(crate) fn new(
        nodes: Arc<dyn Nodes>,
        wire: Option<Arc<dyn Wire>>,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self {
            me: number(nodes.node()).unwrap_or_default(),
            nodes,
            wire,
            metrics,
            cuts: AtomicU64::new(0),
            begun: AtomicU64::new(0),
            peers: DashMap::new(),
            edges: DashMap::new(),
            guests: DashMap::new(),
            questions: DashMap::new(),
            answers: DashMap::new(),
            owned: DashMap::new(),
            trust: Trust::default(),
        }
    }

    /// A table is live here.
    pub(crate) fn own(&self, table: &Arc<str>, lease: Lease) {
        self.owned.insert(Arc::clone(table), lease);
    }

    /// A table is no longer live here.
    pub(crate) fn disown(&self, table: &str) {
        self.owned.remove(table);
    }

    /// Makes sure that a table is still ours before anybody is shown what we know of it. That costs
    /// nothing unless this node was not heard for a while.
    pub(crate) async fn confirm(&self, lease: Lease) -> Result<(), StoreError> {
        if self.trust.is_sure() {
            return Ok(());
        }
        let lost = self.nodes.void_leases(vec![lease]).await?;
        if lost.is_empty() { Ok(()) } else { Err(StoreError::Conflict) }
    }

    /// Charges somebody an amount of what is limited, all over the site.
    pub(crate) async fn allow(
        &self,
        what: Quota,
        who: &str,
        amount: u32,
        most: u32,
    ) -> Result<(), Fault> {
        let period = match what {
            Quota::Newcomers | Quota::Tables => 3600,
            Quota::Bytes => 24 * 3600,
        };
        let who = blake3::derive_key("orrery 2026 limits v1", who.as_bytes());
        match self.nodes.allow(what, who, amount, most, period).await {
            Ok(true) => Ok(()),
            Ok(false) => {
                let fault = Fault::new(Code::TooMany, "too many requests; wait a little");
                Err(Fault { retry_ms: Some(60_000), ..fault })
            }
            Err(error) => Err(store_fault(&error)),
        }
    }

    /// Counts the sessions.
    pub(crate) fn measure(&self) {
        self.metrics.edges.set(self.edges.len() as i64);
        self.metrics.guests.set(self.guests.len() as i64);
    }

    fn subject(&self, node: &str, word: &str) -> String {
        format!("orrery.{VERSION}.{}.{node}.{word}", self.nodes.site())
    }

    /// Says something to a node, about a session or a question.
    async fn tell(&self, to: Node, word: u64, number: u64, body: Body) {
        self.post(to, word, Parcel { from: self.me, number, body }.encode()).await;
    }

    async fn post(&self, to: Node, word: u64, bytes: Vec<u8>) {
        let Some(wire) = &self.wire else { return };
        wire.send(self.subject(&format!("{to:016x}"), &format!("{word:016x}")), bytes).await;
    }

    /// Says something to all nodes.
    async fn tell_all(&self, body: Body) {
        let Some(wire) = &self.wire else { return };
        let number = self.cuts.load(Ordering::Relaxed);
        let subject = self.subject("all", "all");
        wire.send(subject, Parcel { from: self.me, number, body }.encode()).await;
    }

    /// Tells devices something that have sockets at other nodes.
    pub(crate) async fn tell_devices(&self, notice: Notice) {
        self.tell_all(Body::Devices(Box::new(notice))).await;
    }

    /// Whether others can be reached at all.
    fn is_up(&self) -> bool {
        self.wire.as_ref().is_some_and(|wire| wire.is_up())
    }

    /// Nothing more comes from a node, or nobody knows what was lost: all that goes through it ends.
    fn end_sessions(&self, with: impl Fn(Node) -> bool) {
        let edges = self.edges.iter().filter(|edge| with(edge.node)).map(|edge| *edge.key());
        let guests = self.guests.iter().filter(|guest| with(guest.node)).map(|guest| *guest.key());
        let (mut edges, mut guests): (Vec<u64>, Vec<u64>) = (edges.collect(), guests.collect());
        // In the order in which they began, so that a simulated world is the same twice.
        edges.sort_unstable();
        guests.sort_unstable();
        edges.iter().for_each(|session| drop(self.edges.remove(session)));
        guests.iter().for_each(|session| drop(self.guests.remove(session)));
    }

    /// A number for a session or a question that no other has: nodes begin to count at random places.
    fn fresh(&self) -> u64 {
        let place = self.me.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        place.wrapping_add(self.begun.fetch_add(1, Ordering::Relaxed))
    }
}
