//! Every kind of message that is not about a step: chat, presence, tables, resigning, rematches.

use crate::support::{Person, TestServer, config, prompt_of};
use crate::windows::begun;
use orrery_protocol::{
    ClientMessage, Code, EndedBy, Event, MuteState, MyTables, Player, Seat, ServerMessage, Stage,
    Table, TableList, TextLanguage,
};
use orrery_server::Config;
use serde_json::json;

async fn table_of(person: &Person) -> String {
    let tables: MyTables = person.get("/api/me/tables").await;
    tables.tables[0].table.clone()
}

fn chat(id: &str, text: &str) -> ClientMessage {
    ClientMessage::Chat { id: id.to_owned(), text: text.to_owned() }
}

fn heard(message: &ServerMessage) -> Option<String> {
    match message {
        ServerMessage::Chat { line } => Some(line.text.clone()),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_talk_and_may_be_muted() {
    let server = TestServer::start().await;
    let mut players = begun(&server, json!({ "seats": 2 })).await;
    let table = table_of(&players[0].0).await;
    players[0].1.say(&chat("c1", "hello <b>you</b>")).await;
    players[0].1.answer("c1").await.expect("it is said");
    assert_eq!(players[1].1.hear_until(heard).await, "hello <b>you</b>", "it stays plain text");
    players[0].1.say(&chat("c1", "hello <b>you</b>")).await;
    players[0].1.answer("c1").await.expect("it was said before");
    let hear =
        |id: &str, hearing| ClientMessage::Hear { id: id.to_owned(), seat: Seat::A, hearing };
    players[1].1.say(&hear("h1", MuteState::Muted)).await;
    players[1].1.answer("h1").await.expect("it is muted");
    players[0].1.say(&chat("c2", "unheard")).await;
    players[0].1.answer("c2").await.expect("it is said");
    players[1].1.say(&hear("h2", MuteState::Heard)).await;
    players[1].1.answer("h2").await.expect("it is heard again");
    players[0].1.say(&chat("c3", "again")).await;
    assert_eq!(players[1].1.hear_until(heard).await, "again");
    let mut late = players[1].0.watch(&table).await;
    let lines = late
        .hear_until(|message| match message {
            ServerMessage::Welcome { chat, .. } => Some(chat.clone()),
            _ => None,
        })
        .await;
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["hello <b>you</b>", "unheard", "again"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_talks_too_fast_is_told_to_wait() {
    let server = TestServer::start().await;
    let mut players = begun(&server, json!({ "seats": 2 })).await;
    let socket = &mut players[0].1;
    for number in 0..5 {
        socket.say(&chat(&format!("c{number}"), "x")).await;
        socket.answer(&format!("c{number}")).await.expect("it is said");
    }
    socket.say(&chat("more", "x")).await;
    let refused = socket.answer("more").await.expect_err("too fast");
    assert_eq!(refused.code, Code::TooMany);
    assert!(refused.retry_ms.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_and_spectators_are_told() {
    let server = TestServer::start().await;
    let mut players = begun(&server, json!({ "seats": 2 })).await;
    let table = table_of(&players[0].0).await;
    let watcher = server.person("Watcher").await;
    let mut spectator = watcher.watch(&table).await;
    let you = spectator
        .hear_until(|message| match message {
            ServerMessage::Welcome { you, .. } => Some(you.clone()),
            _ => None,
        })
        .await;
    assert_eq!(you.seat, None);
    let prompt = spectator.hear_until(|message| prompt_of(message).cloned()).await;
    assert!(prompt.legal.is_empty(), "a spectator is not asked");
    spectator.say(&chat("c", "hi")).await;
    assert_eq!(spectator.answer("c").await.expect_err("only players").code, Code::NotSeated);
    let counted = |message: &ServerMessage| match message {
        ServerMessage::Presence { seats, spectators } => (*spectators == 1).then(|| seats.clone()),
        _ => None,
    };
    assert_eq!(players[0].1.hear_until(counted).await, [Seat::A, Seat::B]);
    drop(players.pop());
    let gone = |message: &ServerMessage| match message {
        ServerMessage::Presence { seats, .. } => (seats == &[Seat::A]).then_some(()),
        _ => None,
    };
    players[0].1.hear_until(gone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_come_in_the_wanted_language() {
    let server = TestServer::start().await;
    let players = begun(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let table = table_of(&players[0].0).await;
    let mut socket = players[0].0.connect(&table).await;
    socket
        .say(&ClientMessage::Hello { orrery: 1, since: Some(0), words: Some(TextLanguage::German) })
        .await;
    let (texts, prompt) = socket
        .hear_until(|message| match message {
            ServerMessage::Steps { steps, prompt, .. } => {
                let told = steps.iter().flat_map(|step| &step.events);
                let texts: Vec<String> = told.filter_map(|told| told.text.clone()).collect();
                Some((texts, prompt.clone().expect("a question")))
            }
            _ => None,
        })
        .await;
    assert!(texts.iter().any(|text| text.contains("aufgedeckt")), "{texts:?}");
    assert_eq!(prompt.texts.len(), prompt.legal.len());
    assert!(prompt.decision.text.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_one_who_does_not_resign_ends_the_game_and_a_rematch_rotates_the_seats() {
    let server = TestServer::start().await;
    let mut players = begun(&server, json!({ "seats": 2 })).await;
    let table = table_of(&players[0].0).await;
    players[1].1.say(&ClientMessage::Resign { id: "r".to_owned() }).await;
    players[1].1.answer("r").await.expect("it may");
    let over = |message: &ServerMessage| match message {
        ServerMessage::Table { table } if table.stage == Stage::Over => Some(table.clone()),
        _ => None,
    };
    let ended = players[0].1.hear_until(over).await;
    assert_eq!(ended.ended_by, Some(EndedBy::Resignation));
    assert!(ended.seed.is_some(), "the seed is revealed");
    let path = format!("/api/tables/{table}/rematch");
    let first: Table = players[1].0.send("POST", &path, "").await.json();
    let second: Table = players[0].0.send("POST", &path, "").await.json();
    assert_eq!(first.rematch, second.rematch, "there is one rematch");
    let next: Table =
        players[0].0.get(&format!("/api/tables/{}", first.rematch.expect("an id"))).await;
    let names: Vec<String> = next
        .seats
        .iter()
        .map(|seat| match &seat.player {
            Some(Player::Person { name, .. }) => name.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["PB", "PA"]);
    assert_ne!(next.commitment, ended.commitment);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_on_for_who_resigned() {
    let server = TestServer::start().await;
    let mut players = begun(&server, json!({ "seats": 3, "start": "B", "beat_ms": 0 })).await;
    players[1].1.say(&ClientMessage::Resign { id: "r".to_owned() }).await;
    players[1].1.answer("r").await.expect("it may");
    for index in [0, 2] {
        let prompt = players[index].1.prompted(Seat::ALL[index]).await;
        players[index].1.act(prompt.version, &prompt.legal[0]).await.expect("it is kept");
    }
    let acted = |message: &ServerMessage| match message {
        ServerMessage::Steps { steps, .. } => {
            let began = steps.iter().flat_map(|step| &step.events);
            let mut acted = began.filter(|told| {
                matches!(
                    told.event,
                    Event::DieActivated { seat: Seat::B, .. } | Event::TurnEnded { seat: Seat::B }
                )
            });
            acted.next().map(drop)
        }
        _ => None,
    };
    players[0].1.hear_until(acted).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_tables_are_listed_until_they_begin() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 2, "visibility": "public" })).await;
    let hidden = ada.table(json!({ "seats": 2 })).await;
    let list: TableList = server.person("Ben").await.get("/api/tables").await;
    let ids: Vec<&str> = list.tables.iter().map(|it| it.table.as_str()).collect();
    assert_eq!(ids, [table.table.as_str()], "{} is by link only", hidden.table);
    ada.sit(&table.table, Seat::A).await;
    ada.seat_bot(&table.table, Seat::B, "random").await;
    ada.begin(&table.table).await;
    let list: TableList = ada.get("/api/tables").await;
    assert!(list.tables.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_of_the_house_play_a_game_to_its_end() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 3 })).await.table;
    for (seat, level) in [(Seat::A, "greedy"), (Seat::B, "random"), (Seat::C, "greedy")] {
        ada.seat_bot(&table, seat, level).await;
    }
    let mut socket = ada.watch(&table).await;
    ada.begin(&table).await;
    let over = |message: &ServerMessage| match message {
        ServerMessage::Table { table } if table.stage == Stage::Over => Some(table.clone()),
        _ => None,
    };
    let ended = socket.hear_until(over).await;
    assert_eq!(ended.ended_by, Some(EndedBy::Rules));
}

/// Decks stay in memory, so those that are not played must not take the places of others.
#[tokio::test(flavor = "multi_thread")]
async fn decks_that_no_table_is_made_of_take_no_place() {
    let limits = Config { max_decks: 2, decks_per_hour: 2, ..config() };
    let server = TestServer::with(limits).await;
    let ada = server.person("Ada").await;
    let deck = |id: u32| format!("id = \"home-{id}\"\nname = \"Home\"\nedition = \"classic\"\n");
    for id in 0..9 {
        let refused = ada.post("/api/tables", json!({ "seats": 9, "deck": deck(id) })).await;
        assert_eq!(refused.status, 422, "no edition has nine seats");
    }
    let first = ada.table(json!({ "seats": 1, "deck": deck(1) })).await.table;
    ada.table(json!({ "seats": 1, "deck": deck(2) })).await;
    ada.table(json!({ "seats": 1, "deck": deck(1) })).await;
    let third = ada.post("/api/tables", json!({ "seats": 1, "deck": deck(3) })).await;
    assert_eq!(third.fault().code, Code::Busy);
    // What was admitted once can be played after a start, whatever the limit is then.
    let folder = server.stop().await;
    let server = TestServer::of(Config { max_decks: 0, ..config() }, folder).await;
    let ada = Person { address: server.address, ..ada };
    ada.sit(&first, Seat::A).await;
    ada.begin(&first).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_of_ones_own_is_played() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let deck = "id = \"home\"\nname = \"At home\"\nedition = \"classic\"\n";
    let table = ada.table(json!({ "seats": 1, "deck": deck })).await;
    assert_eq!(table.settings.edition, "home");
    ada.sit(&table.table, Seat::A).await;
    ada.begin(&table.table).await;
    let path = format!("/api/tables/{}/record", table.table);
    let record = ada.send("GET", &path, "").await.body;
    assert!(record.contains("At home") || record.contains("home"), "{record}");
    assert!(!record.contains("dice seed"), "the seed is not yet revealed");
}
