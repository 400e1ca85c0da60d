//! Benchmarks the time of a decision and of a baseline, the floor: copying 256 bytes, writing 20
//! candidates and picking one at random. `cargo xtask bench` prints the ratios.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use orrery_rules::{Action, Actions, Actor, Options, Random, Rules, State, Step, deck};
use std::hint::black_box;

/// The benchmarked tables: name, ruleset, options.
fn tables() -> [(&'static str, &'static Rules, Options); 4] {
    [
        ("classic-2", deck::classic(), Options::players(2)),
        ("classic-4", deck::classic(), Options::players(4)),
        ("solo", deck::classic(), Options::solo(0)),
        ("blast-off-4", deck::blast_off(), Options::players(4)),
    ]
}

/// An endless stream of decisions in random games.
struct Stream {
    rules: &'static Rules,
    options: Options,
    state: State<'static>,
    random: Random,
    actions: Actions,
}

impl Stream {
    fn new(rules: &'static Rules, options: Options) -> Self {
        let state = State::new(rules, &options).expect("the options fit the edition");
        Self { rules, options, state, random: Random(1), actions: Actions::new() }
    }

    /// Applies chance steps until a seat acts; starts a new game when one is over.
    #[inline]
    fn reach_decision(&mut self) {
        loop {
            match self.state.actor() {
                Actor::Seat(_) => return,
                Actor::Over => {
                    self.state = State::new(self.rules, &self.options).expect("they fit");
                }
                Actor::Chance => {
                    if let Some(node) = self.state.chance() {
                        self.state.apply_unchecked(Step::Chance(node.pick(self.random.bits())));
                    }
                }
            }
        }
    }

    #[inline]
    fn decide(&mut self) -> Action {
        self.state.legal_actions(&mut self.actions);
        let choice = self.random.below(self.actions.len());
        self.actions[choice]
    }

    /// Makes one decision: applies chance steps, lists the legal actions, and applies a random one.
    #[inline]
    fn play(&mut self) {
        self.reach_decision();
        let action = self.decide();
        self.state.apply_unchecked(Step::Action(action));
    }

    /// Returns positions of random games, each with a random legal action.
    fn positions(mut self, count: usize) -> Vec<(State<'static>, Step)> {
        let mut positions = Vec::with_capacity(count);
        while positions.len() < count {
            for _ in 0..self.random.below(40) {
                self.play();
            }
            self.reach_decision();
            let action = self.decide();
            positions.push((self.state, Step::Action(action)));
        }
        positions
    }
}

fn bench_floor(criterion: &mut Criterion) {
    let source = [7u8; 256];
    let mut copy = [0u8; 256];
    let mut candidates: Vec<u32> = Vec::new();
    let mut random = Random(1);
    criterion.bench_function("floor", |bencher| {
        bencher.iter(|| {
            copy = black_box(source);
            candidates.clear();
            for candidate in 0..black_box(20) {
                candidates.push(candidate);
            }
            let pick = random.below(candidates.len());
            black_box(&copy);
            candidates[pick]
        });
    });
}

fn play(criterion: &mut Criterion) {
    for (name, rules, options) in tables() {
        let mut stream = Stream::new(rules, options);
        criterion.bench_function(&format!("play/{name}"), |bencher| bencher.iter(|| stream.play()));
    }
}

fn decision_parts(criterion: &mut Criterion) {
    let positions = Stream::new(deck::classic(), Options::players(2)).positions(4096);
    let mut next = 0;
    let mut next_position = || {
        next = (next + 1) % positions.len();
        &positions[next]
    };
    let mut actions = Actions::new();
    criterion.bench_function("copy", |bencher| bencher.iter(|| black_box(next_position().0)));
    criterion.bench_function("list", |bencher| {
        bencher.iter(|| {
            next_position().0.legal_actions(&mut actions);
            black_box(actions.len())
        });
    });
    criterion.bench_function("copy-and-apply", |bencher| {
        bencher.iter(|| {
            let (mut state, step) = *next_position();
            state.apply_unchecked(step);
            black_box(state)
        });
    });
    criterion.bench_function("checked-apply", |bencher| {
        bencher.iter_batched(
            || (*next_position(), Vec::with_capacity(16)),
            |((mut state, step), mut events)| (state.apply(step, &mut events), state, events),
            BatchSize::SmallInput,
        );
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).warm_up_time(std::time::Duration::from_millis(500)).measurement_time(std::time::Duration::from_secs(2));
    targets = bench_floor, play, decision_parts
}
criterion_main!(benches);
