//! State that all scripted clients share: the address of the site, and counters.

use crate::takeover::Takeovers;
use anyhow::{Result, bail};
use orrery_loadtest::client::{Person, Socket};
use orrery_loadtest::persistent::{self, Pace};
use orrery_protocol::{Code, Fault};
use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Time limit for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// Time without progress after which the test fails.
const STALL_TIMEOUT: Duration = Duration::from_secs(120);

/// The shared state of all scripted clients.
pub(crate) struct World {
    /// The address of the load balancer.
    pub(crate) address: SocketAddr,
    started_games: AtomicU64,
    acknowledged: AtomicU64,
    resent: AtomicU64,
    refused: AtomicU64,
    connections: AtomicU64,
    faults_over: AtomicBool,
    /// The times at which the steps of each table were acknowledged.
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
            started_games: AtomicU64::new(0),
            acknowledged: AtomicU64::new(0),
            resent: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            connections: AtomicU64::new(0),
            faults_over: AtomicBool::new(false),
            times: Mutex::default(),
            takeovers: Mutex::default(),
        }
    }

    /// Counts a game that has started.
    pub(crate) fn count_game(&self) {
        self.started_games.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of acknowledged messages of all clients.
    pub(crate) fn acknowledged(&self) -> u64 {
        self.acknowledged.load(Ordering::Relaxed)
    }

    /// Returns the number of messages that clients sent again after a reconnect.
    pub(crate) fn resent(&self) -> u64 {
        self.resent.load(Ordering::Relaxed)
    }

    /// Declares that no more faults will follow, so that players finish their games and stop.
    pub(crate) fn end_faults(&self) {
        self.faults_over.store(true, Ordering::Relaxed);
    }

    /// Records the kill of a node that owns these tables.
    pub(crate) fn record_kill(&self, tables: Vec<String>) {
        locked(&self.takeovers).add(Instant::now(), tables);
    }

    /// Returns the takeover times as text.
    pub(crate) fn takeovers(&self) -> String {
        locked(&self.takeovers).summary(&locked(&self.times))
    }

    /// Returns the longest time between two acknowledged steps of a table, as text.
    pub(crate) fn longest_pause(&self) -> String {
        let pause = |times: &Vec<Instant>| times.windows(2).map(|two| two[1] - two[0]).max();
        let longest = locked(&self.times).values().filter_map(pause).max().unwrap_or_default();
        format!("longest pause of a table: {:.1} s", longest.as_secs_f64())
    }

    /// Waits until this many games have started and made progress.
    pub(crate) async fn wait_until_playing(&self, tables: u64) {
        self.wait_for(|world| world.started_games.load(Ordering::Relaxed) >= tables).await;
        self.wait_for_acknowledgements(tables).await;
    }

    /// Waits until this many more messages are acknowledged.
    pub(crate) async fn wait_for_acknowledgements(&self, count: u64) {
        let wanted = self.acknowledged.load(Ordering::Relaxed) + count;
        self.wait_for(|world| world.acknowledged.load(Ordering::Relaxed) >= wanted).await;
    }

    /// Waits for a condition.
    ///
    /// # Panics
    /// If no table makes progress for [`STALL_TIMEOUT`].
    pub(crate) async fn wait_for(&self, done: impl Fn(&Self) -> bool) {
        let progress = || {
            self.started_games.load(Ordering::Relaxed) + self.acknowledged.load(Ordering::Relaxed)
        };
        let (mut last, mut since) = (progress(), Instant::now());
        while !done(self) {
            if progress() != last {
                (last, since) = (progress(), Instant::now());
            }
            assert!(since.elapsed() < STALL_TIMEOUT, "no table makes progress: {self}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl persistent::World for World {
    const PACE: Pace = Pace {
        answer_timeout: Duration::from_secs(5),
        idle_timeout: Duration::from_secs(15),
        thinking: Duration::from_millis(700),
        pause: Duration::from_millis(300),
        steps_after_faults: 3,
    };

    /// Opens a socket through the load balancer.
    async fn connect(&self, person: &Person, table: &str, since: Option<u32>) -> Result<Socket> {
        let connected = timeout(CONNECT_TIMEOUT, async {
            let stream = TcpStream::connect(self.address).await?;
            Socket::at_table(stream, person, table, since).await
        });
        let socket = connected.await??;
        self.connections.fetch_add(1, Ordering::Relaxed);
        Ok(socket)
    }

    fn count_resent(&self) {
        self.resent.fetch_add(1, Ordering::Relaxed);
    }

    fn count_acknowledged(&self, table: &str) {
        self.acknowledged.fetch_add(1, Ordering::Relaxed);
        locked(&self.times).entry(table.to_owned()).or_default().push(Instant::now());
    }

    fn refused(&self, fault: &Fault) -> Result<()> {
        assert_transient(fault);
        self.refused.fetch_add(1, Ordering::Relaxed);
        bail!("reconnect and send the message again");
    }

    fn faults_are_over(&self) -> bool {
        self.faults_over.load(Ordering::Relaxed)
    }
}

/// Asserts that the server refused a message only because a service is temporarily unavailable.
pub(crate) fn assert_transient(fault: &Fault) {
    let is_transient = matches!(fault.code, Code::Busy | Code::Store | Code::Apart);
    assert!(is_transient, "a permanent error: {fault}");
    assert!(fault.retry_ms.is_some(), "the error has no retry time: {fault}");
}

impl fmt::Display for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        write!(
            f,
            "{} acknowledgements, {} messages sent again, {} refused with a retry time, {} connections",
            count(&self.acknowledged),
            count(&self.resent),
            count(&self.refused),
            count(&self.connections)
        )
    }
}
