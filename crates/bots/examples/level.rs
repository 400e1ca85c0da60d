//! Plays games of one bot against itself: `level BOT EDITION SEATS GAMES`.
//!
//! It prints the milliseconds of CPU time, the number of decisions, and a hash of all actions. Two
//! versions of a bot with equal hashes decide alike; `cargo xtask bench bots` compares them.

use orrery_bots::{Bot, Random};
use orrery_rules::{Actions, Actor, Options, Rules, State, Step, deck};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

/// Turn limit; longer games are abandoned.
const MAX_TURNS: u16 = 500;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [bot, edition, seats, games] = args.as_slice() else {
        panic!("usage: level BOT EDITION SEATS GAMES")
    };
    let rules = deck::edition(edition).expect("the name of an edition");
    let options = match seats.parse().expect("a number of seats") {
        1 => Options::solo(0),
        seats => Options::players(seats),
    };
    let mut bots: Vec<Box<dyn Bot>> = Vec::new();
    bots.resize_with(5, || orrery_bots::named(bot).expect("the name of a bot"));
    let (mut decisions, mut hash, start) = (0, DefaultHasher::new(), CpuTime::now());
    for seed in 0..games.parse().expect("a number of games") {
        decisions += play(rules, &options, &mut bots, seed, &mut hash);
    }
    println!("{:.3} {decisions} {:016x}", start.milliseconds(), hash.finish());
}

/// Plays a game and returns its number of decisions.
fn play(
    rules: &Rules,
    options: &Options,
    bots: &mut [Box<dyn Bot>],
    seed: u64,
    hash: &mut DefaultHasher,
) -> u64 {
    let mut state = State::new(rules, options).expect("the options fit the edition");
    bots.iter_mut().zip(state.seats()).for_each(|(bot, seat)| bot.start(seat, seed));
    let (mut random, mut legal, mut decisions) = (Random(seed), Actions::new(), 0);
    while state.turn() < MAX_TURNS {
        let step = match state.actor() {
            Actor::Over => break,
            Actor::Chance => {
                Step::Chance(state.chance().expect("a chance node").pick(random.bits()))
            }
            Actor::Seat(seat) => {
                state.legal_actions(&mut legal);
                let bot = &mut bots[seat.index()];
                let action = bot.choose(&state.observe(Some(seat)), &legal).expect("an action");
                action.hash(hash);
                decisions += 1;
                Step::Action(action)
            }
        };
        state.apply_unchecked(step);
    }
    decisions
}

/// The CPU time of this thread; on systems without `/proc`, the elapsed time.
struct CpuTime {
    start_nanos: Option<f64>,
    start: Instant,
}

impl CpuTime {
    fn now() -> Self {
        Self { start_nanos: Self::nanos(), start: Instant::now() }
    }

    fn nanos() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok().filter(|nanos| *nanos > 0.0)
    }

    fn milliseconds(&self) -> f64 {
        match (self.start_nanos, Self::nanos()) {
            (Some(start), Some(end)) => (end - start) / 1e6,
            _ => self.start.elapsed().as_secs_f64() * 1e3,
        }
    }
}
