//! The network between the machines of a site, and how it fails.

use crate::relay::Relay;
use crate::site::{Hosts, NODES, Site};
use orrery_services::Host;
use orrery_services::network::{Machine, Network};
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

/// How long what goes to or from a slow service takes, in each direction.
const SLOW: Duration = Duration::from_millis(200);

/// What nodes talk to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Service {
    Bus,
    Store,
}

/// Which packets between a node and a service are lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lost {
    /// Those of the node.
    Requests,
    /// Those of the service.
    Answers,
    Both,
}

/// How the network fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// Packets between a node and a service are lost.
    Cut(usize, Service, Lost),
    /// A node reaches neither service, and they do not reach it.
    Alone(usize),
    /// Everything that a service is sent, or sends, takes long.
    Slow(Service),
    /// All nodes and both services are killed and started again.
    Everything,
}

/// The machines of a site, and the relays before its services.
pub(crate) struct Wires {
    nodes: Vec<Arc<Machine>>,
    bus: (Arc<Machine>, Relay),
    store: (Arc<Machine>, Relay),
}

impl Wires {
    /// A site on machines of its own.
    pub(crate) fn start() -> (Site, Self) {
        let mut network = Network::new().expect("a bridge");
        let mut machine = || Arc::new(network.add_machine().expect("a machine"));
        let (bus, store) = (machine(), machine());
        let nodes: Vec<Arc<Machine>> = (0..NODES).map(|_| machine()).collect();
        let on = |machine: &Arc<Machine>| Host::Machine(Arc::clone(machine));
        let (bus_host, store_host) = (on(&bus), on(&store));
        let hosts = Hosts {
            bus: bus_host.clone(),
            store: store_host.clone(),
            nodes: std::array::from_fn(|place| on(&nodes[place])),
        };
        let mut relays = None;
        let site = Site::start_on(hosts, |store_port, bus_port| {
            let store = Relay::start(&store_host, store_port);
            let bus = Relay::start(&bus_host, bus_port);
            let ports = (store.port, bus.port);
            relays = Some((store, bus));
            ports
        });
        let (store_relay, bus_relay) = relays.expect("the site has asked for them");
        (site, Self { nodes, bus: (bus, bus_relay), store: (store, store_relay) })
    }

    fn service(&self, service: Service) -> &(Arc<Machine>, Relay) {
        match service {
            Service::Bus => &self.bus,
            Service::Store => &self.store,
        }
    }

    /// The pairs of machines whose packets, from the first to the second, are lost.
    fn lost(&self, fault: Fault) -> Vec<(&Machine, &Machine)> {
        match fault {
            Fault::Cut(node, service, lost) => {
                let (node, service) = (&*self.nodes[node], &*self.service(service).0);
                match lost {
                    Lost::Requests => vec![(node, service)],
                    Lost::Answers => vec![(service, node)],
                    Lost::Both => vec![(node, service), (service, node)],
                }
            }
            Fault::Alone(node) => [Service::Bus, Service::Store]
                .into_iter()
                .flat_map(|service| self.lost(Fault::Cut(node, service, Lost::Both)))
                .collect(),
            Fault::Slow(_) | Fault::Everything => Vec::new(),
        }
    }

    fn begin(&self, site: &mut Site, fault: Fault) {
        for (from, to) in self.lost(fault) {
            from.lose(to).expect("a cut");
        }
        match fault {
            Fault::Slow(service) => self.service(service).1.delay(SLOW),
            Fault::Everything => {
                (0..NODES).for_each(|place| site.node(place).kill());
                site.bus.kill();
                site.store.kill();
            }
            Fault::Cut(..) | Fault::Alone(_) => {}
        }
    }

    fn end(&self, site: &mut Site, fault: Fault) {
        for (from, to) in self.lost(fault) {
            from.reach(to).expect("a repair");
        }
        match fault {
            Fault::Slow(service) => self.service(service).1.delay(Duration::ZERO),
            Fault::Everything => {
                site.store.start_again().expect("PostgreSQL comes back");
                site.bus.start_again().expect("NATS comes back");
                (0..NODES).for_each(|place| site.replace(place));
            }
            Fault::Cut(..) | Fault::Alone(_) => {}
        }
    }
}

/// Lets every fault happen once, in an order that the seed chooses; after each the game goes on.
pub(crate) async fn fail<F: Future<Output = ()>>(
    site: &mut Site,
    wires: &Wires,
    seed: u64,
    goes_on: impl Fn() -> F,
) {
    let mut random = fastrand::Rng::with_seed(seed);
    for fault in every(&mut random) {
        let held = Duration::from_millis(random.u64(300..3000));
        block_in_place(|| wires.begin(site, fault));
        tokio::time::sleep(held).await;
        block_in_place(|| wires.end(site, fault));
        let healed = Instant::now();
        goes_on().await;
        let after = healed.elapsed().as_secs_f64();
        println!("{fault:?} for {held:?}; all went on {after:.1} s after it");
    }
}

fn every(random: &mut fastrand::Rng) -> Vec<Fault> {
    let mut all = vec![Fault::Slow(Service::Bus), Fault::Slow(Service::Store), Fault::Everything];
    all.push(Fault::Alone(random.usize(0..NODES)));
    for service in [Service::Bus, Service::Store] {
        for lost in [Lost::Requests, Lost::Answers, Lost::Both] {
            all.push(Fault::Cut(random.usize(0..NODES), service, lost));
        }
    }
    random.shuffle(&mut all);
    all
}
