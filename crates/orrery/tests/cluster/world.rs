//! What everybody shares: where the site is, and what has happened so far.

use crate::takeover::Takeovers;
use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long nothing may happen before the test gives up.
const STANDSTILL: Duration = Duration::from_secs(120);

/// What everybody shares.
pub(crate) struct World {
    /// The balancer.
    pub(crate) address: SocketAddr,
    began: AtomicU64,
    acknowledged: AtomicU64,
    repeated: AtomicU64,
    refused: AtomicU64,
    connections: AtomicU64,
    calm: AtomicBool,
    /// When the steps of a table were acknowledged.
    times: Mutex<HashMap<String, Vec<Instant>>>,
    takeovers: Mutex<Takeovers>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            began: AtomicU64::new(0),
            acknowledged: AtomicU64::new(0),
            repeated: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            connections: AtomicU64::new(0),
            calm: AtomicBool::new(false),
            times: Mutex::default(),
            takeovers: Mutex::default(),
        }
    }

    /// A game has begun.
    pub(crate) fn begins(&self) {
        self.began.fetch_add(1, Ordering::Relaxed);
    }

    /// A message of a table was acknowledged.
    pub(crate) fn acknowledge(&self, table: &str) {
        self.acknowledged.fetch_add(1, Ordering::Relaxed);
        locked(&self.times).entry(table.to_owned()).or_default().push(Instant::now());
    }

    /// Something is sent once more.
    pub(crate) fn repeats(&self) {
        self.repeated.fetch_add(1, Ordering::Relaxed);
    }

    /// Something was refused, for now.
    pub(crate) fn refuses(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// Somebody is connected.
    pub(crate) fn connects(&self) {
        self.connections.fetch_add(1, Ordering::Relaxed);
    }

    /// How many messages were acknowledged.
    pub(crate) fn acknowledged(&self) -> u64 {
        self.acknowledged.load(Ordering::Relaxed)
    }

    /// How often something was sent once more.
    pub(crate) fn repeated(&self) -> u64 {
        self.repeated.load(Ordering::Relaxed)
    }

    /// Nothing more happens: games may end.
    pub(crate) fn calm(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    /// Whether nothing more happens.
    pub(crate) fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    /// A node is killed that owns these tables.
    pub(crate) fn kills(&self, tables: Vec<String>) {
        locked(&self.takeovers).add(Instant::now(), tables);
    }

    /// How long the tables of killed nodes stood still.
    pub(crate) fn takeovers(&self) -> String {
        locked(&self.takeovers).told(&locked(&self.times))
    }

    /// How long a table stood still at most.
    pub(crate) fn longest_pause(&self) -> String {
        let pause = |times: &Vec<Instant>| times.windows(2).map(|two| two[1] - two[0]).max();
        let longest = locked(&self.times).values().filter_map(pause).max().unwrap_or_default();
        format!("no table stood still for longer than {:.1} s", longest.as_secs_f64())
    }

    /// Until so many games have begun and go on.
    pub(crate) async fn wait_until_playing(&self, tables: u64) {
        self.wait_for(|world| world.began.load(Ordering::Relaxed) >= tables).await;
        self.wait_for_more(tables).await;
    }

    /// Until so many more messages have been acknowledged.
    pub(crate) async fn wait_for_more(&self, count: u64) {
        let wanted = self.acknowledged.load(Ordering::Relaxed) + count;
        self.wait_for(|world| world.acknowledged.load(Ordering::Relaxed) >= wanted).await;
    }

    async fn wait_for(&self, done: impl Fn(&Self) -> bool) {
        let progress =
            || self.began.load(Ordering::Relaxed) + self.acknowledged.load(Ordering::Relaxed);
        let (mut last, mut since) = (progress(), Instant::now());
        while !done(self) {
            if progress() != last {
                (last, since) = (progress(), Instant::now());
            }
            assert!(since.elapsed() < STANDSTILL, "all tables stand still: {self}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl fmt::Display for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        write!(
            f,
            "{} acknowledgements, {} messages sent again, {} refused for now, {} connections",
            count(&self.acknowledged),
            count(&self.repeated),
            count(&self.refused),
            count(&self.connections)
        )
    }
}
