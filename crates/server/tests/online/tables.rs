//! Life cycle of tables: watching, archiving, and deletion of players.

use crate::support::{Person, TestServer};
use crate::windows::started;
use orrery_protocol::{
    ClientMessage, CloseReason, Code, EndedBy, Export, MyTables, Player, Seat, ServerMessage,
    Stage, Table, TableList,
};
use orrery_record::Record;
use orrery_rules::deck;
use serde_json::json;

async fn table_of(person: &Person) -> String {
    let tables: MyTables = person.get("/api/me/tables").await;
    tables.tables[0].table.clone()
}

fn closed(message: &ServerMessage) -> Option<CloseReason> {
    match message {
        ServerMessage::Closing { why, .. } => Some(*why),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_are_disconnected_at_the_start_of_a_private_game() {
    let server = TestServer::start().await;
    let (ada, eve) = (server.person("Ada").await, server.person("Eve").await);
    let table = ada.table(json!({ "seats": 1, "spectating": "closed" })).await.table;
    ada.sit(&table, Seat::A).await;
    let (mut own, mut stranger) = (ada.watch(&table).await, eve.watch(&table).await);
    assert!(matches!(stranger.receive().await, Some(ServerMessage::Welcome { .. })));
    ada.begin(&table).await;
    own.next_prompt(Seat::A).await;
    assert_eq!(stranger.receive_until(closed).await, CloseReason::Gone);
    assert!(stranger.received.iter().all(|text| !text.contains("\"view\"")), "no byte of the game");
}

/// A deck from a Windows editor has a byte order mark, CRLF, and no final line break.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_contains_the_deck_with_normalised_line_ends() {
    let server = TestServer::start().await;
    let text = include_str!("../../../rules/decks/classic.toml")
        .replace("id = \"classic\"", "id = \"house\"");
    let foreign = format!("\u{feff}{}", text.trim_end().replace('\n', "\r\n"));
    let players = started(&server, json!({ "seats": 2, "start": "A", "deck": foreign })).await;
    let path = format!("/api/tables/{}/record", table_of(&players[0].0).await);
    let record = players[0].0.send("GET", &path, "").await.body;
    let record = Record::parse(&record).expect("it is a record");
    let carried = record.header.deck.and_then(|deck| deck.text).expect("it carries its deck");
    assert_eq!(carried, text);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_finished_table_keeps_its_record_and_seed() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A" })).await;
    let table = table_of(&players[0].0).await;
    players[1].1.send(&ClientMessage::Resign { id: "r".to_owned() }).await;
    players[1].1.answer("r").await.expect("a player may resign");
    let ada = players[0].0.clone();
    let path = format!("/api/tables/{table}");
    let before = ada.send("GET", &format!("{path}/record"), "").await.body;
    assert_eq!(ada.send("DELETE", &path, "").await.status, 204);
    assert_eq!(players[0].1.receive_until(closed).await, CloseReason::Gone);
    let tables: MyTables = ada.get("/api/me/tables").await;
    assert!(tables.tables.is_empty(), "it is not listed");
    let after: Table = ada.get(&path).await;
    assert_eq!((after.stage, after.ended_by), (Stage::Archived, Some(EndedBy::Resignation)));
    assert!(after.seed.is_some());
    let record = ada.send("GET", &format!("{path}/record"), "").await.body;
    assert_eq!(record, before);
    let record = Record::parse(&record).expect("it is a record");
    record.verify(deck::classic()).expect("its dice are fair");
    let export: Export = ada.get("/api/me/export").await;
    assert_eq!(export.games.len(), 1, "all games of the user are there");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resigned_and_deleted_player_is_removed_everywhere() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 3, "start": "A" })).await;
    let table = table_of(&players[0].0).await;
    players[2].1.send(&ClientMessage::Resign { id: "r".to_owned() }).await;
    players[2].1.answer("r").await.expect("a player may resign");
    let gone = players[2].0.send("DELETE", "/api/me", "").await;
    assert_eq!(gone.status, 204, "{}", gone.body);
    let table: Table = players[0].0.get(&format!("/api/tables/{table}")).await;
    assert_eq!(table.stage, Stage::Playing, "the others play on");
    let Some(Player::Person { name, resigned, .. }) = &table.seats[2].player else {
        panic!("{:?}", table.seats[2])
    };
    assert_eq!((name.as_str(), *resigned), ("—", true));
}

#[tokio::test(flavor = "multi_thread")]
async fn unstarted_tables_of_a_deleted_host_get_a_new_host_or_are_archived() {
    let server = TestServer::start().await;
    let (ada, ben) = (server.person("Ada").await, server.person("Ben").await);
    let table = ada.table(json!({ "seats": 2, "visibility": "public" })).await.table;
    ada.sit(&table, Seat::A).await;
    ben.sit(&table, Seat::B).await;
    ada.table(json!({ "seats": 3, "visibility": "public" })).await;
    let mut socket = ben.watch(&table).await;
    assert!(matches!(socket.receive().await, Some(ServerMessage::Welcome { .. })));
    assert_eq!(ada.send("DELETE", "/api/me", "").await.status, 204);
    let host = |message: &ServerMessage| match message {
        ServerMessage::Table { table } => table.you.host.then_some(()),
        _ => None,
    };
    socket.receive_until(host).await;
    let list: TableList = ben.get("/api/tables").await;
    let listed: Vec<&str> = list.tables.iter().map(|it| it.table.as_str()).collect();
    assert_eq!(listed, [table.as_str()], "nobody could start the other one");
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_limited_by_player_not_by_connection() {
    let server = TestServer::start().await;
    let players = started(&server, json!({ "seats": 2 })).await;
    let table = table_of(&players[0].0).await;
    let chat = |id: &str| ClientMessage::Chat { id: id.to_owned(), text: "x".to_owned() };
    for number in 0..6 {
        let mut socket = players[0].0.watch(&table).await;
        let id = format!("c{number}");
        socket.send(&chat(&id)).await;
        match socket.answer(&id).await {
            Ok(_) => assert!(number < 5, "six lines in a moment are too many"),
            Err(fault) => assert_eq!((number, fault.code), (5, Code::TooMany)),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_undo_request_is_asked_once() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let prompt = players[0].1.next_prompt(Seat::A).await;
    let undo = ClientMessage::Undo { id: "u".to_owned(), version: prompt.version, to: Some(1) };
    for _ in 0..2 {
        players[0].1.send(&undo).await;
        players[0].1.answer("u").await.expect("the request is accepted");
    }
    let ping = ClientMessage::Ping { id: "p".to_owned() };
    players[1].1.send(&ping).await;
    let pong =
        |message: &ServerMessage| matches!(message, ServerMessage::Pong { .. }).then_some(());
    players[1].1.receive_until(pong).await;
    let asked = players[1].1.received.iter().filter(|text| text.contains("undo-asked")).count();
    assert_eq!(asked, 1);
}
