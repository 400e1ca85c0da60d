//! Plays random batched games and prints the number of decisions and the time in seconds.
//!
//! The argument is the number of threads. `cargo xtask bench python` compares the Python package
//! with this program, which plays the same games with the same observations and masks.

use orrery_batch::actions::ACTIONS;
use orrery_batch::observation::OBSERVATION;
use orrery_batch::{BatchBuffers, BatchEnv, BatchSpec, ObservationKind, ObservationRows};
use orrery_rules::{Options, Random, deck};
use std::sync::Arc;
use std::time::Instant;

const GAMES: usize = 1024;
const STEPS: usize = 1500;

fn main() {
    let threads = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    println!("{} {}", GAMES * STEPS, seconds(threads));
}

/// Plays the games and returns the time in seconds.
fn seconds(threads: usize) -> f64 {
    let spec = BatchSpec {
        rules: Arc::new(deck::classic().clone()),
        options: Options::players(2),
        games: GAMES,
        opponents: Vec::new(),
        max_decisions: 0,
        shaping: 0.0,
        observation: ObservationKind::Vector,
        threads,
    };
    let mut batch = BatchEnv::new(spec).expect("the options fit");
    let mut observations = vec![0; GAMES * OBSERVATION];
    let mut masks = vec![0; GAMES * ACTIONS];
    let mut rewards = vec![0.0; GAMES * 2];
    let mut seats = vec![0; GAMES];
    let (mut terminated, mut truncated) = (vec![false; GAMES], vec![false; GAMES]);
    let mut finals = vec![0; GAMES * OBSERVATION];
    let seeds: Vec<u64> = (0..GAMES as u64).collect();
    let (mut random, mut actions) = (Random(1), vec![0; GAMES]);
    let start = Instant::now();
    for step in 0..=STEPS {
        let out = BatchBuffers {
            observations: ObservationRows::Vector(&mut observations),
            masks: &mut masks,
            rewards: &mut rewards,
            seats: &mut seats,
            terminated: &mut terminated,
            truncated: &mut truncated,
            finals: ObservationRows::Vector(&mut finals),
        };
        if step == 0 {
            batch.reset(&seeds, out).expect("the buffers fit");
            continue;
        }
        batch.sample(&mut random, &mut actions).expect("the buffer fits");
        batch.step(&actions, out).expect("the actions are legal");
    }
    start.elapsed().as_secs_f64()
}
