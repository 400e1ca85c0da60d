//! A run in a real NATS: what is sent twice, what is too large, what is lost.

use super::order::{Done, Outcome};
use super::queue::{self, Run, Sent};
use super::runs::Runs;
use async_nats::jetstream::{Context, Message};
use futures_util::TryStreamExt;
use orrery_services::{Keeping, Nats};
use std::collections::HashSet;
use std::time::Duration;

const WHILE: Duration = Duration::from_secs(5);

/// Does something with a NATS that nobody else uses.
fn with_nats<F: Future<Output = ()>>(doing: impl FnOnce(Context) -> F) {
    let nats = Nats::start(Keeping::Streams).expect("a NATS that keeps streams");
    super::runtime(0).expect("threads").block_on(async {
        let addresses = [nats.url().parse().expect("an address")];
        doing(queue::connect(&addresses).await.expect("NATS is there")).await;
    });
}

/// Does something with a new run.
fn with_run<F: Future<Output = ()>>(doing: impl FnOnce(Run) -> F) {
    with_nats(|context| doing(Run::begin(context)));
}

async fn fetched(run: &Run) -> Option<Message> {
    let (fingerprint, chunks) = run.join().await.expect("a run");
    assert_eq!(fingerprint, "this build");
    queue::fetch(&chunks).await
}

#[test]
fn the_same_attempt_is_put_in_once_and_the_same_result_stored_once() {
    with_run(|run| async move {
        let desk = run.open("this build", b"order").await.expect("opened");
        run.open("this build", b"order").await.expect("what is there stays");
        for (number, attempt) in [(7, 0), (7, 0), (7, 1)] {
            run.send_chunk(number, attempt, b"chunk").await.expect("sent");
        }
        let chunk = fetched(&run).await.expect("a chunk");
        assert_eq!((queue::number(&chunk), &chunk.payload[..]), (Some(7), &b"chunk"[..]));
        for _ in 0..2 {
            assert_eq!(run.send_done(&chunk, b"done").await.expect("sent"), Sent::Stored);
        }
        let mut batch = desk.results(WHILE / 5).await.expect("results");
        let result = queue::next(&mut batch, WHILE).await.expect("an answer").expect("a result");
        assert_eq!(queue::number(&result), Some(7));
        assert!(queue::next(&mut batch, WHILE).await.expect("an answer").is_none(), "only one");
        assert!(fetched(&run).await.is_some() && fetched(&run).await.is_none(), "two attempts");
        run.close().await;
        assert_eq!(run.send_done(&chunk, b"late").await.expect("an answer"), Sent::RunIsOver);
    });
}

#[test]
fn what_is_too_large_for_a_message_goes_through_the_store() {
    with_run(|run| async move {
        run.open("this build", b"order").await.expect("opened");
        assert_eq!(run.order().await.expect("an answer").as_deref(), Some(&b"order"[..]));
        let large: Vec<u8> = (0..3_000_000u32).map(|i| (i >> 3) as u8).collect();
        for (bytes, is_stored) in [(vec![1, 2, 3], false), (large, true)] {
            let done = Done { nanos: 5, outcome: Outcome::Here(bytes.clone()) };
            let packed = run.pack(&done).await.expect("packed");
            assert!(packed.len() < 1 << 20);
            let read: Done = postcard::from_bytes(&packed).expect("a result");
            match read.outcome {
                Outcome::Here(here) => assert!(!is_stored && here == bytes),
                Outcome::Failed(why) => panic!("{why}"),
                Outcome::Stored(name) => {
                    let found = run.unpack(&name).await.expect("an answer");
                    assert!(is_stored && found == Some(bytes));
                    assert_eq!(run.unpack(&name).await.expect("an answer"), None, "it is gone");
                }
            }
        }
    });
}

#[test]
fn a_run_is_idle_only_when_nothing_waits_is_played_or_came() {
    with_run(|run| async move {
        let desk = run.open("this build", b"order").await.expect("opened");
        let is_idle = async || desk.is_idle().await.expect("an answer");
        assert!(is_idle().await);
        run.send_chunk(0, 0, b"chunk").await.expect("sent");
        assert!(!is_idle().await, "it waits");
        let chunk = fetched(&run).await.expect("a chunk");
        assert!(!is_idle().await, "it is played");
        run.send_done(&chunk, b"done").await.expect("sent");
        chunk.double_ack().await.expect("an answer");
        assert!(!is_idle().await, "it came");
        let mut batch = desk.results(WHILE / 5).await.expect("results");
        let result = queue::next(&mut batch, WHILE).await.expect("an answer").expect("a result");
        assert!(!is_idle().await, "it is looked at");
        result.double_ack().await.expect("an answer");
        assert!(is_idle().await);
    });
}

#[test]
fn a_run_that_nobody_takes_results_of_is_cleared_away_at_the_second_look() {
    with_nats(|context| async move {
        let run = Run::begin(context.clone());
        run.open("this build", b"order").await.expect("opened");
        let streams = queue::streams(&context).await.expect("an answer");
        let runs = Runs::new(context.clone(), "this build".to_owned(), 1);
        let mut suspects = HashSet::new();
        runs.clean(&streams, &mut suspects).await;
        assert!(suspects.is_empty(), "somebody takes results");
        // As NATS does when they were not taken for long.
        let stream = context.get_stream(&streams[0]).await.expect("it is there");
        stream.delete_consumer("merge").await.expect("it is there");
        runs.clean(&streams, &mut suspects).await;
        assert_eq!(queue::streams(&context).await.expect("an answer"), streams, "it is suspected");
        runs.clean(&streams, &mut suspects).await;
        let left: Vec<String> = context.stream_names().try_collect().await.expect("an answer");
        assert_eq!(left, [""; 0], "neither the stream nor the store is left");
    });
}
