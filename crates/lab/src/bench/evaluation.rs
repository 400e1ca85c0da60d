//! Benchmarks the network's evaluation of positions.

use super::Measurement;
use anyhow::{Context, Result, anyhow};
use orrery_bots::{Bot, GreedyBot, Network, Random};
use orrery_rules::{Actions, Actor, OptionSet, Options, Rules, Seat, State, Step, deck};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Number of positions to evaluate.
const POSITIONS: usize = 4000;

/// Returns the benchmarked games: name, ruleset and options.
pub(super) fn benchmark_games() -> [(&'static str, &'static Rules, Options); 4] {
    let solo = Options { chosen: OptionSet::offered(deck::revised(), 1), ..Options::solo(3) };
    [
        ("classic-2", deck::classic(), Options::players(2)),
        ("classic-4", deck::classic(), Options::players(4)),
        ("solo", deck::revised(), solo),
        ("blast-off-4", deck::blast_off(), Options::players(4)),
    ]
}

/// Returns positions from games of the greedy bot, each with the seat that decides.
pub(super) fn positions(
    rules: &'static Rules,
    options: &Options,
) -> Result<Vec<(State<'static>, Seat)>> {
    let (mut bot, mut legal, mut random) = (GreedyBot::default(), Actions::new(), Random(1));
    let invalid_options = |_| anyhow!("the options do not fit the edition");
    let opening = State::new(rules, options).map_err(invalid_options)?;
    let (mut state, mut found) = (opening, Vec::with_capacity(POSITIONS));
    while found.len() < POSITIONS {
        let step = match state.actor() {
            Actor::Over => {
                state = opening;
                continue;
            }
            Actor::Chance => {
                let node = state.chance().context("no chance node")?;
                Step::Chance(node.pick(random.bits()))
            }
            Actor::Seat(seat) => {
                found.push((state, seat));
                state.legal_actions(&mut legal);
                Step::Action(bot.choose(&state.observe(Some(seat)), &legal)?)
            }
        };
        state.apply_unchecked(step);
    }
    Ok(found)
}

/// Computes the win probability at all positions repeatedly until the time is up.
pub(super) fn evaluate(
    rules: &Rules,
    positions: &[(State<'_>, Seat)],
    time: Duration,
) -> Measurement {
    let network = Network::embedded();
    let evaluator = network.evaluator(rules);
    let mut evaluated = 0;
    let start = Instant::now();
    while start.elapsed() < time {
        for (state, seat) in positions {
            black_box(evaluator.chance(black_box(state), *seat));
        }
        evaluated += positions.len() as u64;
    }
    Measurement { decisions: evaluated, games: 0, seconds: start.elapsed().as_secs_f64() }
}

pub(super) fn line(name: &str, measured: Measurement) -> String {
    let per_second = measured.decisions as f64 / measured.seconds.max(1e-9);
    format!("{name:<11} {per_second:>12.0} {:>13.0}\n", measured.nanos())
}
