//! Storage quotas per person and address, retention, and a full disk.

use crate::support::{Answer, Person, TIMEOUT, TestServer, config, reopen};
use orrery_protocol::{ClientMessage, Code, NewBotAccount, Seat, Table, TableList};
use orrery_server::Config;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Returns a deck of about 250 kB.
fn deck(id: &str) -> String {
    let head = format!("id = \"{id}\"\nname = \"Home\"\nedition = \"classic\"\n");
    format!("{head}# {}\n", "x".repeat(250_000))
}

/// Creates a table from an address that a proxy reports.
async fn table_from(person: &Person, address: &str, settings: Value) -> Answer {
    let headers = format!("Content-Type: application/json\r\nX-Forwarded-For: {address}\r\n");
    person.send_with("POST", "/api/tables", &headers, &settings.to_string()).await
}

fn status_and_code(answer: &Answer) -> (u16, Code) {
    (answer.status, answer.fault().code)
}

const TOO_MANY: (u16, Code) = (429, Code::TooMany);

/// Creating and deleting accounts does not allow more tables.
#[tokio::test(flavor = "multi_thread")]
async fn the_tables_of_bot_accounts_count_for_their_owner() {
    let server = TestServer::with(Config { tables_per_hour: 2, ..config() }).await;
    let ada = server.person("Ada").await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let bot: NewBotAccount = ada.post("/api/me/bots", json!({ "name": "Robbie" })).await.json();
        let program = Person::nobody(server.address);
        let headers =
            format!("Authorization: Bearer {}\r\nContent-Type: application/json\r\n", bot.token);
        let made = program.send_with("POST", "/api/tables", &headers, "{\"seats\":2}").await;
        statuses.push(made.status);
        assert_eq!(ada.send("DELETE", &format!("/api/me/bots/{}", bot.id), "").await.status, 204);
    }
    assert_eq!(statuses, [201, 201, 429]);
    assert_eq!(status_and_code(&ada.post("/api/tables", json!({ "seats": 2 })).await), TOO_MANY);
    let ben = server.person("Ben").await;
    ben.table(json!({ "seats": 2 })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_bot_accounts_count_as_identities_of_their_address() {
    let server = TestServer::with(Config { identities_per_hour: 3, ..config() }).await;
    let ada = server.person("Ada").await;
    for _ in 0..2 {
        let bot: NewBotAccount = ada.post("/api/me/bots", json!({ "name": "Robbie" })).await.json();
        ada.send("DELETE", &format!("/api/me/bots/{}", bot.id), "").await;
    }
    let third = ada.post("/api/me/bots", json!({ "name": "Robbie" })).await;
    assert_eq!(status_and_code(&third), TOO_MANY);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_may_create_four_times_the_tables_of_a_person() {
    let limits = Config { tables_per_hour: 1, behind_proxy: true, ..config() };
    let server = TestServer::with(limits).await;
    let mut statuses = Vec::new();
    for name in ["Ada", "Ben", "Cleo", "Dora", "Eve"] {
        let person = server.person(name).await;
        statuses.push(table_from(&person, "192.0.2.1", json!({ "seats": 2 })).await.status);
    }
    assert_eq!(statuses, [201, 201, 201, 201, 429]);
    let fay = server.person("Fay").await;
    assert_eq!(table_from(&fay, "192.0.2.2", json!({ "seats": 2 })).await.status, 201);
}

/// A rematch counts as a table.
#[tokio::test(flavor = "multi_thread")]
async fn rematches_count_as_tables() {
    let server = TestServer::with(Config { tables_per_hour: 1, ..config() }).await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 1, "rogue": "hades" })).await.table;
    ada.sit(&table, Seat::A).await;
    ada.begin(&table).await;
    assert_eq!(ada.send("POST", &format!("/api/tables/{table}/resign"), "").await.status, 200);
    let again = ada.send("POST", &format!("/api/tables/{table}/rematch"), "").await;
    assert_eq!(status_and_code(&again), TOO_MANY);
}

/// Unfinished tables of a person and of the person's bot accounts count together.
#[tokio::test(flavor = "multi_thread")]
async fn unfinished_tables_are_limited_per_person() {
    let server = TestServer::with(Config { unfinished_tables: 2, ..config() }).await;
    let ada = server.person("Ada").await;
    let solo = || json!({ "seats": 1, "rogue": "hades" });
    let playing = ada.table(solo()).await.table;
    ada.sit(&playing, Seat::A).await;
    ada.begin(&playing).await;
    let bot: NewBotAccount = ada.post("/api/me/bots", json!({ "name": "Robbie" })).await.json();
    let headers =
        format!("Authorization: Bearer {}\r\nContent-Type: application/json\r\n", bot.token);
    let program = Person::nobody(server.address);
    let create = || program.send_with("POST", "/api/tables", &headers, "{\"seats\":2}");
    let open = create().await.json::<Table>().table;
    let third = ada.post("/api/tables", solo()).await;
    assert_eq!(status_and_code(&third), TOO_MANY);
    let text = third.fault().text;
    assert!(text.contains("2 unfinished tables") && text.contains("archive"), "{text}");
    assert_eq!(status_and_code(&create().await), TOO_MANY, "a bot account has no quota of its own");
    server.person("Ben").await.table(solo()).await;

    let resign = ada.send("POST", &format!("/api/tables/{playing}/resign"), "").await;
    assert_eq!(resign.status, 200);
    let rematch = ada.send("POST", &format!("/api/tables/{playing}/rematch"), "").await;
    assert_eq!(rematch.status, 200, "a finished game does not count");
    let third = ada.post("/api/tables", solo()).await;
    assert_eq!(status_and_code(&third), TOO_MANY, "a rematch counts");
    let archive = format!("/api/tables/{open}");
    assert_eq!(program.send_with("DELETE", &archive, &headers, "").await.status, 204);
    ada.table(solo()).await;
}

/// A table counts as 64 kB. A deck that is not in memory counts as the size of its text.
#[tokio::test(flavor = "multi_thread")]
async fn stored_bytes_per_day_are_limited_per_person() {
    let server = TestServer::with(Config { bytes_per_day: 400_000, ..config() }).await;
    let ada = server.person("Ada").await;
    ada.table(json!({ "seats": 2, "deck": deck("one") })).await;
    let second = ada.post("/api/tables", json!({ "seats": 2, "deck": deck("two") })).await;
    assert_eq!(status_and_code(&second), TOO_MANY);
    let again = ada.post("/api/tables", json!({ "seats": 2, "deck": deck("two") })).await;
    assert_eq!(status_and_code(&again), TOO_MANY, "the second attempt is refused, too");
    ada.table(json!({ "seats": 2, "deck": deck("one") })).await;
    assert_eq!(status_and_code(&ada.post("/api/tables", json!({ "seats": 2 })).await), TOO_MANY);
    let ben = server.person("Ben").await;
    ben.table(json!({ "seats": 2 })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stored_bytes_per_day_are_limited_per_address() {
    let limits = Config { bytes_per_day: 330_000, behind_proxy: true, ..config() };
    let server = TestServer::with(limits).await;
    let mut statuses = Vec::new();
    for name in ["Ada", "Ben", "Cleo", "Dora", "Eve"] {
        let person = server.person(name).await;
        let settings = json!({ "seats": 2, "deck": deck(&name.to_lowercase()) });
        statuses.push(table_from(&person, "192.0.2.1", settings).await.status);
    }
    assert_eq!(statuses, [201, 201, 201, 201, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_counts_as_stored_bytes() {
    let server = TestServer::with(Config { bytes_per_day: 65_536 + 1000, ..config() }).await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 2 })).await.table;
    ada.sit(&table, Seat::A).await;
    let mut socket = ada.watch(&table).await;
    let mut answers = Vec::new();
    for id in ["c1", "c2", "c3"] {
        let chat = ClientMessage::Chat { id: id.to_owned(), text: "x".repeat(200) };
        socket.send(&chat).await;
        answers.push(socket.answer(id).await.map_err(|fault| fault.code));
    }
    assert_eq!(answers, [Ok(0), Ok(0), Err(Code::TooMany)]);
}

/// Returns the value of a metric.
async fn metric(person: &Person, name: &str) -> i64 {
    let text = person.send("GET", "/metrics", "").await.body;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().expect("a number")
}

/// An attack: many tables with one large deck.
#[tokio::test(flavor = "multi_thread")]
async fn many_tables_with_one_deck_store_it_once() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    for _ in 0..40 {
        ada.table(json!({ "seats": 2, "deck": deck("home") })).await;
    }
    let bytes = timeout(TIMEOUT, async {
        loop {
            let bytes = metric(&ada, "orrery_database_bytes").await;
            if bytes > 250_000 {
                return bytes;
            }
            sleep(Duration::from_millis(100)).await;
        }
    });
    let bytes = bytes.await.expect("the deck is stored");
    assert!(bytes < 5_000_000, "{bytes} bytes for 40 tables with one deck of 250 kB");
    assert!(metric(&ada, "orrery_disk_free_bytes").await > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_little_free_space_games_continue_and_nothing_new_is_added() {
    check_only_steps_are_accepted(Config { min_free_bytes: u64::MAX, ..config() }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_full_database_games_continue_and_nothing_new_is_added() {
    check_only_steps_are_accepted(Config { max_database_bytes: Some(10_000), ..config() }).await;
}

/// Starts a game, restarts the server with this configuration, and tries to add new data.
async fn check_only_steps_are_accepted(full: Config) {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 1, "rogue": "hades", "beat_ms": 0 })).await.table;
    ada.sit(&table, Seat::A).await;
    ada.begin(&table).await;
    let folder = server.stop().await;
    let store = Arc::new(reopen(&folder).await);
    let server = TestServer::with_store(full, folder, store).await;
    let ada = ada.at(server.address);
    let no_room = (503, Code::Store);
    assert_eq!(status_and_code(&server.create_identity("Ben").await), no_room);
    for body in [json!({ "seats": 2 }), json!({ "seats": 2, "deck": deck("home") })] {
        assert_eq!(status_and_code(&ada.post("/api/tables", body).await), no_room);
    }
    assert_eq!(
        status_and_code(&ada.post("/api/me/bots", json!({ "name": "Robbie" })).await),
        no_room
    );
    let rematch = ada.send("POST", &format!("/api/tables/{table}/rematch"), "").await;
    assert_eq!(status_and_code(&rematch), no_room);
    let mut socket = ada.watch(&table).await;
    let prompt = socket.next_prompt(Seat::A).await;
    socket.act(prompt.version, &prompt.legal[0]).await.expect("the game continues");
}

/// Waits until this many tables are deleted.
///
/// It reads the metrics, because a request for a table would load the table, and the server does
/// not delete loaded tables.
async fn wait_until_deleted(person: &Person, kind: &str, count: usize) {
    let line = format!("orrery_tables_deleted_total{{kind=\"{kind}\"}} {count}\n");
    let all = timeout(TIMEOUT, async {
        while !person.send("GET", "/metrics", "").await.body.contains(&line) {
            sleep(Duration::from_millis(50)).await;
        }
    });
    all.await.expect("they are deleted");
}

async fn assert_gone(person: &Person, table: &str) {
    let answer = person.send("GET", &format!("/api/tables/{table}"), "").await;
    assert_eq!(status_and_code(&answer), (404, Code::NoTable));
}

/// Moves the last change of all games back by some days, and restarts the server.
async fn restart_with_older_games(server: TestServer, days: i64, limits: Config) -> TestServer {
    let folder = server.stop().await;
    let store = Arc::new(reopen(&folder).await);
    let db = Connection::open(folder.path().join("orrery.sqlite")).expect("it opens");
    let older = "UPDATE games SET changed = changed - ?1";
    db.execute(older, [days * 24 * 3600]).expect("it is changed");
    TestServer::with_store(limits, folder, store).await
}

#[tokio::test(flavor = "multi_thread")]
async fn unstarted_tables_are_deleted_and_games_are_kept() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let settings = || json!({ "seats": 1, "rogue": "hades" });
    let [open, archived, playing, over] = [
        ada.table(settings()).await.table,
        ada.table(settings()).await.table,
        ada.table(settings()).await.table,
        ada.table(settings()).await.table,
    ];
    assert_eq!(ada.send("DELETE", &format!("/api/tables/{archived}"), "").await.status, 204);
    for table in [&playing, &over] {
        ada.sit(table, Seat::A).await;
        ada.begin(table).await;
    }
    assert_eq!(ada.send("POST", &format!("/api/tables/{over}/resign"), "").await.status, 200);
    let server = restart_with_older_games(server, 31, config()).await;
    let ada = ada.at(server.address);
    wait_until_deleted(&ada, "unstarted", 2).await;
    assert_gone(&ada, &open).await;
    assert_gone(&ada, &archived).await;
    for kept in [&playing, &over] {
        ada.get::<Table>(&format!("/api/tables/{kept}")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_games_are_deleted_if_configured() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 1, "rogue": "hades" })).await.table;
    ada.sit(&table, Seat::A).await;
    ada.begin(&table).await;
    let newer = ada.table(json!({ "seats": 2 })).await.table;
    let week = Some(Duration::from_secs(7 * 24 * 3600));
    let limits = Config { keep_abandoned: week, keep_unstarted: None, ..config() };
    let server = restart_with_older_games(server, 8, limits).await;
    let ada = ada.at(server.address);
    wait_until_deleted(&ada, "abandoned", 1).await;
    assert_gone(&ada, &table).await;
    ada.get::<Table>(&format!("/api/tables/{newer}")).await;
}

/// Returns the hosts of the listed tables. In these tests, the host sits in the first seat.
async fn listed_hosts(person: &Person) -> Vec<String> {
    let list: TableList = person.get("/api/tables").await;
    list.tables.into_iter().filter_map(|table| table.players.into_iter().next()?).collect()
}

async fn public_table(person: &Person, address: &str) {
    let made = table_from(person, address, json!({ "seats": 2, "visibility": "public" })).await;
    person.sit(&made.json::<Table>().table, Seat::A).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn listed_tables_are_limited_per_host_and_address() {
    let server = TestServer::with(Config { behind_proxy: true, ..config() }).await;
    let ada = server.person("Ada").await;
    public_table(&ada, "192.0.2.1").await;
    let mallory = server.person("Mallory").await;
    for _ in 0..8 {
        public_table(&mallory, "192.0.2.2").await;
    }
    let mut expected = vec!["Mallory"; 5];
    expected.push("Ada");
    assert_eq!(listed_hosts(&ada).await, expected, "five of one host");
    for number in 0..6 {
        let other = server.person(&format!("Mallory {number}")).await;
        for _ in 0..5 {
            public_table(&other, "192.0.2.2").await;
        }
    }
    let names = listed_hosts(&ada).await;
    assert_eq!((names.len(), names.last().map(String::as_str)), (21, Some("Ada")));
}
