//! Tests of distributed runs with a real NATS server: duplicates, large results and lost messages.

use super::queue::{self, Run, SendStatus};
use super::runs::RunRegistry;
use super::spec::{ChunkOutcome, ChunkResult};
use async_nats::jetstream::{Context, Message};
use futures_util::TryStreamExt;
use orrery_services::{Nats, Persistence};
use std::collections::HashSet;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(5);

/// Runs a test with its own NATS server.
fn with_nats<F: Future<Output = ()>>(test: impl FnOnce(Context) -> F) {
    let nats = Nats::start(Persistence::JetStream).expect("a NATS that keeps streams");
    super::runtime(0).expect("threads").block_on(async {
        let addresses = [nats.url().parse().expect("an address")];
        test(queue::connect(&addresses).await.expect("NATS is there")).await;
    });
}

/// Runs a test with a new run.
fn with_run<F: Future<Output = ()>>(test: impl FnOnce(Run) -> F) {
    with_nats(|context| test(Run::begin(context)));
}

/// Takes a chunk off the queue as a worker does.
async fn fetch_chunk(run: &Run) -> Option<Message> {
    let (fingerprint, chunks) = run.join().await.expect("a run");
    assert_eq!(fingerprint, "this build");
    queue::fetch(&chunks).await
}

#[test]
fn repeated_attempts_and_results_are_stored_once() {
    with_run(|run| async move {
        let consumers = run.open("this build", b"spec").await.expect("opened");
        run.open("this build", b"spec").await.expect("an existing run is kept");
        for (number, attempt) in [(7, 0), (7, 0), (7, 1)] {
            run.send_chunk(number, attempt, b"chunk").await.expect("sent");
        }
        let chunk = fetch_chunk(&run).await.expect("a chunk");
        assert_eq!((queue::chunk_number(&chunk), &chunk.payload[..]), (Some(7), &b"chunk"[..]));
        for _ in 0..2 {
            assert_eq!(run.send_done(&chunk, b"done").await.expect("sent"), SendStatus::Stored);
        }
        let mut batch = consumers.results(TIMEOUT / 5).await.expect("results");
        let result =
            queue::next_result(&mut batch, TIMEOUT).await.expect("an answer").expect("a result");
        assert_eq!(queue::chunk_number(&result), Some(7));
        assert!(
            queue::next_result(&mut batch, TIMEOUT).await.expect("an answer").is_none(),
            "only one"
        );
        assert!(
            fetch_chunk(&run).await.is_some() && fetch_chunk(&run).await.is_none(),
            "two attempts"
        );
        run.close().await;
        assert_eq!(run.send_done(&chunk, b"late").await.expect("an answer"), SendStatus::RunIsOver);
    });
}

#[test]
fn large_results_go_through_the_object_store() {
    with_run(|run| async move {
        run.open("this build", b"spec").await.expect("opened");
        assert_eq!(run.spec().await.expect("an answer").as_deref(), Some(&b"spec"[..]));
        let large: Vec<u8> = (0..3_000_000u32).map(|i| (i >> 3) as u8).collect();
        for (bytes, is_stored) in [(vec![1, 2, 3], false), (large, true)] {
            let done = ChunkResult { nanos: 5, outcome: ChunkOutcome::Inline(bytes.clone()) };
            let packed = run.pack(&done).await.expect("packed");
            assert!(packed.len() < 1 << 20);
            let read: ChunkResult = postcard::from_bytes(&packed).expect("a result");
            match read.outcome {
                ChunkOutcome::Inline(here) => assert!(!is_stored && here == bytes),
                ChunkOutcome::Failed(why) => panic!("{why}"),
                ChunkOutcome::Stored(name) => {
                    let found = run.unpack(&name).await.expect("an answer");
                    assert!(is_stored && found == Some(bytes));
                    assert_eq!(run.unpack(&name).await.expect("an answer"), None, "deleted");
                }
            }
        }
    });
}

#[test]
fn a_run_is_idle_only_without_chunks_and_results() {
    with_run(|run| async move {
        let consumers = run.open("this build", b"spec").await.expect("opened");
        let is_idle = async || consumers.is_idle().await.expect("an answer");
        assert!(is_idle().await);
        run.send_chunk(0, 0, b"chunk").await.expect("sent");
        assert!(!is_idle().await, "the chunk is queued");
        let chunk = fetch_chunk(&run).await.expect("a chunk");
        assert!(!is_idle().await, "the chunk is being played");
        run.send_done(&chunk, b"done").await.expect("sent");
        chunk.double_ack().await.expect("an answer");
        assert!(!is_idle().await, "the result is queued");
        let mut batch = consumers.results(TIMEOUT / 5).await.expect("results");
        let result =
            queue::next_result(&mut batch, TIMEOUT).await.expect("an answer").expect("a result");
        assert!(!is_idle().await, "the result is being merged");
        result.double_ack().await.expect("an answer");
        assert!(is_idle().await);
    });
}

#[test]
fn an_abandoned_run_is_deleted_at_the_second_check() {
    with_nats(|context| async move {
        let run = Run::begin(context.clone());
        run.open("this build", b"spec").await.expect("opened");
        let streams = queue::streams(&context).await.expect("an answer");
        let runs = RunRegistry::new(context.clone(), "this build".to_owned(), 1, |_| {});
        let mut suspects = HashSet::new();
        runs.delete_abandoned(&streams, &mut suspects).await;
        assert!(suspects.is_empty(), "the coordinator's consumer exists");
        // NATS deletes the consumer of an inactive coordinator.
        let stream = context.get_stream(&streams[0]).await.expect("a stream");
        stream.delete_consumer("merge").await.expect("a consumer");
        runs.delete_abandoned(&streams, &mut suspects).await;
        assert_eq!(queue::streams(&context).await.expect("an answer"), streams, "suspected");
        runs.delete_abandoned(&streams, &mut suspects).await;
        let left: Vec<String> = context.stream_names().try_collect().await.expect("an answer");
        assert_eq!(left, [""; 0], "neither the stream nor the store is left");
    });
}
