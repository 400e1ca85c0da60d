//! Benchmarks random play, in comparison with a floor, and the network's evaluation.

mod evaluation;

use anyhow::{Result, bail};
use orrery_bots::Random;
use orrery_rules::{Actions, Actor, Options, Rules, State, Step, deck};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Number of decisions and games, and the time they took.
#[derive(Clone, Copy, Default)]
struct Measurement {
    decisions: u64,
    games: u64,
    seconds: f64,
}

impl Measurement {
    /// Returns the nanoseconds per decision.
    fn nanos(self) -> f64 {
        self.seconds * 1e9 / self.decisions.max(1) as f64
    }
}

/// Runs the benchmarks and returns the results as tables; each round takes `time`.
///
/// # Errors
/// If a game cannot be played.
pub fn run(time: Duration, rounds: u64) -> Result<String> {
    let floor = best(rounds, |_| measure_floor(time));
    let mut text =
        String::from("table        decisions/s     games/s   ns/decision   times the floor\n");
    text += &line("floor", floor, floor);
    for (name, rules, options) in benchmark_games() {
        let Ok(start) = State::new(rules, &options) else {
            bail!("the options of {name} do not fit the edition")
        };
        text += &line(name, best(rounds, |round| play(&start, round, time)), floor);
    }
    text += "\ntable        positions/s   ns/position\n";
    for (name, rules, options) in evaluation::benchmark_games() {
        let positions = evaluation::positions(rules, &options)?;
        text += &evaluation::line(
            name,
            best(rounds, |_| evaluation::evaluate(rules, &positions, time)),
        );
    }
    if cfg!(debug_assertions) {
        text += "\nThis is a debug build; a release build is several times faster.";
    }
    text += "\nOne thread, best round, indicative only; `cargo xtask bench` measures exactly. Decisions are those of\n\
             random play; evaluated positions come from the greedy bot's games.\n";
    Ok(text)
}

/// Returns the benchmarked games: name, ruleset and options.
fn benchmark_games() -> [(&'static str, &'static Rules, Options); 4] {
    [
        ("classic-2", deck::classic(), Options::players(2)),
        ("classic-4", deck::classic(), Options::players(4)),
        ("solo", deck::classic(), Options::solo(0)),
        ("blast-off-4", deck::blast_off(), Options::players(4)),
    ]
}

fn line(name: &str, measured: Measurement, floor: Measurement) -> String {
    let per_second = |count: u64| count as f64 / measured.seconds.max(1e-9);
    let games = match measured.games {
        0 => "-".to_owned(),
        games => format!("{:.0}", per_second(games)),
    };
    let (decisions, nanos) = (per_second(measured.decisions), measured.nanos());
    let ratio = nanos / floor.nanos().max(1e-9);
    format!("{name:<11} {decisions:>12.0} {games:>11} {nanos:>13.1} {ratio:>17.1}\n")
}

/// Returns the fastest of several rounds.
fn best(rounds: u64, measure: impl Fn(u64) -> Measurement) -> Measurement {
    let rounds = (0..rounds).map(measure);
    rounds.min_by(|a, b| a.nanos().total_cmp(&b.nanos())).unwrap_or_default()
}

/// Measures the floor: copy 256 bytes, write 20 candidates, draw a number, pick.
///
/// The floor is the time of a decision without rules. The benchmark in
/// `crates/rules/benches/play.rs` measures it with the same code. The time depends on how the
/// compiler is kept from removing the copy: other methods are up to a third faster.
fn measure_floor(time: Duration) -> Measurement {
    let source = [7u8; 256];
    let mut copy = [0u8; 256];
    let (mut random, mut candidates, mut decisions) = (Random(1), Vec::<u32>::new(), 0);
    let mut decide = || {
        copy = black_box(source);
        candidates.clear();
        for candidate in 0..black_box(20) {
            candidates.push(candidate);
        }
        let pick = random.below(candidates.len());
        black_box(&copy);
        candidates[pick]
    };
    let start = Instant::now();
    while start.elapsed() < time {
        for _ in 0..10_000 {
            black_box(decide());
        }
        decisions += 10_000;
    }
    Measurement { decisions, games: 0, seconds: start.elapsed().as_secs_f64() }
}

/// Measures complete random games.
fn play(opening: &State<'_>, round: u64, time: Duration) -> Measurement {
    let (mut random, mut actions) = (Random(round), Actions::new());
    let (mut decisions, mut games) = (0, 0);
    let start = Instant::now();
    while start.elapsed() < time {
        for _ in 0..10 {
            decisions += game(*opening, &mut random, &mut actions);
        }
        games += 10;
    }
    Measurement { decisions, games, seconds: start.elapsed().as_secs_f64() }
}

fn game(mut state: State<'_>, random: &mut Random, actions: &mut Actions) -> u64 {
    let mut decisions = 0;
    loop {
        match state.actor() {
            Actor::Over => return decisions,
            Actor::Chance => {
                let Some(node) = state.chance() else { return decisions };
                state.apply_unchecked(Step::Chance(node.pick(random.bits())));
            }
            Actor::Seat(_) => {
                state.legal_actions(actions);
                state.apply_unchecked(Step::Action(actions[random.below(actions.len())]));
                decisions += 1;
            }
        }
    }
}
