//! Failures of the store: a locked database, and a full disk.
//!
//! The server refuses steps with a text and a retry time, and acknowledges nothing that is not on
//! disk. Games continue afterwards.

use crate::support::{Socket, TestServer, config, prompt_for};
use crate::windows::started;
use orrery_protocol::{ClientMessage, Code, Fault, MyTables, Seat, ServerMessage};
use orrery_store::{Sqlite, Store};
use rusqlite::Connection;
use serde_json::json;
use std::sync::Arc;

/// Returns the message ids of the steps in the log.
async fn stored_ids(store: &Sqlite, table: &str) -> Vec<String> {
    let log = store.log(table, 0).await.expect("it reads");
    let entries = log.iter().map(|entry| serde_json::from_slice(entry).expect("JSON"));
    entries
        .filter_map(|entry: serde_json::Value| entry["step"]["id"].as_str().map(str::to_owned))
        .collect()
}

/// Plays a solo game until a step is refused, or until `limit` steps are acknowledged.
///
/// Adds the ids of acknowledged messages to `acknowledged`. Returns the error if a step is refused.
async fn play(socket: &mut Socket, acknowledged: &mut Vec<String>, limit: usize) -> Option<Fault> {
    socket.send(&ClientMessage::Resume { since: None }).await;
    let mut answered = 0;
    loop {
        let message = socket.receive().await.expect("the connection stays");
        match &message {
            ServerMessage::Done { id, .. } => acknowledged.push(id.clone()),
            ServerMessage::Error { error, .. } => return Some(error.clone()),
            _ => {}
        }
        if acknowledged.len() >= limit {
            return None;
        }
        let asked = prompt_for(&message, Seat::A).filter(|prompt| prompt.version > answered);
        if let Some(prompt) = asked {
            answered = prompt.version;
            let (id, version) = (socket.id(), prompt.version);
            let step = prompt.legal[version as usize % prompt.legal.len()].clone();
            socket.send(&ClientMessage::Act { id, version, step }).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_database_changes_nothing_and_games_continue_afterwards() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let tables: MyTables = players[0].0.get("/api/me/tables").await;
    let table = tables.tables[0].table.clone();
    let (prompt, other) =
        (players[0].1.next_prompt(Seat::A).await, players[1].1.next_prompt(Seat::B).await);
    let locking = Connection::open(server.folder().join("orrery.sqlite")).expect("it opens");
    locking.execute_batch("BEGIN EXCLUSIVE").expect("it is locked");

    let (person, socket) = &mut players[0];
    let refused =
        socket.act(prompt.version, &prompt.legal[0]).await.expect_err("the database is locked");
    assert_eq!(refused.code, Code::Store);
    assert!(refused.retry_ms.is_some_and(|wait| wait > 0), "it says when to try again");
    let chat = ClientMessage::Chat { id: "c".to_owned(), text: "hello?".to_owned() };
    socket.send(&chat).await;
    assert_eq!(socket.answer("c").await.expect_err("the database is locked").code, Code::Store);
    let ready = person.send("GET", "/readyz", "").await;
    assert_eq!((ready.status, ready.fault().code), (503, Code::Store));
    let seen = person.send("GET", &format!("/api/tables/{table}/view"), "").await;
    assert_eq!(seen.status, 200, "reading is possible");

    locking.execute_batch("ROLLBACK").expect("it is free");
    socket.act(prompt.version, &prompt.legal[0]).await.expect("the game continues");
    let (_, other_socket) = &mut players[1];
    other_socket.act(other.version, &other.legal[0]).await.expect("the other player can play, too");
    let folder = server.stop().await;
    let store = crate::support::reopen(&folder).await;
    assert_eq!(stored_ids(&store, &table).await.len(), 2, "each answer once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_steps_until_there_is_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Arc::new(Sqlite::open(folder.path()).expect("it opens"));
    let server = TestServer::with_store(config(), folder, Arc::clone(&store)).await;
    let settings = json!({ "seats": 1, "rogue": "hades", "beat_ms": 0 });
    let mut players = started(&server, settings).await;
    let (person, socket) = players.first_mut().expect("one");
    let tables: MyTables = person.get("/api/me/tables").await;
    let table = tables.tables[0].table.clone();

    store.limit(1).await.expect("the database cannot grow");
    let mut acknowledged = Vec::new();
    let refused = play(socket, &mut acknowledged, usize::MAX).await.expect("the disk fills up");
    assert_eq!(refused.code, Code::Store, "{refused:?}");
    assert_eq!(
        stored_ids(&store, &table).await,
        acknowledged,
        "exactly the acknowledged steps are stored"
    );
    let deck = "#".repeat(100_000);
    let refused = person.post("/api/tables", json!({ "seats": 1, "deck": deck })).await;
    assert_eq!(
        refused.fault().code,
        Code::BadDeck,
        "a bad deck is refused before the disk is used"
    );

    let ready = person.send("GET", "/readyz", "").await;
    assert_eq!((ready.status, ready.fault().code), (503, Code::Store), "it cannot write");

    store.limit(1_000_000).await.expect("there is room again");
    let before = acknowledged.len();
    // Take only a few more steps, because the Rogue Galaxy may win soon.
    assert_eq!(play(socket, &mut acknowledged, before + 5).await, None);
    assert_eq!(stored_ids(&store, &table).await, acknowledged);
}
