//! Benchmarks verifying, reading and writing a four-player game. Verifying must take under 10 ms.

#[allow(dead_code, reason = "only the tests use all functions of the module")]
#[path = "../tests/records/play.rs"]
mod play;

use criterion::{Criterion, criterion_group, criterion_main};
use orrery_record::{DeckCache, Record};
use orrery_rules::deck;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The time limit for verifying a file.
const LIMIT: Duration = Duration::from_millis(10);

fn verify(text: &str) -> usize {
    let record = Record::parse(text).expect("a valid file");
    record.verify(deck::classic()).expect("true dice").steps
}

/// Compares the median of some runs with the limit.
fn check_limit(text: &str) {
    let run = |_| {
        let start = Instant::now();
        black_box(verify(text));
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..21).map(run).collect();
    times.sort();
    let median = times[times.len() / 2];
    assert!(median < LIMIT, "verifying a game takes {median:?}");
}

fn records(criterion: &mut Criterion) {
    let record = play::classic(4);
    let (decks, text, json) = (DeckCache::default(), record.to_string(), record.to_json());
    let bytes = record.to_bytes(&decks);
    println!(
        "{} steps: {} bytes of text, {} of JSON, {} binary",
        record.len(),
        text.len(),
        json.len(),
        bytes.len()
    );
    check_limit(&text);
    criterion.bench_function("verify a game for four", |b| b.iter(|| verify(black_box(&text))));
    criterion.bench_function("read text", |b| b.iter(|| Record::parse(black_box(&text))));
    criterion.bench_function("write text", |b| b.iter(|| black_box(&record).to_string()));
    criterion.bench_function("read JSON", |b| b.iter(|| Record::from_json(black_box(&json))));
    criterion.bench_function("read binary", |b| {
        b.iter(|| Record::from_bytes(black_box(&bytes), &decks));
    });
    criterion.bench_function("write binary", |b| b.iter(|| black_box(&record).to_bytes(&decks)));
}

criterion_group!(benches, records);
criterion_main!(benches);
