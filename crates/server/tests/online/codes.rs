//! Provokes every error code and every kind of message over a real connection.
//!
//! If a new kind of message is not provoked here, this file does not compile. If a new code in
//! [`Code::ONLINE`] is not provoked, the test fails.

use crate::games::play;
use crate::support::{Person, Socket, TestServer, config};
use crate::windows::started;
use orrery_protocol::{
    ClientMessage, CloseReason, Code, Consent, Fault, MuteState, Seat, ServerMessage,
};
use orrery_server::Config;
use serde_json::json;
use std::collections::BTreeSet;

/// Sends messages on a new socket, and returns the first error.
async fn fault_of(person: &Person, table: &str, messages: &[serde_json::Value]) -> Fault {
    let mut socket = person.connect(table).await;
    for message in messages {
        socket.send_text(&message.to_string()).await;
    }
    let error = |message: &ServerMessage| match message {
        ServerMessage::Error { error, .. } => Some(error.clone()),
        _ => None,
    };
    socket.receive_until(error).await
}

/// A server with two people and an open table.
struct Fixture {
    server: TestServer,
    ada: Person,
    ben: Person,
    /// Ada's table with a free seat.
    open: String,
}

impl Fixture {
    async fn new() -> Self {
        let server = TestServer::start().await;
        let (ada, ben) = (server.person("Ada").await, server.person("Ben").await);
        let open = ada.table(json!({ "seats": 2 })).await.table;
        Self { server, ada, ben, open }
    }

    /// Starts a private table where Ada and Ben play.
    async fn started(&self) -> String {
        let settings = json!({ "seats": 2, "start": "A", "spectating": "closed" });
        let table = self.ada.table(settings).await.table;
        self.ada.sit(&table, Seat::A).await;
        self.ben.sit(&table, Seat::B).await;
        self.ada.begin(&table).await;
        table
    }

    /// Starts a private table, and lets Ben resign.
    async fn over(&self) -> String {
        let table = self.started().await;
        let resigned = self.ben.send("POST", &format!("/api/tables/{table}/resign"), "").await;
        assert_eq!(resigned.status, 200, "{}", resigned.body);
        table
    }

    /// Starts a server with these limits.
    async fn limited(limits: Config) -> (TestServer, Person) {
        let server = TestServer::with(limits).await;
        let person = server.person("Ada").await;
        (server, person)
    }

    async fn fault_from(&self, method: &str, path: &str, body: &str) -> Fault {
        self.ada.send(method, path, body).await.fault()
    }

    async fn busy() -> Fault {
        let (_server, ada) = Self::limited(Config { max_tables: 0, ..config() }).await;
        ada.post("/api/tables", json!({ "seats": 2 })).await.fault()
    }

    async fn too_many() -> Fault {
        let (_server, ada) = Self::limited(Config { tables_per_hour: 1, ..config() }).await;
        ada.table(json!({ "seats": 2 })).await;
        ada.post("/api/tables", json!({ "seats": 2 })).await.fault()
    }

    /// Changes the log of a game in the database. Returns the error when the server loads the game.
    ///
    /// `change` is the assignment of an SQL `UPDATE`.
    async fn fault_after_change(self, change: &str) -> Fault {
        let (ada, table, other) = (self.ada.clone(), self.started().await, self.started().await);
        let folder = self.server.stop().await;
        let store = crate::support::reopen(&folder).await;
        let db = rusqlite::Connection::open(folder.path().join("orrery.sqlite")).expect("it opens");
        let damage = ["log", "fresh"].map(|entries| {
            let condition = "game = (SELECT key FROM games WHERE id = ?1)";
            db.execute(&format!("UPDATE {entries} SET {change} WHERE {condition}"), [&table])
        });
        assert!(damage.into_iter().map(|it| it.expect("it is damaged")).sum::<usize>() > 0);
        drop(db);
        let server = TestServer::with_store(config(), folder, std::sync::Arc::new(store)).await;
        let ada = Person { address: server.address, ..ada };
        let other = ada.send("GET", &format!("/api/tables/{other}"), "").await;
        assert_eq!(other.status, 200, "other tables are not affected");
        ada.send("GET", &format!("/api/tables/{table}"), "").await.fault()
    }

    /// Makes the server refuse a message or request with this code.
    async fn provoke(self, code: Code) -> Fault {
        let hello = json!({ "do": "hello", "orrery": 1 });
        let act = |step: &str| json!({"do":"act","id":"x","version":8,"step":step});
        let seat = |table: &str, seat: &str| format!("/api/tables/{table}/seats/{seat}");
        let me = "{\"kind\":\"me\"}";
        match code {
            Code::Malformed => self.fault_from("POST", "/api/tables", "{").await,
            Code::TooLong => self.fault_from("POST", "/api/decks", &"x".repeat(400_000)).await,
            Code::Version => {
                fault_of(&self.ada, &self.open, &[json!({"do":"hello","orrery":99})]).await
            }
            Code::Hello => fault_of(&self.ada, &self.open, &[json!({"do":"ping","id":"x"})]).await,
            Code::BadField => self.fault_from("POST", "/api/me", "{\"name\":\" \"}").await,
            Code::NoIdentity => {
                let nobody = Person { cookie: String::new(), ..self.ada };
                nobody.send("GET", "/api/me", "").await.fault()
            }
            Code::NoRecovery => {
                self.fault_from("POST", "/api/me/recover", "{\"code\":\"x\"}").await
            }
            Code::NoTable => self.fault_from("GET", "/api/tables/aaaaaaaaaaaaaaaaaaaa", "").await,
            Code::NotFound => self.fault_from("GET", "/api/editions/deluxe/cards", "").await,
            Code::NotHost => {
                let path = format!("/api/tables/{}/start", self.open);
                self.ben.send("POST", &path, "").await.fault()
            }
            Code::NotSeated => {
                let path = format!("/api/tables/{}/resign", self.open);
                self.fault_from("POST", &path, "").await
            }
            Code::SeatTaken => {
                self.ben.sit(&self.open, Seat::A).await;
                self.fault_from("PUT", &seat(&self.open, "A"), me).await
            }
            Code::AlreadySeated => {
                self.ada.sit(&self.open, Seat::A).await;
                self.fault_from("PUT", &seat(&self.open, "B"), me).await
            }
            Code::SeatsEmpty => {
                let path = format!("/api/tables/{}/start", self.open);
                self.fault_from("POST", &path, "").await
            }
            Code::Begun => self.fault_from("PUT", &seat(&self.started().await, "A"), me).await,
            Code::NotBegun => {
                self.fault_from("GET", &format!("/api/tables/{}/view", self.open), "").await
            }
            Code::Over => fault_of(&self.ada, &self.over().await, &[hello, act("end")]).await,
            Code::NotAdmitted => {
                let stranger = self.server.person("Eve").await;
                let path = format!("/api/tables/{}", self.started().await);
                stranger.send("GET", &path, "").await.fault()
            }
            Code::NotAsked => {
                let wait = json!({"do":"wait","id":"x","version":8});
                fault_of(&self.ada, &self.started().await, &[hello, wait]).await
            }
            Code::Stale => {
                let old = json!({"do":"act","id":"x","version":0,"step":"end"});
                fault_of(&self.ada, &self.started().await, &[hello, old]).await
            }
            Code::NotAStep => {
                fault_of(&self.ada, &self.started().await, &[hello, act("fly")]).await
            }
            Code::Illegal => fault_of(&self.ada, &self.started().await, &[hello, act("end")]).await,
            Code::NothingToUndo => {
                let undo = json!({"do":"undo","id":"x","version":8});
                fault_of(&self.ada, &self.started().await, &[hello, undo]).await
            }
            Code::Options => self.fault_from("POST", "/api/tables", "{\"seats\":9}").await,
            Code::BadDeck => self.fault_from("POST", "/api/decks", "{\"text\":\"id = 1\"}").await,
            Code::TooMany => Self::too_many().await,
            Code::Origin => {
                let evil = "Origin: https://evil.example\r\n";
                self.ada.send_with("POST", "/api/me/leave", evil, "").await.fault()
            }
            Code::Method => self.fault_from("PUT", "/api/tables", "{}").await,
            Code::Busy => Self::busy().await,
            Code::Store => {
                let file = self.server.folder().join("orrery.sqlite");
                let locking = rusqlite::Connection::open(file).expect("it opens");
                locking.execute_batch("BEGIN EXCLUSIVE").expect("it is locked");
                self.fault_from("GET", "/readyz", "").await
            }
            Code::Apart => crate::cluster::unreachable().await,
            Code::Damaged => self.fault_after_change("entry = x'00'").await,
            // The entry is invalid, but it has no checksum, so the store does not report damage.
            Code::Internal => self.fault_after_change("entry = x'00', sum = NULL").await,
            stdio => panic!("the server does not send {stdio:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_error_code_can_be_provoked_and_has_a_text() {
    for code in Code::ONLINE {
        let fault = Fixture::new().await.provoke(code).await;
        assert_eq!(fault.code, code, "{fault:?}");
        assert!(fault.text.len() > 10 && !fault.text.contains('\n'), "{fault:?}");
        let is_transient = matches!(code, Code::TooMany | Code::Busy | Code::Store | Code::Apart);
        assert_eq!(fault.retry_ms.is_some(), is_transient, "{fault:?}");
    }
}

/// Returns the kind of a message, as on the wire.
fn kind(message: &ServerMessage) -> &'static str {
    match message {
        ServerMessage::Welcome { .. } => "welcome",
        ServerMessage::Table { .. } => "table",
        ServerMessage::Presence { .. } => "presence",
        ServerMessage::View { .. } => "view",
        ServerMessage::Steps { .. } => "steps",
        ServerMessage::Prompt { .. } => "prompt",
        ServerMessage::Orders { .. } => "orders",
        ServerMessage::Chat { .. } => "chat",
        ServerMessage::UndoAsked { .. } => "undo-asked",
        ServerMessage::UndoRefused { .. } => "undo-refused",
        ServerMessage::Done { .. } => "done",
        ServerMessage::Error { .. } => "error",
        ServerMessage::Pong { .. } => "pong",
        ServerMessage::Recovery { .. } => "recovery",
        ServerMessage::Closing { .. } => "closing",
    }
}

/// Returns the kinds that a socket has received so far.
fn kinds(socket: &Socket) -> BTreeSet<&'static str> {
    let received =
        socket.received.iter().map(|text| serde_json::from_str(text).expect("a message"));
    received.map(|message| kind(&message)).collect()
}

fn new_message(id: &str, seat: Seat, message: &str, version: u32, request: u32) -> ClientMessage {
    let id = id.to_owned();
    match message {
        "wait" => ClientMessage::Wait { id, version },
        "undo" => ClientMessage::Undo { id, version, to: Some(1) },
        "consent" => ClientMessage::Consent { id, request, answer: Consent::Refuse },
        "orders" => ClientMessage::Orders { id, orders: Vec::new(), following: Default::default() },
        "chat" => ClientMessage::Chat { id, text: "hello".to_owned() },
        "hear" => ClientMessage::Hear { id, seat, hearing: MuteState::Muted },
        "resign" => ClientMessage::Resign { id },
        _ => ClientMessage::Ping { id },
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_message_is_understood_and_every_kind_is_received() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let asked = players[0].1.next_prompt(Seat::A).await;
    let undo_request = |message: &ServerMessage| match message {
        ServerMessage::UndoAsked { request, .. } => Some(*request),
        _ => None,
    };
    let pong =
        |message: &ServerMessage| matches!(message, ServerMessage::Pong { .. }).then_some(());
    let cancelled = players[0].0.send("DELETE", "/api/me/recovery", "").await;
    assert_eq!(cancelled.status, 204, "{}", cancelled.body);
    let (ben, ada) = (&mut players.pop().expect("B").1, &mut players.pop().expect("A").1);
    for message in ["orders", "chat", "hear", "undo"] {
        ada.send(&new_message(message, Seat::B, message, asked.version, 0)).await;
        ada.answer(message).await.expect("it is done");
    }
    let request = ben.receive_until(undo_request).await;
    ben.send(&new_message("consent", Seat::B, "consent", 0, request)).await;
    ben.answer("consent").await.expect("it is done");
    ben.send(&new_message("wait", Seat::B, "wait", asked.version, 0)).await;
    ben.answer("wait").await.expect("it is done");
    ada.act(asked.version, &asked.legal[0]).await.expect("it is done");
    ada.act(0, "end").await.expect_err("it is stale");
    ben.send(&ClientMessage::Resume { since: Some(asked.version) }).await;
    let prompt = ben.next_prompt(Seat::B).await;
    ben.act(prompt.version, &prompt.legal[0]).await.expect("it is done");
    ada.send(&new_message("ping", Seat::A, "ping", 0, 0)).await;
    ada.receive_until(pong).await;
    ben.send(&new_message("resign", Seat::B, "resign", 0, 0)).await;
    ben.answer("resign").await.expect("it is done");
    server.stop().await;
    let closing = |message: &ServerMessage| match message {
        ServerMessage::Closing { why, retry_ms } => Some((*why, retry_ms.is_some())),
        _ => None,
    };
    assert_eq!(ada.receive_until(closing).await, (CloseReason::Restart, true));
    let all: BTreeSet<_> = kinds(ada).union(&kinds(ben)).copied().collect();
    let wanted = [
        "chat",
        "closing",
        "done",
        "error",
        "orders",
        "pong",
        "presence",
        "prompt",
        "recovery",
        "steps",
        "table",
        "undo-asked",
        "undo-refused",
        "view",
        "welcome",
    ];
    assert_eq!(all, BTreeSet::from(wanted));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_accepts_no_messages() {
    let server = TestServer::start().await;
    let settings = json!({ "seats": 1, "rogue": "hades", "beat_ms": 0 });
    let mut players = started(&server, settings).await;
    let (person, socket) = players.pop().expect("one");
    let (table, mut socket) = play(socket, Seat::A, 1).await;
    let refused = socket.act(table.version, "end").await.expect_err("it is over");
    assert_eq!(refused.code, Code::Over);
    let path = format!("/api/tables/{}/seats/A", table.table);
    assert_eq!(person.send("PUT", &path, "{\"kind\":\"me\"}").await.fault().code, Code::Over);
}
