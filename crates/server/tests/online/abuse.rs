//! Attacks from outside. Each attack worked in an earlier version.

use crate::support::{Answer, Person, TIMEOUT, TestServer, config};
use orrery_protocol::{ClientMessage, Code, Edition, Export, Seat, ServerMessage, Table};
use orrery_server::Config;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

const VALID_DECK: &str = "id = \"home\"\nname = \"At home\"\nedition = \"classic\"\n";

/// This request once overflowed the stack, which would abort the test process.
#[tokio::test(flavor = "multi_thread")]
async fn a_nested_deck_is_refused() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    for open in ["{{}a", "{a=]", "["] {
        let deck = format!("a={}", open.repeat(4000));
        for (path, body) in [
            ("/api/decks", json!({ "text": deck })),
            ("/api/tables", json!({ "seats": 2, "deck": deck })),
        ] {
            let fault = ada.post(path, body).await.fault();
            assert_eq!(fault.code, Code::BadDeck, "{path}");
            assert!(fault.problems[0].text.contains("nest"), "{:?}", fault.problems);
        }
    }
    let nested = format!("{{\"text\":{}", "[".repeat(200_000));
    assert_eq!(ada.send("POST", "/api/decks", &nested).await.fault().code, Code::Malformed);
}

#[tokio::test(flavor = "multi_thread")]
async fn deck_checks_need_an_identity() {
    let server = TestServer::start().await;
    let nobody = Person::nobody(server.address);
    let refused = nobody.post("/api/decks", json!({ "text": VALID_DECK })).await;
    assert_eq!((refused.status, refused.fault().code), (401, Code::NoIdentity));
    let ada = server.person("Ada").await;
    let edition: Edition = ada.post("/api/decks", json!({ "text": VALID_DECK })).await.json();
    assert_eq!(edition.edition, "home");
}

/// Deck checks cost time, including those of invalid decks that come with a table.
#[tokio::test(flavor = "multi_thread")]
async fn deck_checks_are_limited_per_address() {
    let server = TestServer::with(Config { deck_checks_per_minute: 3, ..config() }).await;
    let ada = server.person("Ada").await;
    let invalid_deck = |n: u32| format!("id = {n}");
    for n in 0..2 {
        let refused = ada.post("/api/tables", json!({ "seats": 2, "deck": invalid_deck(n) })).await;
        assert_eq!(refused.fault().code, Code::BadDeck);
    }
    assert_eq!(ada.post("/api/decks", json!({ "text": VALID_DECK })).await.status, 200);
    let ben = server.person("Ben").await;
    let bodies = [json!({ "text": VALID_DECK }), json!({ "seats": 2, "deck": VALID_DECK })];
    for (path, body) in ["/api/decks", "/api/tables"].into_iter().zip(bodies) {
        let refused = ben.post(path, body).await;
        assert_eq!((refused.status, refused.fault().code), (429, Code::TooMany), "{path}");
    }
}

/// Sends a deck with the maximum number of invalid lines.
///
/// The answer is short, and the server answers other requests meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn decks_with_many_problems_are_refused_quickly_and_all_requests_are_answered() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let body = json!({ "text": "= = =\n".repeat(43_000) });
    let mut requests = Vec::new();
    for _ in 0..20 {
        let (ada, body) = (Person { cookie: ada.cookie.clone(), ..ada }, body.clone());
        requests.push(tokio::spawn(async move { ada.post("/api/decks", body).await }));
    }
    assert_eq!(ada.send("GET", "/api/me", "").await.status, 200);
    for answer in requests {
        let fault = answer.await.expect("an answer").fault();
        assert_eq!((fault.code, fault.problems.len()), (Code::BadDeck, 1));
    }
}

/// Returns a deck of nearly the maximum size.
fn large_deck() -> String {
    format!("{VALID_DECK}# {}\n", "x".repeat(250_000))
}

/// Creates a person whose export has two megabytes.
///
/// This is more than the system buffers for a client that does not read.
async fn with_large_export(server: &TestServer) -> Person {
    let ada = server.person("Ada").await;
    for _ in 0..8 {
        let table = ada.table(json!({ "seats": 1, "deck": large_deck() })).await.table;
        ada.sit(&table, Seat::A).await;
        ada.begin(&table).await;
    }
    ada
}

/// Opens a connection with small buffers.
async fn small_stream(ada: &Person) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    socket.connect(ada.address).await.expect("a connection")
}

/// Requests an export and does not read it.
async fn unread_export(ada: &Person, from: &str) -> TcpStream {
    let mut stream = small_stream(ada).await;
    let cookie = &ada.cookie;
    let head = format!(
        "GET /api/me/export HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nX-Forwarded-For: {from}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("it is sent");
    stream
}

/// Sends a small request as a proxy forwards it from this address.
async fn request_from(ada: &Person, address: &str) -> Answer {
    ada.send_with("GET", "/api/me", &format!("X-Forwarded-For: {address}\r\n"), "").await
}

/// Waits until the server has finished the other requests of an address.
async fn until_admitted(ada: &Person, address: &str) {
    let admitted = async {
        while request_from(ada, address).await.status != 200 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, admitted).await.expect("the server finishes the other requests");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_every_game_with_its_record() {
    let server = TestServer::start().await;
    let ada = with_large_export(&server).await;
    ada.table(json!({ "seats": 2 })).await;
    let export: Export = ada.get("/api/me/export").await;
    assert_eq!((export.me.name.as_str(), export.games.len()), ("Ada", 9));
    assert_eq!(export.games.iter().filter(|game| game.record.is_none()).count(), 1, "one is open");
    let ben = server.person("Ben").await;
    let none: Export = ben.get("/api/me/export").await;
    assert!(none.games.is_empty());
}

/// The server cuts off the response, and closes the connection.
#[tokio::test(flavor = "multi_thread")]
async fn an_unread_response_is_cut_off() {
    let limits = Config { requests_at_once: 1, behind_proxy: true, ..config() };
    let server =
        TestServer::with(Config { max_unread_time: Duration::from_secs(1), ..limits }).await;
    let ada = with_large_export(&server).await;
    let mut stream = unread_export(&ada, "192.0.2.1").await;
    stream.read_u8().await.expect("the response starts");
    until_admitted(&ada, "192.0.2.1").await;
    let mut all = Vec::new();
    let ended = timeout(TIMEOUT, stream.read_to_end(&mut all)).await.expect("it ends");
    assert!(ended.is_err() || all.len() < 2_000_000, "{} bytes arrived", all.len());
    assert!(!all.ends_with(b"0\r\n\r\n"), "the response is incomplete");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_requests_are_limited_per_address() {
    let limits = Config { requests_at_once: 2, behind_proxy: true, ..config() };
    let server = TestServer::with(limits).await;
    let ada = with_large_export(&server).await;
    let mut unread = Vec::new();
    for _ in 0..2 {
        let mut stream = unread_export(&ada, "192.0.2.1").await;
        stream.read_u8().await.expect("the response starts");
        unread.push(stream);
    }
    let refused = request_from(&ada, "192.0.2.1").await;
    assert_eq!((refused.status, refused.fault().code), (429, Code::TooMany));
    assert_eq!(request_from(&ada, "192.0.2.2").await.status, 200);
    drop(unread);
    until_admitted(&ada, "192.0.2.1").await;
}

/// Silent connections count towards the limit, and free their slots when they end.
#[tokio::test(flavor = "multi_thread")]
async fn connections_are_limited() {
    let server = TestServer::with(Config { max_connections: 5, ..config() }).await;
    let mut silent = Vec::new();
    for _ in 0..5 {
        silent.push(TcpStream::connect(server.address).await.expect("a connection"));
    }
    let mut one_more = TcpStream::connect(server.address).await.expect("a connection");
    let closed = timeout(TIMEOUT, one_more.read(&mut [0])).await.expect("it is closed");
    assert!(!matches!(closed, Ok(1..)), "{closed:?}");
    drop(silent);
    for _ in 0..100 {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        let request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        let mut answer = String::new();
        let _ = stream.write_all(request).await;
        let _ = timeout(TIMEOUT, stream.read_to_string(&mut answer)).await;
        if answer.starts_with("HTTP/1.1 200") {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("the permits are not released");
}

/// Opens a socket at a table, and waits for the welcome. Returns the socket and the table.
async fn welcomed(ada: &Person, table: &str, query: &str) -> (crate::support::Socket, Table) {
    let path = format!("/api/tables/{table}/socket{query}");
    let socket = ada.connect_by(small_stream(ada).await, &path);
    let mut socket = socket.await.expect("the socket opens");
    socket.send(&ClientMessage::Hello { orrery: 1, since: None, words: None }).await;
    let table = socket.receive_until(|message| match message {
        ServerMessage::Welcome { table, .. } => Some((**table).clone()),
        _ => None,
    });
    let table = table.await;
    (socket, table)
}

/// Returns the next description of the table.
async fn next_table(socket: &mut crate::support::Socket) -> Table {
    let table = |message: &ServerMessage| match message {
        ServerMessage::Table { table } => Some((**table).clone()),
        _ => None,
    };
    socket.receive_until(table).await
}

/// Decks are long and never change, so clients that cache them receive them once. Clients of the
/// previous version do not announce a cache, and receive the deck every time.
#[tokio::test(flavor = "multi_thread")]
async fn a_cached_deck_is_sent_once() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let created = ada.table(json!({ "seats": 2, "deck": VALID_DECK })).await;
    let hash = created.deck_hash.expect("a hash");
    let (mut without_cache, first) = welcomed(&ada, &created.table, "").await;
    assert_eq!(
        (first.settings.deck.as_deref(), first.deck_hash),
        (Some(VALID_DECK), Some(hash.clone()))
    );
    let (mut empty_cache, first) = welcomed(&ada, &created.table, "?deck=").await;
    assert_eq!(first.settings.deck.as_deref(), Some(VALID_DECK));
    let (mut with_deck, first) = welcomed(&ada, &created.table, &format!("?deck={hash}")).await;
    assert_eq!((first.settings.deck, first.deck_hash.as_ref()), (None, Some(&hash)));
    ada.sit(&created.table, Seat::A).await;
    assert_eq!(next_table(&mut without_cache).await.settings.deck.as_deref(), Some(VALID_DECK));
    assert_eq!(next_table(&mut empty_cache).await.settings.deck, None);
    assert_eq!(next_table(&mut with_deck).await.settings.deck, None);
}

/// Sockets that do not read are closed before much data waits for them.
#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_does_not_read_a_large_deck_is_closed() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 2, "deck": large_deck() })).await.table;
    let (_socket, _) = welcomed(&ada, &table, "").await;
    for _ in 0..20 {
        ada.sit(&table, Seat::A).await;
        let path = format!("/api/tables/{table}/seats/A");
        assert_eq!(ada.send("DELETE", &path, "").await.status, 200);
    }
    let metrics = ada.send("GET", "/metrics", "").await.body;
    assert!(metrics.contains("orrery_slow_sockets_total 1"), "{metrics}");
}

/// The server evicts decks of parked tables, so that it can accept new decks.
#[tokio::test(flavor = "multi_thread")]
async fn unused_decks_are_evicted() {
    let park_after = Duration::from_millis(10);
    let server = TestServer::with(Config { max_decks: 2, park_after, ..config() }).await;
    let ada = server.person("Ada").await;
    let deck = |id: u32| format!("id = \"home-{id}\"\nname = \"Home\"\nedition = \"classic\"\n");
    let mut first = None;
    for id in 0..6 {
        let created = timeout(TIMEOUT, async {
            loop {
                let answer = ada.post("/api/tables", json!({ "seats": 1, "deck": deck(id) })).await;
                match answer.status {
                    201 => return answer.json::<Table>(),
                    _ => assert_eq!(answer.fault().code, Code::Busy),
                }
                sleep(Duration::from_millis(100)).await;
            }
        });
        first.get_or_insert(created.await.expect("there is room after an eviction").table);
    }
    let first = first.expect("a table");
    ada.sit(&first, Seat::A).await;
    ada.begin(&first).await;
}

/// Returns the status of a request with this host name.
async fn status_for_host(server: &TestServer, host: &str) -> u16 {
    let request = format!("GET /api/me HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    crate::support::raw(server.address, request.as_bytes()).await.status
}

/// DNS rebinding: the name of another site points to this machine.
#[tokio::test(flavor = "multi_thread")]
async fn only_allowed_host_names_are_served() {
    let hosts = ["localhost", "[::1]", "play.example"].map(str::to_owned).to_vec();
    let server = TestServer::with(Config { hosts, ..config() }).await;
    for allowed in ["localhost:8080", "LOCALHOST", "[::1]:8080", "[::1]", "play.example"] {
        assert_eq!(status_for_host(&server, allowed).await, 401, "{allowed}");
    }
    for other in ["evil.example", "evil.example:8080", "localhost.evil.example", "", "[::2]:1"] {
        assert_eq!(status_for_host(&server, other).await, 403, "{other}");
    }
    let any_host = TestServer::start().await;
    assert_eq!(status_for_host(&any_host, "any.example").await, 401);
}

/// Returns the status of a request from a page of this origin.
async fn status_for_origin(server: &TestServer, origin: &str) -> u16 {
    let nobody = Person::nobody(server.address);
    let headers = format!("Content-Type: application/json\r\nOrigin: {origin}\r\n");
    nobody.send_with("POST", "/api/me", &headers, "{\"name\":\"Ada\"}").await.status
}

/// An attacker on the network can forge pages that are loaded over HTTP.
///
/// So a server with HTTPS refuses requests from such pages.
#[tokio::test(flavor = "multi_thread")]
async fn the_scheme_of_an_origin_is_checked() {
    let server = TestServer::with(Config { secure_cookies: true, ..config() }).await;
    let own = server.address;
    assert_eq!(status_for_origin(&server, &format!("https://{own}")).await, 201);
    for foreign in ["http", "ftp", "chrome-extension", "HTTPS", ""] {
        assert_eq!(
            status_for_origin(&server, &format!("{foreign}://{own}")).await,
            403,
            "{foreign}"
        );
    }
    assert_eq!(status_for_origin(&server, "null").await, 403);
    let plain = TestServer::start().await;
    let own = plain.address;
    for (scheme, status) in [("http", 201), ("https", 201), ("ftp", 403)] {
        assert_eq!(
            status_for_origin(&plain, &format!("{scheme}://{own}")).await,
            status,
            "{scheme}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn over_https_cookies_are_secure_and_hsts_is_set() {
    let server = TestServer::with(Config { secure_cookies: true, ..config() }).await;
    let created = server.create_identity("Ada").await;
    let cookie = created.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.starts_with("__Host-orrery="), "{cookie}");
    assert!(cookie.contains("; Path=/;") && cookie.ends_with("; Secure"), "{cookie}");
    assert!(!cookie.contains("Domain"), "{cookie}");
    let hsts = created.header("strict-transport-security").expect("HSTS");
    assert_eq!(hsts, "max-age=31536000");
    assert_eq!(created.header("cross-origin-resource-policy"), Some("same-origin"));
    let secret = created.cookie().expect("a cookie");
    let ada = Person { address: server.address, cookie: secret.clone() };
    assert_eq!(ada.send("GET", "/api/me", "").await.status, 200);
    // The cookie of the previous version.
    let old = Person { cookie: secret.replace("__Host-", ""), ..ada };
    assert_eq!(old.send("GET", "/api/me", "").await.status, 200);
    let plain = TestServer::start().await.create_identity("Ben").await;
    assert!(plain.header("set-cookie").expect("a cookie").starts_with("orrery="));
    assert_eq!(plain.header("strict-transport-security"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn blank_and_look_alike_names_are_refused() {
    let server = TestServer::start().await;
    for name in ["\u{3164}", "\u{2800}\u{fe0f}", "\u{ad}\u{61c}", "\u{e0041}", "p\u{430}ypal"] {
        let refused = server.create_identity(name).await;
        assert_eq!((refused.status, refused.fault().code), (400, Code::BadField), "{name:?}");
    }
    let made = server.create_identity("A\u{fe0f}da").await;
    assert_eq!(made.json::<orrery_protocol::Me>().name, "Ada");
}
