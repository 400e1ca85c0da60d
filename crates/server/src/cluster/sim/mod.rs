//! Deterministic simulation of a cluster with faults.
//!
//! Tables, routing and sessions are real. The store, the transport and the clients are simulated.
//! Each simulated cluster (a world) runs on one thread with a virtual clock. A seed determines the
//! faults and their times: nodes are killed, suspended and shut down, changes of the store fail,
//! the transport loses, duplicates and delays messages, and clients are disconnected. At the end,
//! every acknowledged message must be in the log exactly once, and all clients must see the same
//! game.
//!
//! `ORRERY_SEEDS=10000` simulates that many worlds, from seed 0 or from `ORRERY_FIRST_SEED` on.
//! `ORRERY_SEED=7` simulates the world with that seed.

mod client;
mod power;
mod store;
mod transport;
mod world;
pub(crate) use power::Power;
pub(crate) use store::Database;
pub(crate) use world::game;

use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;
use std::time::Instant;
use world::World;

/// Number of worlds in a normal test run.
const SEEDS: u64 = 150;

/// Returns the number in an environment variable.
fn env_number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Simulates one world, and returns its outcome.
fn play(seed: u64) -> world::Outcome {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().start_paused(true).build().expect("a runtime");
    runtime.block_on(async { World::new(seed).play().await })
}

/// Simulates worlds on all cores.
fn play_all(seeds: Range<u64>) -> world::Outcome {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = |first: usize| seeds.clone().skip(first).step_by(cores).map(play_reporting);
    let mut all = world::Outcome::default();
    thread::scope(|scope| {
        let shares: Vec<_> =
            (0..cores).map(|first| scope.spawn(move || share(first).collect::<Vec<_>>())).collect();
        for played in shares {
            let outcomes = played.join().unwrap_or_else(|panic| resume_unwind(panic));
            outcomes.iter().for_each(|outcome| all.add(outcome));
        }
    });
    all
}

/// Simulates one world, and prints its seed if it panics.
fn play_reporting(seed: u64) -> world::Outcome {
    let report = ReportSeed(seed);
    let outcome = play(seed);
    std::mem::forget(report);
    outcome
}

#[test]
fn faults_neither_lose_nor_duplicate_acknowledged_messages() {
    let began = Instant::now();
    let seeds = match env_number("ORRERY_SEED") {
        Some(seed) => seed..seed + 1,
        None => {
            let first = env_number("ORRERY_FIRST_SEED").unwrap_or(0);
            first..first + env_number("ORRERY_SEEDS").unwrap_or(SEEDS)
        }
    };
    let all = play_all(seeds.clone());
    println!("{} worlds in {:.0} s: {all}", seeds.clone().count(), began.elapsed().as_secs_f64());
    // A few worlds need not contain every kind of fault.
    assert!(all.is_eventful() || seeds.end - seeds.start < 20, "some fault never happens: {all}");
}

#[test]
fn simulation_is_deterministic() {
    for seed in [1, 2, 3] {
        assert_eq!(play(seed), play(seed), "world {seed} differs when repeated");
    }
}

/// Prints the seed of a world when it is dropped.
struct ReportSeed(u64);

impl Drop for ReportSeed {
    fn drop(&mut self) {
        eprintln!("failed in world {0}; repeat it with ORRERY_SEED={0}", self.0);
    }
}
