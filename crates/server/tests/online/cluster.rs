//! Clusters of several nodes, with real PostgreSQL and NATS.
//!
//! One node owns a table, and clients can use the table from all nodes. The nodes report outages of
//! the message bus (NATS) and the store, and games continue after them.

use crate::sessions::{self, welcomed};
use crate::support::{Person, Socket, TestServer, config, prompt_for};
use orrery_protocol::{
    ClientMessage, CloseReason, Code, Fault, Prompt, Recovery, Seat, ServerMessage, Table,
};
use orrery_server::{Config, Nats, Server, Transport, node_id};
use orrery_services as services;
use orrery_store::Postgres;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// The services of a cluster, and the address of its database.
struct TestCluster {
    store: services::Postgres,
    bus: services::Nats,
    address: String,
}

impl TestCluster {
    fn new() -> Self {
        let store = services::Postgres::start().expect("PostgreSQL");
        let bus = services::Nats::start(services::Persistence::None).expect("NATS");
        let address = store.create_database().expect("a database");
        Self { store, bus, address }
    }

    async fn node(&self) -> TestServer {
        self.node_with(config()).await
    }

    async fn node_with(&self, config: Config) -> TestServer {
        let transport: Arc<dyn Transport> =
            Arc::new(Nats::connect(&self.bus.url()).await.expect("the bus"));
        self.node_on(config, Some(transport)).await
    }

    /// Starts a node, and waits until it answers requests.
    async fn node_on(&self, config: Config, transport: Option<Arc<dyn Transport>>) -> TestServer {
        let store = Postgres::open(&self.address, &node_id(), "test").await.expect("the store");
        let server = Server::node(config, Arc::new(store), transport, None);
        let node = TestServer::serving(server, tempfile::tempdir().expect("a folder")).await;
        Person::nobody(node.address).send("GET", "/healthz", "").await;
        node
    }
}

/// Returns the fault for a table of another node when there is no bus.
pub(crate) async fn unreachable() -> Fault {
    let cluster = TestCluster::new();
    let one = cluster.node().await;
    let two = cluster.node_on(config(), None).await;
    let (ada, table) = start_game(&one).await;
    ada.at(two.address).send("GET", &format!("/api/tables/{table}"), "").await.fault()
}

/// Starts a solo game of Ada on a node, which then owns it.
async fn start_game(node: &TestServer) -> (Person, String) {
    let ada = node.person("Ada").await;
    let table = sessions::start_solo_game(&ada).await;
    (ada, table)
}

/// Takes this many steps, and returns the version after them.
async fn play(socket: &mut Socket, steps: u32) -> u32 {
    let mut version = 0;
    for _ in 0..steps {
        let prompt = current_prompt(socket).await;
        let step = prompt.legal.last().expect("an answer");
        version = socket.act(prompt.version, step).await.expect("it is taken");
    }
    version
}

/// Returns Ada's current prompt, which may have arrived before the answer to her last step.
async fn current_prompt(socket: &mut Socket) -> Prompt {
    loop {
        let received =
            socket.received.iter().map(|text| serde_json::from_str(text).expect("a message"));
        let received: Vec<ServerMessage> = received.collect();
        let prompt = received.iter().rev().find_map(|message| prompt_for(message, Seat::A));
        let newest = received.iter().filter_map(version_of).max();
        match prompt.filter(|prompt| Some(prompt.version) >= newest) {
            Some(prompt) => return prompt.clone(),
            None => drop(socket.receive().await.expect("the connection stays")),
        }
    }
}

fn version_of(message: &ServerMessage) -> Option<u32> {
    match message {
        ServerMessage::Steps { version, .. }
        | ServerMessage::View { version, .. }
        | ServerMessage::Done { version, .. } => Some(*version),
        _ => None,
    }
}

/// Waits for this version, or for a later one after chance steps. Returns the version.
async fn wait_for_version(socket: &mut Socket, wanted: u32) -> u32 {
    socket.receive_until(|message| version_of(message).filter(|it| *it >= wanted)).await
}

/// Waits until the connection is closed, and returns the reason.
async fn close_reason(socket: &mut Socket) -> CloseReason {
    let closing = |message: &ServerMessage| match message {
        ServerMessage::Closing { why, .. } => Some(*why),
        _ => None,
    };
    socket.receive_until(closing).await
}

/// Reconnects from a version, until the server accepts it.
async fn resume(person: &Person, table: &str, since: u32) -> Socket {
    for _ in 0..600 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let Ok(mut socket) = person.try_connect(table).await else { continue };
        socket.send(&ClientMessage::Hello { orrery: 1, since: Some(since), words: None }).await;
        match socket.receive().await {
            Some(ServerMessage::Welcome { .. }) => {
                // Use new message ids, so that the server does not treat them as repeated.
                socket.number = 1000 + since;
                return socket;
            }
            Some(ServerMessage::Error { error, .. }) => {
                let is_transient = matches!(error.code, Code::Apart | Code::Busy | Code::Store);
                assert!(is_transient, "it is refused: {error}");
            }
            other => assert!(other.is_none(), "{other:?}"),
        }
    }
    panic!("the server does not accept the session");
}

async fn metric(server: &TestServer, name: &str) -> String {
    let nobody = Person::nobody(server.address);
    let text = nobody.send("GET", "/metrics", "").await.body;
    let line = text.lines().find(|line| line.split(' ').next() == Some(name));
    line.unwrap_or_else(|| panic!("no {name} in {text}"))
        .split(' ')
        .nth(1)
        .expect("a value")
        .to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_one_node_is_played_and_watched_from_another() {
    let cluster = TestCluster::new();
    let (one, two) = (cluster.node().await, cluster.node().await);
    let (ada, table) = start_game(&one).await;
    let mut here = ada.watch(&table).await;
    let mut there = ada.at(two.address).watch(&table).await;
    let nobody = Person::nobody(two.address);
    let mut eve = nobody.watch(&table).await;
    let version = play(&mut there, 8).await;
    let seen = wait_for_version(&mut here, version).await;
    assert_eq!(wait_for_version(&mut eve, version).await, seen);
    assert_eq!(metric(&two, "orrery_gateway_sessions").await, "2");
    assert_eq!(metric(&one, "orrery_remote_sessions").await, "2");
    assert_eq!(metric(&two, "orrery_tables").await, "0", "one node has the table");

    let path = format!("/api/tables/{table}");
    for part in ["", "/view", "/record"] {
        let path = format!("{path}{part}");
        let own = ada.send("GET", &path, "").await;
        let other = ada.at(two.address).send("GET", &path, "").await;
        assert_eq!((own.status, other.status), (200, 200), "{part}: {}", other.body);
        assert_eq!(own.body, other.body, "{part}");
    }
    let refused = nobody.send("POST", &format!("{path}/resign"), "").await;
    assert_eq!(refused.fault().code, Code::NoIdentity);
    let resigned = ada.at(two.address).send("POST", &format!("{path}/resign"), "").await;
    assert_eq!(resigned.status, 200, "{}", resigned.body);
    assert!(resigned.json::<Table>().seed.is_some(), "the game is over");
    drop((here, there, eve));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_bus_the_owner_continues_and_others_catch_up() {
    let mut cluster = TestCluster::new();
    let (one, two) = (cluster.node().await, cluster.node().await);
    let (ada, table) = start_game(&one).await;
    let nobody = Person::nobody(two.address);
    let mut here = ada.watch(&table).await;
    let mut eve = nobody.watch(&table).await;
    let before = play(&mut here, 2).await;
    let seen = wait_for_version(&mut eve, before).await;
    cluster.bus.kill();
    assert_eq!(close_reason(&mut eve).await, CloseReason::Apart, "the client gets the reason");
    let after = play(&mut here, 3).await;
    let mut refused = nobody.watch(&table).await;
    let fault = refused.receive_until(|message| match message {
        ServerMessage::Error { error, .. } => Some(error.clone()),
        _ => None,
    });
    let fault = fault.await;
    assert_eq!(fault.code, Code::Apart, "{fault}");
    assert!(fault.retry_ms.is_some());
    assert_eq!(close_reason(&mut refused).await, CloseReason::Apart);
    let refused = nobody.send("GET", &format!("/api/tables/{table}"), "").await;
    assert_eq!((refused.status, refused.fault().code), (503, Code::Apart));

    cluster.bus.restart().expect("NATS");
    let mut eve = resume(&nobody, &table, seen).await;
    assert!(wait_for_version(&mut eve, after).await >= after);
    let steps = eve.received.iter().any(|text| text.contains("\"type\":\"steps\""));
    assert!(steps, "the client receives the missed steps: {:?}", eve.received);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_store_nothing_is_acknowledged_and_play_continues_afterwards() {
    let mut cluster = TestCluster::new();
    let (one, two) = (cluster.node().await, cluster.node().await);
    let (ada, table) = start_game(&one).await;
    let mut here = ada.watch(&table).await;
    let before = play(&mut here, 2).await;
    let prompt = current_prompt(&mut here).await;
    cluster.store.stop().expect("it ends");
    let (id, step) = (here.id(), prompt.legal.last().expect("an answer").clone());
    here.send(&ClientMessage::Act { id, version: prompt.version, step }).await;
    // The server refuses the step. If the result of the write is unknown, it tells the client to
    // reconnect.
    let answer = here.receive_until(|message| match message {
        ServerMessage::Done { .. } => Some(Err("it is acknowledged")),
        ServerMessage::Error { error, .. } if error.code == Code::Store => Some(Ok(())),
        ServerMessage::Closing { why: CloseReason::Restart, .. } => Some(Ok(())),
        _ => None,
    });
    assert_eq!(answer.await, Ok(()));
    let refused = two.create_identity("Ben").await;
    assert_eq!(refused.fault().code, Code::Store);
    cluster.store.restart().expect("PostgreSQL");
    let mut here = resume(&ada, &table, before).await;
    let after = play(&mut here, 2).await;
    assert!(after > before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_shuts_down_releases_its_tables() {
    let cluster = TestCluster::new();
    let (one, two) = (cluster.node().await, cluster.node().await);
    let (ada, table) = start_game(&one).await;
    let mut here = ada.watch(&table).await;
    let mut there = ada.at(two.address).watch(&table).await;
    let version = play(&mut here, 4).await;
    let seen = wait_for_version(&mut there, version).await;
    one.stop().await;
    assert_eq!(close_reason(&mut there).await, CloseReason::Restart);
    let mut back = resume(&ada.at(two.address), &table, seen).await;
    assert!(play(&mut back, 3).await > seen);
    assert_eq!(metric(&two, "orrery_tables").await, "1");
    assert_eq!(metric(&two, "orrery_tables_taken_total").await, "0", "it was handed over");
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_a_device_out_closes_its_sockets_on_every_node() {
    let mut cluster = TestCluster::new();
    let (one, two) = (cluster.node().await, cluster.node().await);
    let (ada, table) = start_game(&one).await;
    let code: Recovery = ada.send("POST", "/api/me/recovery", "").await.json();
    let nobody = Person::nobody(two.address);
    let answer = nobody.post("/api/me/recover", json!({ "code": code.code })).await;
    let phone = Person { cookie: answer.cookie().expect("a cookie"), ..nobody };
    let mut here = welcomed(&ada, &table).await;
    let mut there = welcomed(&phone, &table).await;
    let logged_out = ada.post("/api/me/leave-all", json!({ "devices": "others" })).await;
    let ada = Person { cookie: logged_out.cookie().expect("a new cookie"), ..ada };
    for socket in [&mut here, &mut there] {
        assert_eq!(sessions::close_reason(socket).await, CloseReason::LoggedOut);
    }
    // Notices that were lost with the bus are delivered after it is back.
    let mut there = welcomed(&ada.at(two.address), &table).await;
    cluster.bus.kill();
    assert_eq!(close_reason(&mut there).await, CloseReason::Apart);
    let local_table = sessions::start_solo_game(&ada.at(two.address)).await;
    let mut there = welcomed(&ada.at(two.address), &local_table).await;
    let logged_out = ada.post("/api/me/leave-all", json!({ "devices": "others" })).await;
    assert_eq!(logged_out.status, 204);
    cluster.bus.restart().expect("NATS");
    assert_eq!(sessions::close_reason(&mut there).await, CloseReason::LoggedOut);
}

#[tokio::test(flavor = "multi_thread")]
async fn quotas_apply_to_the_whole_cluster() {
    let cluster = TestCluster::new();
    let config = || Config { identities_per_hour: 3, tables_per_hour: 2, ..config() };
    let (one, two) = (cluster.node_with(config()).await, cluster.node_with(config()).await);
    let ada = one.person("Ada").await;
    two.person("Ben").await;
    one.person("Cleo").await;
    for node in [&one, &two] {
        let refused = node.create_identity("Dora").await;
        assert_eq!(refused.fault().code, Code::TooMany);
    }
    ada.table(json!({"seats": 2})).await;
    ada.at(two.address).table(json!({"seats": 2})).await;
    for node in [&one, &two] {
        let refused = ada.at(node.address).post("/api/tables", json!({"seats": 2})).await;
        assert_eq!(refused.fault().code, Code::TooMany);
    }
}
