//! Invalid input.
//!
//! Each message gets one typed error and changes nothing. The connection stays open unless it is
//! abused.

use crate::support::{Person, TestServer, config, raw};
use crate::windows::started;
use futures_util::SinkExt;
use orrery_protocol::{ClientMessage, CloseReason, Code, MyTables, Seat, ServerMessage};
use orrery_server::Config;
use serde_json::json;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

async fn table_of(person: &Person) -> String {
    let tables: MyTables = person.get("/api/me/tables").await;
    tables.tables[0].table.clone()
}

fn error(message: &ServerMessage) -> Option<(Option<String>, Code)> {
    match message {
        ServerMessage::Error { id, error } => Some((id.clone(), error.code)),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_messages_get_one_error_each_and_the_connection_stays() {
    let server = TestServer::start().await;
    let players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let table = table_of(&players[0].0).await;
    let mut socket = players[0].0.connect(&table).await;
    let cases = [
        ("nonsense", None, Code::Malformed),
        ("[1,2]", None, Code::Malformed),
        ("{\"do\":\"dance\",\"id\":\"x\"}", Some("x"), Code::Malformed),
        ("{\"do\":\"ping\",\"id\":\"x\",\"more\":1}", Some("x"), Code::Malformed),
        ("{\"do\":\"ping\",\"id\":\"\"}", Some(""), Code::BadField),
        (
            "{\"do\":\"act\",\"id\":\"x\",\"version\":-1,\"step\":\"end\"}",
            Some("x"),
            Code::Malformed,
        ),
        ("{\"do\":\"ping\",\"id\":\"early\"}", None, Code::Hello),
        ("{\"do\":\"hello\",\"orrery\":99}", None, Code::Version),
    ];
    for (text, id, code) in cases {
        socket.send_text(text).await;
        let answer = socket.receive_until(error).await;
        assert_eq!(answer, (id.map(str::to_owned), code), "{text}");
    }
    socket.stream().send(Message::binary(vec![1, 2, 3])).await.expect("it is sent");
    assert_eq!(socket.receive_until(error).await.1, Code::Malformed);
    socket.send(&ClientMessage::Hello { orrery: 1, since: None, words: None }).await;
    let prompt = socket.next_prompt(Seat::A).await;
    let cases = [
        (json!({"do":"hello","orrery":1}), Code::Hello),
        (json!({"do":"act","id":"a","version":prompt.version,"step":"fly"}), Code::NotAStep),
        (
            json!({"do":"act","id":"b","version":prompt.version,"step":"rolled move"}),
            Code::NotAStep,
        ),
        (json!({"do":"act","id":"c","version":prompt.version,"step":"end"}), Code::Illegal),
        (json!({"do":"act","id":"d","version":0,"step":"end"}), Code::Stale),
        (json!({"do":"undo","id":"e","version":0}), Code::Stale),
        (json!({"do":"undo","id":"f","version":prompt.version}), Code::NothingToUndo),
        (json!({"do":"undo","id":"g","version":prompt.version,"to":9999}), Code::NothingToUndo),
        (json!({"do":"consent","id":"h","request":7,"answer":"agree"}), Code::NothingToUndo),
        (json!({"do":"chat","id":"i","text":" \n"}), Code::BadField),
        (
            json!({"do":"orders","id":"j","orders":[
                {"face":"move","standing":{"kind":"never"},"scope":"game"},
                {"face":"move","standing":{"kind":"ask"},"scope":"game"}]}),
            Code::BadField,
        ),
    ];
    for (message, code) in cases {
        socket.send_text(&message.to_string()).await;
        assert_eq!(socket.receive_until(error).await.1, code, "{message}");
    }
    let again = socket.act(prompt.version, &prompt.legal[0]).await;
    again.expect("nothing has changed, and the connection is good");
    let refused = socket.act(prompt.version + 9, "pass").await.expect_err("the seat is not asked");
    assert!(matches!(refused.code, Code::NotAsked | Code::Stale), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_invalid_messages_close_the_connection() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 2 })).await.table;
    let mut socket = ada.watch(&table).await;
    for _ in 0..60 {
        if socket.stream().send(Message::text("nonsense")).await.is_err() {
            break;
        }
    }
    let closing = |message: &ServerMessage| match message {
        ServerMessage::Closing { why, retry_ms } => Some((*why, *retry_ms)),
        _ => None,
    };
    assert_eq!(socket.receive_until(closing).await, (CloseReason::Abuse, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn fast_senders_are_read_slowly_and_still_answered() {
    let server = TestServer::with(Config { messages_per_second: 10, ..config() }).await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 2 })).await.table;
    let mut socket = ada.watch(&table).await;
    let began = Instant::now();
    for number in 0..60 {
        socket.send(&ClientMessage::Ping { id: format!("p{number}") }).await;
    }
    let pong = |message: &ServerMessage| match message {
        ServerMessage::Pong { id } => Some(id.clone()),
        ServerMessage::Error { error, .. } => panic!("{error:?}"),
        _ => None,
    };
    for number in 0..60 {
        assert_eq!(socket.receive_until(pong).await, format!("p{number}"));
    }
    // The limit is a burst of forty messages, including `hello`, and then ten per second.
    assert!(began.elapsed() >= std::time::Duration::from_millis(1900), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_get_a_typed_error() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.person("Ada").await, server.person("Ben").await);
    let table = ada.table(json!({ "seats": 2 })).await.table;
    let unknown_id = "aaaaaaaaaaaaaaaaaaaa";
    let me = "{\"kind\":\"me\"}";
    let long = format!("{{\"name\":\"{}\"}}", "x".repeat(400_000));
    let cases = [
        ("POST", "/api/tables".to_owned(), "{", 400, Code::Malformed),
        ("POST", "/api/tables".to_owned(), "{\"seats\":9}", 422, Code::Options),
        (
            "POST",
            "/api/tables".to_owned(),
            "{\"seats\":2,\"rogue\":\"nobody\"}",
            404,
            Code::NotFound,
        ),
        (
            "POST",
            "/api/tables".to_owned(),
            "{\"seats\":2,\"edition\":\"deluxe\"}",
            404,
            Code::NotFound,
        ),
        ("POST", "/api/tables".to_owned(), "{\"seats\":2,\"deck\":\"x\"}", 422, Code::BadDeck),
        ("POST", "/api/tables".to_owned(), "{\"seats\":2,\"beat_ms\":9999}", 400, Code::BadField),
        ("POST", "/api/decks".to_owned(), "{\"text\":\"id = 1\"}", 422, Code::BadDeck),
        ("POST", "/api/me".to_owned(), &long, 413, Code::TooLong),
        ("POST", "/api/me".to_owned(), "{\"name\":\"\"}", 400, Code::BadField),
        ("GET", format!("/api/tables/{unknown_id}"), "", 404, Code::NoTable),
        ("GET", "/api/tables/..%2f..".to_owned(), "", 404, Code::NoTable),
        ("GET", format!("/api/tables/{table}/view"), "", 409, Code::NotBegun),
        ("GET", format!("/api/tables/{table}/record"), "", 409, Code::NotBegun),
        ("GET", format!("/api/tables/{table}/record?form=pdf"), "", 400, Code::BadField),
        ("GET", format!("/api/tables/{table}/socket"), "", 400, Code::Malformed),
        ("PUT", format!("/api/tables/{table}/seats/Z"), me, 404, Code::NotFound),
        ("PUT", format!("/api/tables/{table}/seats/E"), me, 404, Code::NotFound),
        ("POST", format!("/api/tables/{table}/start"), "", 409, Code::SeatsEmpty),
        ("POST", format!("/api/tables/{table}/rematch"), "", 409, Code::Begun),
        ("GET", "/api/nothing".to_owned(), "", 404, Code::NotFound),
        ("PUT", "/api/tables".to_owned(), "{}", 405, Code::Method),
        ("GET", "/api/editions/deluxe/cards".to_owned(), "", 404, Code::NotFound),
    ];
    for (method, path, body, status, code) in cases {
        let answer = ada.send(method, &path, body).await;
        assert_eq!((answer.status, answer.fault().code), (status, code), "{method} {path}");
    }
    ada.sit(&table, Seat::A).await;
    let bot = "{\"kind\":\"bot\",\"level\":\"random\"}";
    let cases = [
        ("PUT", format!("/api/tables/{table}/seats/A"), me, 409, Code::SeatTaken),
        ("PUT", format!("/api/tables/{table}/seats/B"), bot, 403, Code::NotHost),
        ("DELETE", format!("/api/tables/{table}/seats/A"), "", 403, Code::NotHost),
        ("POST", format!("/api/tables/{table}/start"), "", 403, Code::NotHost),
        ("DELETE", format!("/api/tables/{table}"), "", 403, Code::NotHost),
        ("POST", format!("/api/tables/{table}/resign"), "", 403, Code::NotSeated),
    ];
    for (method, path, body, status, code) in cases {
        let answer = ben.send(method, &path, body).await;
        assert_eq!((answer.status, answer.fault().code), (status, code), "{method} {path}");
    }
    let twice = ada.send("PUT", &format!("/api/tables/{table}/seats/B"), me).await;
    assert_eq!(twice.fault().code, Code::AlreadySeated);
    let unknown_bot = ada
        .send("PUT", &format!("/api/tables/{table}/seats/B"), "{\"kind\":\"bot\",\"level\":\"x\"}")
        .await;
    assert_eq!(unknown_bot.fault().code, Code::NotFound);
    let bad = ada
        .send(
            "PUT",
            &format!("/api/tables/{table}/seats/A"),
            "{\"kind\":\"me\",\"entropy\":\"xyz\"}",
        )
        .await;
    assert_eq!(bad.fault().code, Code::BadField);
    ben.sit(&table, Seat::B).await;
    ada.begin(&table).await;
    let late = ben.send("DELETE", &format!("/api/tables/{table}/seats/B"), "").await;
    assert_eq!(late.fault().code, Code::Begun);
    let running = ada.send("DELETE", &format!("/api/tables/{table}"), "").await;
    assert_eq!(running.fault().code, Code::Begun);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_from_other_origins_are_refused() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let json = "Content-Type: application/json\r\n";
    let evil = format!("{json}Origin: https://evil.example\r\n");
    let answer = ada.send_with("POST", "/api/tables", &evil, "{\"seats\":2}").await;
    assert_eq!((answer.status, answer.fault().code), (403, Code::Origin));
    let own = format!("{json}Origin: http://{}\r\n", server.address);
    let answer = ada.send_with("POST", "/api/tables", &own, "{\"seats\":2}").await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let table: orrery_protocol::Table = answer.json();
    let upgrade = "Upgrade: websocket\r\nOrigin: https://evil.example\r\n";
    let path = format!("/api/tables/{}/socket", table.table);
    let answer = ada.send_with("GET", &path, upgrade, "").await;
    assert_eq!(answer.fault().code, Code::Origin);
    let form = "Content-Type: text/plain\r\n";
    let answer = ada.send_with("POST", "/api/tables", form, "{\"seats\":2}").await;
    assert_eq!(answer.fault().code, Code::Malformed, "a form cannot send JSON");
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
    assert!(answer.header("x-request-id").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_rate_limited_and_headers_are_bounded() {
    let server = TestServer::with(Config { identities_per_hour: 2, ..config() }).await;
    let nobody = Person::nobody(server.address);
    let mut last = 0;
    for _ in 0..3 {
        let answer = nobody.post("/api/me", json!({ "name": "x" })).await;
        last = answer.status;
        if last == 429 {
            assert!(answer.header("retry-after").is_some());
        }
    }
    assert_eq!(last, 429);
    let huge = format!("GET /healthz HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "y".repeat(40_000));
    assert_eq!(raw(server.address, huge.as_bytes()).await.status, 431);
    assert_eq!(nobody.send("GET", "/healthz", "").await.body, "ok\n");
    assert_eq!(nobody.send("GET", "/readyz", "").await.body, "ready\n");
    let metrics = nobody.send("GET", "/metrics", "").await.body;
    assert!(metrics.contains("orrery_steps_total") && metrics.contains("orrery_append_seconds"));
    let document: serde_json::Value = nobody.get("/api/openapi.json").await;
    assert_eq!(document["openapi"], "3.1.0");
}

/// The clock is paused, and advances when every task waits.
#[tokio::test(start_paused = true)]
async fn silent_connections_are_closed() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 2 })).await.table;
    let began = Instant::now();
    let silent = raw(server.address, b"GET /healthz HTTP/1.1\r\nHost: x\r\n").await;
    assert!(matches!(silent.status, 0 | 408), "the head never ends: {silent:?}");
    assert!((10..12).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
    let began = Instant::now();
    let half = b"POST /api/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
        Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    let late = raw(server.address, half).await;
    assert_eq!((late.status, late.fault().code), (503, Code::Busy), "the body never ends");
    assert!((15..17).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
    let mut socket = ada.connect(&table).await;
    let closing = |message: &ServerMessage| match message {
        ServerMessage::Closing { why, .. } => Some(*why),
        _ => None,
    };
    assert_eq!(socket.receive_until(closing).await, CloseReason::Silent, "no hello comes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_table_refuses_strangers() {
    let server = TestServer::start().await;
    let players = started(&server, json!({ "seats": 2, "spectating": "closed" })).await;
    let table = table_of(&players[0].0).await;
    let stranger = server.person("Stranger").await;
    let answer = stranger.send("GET", &format!("/api/tables/{table}"), "").await;
    assert_eq!(answer.fault().code, Code::NotAdmitted);
    let mut socket = stranger.watch(&table).await;
    assert_eq!(socket.receive_until(error).await.1, Code::NotAdmitted);
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_metrics_are_local_only() {
    let server = TestServer::with(Config { behind_proxy: true, ..config() }).await;
    let nobody = Person::nobody(server.address);
    assert_eq!(nobody.send("GET", "/metrics", "").await.status, 200);
    for client in ["203.0.113.7", "127.0.0.1", ""] {
        let header = format!("X-Forwarded-For: {client}\r\n");
        assert_eq!(nobody.send_with("GET", "/metrics", &header, "").await.status, 404, "{client}");
    }
}
