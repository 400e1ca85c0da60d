//! A complete site: PostgreSQL, NATS, three nodes and a load balancer.

use crate::balancer::Balancer;
use crate::node::{Node, ServiceAddresses};
use orrery_loadtest::client::{Person, Requests};
use orrery_services::{Host, Nats, Persistence, Postgres};
use std::time::Duration;
use tempfile::TempDir;

/// Number of nodes.
pub(crate) const NODE_COUNT: usize = 3;
/// Maximum number of attempts to start a node while the database restarts.
const MAX_ATTEMPTS: u32 = 100;

/// The hosts of a site.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hosts {
    pub(crate) store: Host,
    pub(crate) bus: Host,
    pub(crate) nodes: [Host; NODE_COUNT],
}

/// A running site.
pub(crate) struct Site {
    nodes: Vec<Node>,
    hosts: Hosts,
    /// Number of nodes started so far. Node number i has the name `n` followed by i, counted from 0.
    started: usize,
    /// The bus.
    pub(crate) bus: Nats,
    /// The database server.
    pub(crate) store: Postgres,
    database: String,
    /// The addresses of database and bus for the nodes.
    services: ServiceAddresses,
    /// The load balancer, to which clients connect.
    pub(crate) balancer: Balancer,
    /// The folder with the logs of the nodes.
    folder: TempDir,
}

impl Site {
    /// Starts a site on the loopback interface.
    pub(crate) fn start() -> Self {
        Self::start_on(Hosts::default(), |store, bus| (store, bus))
    }

    /// Starts a site on these hosts.
    ///
    /// `relay` gets the ports of the database and the bus, and returns the ports that the nodes
    /// must use.
    pub(crate) fn start_on(hosts: Hosts, relay: impl FnOnce(u16, u16) -> (u16, u16)) -> Self {
        let store = Postgres::start_on(hosts.store.clone()).expect("PostgreSQL");
        let bus = Nats::start_on(hosts.bus.clone(), Persistence::None).expect("NATS");
        let database = store.create_database().expect("a database");
        let (store_port, bus_port) = relay(store.port(), bus.port());
        let with_port =
            |url: &str, old: u16, new: u16| url.replace(&format!(":{old}"), &format!(":{new}"));
        let services = ServiceAddresses {
            store: with_port(&database, store.port(), store_port),
            bus: with_port(&bus.url(), bus.port(), bus_port),
        };
        let folder = tempfile::tempdir().expect("a folder");
        let node = |number: usize| {
            let name = format!("n{number}");
            let node = Node::start(folder.path(), &hosts.nodes[number], &name, &services);
            node.expect("it starts")
        };
        let nodes: Vec<Node> = (0..NODE_COUNT).map(node).collect();
        let balancer = Balancer::start(nodes.iter().map(|node| node.address).collect());
        Self { nodes, hosts, started: NODE_COUNT, bus, store, database, services, balancer, folder }
    }

    /// Returns a node.
    pub(crate) fn node(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// Starts a new node in place of one that has exited.
    pub(crate) fn replace(&mut self, index: usize) {
        let name = format!("n{}", self.started);
        self.started += 1;
        for _ in 0..MAX_ATTEMPTS {
            let host = &self.hosts.nodes[index];
            if let Some(node) = Node::start(self.folder.path(), host, &name, &self.services) {
                self.balancer.set_node(index, node.address);
                self.nodes[index] = node;
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("a node does not start: {}", self.log(&name));
    }

    /// Shuts down a node and starts a new one in its place.
    pub(crate) fn upgrade(&mut self, index: usize) {
        tokio::task::block_in_place(|| {
            self.nodes[index].shut_down();
            self.replace(index);
        });
    }

    /// Returns a node's tables with a running game; empty if the database does not answer.
    pub(crate) fn tables_of(&self, index: usize) -> Vec<String> {
        let name = &self.nodes[index].name;
        let sql = format!(
            "SELECT g.id FROM games g JOIN nodes n ON n.id = g.owner \
             WHERE n.name = '{name}' AND g.stage = 'playing'"
        );
        let tables = self.store.execute(&self.database, &sql).unwrap_or_default();
        tables.lines().map(str::to_owned).collect()
    }

    /// Returns the value of a node's metric.
    pub(crate) async fn metric(&self, index: usize, name: &str) -> u64 {
        let requests = Requests::open(self.nodes[index].address).await;
        let metrics = requests.expect("a connection").get(&Person::nobody(), "/metrics").await;
        let metrics = metrics.expect("its metrics");
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name}"))
    }

    /// Returns all errors and panics in the logs of the nodes.
    pub(crate) fn logged_errors(&self) -> String {
        let logs = (0..self.started).map(|number| self.log(&format!("n{number}")));
        let lines: Vec<String> = logs.flat_map(|log| errors_in(&log)).collect();
        lines.join("\n")
    }

    fn log(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(format!("{name}.log"))).unwrap_or_default()
    }
}

fn errors_in(log: &str) -> Vec<String> {
    let is_error = |line: &&str| line.contains("panicked") || line.contains(" ERROR ");
    log.lines().filter(is_error).map(str::to_owned).collect()
}
