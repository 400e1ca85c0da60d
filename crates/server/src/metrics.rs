//! Metrics in the Prometheus text format.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The label `kind` of a metric family.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct KindLabel {
    /// Value of the label.
    pub(crate) kind: String,
}

/// Increments a gauge, and decrements it when dropped.
pub(crate) struct GaugeGuard(Gauge);

impl GaugeGuard {
    /// Increments the gauge, until the guard is dropped.
    pub(crate) fn of(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// All metrics of the server. The help texts in the `register` methods describe them.
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) tables: Gauge,
    pub(crate) tables_failed: Counter,
    pub(crate) tables_damaged: Counter,
    pub(crate) tables_deleted: Family<KindLabel, Counter>,
    pub(crate) disk_free: Gauge,
    pub(crate) database: Gauge,
    pub(crate) sockets: Gauge,
    pub(crate) connections_refused: Counter,
    pub(crate) steps: Counter,
    pub(crate) turns: Counter,
    pub(crate) prompts: Counter,
    pub(crate) faults: Family<KindLabel, Counter>,
    pub(crate) requests: Family<KindLabel, Counter>,
    pub(crate) append_seconds: Histogram,
    pub(crate) appends_failed: Counter,
    pub(crate) message_seconds: Histogram,
    pub(crate) store_waiting: Gauge,
    pub(crate) bots_waiting: Gauge,
    pub(crate) bots_failed: Counter,
    pub(crate) slow_sockets: Counter,
    pub(crate) peers: Gauge,
    pub(crate) gateway_sessions: Gauge,
    pub(crate) remote_sessions: Gauge,
    pub(crate) bus_cuts: Counter,
    pub(crate) bus_gaps: Counter,
    pub(crate) missed_beats: Counter,
    pub(crate) tables_taken: Counter,
    pub(crate) tables_lost: Counter,
}

impl Metrics {
    /// Creates all metrics at zero.
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
            gateway_sessions: Gauge::default(),
            remote_sessions: Gauge::default(),
            bus_cuts: Counter::default(),
            bus_gaps: Counter::default(),
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
        let registry = &mut self.registry;
        registry.register("tables", "Live tables", self.tables.clone());
        registry.register(
            "tables_failed",
            "Tables that panicked and were reloaded from the store",
            self.tables_failed.clone(),
        );
        registry.register(
            "tables_damaged",
            "Tables that cannot be loaded because their stored data is damaged",
            self.tables_damaged.clone(),
        );
        registry.register("sockets", "Open WebSockets", self.sockets.clone());
        registry.register(
            "connections_refused",
            "Connections refused because of a connection limit",
            self.connections_refused.clone(),
        );
        registry.register("steps", "Steps persisted", self.steps.clone());
        registry.register("turns", "Turns started", self.turns.clone());
        registry.register(
            "prompts",
            "Prompts sent to people; divide by turns for prompts per turn",
            self.prompts.clone(),
        );
        registry.register(
            "faults",
            "Refused messages and requests, by error code",
            self.faults.clone(),
        );
        registry.register("requests", "HTTP responses, by status", self.requests.clone());
        registry.register(
            "append_seconds",
            "Time to append entries to a game log",
            self.append_seconds.clone(),
        );
        registry.register(
            "appends_failed",
            "Appends to a game log that failed",
            self.appends_failed.clone(),
        );
        registry.register(
            "message_seconds",
            "Time from receiving a message to answering it",
            self.message_seconds.clone(),
        );
        registry.register(
            "store_waiting",
            "Writes that wait for the store",
            self.store_waiting.clone(),
        );
        registry.register(
            "bots_waiting",
            "Bot moves that wait for a worker",
            self.bots_waiting.clone(),
        );
        registry.register(
            "bots_failed",
            "Bot moves that failed or timed out",
            self.bots_failed.clone(),
        );
        registry.register(
            "slow_sockets",
            "Sockets closed because the client read too slowly",
            self.slow_sockets.clone(),
        );
    }

    fn register_disk(&mut self) {
        let registry = &mut self.registry;
        registry.register(
            "tables_deleted",
            "Stale tables deleted by retention, by kind",
            self.tables_deleted.clone(),
        );
        registry.register("database_bytes", "Size of the database", self.database.clone());
        registry.register(
            "disk_free_bytes",
            "Free disk space for the database; -1 if unknown",
            self.disk_free.clone(),
        );
    }

    /// Sets the database size and the free disk space.
    pub(crate) fn set_disk_space(&self, space: orrery_store::Space) {
        let number = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
        self.database.set(number(space.used));
        self.disk_free.set(space.free.map_or(-1, number));
    }

    fn register_cluster(&mut self) {
        let registry = &mut self.registry;
        registry.register(
            "peers",
            "Other nodes whose heartbeats this node receives",
            self.peers.clone(),
        );
        registry.register(
            "gateway_sessions",
            "Sockets on this node whose tables are on other nodes",
            self.gateway_sessions.clone(),
        );
        registry.register(
            "remote_sessions",
            "Sockets on other nodes whose tables are on this node",
            self.remote_sessions.clone(),
        );
        registry.register(
            "bus_cuts",
            "Number of times that this node lost its connection to the bus",
            self.bus_cuts.clone(),
        );
        registry.register(
            "bus_gaps",
            "Gateway and remote sessions that this node closed because the bus lost messages",
            self.bus_gaps.clone(),
        );
        registry.register(
            "missed_beats",
            "Heartbeats that this node failed to write to the store",
            self.missed_beats.clone(),
        );
        registry.register(
            "tables_taken",
            "Tables taken over from a node that failed",
            self.tables_taken.clone(),
        );
        registry.register(
            "tables_lost",
            "Tables that another node took over from this node",
            self.tables_lost.clone(),
        );
    }

    /// Counts a refused message or request.
    pub(crate) fn count_fault(&self, code: orrery_protocol::Code) {
        self.faults.get_or_create(&KindLabel { kind: format!("{code:?}") }).inc();
    }

    /// Encodes all metrics as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = prometheus_client::encoding::text::encode(&mut text, &self.registry);
        text
    }
}
