//! Crashes: `orrery serve` is killed again and again while scripted people play at many tables.
//! What it has acknowledged must be there when it comes back, exactly once, and the dice of every
//! game must still be those that were promised.
//!
//! It is small in the quick loop. `ORRERY_CRASH=full` kills 25 times under 100 tables, and
//! `ORRERY_CRASH_SEED` chooses other moments.

mod check;
#[path = "../../src/load/client.rs"]
mod client;
#[path = "../../src/load/heard.rs"]
mod heard;
mod player;
#[allow(dead_code, reason = "other tests need more of it")]
mod process;
mod table;

use process::{Process, UNLIMITED};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long nothing may happen before the test gives up.
const STANDSTILL: Duration = Duration::from_secs(120);
/// Most acknowledgements of a table between two kills, on average.
const MOST_BETWEEN: u64 = 40;

/// What all players share.
struct World {
    /// Where the server is, or was last.
    server: watch::Receiver<SocketAddr>,
    /// How many messages were acknowledged.
    acknowledged: AtomicU64,
    /// How many were sent again after a lost connection.
    repeated: AtomicU64,
    /// Whether the last kill is over.
    calm: AtomicBool,
}

/// How much there is to do.
#[derive(Debug)]
struct Extent {
    tables: u64,
    kills: u32,
    seed: u64,
}

impl Extent {
    fn chosen() -> Self {
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
    let extent = Extent::chosen();
    println!("{extent:?}; another seed: ORRERY_CRASH_SEED=6");
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start(folder.path(), UNLIMITED);
    let (moved, server) = watch::channel(process.address);
    let world = Arc::new(World {
        server,
        acknowledged: AtomicU64::new(0),
        repeated: AtomicU64::new(0),
        calm: AtomicBool::new(false),
    });
    let tables: Vec<_> = (0..extent.tables)
        .map(|number| tokio::spawn(table::keep_playing(Arc::clone(&world), number)))
        .collect();
    let _process = keep_killing(&extent, folder.path(), process, &world, &moved).await;
    let mut games = 0;
    for table in tables {
        games += table.await.expect("its games are whole");
    }
    assert_eq!(process::complaints(folder.path()), "", "the server has nothing to complain about");
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (acknowledged, repeated) = (count(&world.acknowledged), count(&world.repeated));
    println!("{games} games, {acknowledged} acknowledgements, {repeated} messages sent again");
    assert!(repeated > 0, "no kill came between message and answer");
}

/// Kills the server and starts another, again and again. Returns the last one.
async fn keep_killing(
    extent: &Extent,
    folder: &Path,
    mut process: Process,
    world: &World,
    moved: &watch::Sender<SocketAddr>,
) -> Process {
    let mut moments = fastrand::Rng::with_seed(extent.seed);
    wait_for(world, extent.tables).await;
    for _ in 0..extent.kills {
        let more = between(&mut moments, extent.tables);
        wait_for(world, world.acknowledged.load(Ordering::Relaxed) + more).await;
        tokio::time::sleep(Duration::from_micros(moments.u64(0..20_000))).await;
        process.kill();
        // Now and then it does not even get as far as it was.
        if moments.u8(0..4) == 0 {
            Process::start_and_kill(folder, Duration::from_micros(moments.u64(0..50_000)));
        }
        process = Process::start(folder, UNLIMITED);
        moved.send_replace(process.address);
    }
    world.calm.store(true, Ordering::Relaxed);
    process
}

/// How many acknowledgements to wait for: now and then few, while everybody is just coming back.
fn between(moments: &mut fastrand::Rng, tables: u64) -> u64 {
    match moments.u8(0..4) {
        0 => moments.u64(0..50),
        _ => moments.u64(50..tables * MOST_BETWEEN),
    }
}

/// Until so many messages have been acknowledged.
async fn wait_for(world: &World, acknowledged: u64) {
    let (mut last, mut since) = (0, Instant::now());
    loop {
        let now = world.acknowledged.load(Ordering::Relaxed);
        if now >= acknowledged {
            return;
        }
        if now != last {
            (last, since) = (now, Instant::now());
        }
        assert!(since.elapsed() < STANDSTILL, "all tables stand still");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}
