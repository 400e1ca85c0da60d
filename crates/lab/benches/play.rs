//! Benchmarks the time of a decision, and of the floor: a decision without rules.
//!
//! `cargo xtask bench` prints the ratios.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use orrery_lab::bench::workload::{Floor, Stream, games};
use orrery_rules::{Actions, State};
use std::hint::black_box;

/// Returns the random games of a benchmarked table.
fn stream(name: &str) -> Stream<'static> {
    let (_, rules, options) = games().into_iter().find(|game| game.0 == name).expect("a game");
    Stream::new(State::new(rules, &options).expect("the options fit the edition"), 1)
}

fn bench_floor(criterion: &mut Criterion) {
    let mut floor = Floor::default();
    criterion.bench_function("floor", |bencher| bencher.iter(|| floor.decide()));
}

fn play(criterion: &mut Criterion) {
    for (name, ..) in games() {
        let mut stream = stream(name);
        criterion.bench_function(&format!("play/{name}"), |bencher| bencher.iter(|| stream.play()));
    }
}

fn decision_parts(criterion: &mut Criterion) {
    let positions = stream("classic-2").positions(4096);
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
