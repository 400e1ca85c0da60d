//! Benchmarks random play, compared with the floor, and the network's evaluation.
//!
//! The floor is the time of a decision without rules, measured in the same run.

mod evaluation;
pub mod workload;

use anyhow::{Result, bail};
use orrery_rules::State;
use std::hint::black_box;
use std::time::{Duration, Instant};
use workload::{Floor, Stream};

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
    for (name, rules, options) in workload::games() {
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

fn measure_floor(time: Duration) -> Measurement {
    let mut floor = Floor::default();
    let (decisions, seconds) = repeat(time, || {
        black_box(floor.decide());
    });
    Measurement { decisions, games: 0, seconds }
}

/// Measures random games.
fn play(opening: &State<'_>, round: u64, time: Duration) -> Measurement {
    let mut stream = Stream::new(*opening, round);
    let (decisions, seconds) = repeat(time, || stream.play());
    Measurement { decisions, games: stream.games(), seconds }
}

/// Repeats a decision until the time is up; returns the number of decisions and the seconds.
#[inline]
fn repeat(time: Duration, mut decide: impl FnMut()) -> (u64, f64) {
    let (start, mut decisions) = (Instant::now(), 0);
    while start.elapsed() < time {
        for _ in 0..10_000 {
            decide();
        }
        decisions += 10_000;
    }
    (decisions, start.elapsed().as_secs_f64())
}
