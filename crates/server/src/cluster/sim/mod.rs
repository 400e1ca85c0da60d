//! The cluster in a simulated world: real tables, real routing, real sessions, one thread each, a clock
//! that jumps. The store, the wire and the people are made up, and everything that can go wrong does,
//! at moments that a seed decides: nodes are killed, stopped and sent away, the store and the wire
//! lose, double and delay, clients lose their connections. Afterwards everything that was acknowledged
//! must be in the log exactly once, and everybody must see the same game.
//!
//! `ORRERY_SEEDS=10000` plays so many worlds, from seed 0 or from `ORRERY_FIRST_SEED`; `ORRERY_SEED=7`
//! plays one of them and tells about it.

mod client;
mod node;
mod store;
mod wire;
mod world;
pub(crate) use world::game;

use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;
use std::time::Instant;
use world::World;

/// Worlds of the quick loop.
const SEEDS: u64 = 150;

fn chosen(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Plays one world, and gives what it came to.
fn play(seed: u64) -> world::Outcome {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().start_paused(true).build().expect("a runtime");
    runtime.block_on(async { World::new(seed).play().await })
}

/// Plays these worlds on all cores.
fn play_all(seeds: Range<u64>) -> world::Outcome {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = |first: usize| seeds.clone().skip(first).step_by(cores).map(play_told);
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

/// The same, and if the world ends in a panic, its seed is told.
fn play_told(seed: u64) -> world::Outcome {
    let told = Told(seed);
    let outcome = play(seed);
    std::mem::forget(told);
    outcome
}

#[test]
fn whatever_happens_nothing_acknowledged_is_lost_or_doubled() {
    let began = Instant::now();
    let seeds = match chosen("ORRERY_SEED") {
        Some(seed) => seed..seed + 1,
        None => {
            let first = chosen("ORRERY_FIRST_SEED").unwrap_or(0);
            first..first + chosen("ORRERY_SEEDS").unwrap_or(SEEDS)
        }
    };
    let all = play_all(seeds.clone());
    println!("{} worlds in {:.0} s: {all}", seeds.clone().count(), began.elapsed().as_secs_f64());
    // In one world alone not everything need happen.
    assert!(all.is_eventful() || seeds.end - seeds.start < 20, "nothing happens in them: {all}");
}

#[test]
fn a_seed_is_a_world() {
    for seed in [1, 2, 3] {
        assert_eq!(play(seed), play(seed), "world {seed} is not the same twice");
    }
}

struct Told(u64);

impl Drop for Told {
    fn drop(&mut self) {
        eprintln!("this was world {0}: ORRERY_SEED={0} plays it again", self.0);
    }
}
