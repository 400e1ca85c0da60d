//! Crash test: repeatedly kills `orrery serve` while scripted players play at many tables.
//!
//! Every acknowledged step must be in the record exactly once, and the dice of every game must
//! match their commitment. The test is small by default. `ORRERY_CRASH=full` kills the server 25
//! times while 100 tables play; `ORRERY_CRASH_SEED` sets another seed.

mod table;

use anyhow::Result;
use orrery_loadtest::client::{Person, Socket};
use orrery_loadtest::persistent::{self, Pace};
use orrery_loadtest::process::{self, Process, ServerSettings};
use orrery_protocol::{Code, Fault};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The path of `orrery`.
const PROGRAM: &str = env!("CARGO_BIN_EXE_orrery");
/// Time without progress after which the test fails.
const STALL_TIMEOUT: Duration = Duration::from_secs(120);
/// Maximum number of acknowledgements per table between two kills.
const MAX_ACKNOWLEDGEMENTS_PER_TABLE: u64 = 40;

/// State shared by all players.
struct World {
    /// Address of the current server.
    server: watch::Receiver<SocketAddr>,
    /// Number of acknowledged messages.
    acknowledged: AtomicU64,
    /// Number of messages sent again after a lost connection.
    resent: AtomicU64,
    /// Whether no more kills follow.
    faults_over: AtomicBool,
}

impl persistent::World for World {
    /// The timeouts are long, because the other player may have to reconnect, too.
    const PACE: Pace = Pace {
        answer_timeout: Duration::from_secs(60),
        idle_timeout: Duration::from_secs(60),
        thinking: Duration::ZERO,
        pause: Duration::ZERO,
        steps_after_faults: 5,
    };

    async fn connect(&self, person: &Person, table: &str, since: Option<u32>) -> Result<Socket> {
        let socket = table::retry(self, |server| async move {
            let stream = TcpStream::connect(server).await?;
            Socket::at_table(stream, person, table, since).await
        });
        Ok(socket.await)
    }

    fn count_resent(&self) {
        self.resent.fetch_add(1, Ordering::Relaxed);
    }

    fn count_acknowledged(&self, _: &str) {
        self.acknowledged.fetch_add(1, Ordering::Relaxed);
    }

    /// Asserts that the server refuses a message only when it is busy.
    fn refused(&self, fault: &Fault) -> Result<()> {
        assert_eq!(fault.code, Code::Busy, "{fault}");
        Ok(())
    }

    fn faults_are_over(&self) -> bool {
        self.faults_over.load(Ordering::Relaxed)
    }
}

/// The size of the test.
#[derive(Debug)]
struct CrashPlan {
    tables: u64,
    kills: u32,
    seed: u64,
}

impl CrashPlan {
    fn from_env() -> Self {
        let seed = std::env::var("ORRERY_CRASH_SEED").ok().and_then(|text| text.parse().ok());
        let seed = seed.unwrap_or(5);
        match std::env::var("ORRERY_CRASH").as_deref() {
            Ok("full") => Self { tables: 100, kills: 25, seed },
            _ => Self { tables: 20, kills: 3, seed },
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_loses_nothing_and_repeats_nothing() {
    let plan = CrashPlan::from_env();
    println!("{plan:?}; another seed: ORRERY_CRASH_SEED=6");
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), &ServerSettings::unlimited(PROGRAM));
    let (server_address, server) = watch::channel(process.address);
    let world = Arc::new(World {
        server,
        acknowledged: AtomicU64::new(0),
        resent: AtomicU64::new(0),
        faults_over: AtomicBool::new(false),
    });
    let tables: Vec<_> = (0..plan.tables)
        .map(|number| tokio::spawn(table::keep_playing(Arc::clone(&world), number)))
        .collect();
    let _process = keep_killing(&plan, folder.path(), process, &world, &server_address).await;
    wait_for(&world, || tables.iter().all(JoinHandle::is_finished)).await;
    let mut games = 0;
    for table in tables {
        games += table.await.expect("the games are complete");
    }
    assert_eq!(process::logged_problems(folder.path()), "", "the server logged an error");
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (acknowledged, resent) = (count(&world.acknowledged), count(&world.resent));
    println!("{games} games, {acknowledged} acknowledgements, {resent} messages sent again");
    assert!(resent > 0, "no kill came between message and answer");
}

/// Repeatedly kills and restarts the server; returns the last server.
async fn keep_killing(
    plan: &CrashPlan,
    folder: &Path,
    mut process: Process,
    world: &World,
    server_address: &watch::Sender<SocketAddr>,
) -> Process {
    let (mut random, setup) =
        (fastrand::Rng::with_seed(plan.seed), ServerSettings::unlimited(PROGRAM));
    let acknowledged = || world.acknowledged.load(Ordering::Relaxed);
    wait_for(world, || acknowledged() >= plan.tables).await;
    for _ in 0..plan.kills {
        let wanted = acknowledged() + acknowledgements_until_kill(&mut random, plan.tables);
        wait_for(world, || acknowledged() >= wanted).await;
        tokio::time::sleep(Duration::from_micros(random.u64(0..20_000))).await;
        process.kill();
        // In one of four cases, also kill a server while it starts.
        if random.u8(0..4) == 0 {
            let after = Duration::from_micros(random.u64(0..50_000));
            Process::start_and_kill(folder, &setup, after);
        }
        process = Process::start(folder, &setup);
        server_address.send_replace(process.address);
    }
    world.faults_over.store(true, Ordering::Relaxed);
    process
}

/// Returns a random number of acknowledgements until the next kill; every fourth one is small.
fn acknowledgements_until_kill(random: &mut fastrand::Rng, tables: u64) -> u64 {
    match random.u8(0..4) {
        0 => random.u64(0..50),
        _ => random.u64(50..tables * MAX_ACKNOWLEDGEMENTS_PER_TABLE),
    }
}

/// Waits for a condition.
///
/// # Panics
/// If no message is acknowledged for [`STALL_TIMEOUT`].
async fn wait_for(world: &World, done: impl Fn() -> bool) {
    let (mut last, mut since) = (0, Instant::now());
    while !done() {
        let count = world.acknowledged.load(Ordering::Relaxed);
        if count != last {
            (last, since) = (count, Instant::now());
        }
        assert!(since.elapsed() < STALL_TIMEOUT, "no table makes progress");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}
