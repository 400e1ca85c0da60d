//! Helpers for tests of distributed runs: child processes, and a listener for results in NATS.

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, AckKind, Context};
use async_nats::{Client, Message};
use futures_util::{StreamExt, TryStreamExt};
use orrery_services::Nats;
pub(crate) use orrery_testing::wait::wait_until;
use std::future::Future;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::runtime::Runtime;

/// A running program, which is killed when the value is dropped.
pub(crate) struct Running {
    child: Mutex<Child>,
    stderr: Arc<Mutex<String>>,
    printed: Option<JoinHandle<String>>,
}

impl Running {
    /// Starts `orrery`.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::program(env!("CARGO_BIN_EXE_orrery"), arguments)
    }

    /// Starts a program with `/` as its working directory, away from the files of the test.
    pub(crate) fn program(program: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.args(arguments).current_dir("/").stdin(Stdio::null());
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let (mut stdout, errors) = (child.stdout.take().expect("one"), child.stderr.take());
        let printed = std::thread::spawn(move || {
            let mut text = String::new();
            stdout.read_to_string(&mut text).expect("text");
            text
        });
        let stderr = Arc::new(Mutex::new(String::new()));
        let collected = Arc::clone(&stderr);
        std::thread::spawn(move || {
            for line in BufReader::new(errors.expect("one")).lines().map_while(Result::ok) {
                *collected.lock().expect("no panic") += &format!("{line}\n");
            }
        });
        Self { child: Mutex::new(child), stderr, printed: Some(printed) }
    }

    /// Returns the standard error of the program so far.
    pub(crate) fn stderr(&self) -> String {
        self.stderr.lock().expect("no panic").clone()
    }

    /// Waits until the standard error of the program contains this text.
    pub(crate) fn wait_for(&self, words: &str) {
        wait_until(words, || {
            assert!(self.is_running() || self.stderr().contains(words), "{}", self.stderr());
            self.stderr().contains(words)
        });
    }

    pub(crate) fn is_running(&self) -> bool {
        self.child.lock().expect("no panic").try_wait().expect("a child").is_none()
    }

    /// Sends a signal with one of the functions of `orrery_services`.
    pub(crate) fn signal(&self, send: fn(&Child)) {
        send(&self.child.lock().expect("no panic"));
    }

    /// Kills the program, which must still be running.
    pub(crate) fn kill(self) {
        assert!(self.is_running(), "{}", self.stderr());
        drop(self);
    }

    /// Waits until the program exits; returns its status, standard output and standard error.
    pub(crate) fn end(mut self) -> (Option<i32>, String, String) {
        wait_until("the end of a program", || !self.is_running());
        let status = self.child.lock().expect("no panic").wait().expect("a child");
        let printed = self.printed.take().map(|printed| printed.join().expect("no panic"));
        (status.code(), printed.unwrap_or_default(), self.stderr())
    }

    /// Waits until the program exits successfully; returns its standard output.
    pub(crate) fn succeeds(self) -> String {
        let (status, printed, stderr) = self.end();
        assert_eq!(status, Some(0), "{stderr}");
        printed
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let child = self.child.get_mut().expect("no panic");
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Starts a worker that plays one chunk at a time.
pub(crate) fn worker(nats: &Nats) -> Running {
    Running::start(&["work", &nats.url(), "--threads", "1"])
}

/// Starts several workers.
pub(crate) fn workers(nats: &Nats, count: usize) -> Vec<Running> {
    (0..count).map(|_| worker(nats)).collect()
}

/// Returns the names of the streams in NATS.
pub(crate) fn streams(nats: &Nats) -> Vec<String> {
    let listener = ResultListener::new(nats);
    let names = async { jetstream::new(listener.client()).stream_names().try_collect().await };
    listener.block_on(names).expect("NATS answers")
}

/// A listener for the results that workers send.
pub(crate) struct ResultListener {
    runtime: Runtime,
    client: Client,
    /// The subjects of the received results.
    received: Arc<Mutex<Vec<String>>>,
}

impl ResultListener {
    /// Creates a listener that only counts results.
    pub(crate) fn new(nats: &Nats) -> Self {
        Self::with(nats, |_, _| async {})
    }

    /// Creates a listener that calls `act` for each result.
    pub(crate) fn with<F, D>(nats: &Nats, mut act: F) -> Self
    where
        F: FnMut(Client, Message) -> D + Send + 'static,
        D: Future<Output = ()> + Send + 'static,
    {
        let runtime = Runtime::new().expect("threads");
        let client = runtime.block_on(async_nats::connect(nats.url())).expect("NATS is there");
        let results = runtime.block_on(client.subscribe("orrery.farm.*.done.*"));
        let mut results = results.expect("a subject");
        runtime.block_on(client.flush()).expect("NATS is there");
        let received = Arc::new(Mutex::new(Vec::new()));
        let (subjects, own_client) = (Arc::clone(&received), client.clone());
        runtime.spawn(async move {
            while let Some(result) = results.next().await {
                // Skip messages that this listener sent: they have no headers.
                if result.headers.is_some() {
                    let subject = result.subject.to_string();
                    act(own_client.clone(), result).await;
                    subjects.lock().expect("no panic").push(subject);
                }
            }
        });
        Self { runtime, client, received }
    }

    pub(crate) fn client(&self) -> Client {
        self.client.clone()
    }

    pub(crate) fn block_on<D: Future>(&self, future: D) -> D::Output {
        self.runtime.block_on(future)
    }

    /// Returns the number of received results.
    pub(crate) fn result_count(&self) -> usize {
        self.received.lock().expect("no panic").len()
    }

    /// Returns the number of received results of a chunk.
    pub(crate) fn results_of(&self, number: usize) -> usize {
        let ending = format!(".done.{number}");
        let received = self.received.lock().expect("no panic");
        received.iter().filter(|subject| subject.ends_with(&ending)).count()
    }

    /// Waits for this many results.
    pub(crate) fn wait_for(&self, count: usize) {
        wait_until("results", || self.result_count() >= count);
    }

    /// Waits until NATS redelivers the chunk of a stalled worker, and returns its number.
    ///
    /// Meanwhile, it takes all other chunks so that only this one is left. At the end, it gives all
    /// of them back.
    pub(crate) fn wait_for_redelivery(&self) -> usize {
        self.block_on(async {
            let context = jetstream::new(self.client());
            let names: Vec<String> = context.stream_names().try_collect().await.expect("an answer");
            let run = names.iter().find(|name| !name.starts_with("OBJ_")).expect("a run");
            let stream = context.get_stream(run).await.expect("it is there");
            let chunks: PullConsumer = stream.get_consumer("workers").await.expect("it is there");
            let mut taken = Vec::new();
            let redelivered = loop {
                let batch = chunks.batch().max_messages(1).expires(Duration::from_secs(60));
                let mut batch = batch.messages().await.expect("NATS is there");
                let chunk = batch.next().await.expect("a chunk").expect("NATS is there");
                if chunk.info().expect("a chunk").delivered > 1 {
                    break chunk;
                }
                taken.push(chunk);
            };
            for chunk in std::iter::once(&redelivered).chain(&taken) {
                chunk.ack_with(AckKind::Nak(None)).await.expect("NATS is there");
            }
            let number = redelivered.subject.rsplit('.').next().and_then(|it| it.parse().ok());
            number.expect("the number of a chunk")
        })
    }

    /// Returns the object store of the only run.
    async fn store(context: &Context) -> jetstream::object_store::ObjectStore {
        let names: Vec<String> = context.stream_names().try_collect().await.expect("an answer");
        let bucket = names.iter().find_map(|name| name.strip_prefix("OBJ_")).expect("a store");
        context.get_object_store(bucket).await.expect("it is there")
    }

    /// Reads the specification of the only run.
    pub(crate) fn read_spec(&self) -> Vec<u8> {
        self.block_on(async {
            let store = Self::store(&jetstream::new(self.client())).await;
            let mut bytes = Vec::new();
            let mut spec = store.get("order").await.expect("it is there");
            spec.read_to_end(&mut bytes).await.expect("it can be read");
            bytes
        })
    }

    /// Replaces the specification of the only run.
    pub(crate) fn write_spec(&self, spec: &[u8]) {
        self.block_on(async {
            let store = Self::store(&jetstream::new(self.client())).await;
            store.put("order", &mut &*spec).await.expect("it is stored");
        });
    }
}
