//! The site: PostgreSQL, NATS, three nodes and a balancer before them.

use crate::balancer::Balancer;
use crate::client::Person;
use crate::node::{Links, Node};
use orrery_services::{Host, Keeping, Nats, Postgres};
use std::time::Duration;
use tempfile::TempDir;

/// How many nodes there are.
pub(crate) const NODES: usize = 3;
/// How often a node is started while the database comes back.
const TRIES: u32 = 100;

/// Where the parts of a site run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hosts {
    pub(crate) store: Host,
    pub(crate) bus: Host,
    pub(crate) nodes: [Host; NODES],
}

/// A site that runs.
pub(crate) struct Site {
    nodes: Vec<Node>,
    hosts: Hosts,
    /// How many were started.
    started: u32,
    /// What carries.
    pub(crate) bus: Nats,
    /// What keeps.
    pub(crate) store: Postgres,
    database: String,
    /// How nodes reach both.
    links: Links,
    /// What clients connect to.
    pub(crate) balancer: Balancer,
    /// Where the nodes write what they have to say.
    folder: TempDir,
}

impl Site {
    /// Everything, running.
    pub(crate) fn start() -> Self {
        Self::start_on(Hosts::default(), |store, bus| (store, bus))
    }

    /// Everything, running on these hosts. Nodes reach the ports of database and bus by way of others.
    pub(crate) fn start_on(hosts: Hosts, by: impl FnOnce(u16, u16) -> (u16, u16)) -> Self {
        let store = Postgres::start_on(hosts.store.clone()).expect("PostgreSQL");
        let bus = Nats::start_on(hosts.bus.clone(), Keeping::Nothing).expect("NATS");
        let database = store.database().expect("a database");
        let (store_port, bus_port) = by(store.port(), bus.port());
        let other =
            |url: &str, port: u16, by: u16| url.replace(&format!(":{port}"), &format!(":{by}"));
        let links = Links {
            store: other(&database, store.port(), store_port),
            bus: other(&bus.url(), bus.port(), bus_port),
        };
        let folder = tempfile::tempdir().expect("a folder");
        let node = |number: usize| {
            let name = format!("n{number}");
            let node = Node::start(folder.path(), &hosts.nodes[number], &name, &links);
            node.expect("it starts")
        };
        let nodes: Vec<Node> = (0..NODES).map(node).collect();
        let balancer = Balancer::start(nodes.iter().map(|node| node.address).collect());
        let started = NODES as u32;
        Self { nodes, hosts, started, bus, store, database, links, balancer, folder }
    }

    /// A node.
    pub(crate) fn node(&mut self, place: usize) -> &mut Node {
        &mut self.nodes[place]
    }

    /// Another node takes the place of one that has ended.
    pub(crate) fn replace(&mut self, place: usize) {
        self.started += 1;
        let name = format!("n{}", self.started);
        for _ in 0..TRIES {
            let host = &self.hosts.nodes[place];
            if let Some(node) = Node::start(self.folder.path(), host, &name, &self.links) {
                self.balancer.set(place, node.address);
                self.nodes[place] = node;
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("a node does not start: {}", self.log(&name));
    }

    /// A node ends as it should, and another takes its place.
    pub(crate) fn upgrade(&mut self, place: usize) {
        tokio::task::block_in_place(|| {
            self.nodes[place].leave();
            self.replace(place);
        });
    }

    /// The tables that a node owns and at which somebody plays, if the database can say it.
    pub(crate) fn tables_of(&self, place: usize) -> Vec<String> {
        let name = &self.nodes[place].name;
        let sql = format!(
            "SELECT g.id FROM games g JOIN nodes n ON n.id = g.owner \
             WHERE n.name = '{name}' AND g.stage = 'playing'"
        );
        let tables = self.store.execute(&self.database, &sql).unwrap_or_default();
        tables.lines().map(str::to_owned).collect()
    }

    /// A number that a node counts.
    pub(crate) async fn count(&self, place: usize, name: &str) -> u64 {
        let metrics = Person::nobody().get(self.nodes[place].address, "/metrics").await;
        let metrics = metrics.expect("its metrics");
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name}"))
    }

    /// What nodes say that they never should.
    pub(crate) fn complaints(&self) -> String {
        let logs = (0..=self.started).map(|number| self.log(&format!("n{number}")));
        let lines: Vec<String> = logs.flat_map(|log| complaints(&log)).collect();
        lines.join("\n")
    }

    fn log(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(format!("{name}.log"))).unwrap_or_default()
    }
}

fn complaints(log: &str) -> Vec<String> {
    let bad = |line: &&str| line.contains("panicked") || line.contains(" ERROR ");
    log.lines().filter(bad).map(str::to_owned).collect()
}
