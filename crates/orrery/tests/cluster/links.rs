//! Network faults between the machines of a cluster.

use crate::relay::Relay;
use crate::site::{Hosts, NODE_COUNT, Site};
use orrery_services::Host;
use orrery_services::network::{Machine, Network};
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

/// Delay of a slow service in each direction.
const SLOW_DELAY: Duration = Duration::from_millis(200);

/// A service that the nodes use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Service {
    Bus,
    Store,
}

/// The packets between a node and a service that are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dropped {
    /// Packets from the node to the service.
    Requests,
    /// Packets from the service to the node.
    Responses,
    Both,
}

/// A network fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// Drop packets between a node and a service.
    Drop(usize, Service, Dropped),
    /// Drop all packets between a node and both services.
    Isolate(usize),
    /// Delay all packets to and from a service.
    Slow(Service),
    /// Kill and restart all nodes and both services.
    RestartAll,
}

/// The machines of a site, and the relays in front of its services; they can delay packets.
pub(crate) struct SiteNetwork {
    nodes: Vec<Arc<Machine>>,
    bus: (Arc<Machine>, Relay),
    store: (Arc<Machine>, Relay),
}

impl SiteNetwork {
    /// Starts a site in which each node and service has its own machine.
    pub(crate) fn start() -> (Site, Self) {
        let mut network = Network::new().expect("a bridge");
        let mut machine = || Arc::new(network.add_machine().expect("a machine"));
        let (bus, store) = (machine(), machine());
        let nodes: Vec<Arc<Machine>> = (0..NODE_COUNT).map(|_| machine()).collect();
        let on = |machine: &Arc<Machine>| Host::Machine(Arc::clone(machine));
        let (bus_host, store_host) = (on(&bus), on(&store));
        let hosts = Hosts {
            bus: bus_host.clone(),
            store: store_host.clone(),
            nodes: std::array::from_fn(|index| on(&nodes[index])),
        };
        let mut relays = None;
        let site = Site::start_on(hosts, |store_port, bus_port| {
            let store = Relay::start(&store_host, store_port);
            let bus = Relay::start(&bus_host, bus_port);
            let ports = (store.port, bus.port);
            relays = Some((store, bus));
            ports
        });
        let (store_relay, bus_relay) = relays.expect("the site has started the relays");
        (site, Self { nodes, bus: (bus, bus_relay), store: (store, store_relay) })
    }

    fn service(&self, service: Service) -> &(Arc<Machine>, Relay) {
        match service {
            Service::Bus => &self.bus,
            Service::Store => &self.store,
        }
    }

    /// Returns pairs of machines; packets from the first to the second of a pair are dropped.
    fn dropped_links(&self, fault: Fault) -> Vec<(&Machine, &Machine)> {
        match fault {
            Fault::Drop(node, service, dropped) => {
                let (node, service) = (&*self.nodes[node], &*self.service(service).0);
                match dropped {
                    Dropped::Requests => vec![(node, service)],
                    Dropped::Responses => vec![(service, node)],
                    Dropped::Both => vec![(node, service), (service, node)],
                }
            }
            Fault::Isolate(node) => [Service::Bus, Service::Store]
                .into_iter()
                .flat_map(|service| self.dropped_links(Fault::Drop(node, service, Dropped::Both)))
                .collect(),
            Fault::Slow(_) | Fault::RestartAll => Vec::new(),
        }
    }

    fn begin(&self, site: &mut Site, fault: Fault) {
        for (from, to) in self.dropped_links(fault) {
            from.drop_packets_to(to).expect("packets are dropped");
        }
        match fault {
            Fault::Slow(service) => self.service(service).1.set_delay(SLOW_DELAY),
            Fault::RestartAll => {
                (0..NODE_COUNT).for_each(|index| site.node(index).kill());
                site.bus.kill();
                site.store.kill();
            }
            Fault::Drop(..) | Fault::Isolate(_) => {}
        }
    }

    fn end(&self, site: &mut Site, fault: Fault) {
        for (from, to) in self.dropped_links(fault) {
            from.deliver_packets_to(to).expect("packets are delivered");
        }
        match fault {
            Fault::Slow(service) => self.service(service).1.set_delay(Duration::ZERO),
            Fault::RestartAll => {
                site.store.restart().expect("PostgreSQL restarts");
                site.bus.restart().expect("NATS restarts");
                (0..NODE_COUNT).for_each(|index| site.replace(index));
            }
            Fault::Drop(..) | Fault::Isolate(_) => {}
        }
    }
}

/// Injects every kind of fault once, in a random order.
///
/// After each fault, `wait_for_progress` waits until the games have continued.
pub(crate) async fn inject_faults<F: Future<Output = ()>>(
    site: &mut Site,
    network: &SiteNetwork,
    seed: u64,
    wait_for_progress: impl Fn() -> F,
) {
    let mut random = fastrand::Rng::with_seed(seed);
    for fault in one_of_each(&mut random) {
        let duration = Duration::from_millis(random.u64(300..3000));
        block_in_place(|| network.begin(site, fault));
        tokio::time::sleep(duration).await;
        block_in_place(|| network.end(site, fault));
        let healed = Instant::now();
        wait_for_progress().await;
        let after = healed.elapsed().as_secs_f64();
        println!("{fault:?} for {duration:?}; all games continued after {after:.1} s");
    }
}

fn one_of_each(random: &mut fastrand::Rng) -> Vec<Fault> {
    let mut all = vec![Fault::Slow(Service::Bus), Fault::Slow(Service::Store), Fault::RestartAll];
    all.push(Fault::Isolate(random.usize(0..NODE_COUNT)));
    for service in [Service::Bus, Service::Store] {
        for dropped in [Dropped::Requests, Dropped::Responses, Dropped::Both] {
            all.push(Fault::Drop(random.usize(0..NODE_COUNT), service, dropped));
        }
    }
    random.shuffle(&mut all);
    all
}
