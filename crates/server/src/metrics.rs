//! What is counted and measured, in the text form of Prometheus.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// What tells one count of a family from another.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct Kind {
    /// The word.
    pub(crate) kind: String,
}

/// One more, as long as this is held.
pub(crate) struct OneMore(Gauge);

impl OneMore {
    /// Counts it.
    pub(crate) fn of(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for OneMore {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Everything that is counted.
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) tables: Gauge,
    pub(crate) tables_failed: Counter,
    pub(crate) tables_damaged: Counter,
    pub(crate) tables_deleted: Family<Kind, Counter>,
    pub(crate) disk_free: Gauge,
    pub(crate) database: Gauge,
    pub(crate) sockets: Gauge,
    pub(crate) connections_refused: Counter,
    pub(crate) steps: Counter,
    pub(crate) turns: Counter,
    pub(crate) prompts: Counter,
    pub(crate) faults: Family<Kind, Counter>,
    pub(crate) requests: Family<Kind, Counter>,
    pub(crate) append_seconds: Histogram,
    pub(crate) appends_failed: Counter,
    pub(crate) message_seconds: Histogram,
    pub(crate) store_waiting: Gauge,
    pub(crate) bots_waiting: Gauge,
    pub(crate) bots_failed: Counter,
    pub(crate) slow_sockets: Counter,
    pub(crate) peers: Gauge,
    pub(crate) edges: Gauge,
    pub(crate) guests: Gauge,
    pub(crate) cuts: Counter,
    pub(crate) gaps: Counter,
    pub(crate) missed_beats: Counter,
    pub(crate) tables_taken: Counter,
    pub(crate) tables_lost: Counter,
}

impl Metrics {
    /// All at zero.
    pub(crate) fn new() -> Self {
        let seconds = || Histogram::new(exponential_buckets(0.000_05, 2.0, 18));
        let mut metrics = Self {
            registry: Registry::with_prefix("orrery"),
            tables: Gauge::default(),
            tables_failed: Counter::default(),
            tables_damaged: Counter::default(),
            tables_deleted: Family::default(),
            disk_free: Gauge::default(),
            database: Gauge::default(),
            sockets: Gauge::default(),
            connections_refused: Counter::default(),
            steps: Counter::default(),
            turns: Counter::default(),
            prompts: Counter::default(),
            faults: Family::default(),
            requests: Family::default(),
            append_seconds: seconds(),
            appends_failed: Counter::default(),
            message_seconds: seconds(),
            store_waiting: Gauge::default(),
            bots_waiting: Gauge::default(),
            bots_failed: Counter::default(),
            slow_sockets: Counter::default(),
            peers: Gauge::default(),
            edges: Gauge::default(),
            guests: Gauge::default(),
            cuts: Counter::default(),
            gaps: Counter::default(),
            missed_beats: Counter::default(),
            tables_taken: Counter::default(),
            tables_lost: Counter::default(),
        };
        metrics.register();
        metrics.register_disk();
        metrics.register_cluster();
        metrics
    }

    fn register(&mut self) {
        let to = &mut self.registry;
        to.register("tables", "Live tables", self.tables.clone());
        to.register(
            "tables_failed",
            "Tables that panicked and were read from the store again",
            self.tables_failed.clone(),
        );
        to.register(
            "tables_damaged",
            "Tables that cannot be read because their storage is damaged",
            self.tables_damaged.clone(),
        );
        to.register("sockets", "Open sockets", self.sockets.clone());
        to.register(
            "connections_refused",
            "Connections closed because there were too many",
            self.connections_refused.clone(),
        );
        to.register("steps", "Steps stored", self.steps.clone());
        to.register("turns", "Turns begun", self.turns.clone());
        to.register(
            "prompts",
            "Questions put to people; over turns: prompts per turn",
            self.prompts.clone(),
        );
        to.register("faults", "Refusals by code", self.faults.clone());
        to.register("requests", "HTTP answers by status", self.requests.clone());
        to.register("append_seconds", "How long storing takes", self.append_seconds.clone());
        to.register("appends_failed", "Steps not stored", self.appends_failed.clone());
        to.register(
            "message_seconds",
            "From a message to its answer",
            self.message_seconds.clone(),
        );
        to.register("store_waiting", "Writes that wait", self.store_waiting.clone());
        to.register(
            "bots_waiting",
            "Bots that wait for a place to think",
            self.bots_waiting.clone(),
        );
        to.register("bots_failed", "Bots that failed or took too long", self.bots_failed.clone());
        to.register(
            "slow_sockets",
            "Sockets closed because they did not read",
            self.slow_sockets.clone(),
        );
    }

    fn register_disk(&mut self) {
        let to = &mut self.registry;
        to.register(
            "tables_deleted",
            "Stale tables deleted by retention, by kind",
            self.tables_deleted.clone(),
        );
        to.register("database_bytes", "Size of the database", self.database.clone());
        to.register(
            "disk_free_bytes",
            "Room for the database on its disk; -1 if it is not known",
            self.disk_free.clone(),
        );
    }

    /// What the store takes and has.
    pub(crate) fn measured(&self, space: orrery_store::Space) {
        let number = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
        self.database.set(number(space.used));
        self.disk_free.set(space.free.map_or(-1, number));
    }

    fn register_cluster(&mut self) {
        let to = &mut self.registry;
        to.register("peers", "Other nodes that are heard", self.peers.clone());
        to.register("edges", "Sockets here whose tables are elsewhere", self.edges.clone());
        to.register("guests", "Sockets elsewhere whose tables are here", self.guests.clone());
        to.register("bus_cuts", "How often the bus was away", self.cuts.clone());
        to.register("bus_gaps", "Sessions between nodes that lost something", self.gaps.clone());
        to.register(
            "missed_beats",
            "How often this node could not tell the store that it is alive",
            self.missed_beats.clone(),
        );
        to.register(
            "tables_taken",
            "Tables taken over from a node that ended without a word",
            self.tables_taken.clone(),
        );
        to.register("tables_lost", "Tables that another node took over", self.tables_lost.clone());
    }

    /// A refusal.
    pub(crate) fn fault(&self, code: orrery_protocol::Code) {
        self.faults.get_or_create(&Kind { kind: format!("{code:?}") }).inc();
    }

    /// Everything as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = prometheus_client::encoding::text::encode(&mut text, &self.registry);
        text
    }
}
