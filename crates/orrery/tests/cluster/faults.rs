//! What fails, and when: chosen by a seed. Now and then two things fail at the same time.

use crate::extent::Extent;
use crate::site::{NODES, Site};
use crate::world::World;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};
use tokio::task::block_in_place;

/// Something that fails.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    /// A node is killed.
    Kill(usize),
    /// A node stops, and wakes up as one that does not know what has happened.
    Pause(usize),
    /// A node is asked to end.
    Leave(usize),
    /// The bus is killed.
    Bus,
    /// The bus stops for a while.
    BusPause,
    /// The database is killed.
    Store,
    /// Connections are cut.
    Cut(usize),
}

/// How often what has failed.
#[derive(Debug, Default)]
pub(crate) struct Done(BTreeMap<&'static str, u32>);

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> =
            self.0.iter().map(|(name, count)| format!("{count} × {name}")).collect();
        f.write_str(&counts.join(", "))
    }
}

/// Lets things fail until the time is over, and all is well again. Each kind fails at least once: the
/// first round goes through all of them, beginning with a kill while all else is well.
pub(crate) async fn strike(site: &mut Site, world: &World, extent: Extent) -> Done {
    let (began, mut done) = (Instant::now(), Done::default());
    let mut random = fastrand::Rng::with_seed(extent.seed);
    let mut first = every(&mut random).into_iter();
    while began.elapsed() < extent.faults || first.len() > 0 {
        let fault = first.next().unwrap_or_else(|| any(&mut random));
        let other = any(&mut random);
        let both = first.len() == 0 && random.u8(0..3) == 0 && place(fault) != place(other);
        let mut faults = if both { vec![fault, other] } else { vec![fault] };
        let held = Duration::from_millis(random.u64(100..4500));
        for fault in &faults {
            *done.0.entry(name(*fault)).or_default() += 1;
            block_in_place(|| begin(site, world, *fault));
        }
        tokio::time::sleep(held).await;
        // The database comes back first: nodes do not start without it.
        faults.sort_by_key(|fault| *fault != Fault::Store);
        for fault in faults {
            block_in_place(|| end(site, fault));
        }
        tokio::time::sleep(Duration::from_millis(random.u64(200..2500))).await;
    }
    done
}

fn every(random: &mut fastrand::Rng) -> Vec<Fault> {
    let node = |random: &mut fastrand::Rng| random.usize(0..NODES);
    let mut all = vec![
        Fault::Pause(node(random)),
        Fault::Leave(node(random)),
        Fault::Bus,
        Fault::BusPause,
        Fault::Store,
        Fault::Cut(1),
    ];
    random.shuffle(&mut all);
    all.insert(0, Fault::Kill(node(random)));
    all
}

fn any(random: &mut fastrand::Rng) -> Fault {
    let node = random.usize(0..NODES);
    match random.u8(0..12) {
        0..=3 => Fault::Kill(node),
        4..=6 => Fault::Pause(node),
        7 => Fault::Leave(node),
        8 => Fault::Bus,
        9 => Fault::BusPause,
        10 => Fault::Store,
        _ => Fault::Cut(random.usize(1..4)),
    }
}

/// Two faults at the same time hit different things.
const fn place(fault: Fault) -> usize {
    match fault {
        Fault::Kill(node) | Fault::Pause(node) | Fault::Leave(node) => node,
        Fault::Bus | Fault::BusPause => NODES,
        Fault::Store => NODES + 1,
        Fault::Cut(_) => NODES + 2,
    }
}

const fn name(fault: Fault) -> &'static str {
    match fault {
        Fault::Kill(_) => "node killed",
        Fault::Pause(_) => "node stopped and woken",
        Fault::Leave(_) => "node asked to end",
        Fault::Bus => "bus killed",
        Fault::BusPause => "bus stopped and woken",
        Fault::Store => "database killed",
        Fault::Cut(_) => "connections cut",
    }
}

fn begin(site: &mut Site, world: &World, fault: Fault) {
    match fault {
        Fault::Kill(place) => {
            let tables = site.tables_of(place);
            site.node(place).kill();
            world.kills(tables);
        }
        Fault::Pause(place) => site.node(place).pause(),
        Fault::Leave(place) => site.node(place).leave(),
        Fault::Bus => site.bus.kill(),
        Fault::BusPause => site.bus.pause(),
        Fault::Store => site.store.kill(),
        Fault::Cut(every) => site.balancer.cut(every),
    }
}

fn end(site: &mut Site, fault: Fault) {
    match fault {
        Fault::Kill(place) | Fault::Leave(place) => site.replace(place),
        Fault::Pause(place) => site.node(place).resume(),
        Fault::Bus => site.bus.start_again().expect("NATS comes back"),
        Fault::BusPause => site.bus.resume(),
        Fault::Store => site.store.start_again().expect("PostgreSQL comes back"),
        Fault::Cut(_) => {}
    }
}
