//! A simulated world: three machines, two players, a spectator, and injected faults.

use super::client::Client;
use super::power::{Power, PowerState};
use super::store::{Database, NodeStore};
use super::transport::Network;
use crate::Config;
use crate::cluster::{Cluster, heartbeat};
use crate::game::entry::{Entry, TimedEntry};
use crate::hub::Hub;
use crate::serve::wake_due;
use crate::time::Clock;
use orrery_protocol::Seat;
use orrery_store::{GameRow, Nodes, SeatRow, Stage, Store};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

const MACHINES: usize = 3;
/// Time during which faults are injected.
const FAULT_PERIOD: Duration = Duration::from_secs(20);
/// Time limit for the game to continue after the faults.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(30);
/// Time after which the loss of the last message must have been detected and repaired.
const LOSS_DETECTION_TIME: Duration = Duration::from_secs(30);
/// Start time of every world, in milliseconds since 1970.
const BEGIN: i64 = 1_700_000_000_000;
const SETTINGS: &str = "{\"seats\":2,\"beat_ms\":0}";

/// The outcome of a simulation: counts of events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Outcome {
    pub(super) acknowledged: u64,
    pub(super) resent: u64,
    pub(super) connections: u64,
    kills: u64,
    suspensions: u64,
    partitions: u64,
    outages: u64,
    shutdowns: u64,
    claims: u64,
    entries: u64,
}

impl Outcome {
    pub(super) fn add(&mut self, other: &Self) {
        self.acknowledged += other.acknowledged;
        self.resent += other.resent;
        self.connections += other.connections;
        self.kills += other.kills;
        self.suspensions += other.suspensions;
        self.partitions += other.partitions;
        self.outages += other.outages;
        self.shutdowns += other.shutdowns;
        self.claims += other.claims;
        self.entries += other.entries;
    }

    /// Returns whether every kind of event happened.
    pub(super) fn is_eventful(&self) -> bool {
        let all = [self.acknowledged, self.resent, self.kills, self.suspensions, self.partitions];
        all.into_iter().chain([self.outages, self.shutdowns, self.claims]).all(|count| count > 0)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} acknowledged, {} sent again, {} connections, {} kills, {} suspensions, \
             {} partitions, {} outages of the store, {} shutdowns, {} claims, {} entries",
            self.acknowledged,
            self.resent,
            self.connections,
            self.kills,
            self.suspensions,
            self.partitions,
            self.outages,
            self.shutdowns,
            self.claims,
            self.entries
        )
    }
}

/// A machine with its node.
pub(super) struct Machine {
    number: u32,
    pub(super) hub: Arc<Hub>,
    store: Arc<NodeStore>,
    power: Power,
    /// Whether the machine accepts clients, which it does after its first heartbeat.
    ready: AtomicBool,
}

impl Machine {
    pub(super) fn is_off(&self) -> bool {
        self.power.state() == PowerState::Off
    }
}

/// The state that machines and clients share.
pub(super) struct Shared {
    pub(super) table: &'static str,
    machines: Mutex<Vec<Option<Arc<Machine>>>>,
    outcome: Mutex<Outcome>,
    acknowledged: Mutex<BTreeSet<String>>,
    seen: Mutex<BTreeMap<&'static str, u32>>,
    /// Probability that a client loses its connection at a check, in thousandths.
    connection_loss_rate: AtomicU32,
    ending: AtomicBool,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(super) fn any_machine(&self, random: &mut fastrand::Rng) -> Option<Arc<Machine>> {
        let machines = locked(&self.machines);
        let ready = |machine: &&Arc<Machine>| machine.ready.load(Ordering::Relaxed);
        let available: Vec<&Arc<Machine>> = machines.iter().flatten().filter(ready).collect();
        random.choice(available).map(Arc::clone)
    }

    pub(super) fn count(&self, add: impl FnOnce(&mut Outcome)) {
        add(&mut locked(&self.outcome));
    }

    pub(super) fn record_acknowledged(&self, name: &str, id: &str) {
        self.count(|outcome| outcome.acknowledged += 1);
        let new = locked(&self.acknowledged).insert(id.to_owned());
        assert!(new, "{id} of {name} is acknowledged twice");
    }

    pub(super) fn record_version(&self, name: &'static str, version: u32) {
        locked(&self.seen).insert(name, version);
    }

    pub(super) fn connection_loss_rate(&self) -> u32 {
        self.connection_loss_rate.load(Ordering::Relaxed)
    }

    pub(super) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::Relaxed)
    }
}

/// A simulated cluster with its clients.
pub(super) struct World {
    random: fastrand::Rng,
    database: Database,
    net: Network,
    shared: Arc<Shared>,
    machines: u32,
    began: Instant,
}

/// Returns the row of a game of Ada and Ben that has just begun.
pub(crate) fn game(id: &str) -> GameRow {
    let seat = |name: &str| SeatRow {
        identity: Some(name.to_owned()),
        name: Some(name.to_owned()),
        ..SeatRow::default()
    };
    GameRow {
        stage: Stage::Playing,
        settings: SETTINGS.to_owned(),
        seats: vec![seat("ada"), seat("ben")],
        ..GameRow::new(id.to_owned(), "ada".to_owned(), [7; 32], 0)
    }
}

impl World {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let shared = Shared {
            table: "table",
            machines: Mutex::new(vec![None; MACHINES]),
            outcome: Mutex::default(),
            acknowledged: Mutex::default(),
            seen: Mutex::default(),
            connection_loss_rate: AtomicU32::new(0),
            ending: AtomicBool::new(false),
        };
        Self {
            database: Database::new(random.fork()),
            net: Network::new(random.fork()),
            shared: Arc::new(shared),
            machines: 0,
            began: Instant::now(),
            random,
        }
    }

    pub(super) async fn play(mut self) -> Outcome {
        for slot in 0..MACHINES {
            self.start(slot);
        }
        let first = locked(&self.shared.machines)[0].clone().expect("a machine");
        first.store.add_game(game(self.shared.table)).await.expect("a game is added");
        for (name, seat) in [("ada", Some(Seat::A)), ("ben", Some(Seat::B)), ("eve", None)] {
            let client = Client::new(&self.shared, self.random.fork(), name, seat);
            tokio::spawn(client.run());
        }
        sleep(Duration::from_secs(3)).await;
        let until = Instant::now() + FAULT_PERIOD;
        while Instant::now() < until {
            let pause = self.random.u64(100..2000);
            sleep(Duration::from_millis(pause)).await;
            self.inject_fault();
        }
        self.heal();
        self.end().await
    }

    /// Starts a new machine in a slot.
    fn start(&mut self, slot: usize) {
        self.machines += 1;
        let (number, power) = (self.machines, Power::new());
        let store = self.database.connect(&format!("{number:016x}"), power.clone());
        let transport = self.net.transport(number, power.clone());
        let nodes: Arc<dyn Nodes> = store.clone();
        let config = Config { park_after: Duration::from_secs(5), ..Config::default() };
        let clock = Clock::at(self.began.elapsed().as_millis() as i64 + BEGIN);
        let hub = Hub::new(config, store.clone(), clock, |metrics| {
            Some(Cluster::new(nodes, Some(transport), Arc::clone(metrics)))
        });
        let ready = AtomicBool::new(false);
        let machine = Arc::new(Machine { number, hub: Arc::clone(&hub), store, power, ready });
        locked(&self.shared.machines)[slot] = Some(Arc::clone(&machine));
        tokio::spawn(async move {
            while heartbeat::start(&hub).await.is_err() {
                sleep(Duration::from_millis(500)).await;
            }
            machine.ready.store(true, Ordering::Relaxed);
            wake_due(hub, Vec::new()).await;
        });
    }

    /// Chooses a slot at random. Starts a machine if the slot is empty, otherwise injects a fault.
    fn inject_fault(&mut self) {
        let slot = self.random.usize(0..MACHINES);
        let machine = locked(&self.shared.machines)[slot].clone();
        let time = Duration::from_millis(self.random.u64(200..6000));
        match (self.random.u8(0..8), machine) {
            (_, None) => self.start(slot),
            (0, Some(machine)) => {
                self.shared.count(|outcome| outcome.kills += 1);
                machine.power.set(PowerState::Off);
                locked(&self.shared.machines)[slot] = None;
            }
            (1, Some(machine)) => {
                self.shared.count(|outcome| outcome.suspensions += 1);
                machine.power.set(PowerState::Suspended);
                run_after(time, move || machine.power.set(PowerState::On));
            }
            (2, Some(machine)) => {
                self.shared.count(|outcome| outcome.partitions += 1);
                let (net, number) = (self.net.clone(), machine.number);
                net.set_partitioned(number, true);
                run_after(time, move || net.set_partitioned(number, false));
            }
            (3, Some(_)) => {
                self.shared.count(|outcome| outcome.outages += 1);
                let database = self.database.clone();
                database.set_unavailable(true);
                run_after(time, move || database.set_unavailable(false));
            }
            (4, Some(machine)) => {
                self.shared.count(|outcome| outcome.outages += 1);
                machine.store.set_unavailable(true);
                run_after(time, move || machine.store.set_unavailable(false));
            }
            (5, Some(machine)) => self.shut_down(slot, machine),
            (6, Some(_)) => {
                self.net.set_loss(self.random.u32(0..60));
                self.database.set_fault_rate(self.random.u32(0..40));
            }
            (_, Some(_)) => {
                self.shared.connection_loss_rate.store(self.random.u32(0..15), Ordering::Relaxed);
            }
        }
    }

    /// Shuts a machine down gracefully, and then switches it off.
    fn shut_down(&self, slot: usize, machine: Arc<Machine>) {
        self.shared.count(|outcome| outcome.shutdowns += 1);
        locked(&self.shared.machines)[slot] = None;
        tokio::spawn(async move {
            machine.hub.close().await;
            machine.hub.leave().await;
            machine.power.set(PowerState::Off);
        });
    }

    /// Ends all faults.
    fn heal(&mut self) {
        self.net.set_loss(0);
        self.database.set_fault_rate(0);
        self.database.set_unavailable(false);
        self.shared.connection_loss_rate.store(0, Ordering::Relaxed);
        for slot in 0..MACHINES {
            let machine = locked(&self.shared.machines)[slot].clone();
            match machine {
                None => self.start(slot),
                Some(machine) => {
                    machine.power.set(PowerState::On);
                    machine.store.set_unavailable(false);
                    self.net.set_partitioned(machine.number, false);
                }
            }
        }
    }

    /// Checks that the game continues. Then stops the clients, and checks the result.
    async fn end(self) -> Outcome {
        let acknowledged = || locked(&self.shared.outcome).acknowledged;
        let (before, until) = (acknowledged(), Instant::now() + RECOVERY_TIMEOUT);
        while acknowledged() < before + 4 && !self.is_over() {
            assert!(Instant::now() < until, "the game does not continue after the faults");
            sleep(Duration::from_millis(100)).await;
        }
        self.shared.ending.store(true, Ordering::Relaxed);
        sleep(LOSS_DETECTION_TIME).await;
        self.check_log_and_clients();
        let mut outcome = locked(&self.shared.outcome).clone();
        outcome.entries = self.database.log_of(self.shared.table).len() as u64;
        outcome.claims = self.database.epoch_of(self.shared.table);
        outcome
    }

    fn is_over(&self) -> bool {
        self.database.is_over(self.shared.table)
    }

    /// Checks that every acknowledged message is stored once, and that all clients saw all steps.
    fn check_log_and_clients(&self) {
        let (mut taken, mut sealed, mut steps) = (BTreeSet::new(), BTreeSet::new(), 0);
        for bytes in self.database.log_of(self.shared.table) {
            let logged = TimedEntry::decode(&bytes).expect("an entry");
            let is_step = matches!(logged.entry, Entry::Step { .. });
            steps += u32::from(is_step);
            let Some((_, id)) = logged.entry.message() else { continue };
            let kind = if is_step { &mut taken } else { &mut sealed };
            assert!(kind.insert(id.to_owned()), "{id} is in the log twice");
        }
        for id in locked(&self.shared.acknowledged).iter() {
            assert!(taken.contains(id) || sealed.contains(id), "{id} is lost");
        }
        let seen = locked(&self.shared.seen).clone();
        let all = BTreeMap::from([("ada", steps), ("ben", steps), ("eve", steps)]);
        assert_eq!(seen, all, "the clients see different games");
    }
}

fn run_after(time: Duration, act: impl FnOnce() + Send + 'static) {
    tokio::spawn(async move {
        sleep(time).await;
        act();
    });
}
