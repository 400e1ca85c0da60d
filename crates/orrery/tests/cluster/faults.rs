//! Fault injection: random parts of the site fail at random times.
//!
//! Sometimes two parts fail at the same time.

use crate::run_settings::RunSettings;
use crate::site::{NODE_COUNT, Site};
use crate::world::World;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    /// Kill a node.
    Kill(usize),
    /// Suspend a node. When it resumes, other nodes may have claimed its tables.
    Pause(usize),
    /// Shut down a node gracefully.
    Leave(usize),
    /// Kill the bus.
    KillBus,
    /// Suspend the bus.
    PauseBus,
    /// Kill the database.
    KillStore,
    /// Cut every n-th connection of the balancer.
    CutConnections(usize),
}

/// The number of injections of each fault.
#[derive(Debug, Default)]
pub(crate) struct FaultCounts(BTreeMap<&'static str, u32>);

impl fmt::Display for FaultCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> =
            self.0.iter().map(|(name, count)| format!("{count} × {name}")).collect();
        f.write_str(&counts.join(", "))
    }
}

/// Injects faults until the time is over, and repairs each one.
///
/// Begins with one fault of each kind; the first of them is the kill of a node, with no other fault
/// active.
pub(crate) async fn inject_faults(
    site: &mut Site,
    world: &World,
    settings: RunSettings,
) -> FaultCounts {
    let (began, mut counts) = (Instant::now(), FaultCounts::default());
    let mut random = fastrand::Rng::with_seed(settings.seed);
    let mut first = one_of_each(&mut random).into_iter();
    while began.elapsed() < settings.fault_time || first.len() > 0 {
        let fault = first.next().unwrap_or_else(|| random_fault(&mut random));
        let other = random_fault(&mut random);
        let two_faults = first.len() == 0 && random.u8(0..3) == 0 && target(fault) != target(other);
        let mut faults = if two_faults { vec![fault, other] } else { vec![fault] };
        let duration = Duration::from_millis(random.u64(100..4500));
        for fault in &faults {
            *counts.0.entry(name(*fault)).or_default() += 1;
            block_in_place(|| begin(site, world, *fault));
        }
        tokio::time::sleep(duration).await;
        // Repair the database first, because nodes do not start without it.
        faults.sort_by_key(|fault| *fault != Fault::KillStore);
        for fault in faults {
            block_in_place(|| end(site, fault));
        }
        tokio::time::sleep(Duration::from_millis(random.u64(200..2500))).await;
    }
    counts
}

fn one_of_each(random: &mut fastrand::Rng) -> Vec<Fault> {
    let node = |random: &mut fastrand::Rng| random.usize(0..NODE_COUNT);
    let mut all = vec![
        Fault::Pause(node(random)),
        Fault::Leave(node(random)),
        Fault::KillBus,
        Fault::PauseBus,
        Fault::KillStore,
        Fault::CutConnections(1),
    ];
    random.shuffle(&mut all);
    all.insert(0, Fault::Kill(node(random)));
    all
}

fn random_fault(random: &mut fastrand::Rng) -> Fault {
    let node = random.usize(0..NODE_COUNT);
    match random.u8(0..12) {
        0..=3 => Fault::Kill(node),
        4..=6 => Fault::Pause(node),
        7 => Fault::Leave(node),
        8 => Fault::KillBus,
        9 => Fault::PauseBus,
        10 => Fault::KillStore,
        _ => Fault::CutConnections(random.usize(1..4)),
    }
}

/// Returns the number of the part that fails. Simultaneous faults must affect different parts.
const fn target(fault: Fault) -> usize {
    match fault {
        Fault::Kill(node) | Fault::Pause(node) | Fault::Leave(node) => node,
        Fault::KillBus | Fault::PauseBus => NODE_COUNT,
        Fault::KillStore => NODE_COUNT + 1,
        Fault::CutConnections(_) => NODE_COUNT + 2,
    }
}

const fn name(fault: Fault) -> &'static str {
    match fault {
        Fault::Kill(_) => "node killed",
        Fault::Pause(_) => "node suspended",
        Fault::Leave(_) => "node shut down",
        Fault::KillBus => "bus killed",
        Fault::PauseBus => "bus suspended",
        Fault::KillStore => "database killed",
        Fault::CutConnections(_) => "connections cut",
    }
}

fn begin(site: &mut Site, world: &World, fault: Fault) {
    match fault {
        Fault::Kill(index) => {
            let tables = site.tables_of(index);
            site.node(index).kill();
            world.record_kill(tables);
        }
        Fault::Pause(index) => site.node(index).pause(),
        Fault::Leave(index) => site.node(index).shut_down(),
        Fault::KillBus => site.bus.kill(),
        Fault::PauseBus => site.bus.pause(),
        Fault::KillStore => site.store.kill(),
        Fault::CutConnections(every) => site.balancer.cut(every),
    }
}

fn end(site: &mut Site, fault: Fault) {
    match fault {
        Fault::Kill(index) | Fault::Leave(index) => site.replace(index),
        Fault::Pause(index) => site.node(index).resume(),
        Fault::KillBus => site.bus.restart().expect("NATS restarts"),
        Fault::PauseBus => site.bus.resume(),
        Fault::KillStore => site.store.restart().expect("PostgreSQL restarts"),
        Fault::CutConnections(_) => {}
    }
}
