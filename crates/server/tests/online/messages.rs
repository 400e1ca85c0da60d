//! Messages other than steps: chat, presence, tables, resignation, rematch.

use crate::support::{Person, TestServer, config, prompt_of};
use crate::windows::started;
use orrery_protocol::{
    ChatLine, ClientMessage, Code, EndedBy, Event, MuteState, MyTables, Player, Seat,
    ServerMessage, Stage, Table, TableList, TextLanguage,
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

fn chat_text(message: &ServerMessage) -> Option<String> {
    match message {
        ServerMessage::Chat { line } => Some(line.text.clone()),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_chat_and_can_be_muted() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2 })).await;
    let table = table_of(&players[0].0).await;
    // Wait for the welcome, because a socket that attaches later receives the line with it.
    players[1].1.receive_until(welcome_chat).await;
    players[0].1.send(&chat("c1", "hello <b>you</b>")).await;
    players[0].1.answer("c1").await.expect("it is sent");
    assert_eq!(
        players[1].1.receive_until(chat_text).await,
        "hello <b>you</b>",
        "it stays plain text"
    );
    players[0].1.send(&chat("c1", "hello <b>you</b>")).await;
    players[0].1.answer("c1").await.expect("it was sent before");
    let hear =
        |id: &str, hearing| ClientMessage::Hear { id: id.to_owned(), seat: Seat::A, hearing };
    players[1].1.send(&hear("h1", MuteState::Muted)).await;
    players[1].1.answer("h1").await.expect("it is muted");
    players[0].1.send(&chat("c2", "unheard")).await;
    players[0].1.answer("c2").await.expect("it is sent");
    players[1].1.send(&hear("h2", MuteState::Shown)).await;
    players[1].1.answer("h2").await.expect("it is shown again");
    players[0].1.send(&chat("c3", "again")).await;
    assert_eq!(players[1].1.receive_until(chat_text).await, "again");
    let mut late = players[1].0.watch(&table).await;
    let lines = late.receive_until(welcome_chat).await;
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["hello <b>you</b>", "unheard", "again"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_read_the_chat_only_if_the_table_allows_it() {
    for (settings, visible) in [
        (json!({ "seats": 2 }), Vec::new()),
        (json!({ "seats": 2, "chat": "everyone" }), vec!["hello"]),
    ] {
        let server = TestServer::start().await;
        let mut players = started(&server, settings).await;
        let table = table_of(&players[0].0).await;
        players[0].1.send(&chat("c", "hello")).await;
        players[0].1.answer("c").await.expect("it is sent");
        let mut spectator = server.person("Watcher").await.watch(&table).await;
        let lines = spectator.receive_until(welcome_chat).await;
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, visible);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_shows_the_current_names() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2 })).await;
    let table = table_of(&players[0].0).await;
    players[0].1.send(&chat("c", "hello")).await;
    players[0].1.answer("c").await.expect("it is sent");
    let renamed = players[0].0.send("PATCH", "/api/me", r#"{"name":"Grace"}"#).await;
    assert_eq!(renamed.status, 200);
    let lines = players[1].0.watch(&table).await.receive_until(welcome_chat).await;
    assert_eq!(lines[0].from.name, "Grace");
}

fn welcome_chat(message: &ServerMessage) -> Option<Vec<ChatLine>> {
    match message {
        ServerMessage::Welcome { chat, .. } => Some(chat.clone()),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_is_rate_limited() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2 })).await;
    let socket = &mut players[0].1;
    for number in 0..5 {
        socket.send(&chat(&format!("c{number}"), "x")).await;
        socket.answer(&format!("c{number}")).await.expect("it is sent");
    }
    socket.send(&chat("more", "x")).await;
    let refused = socket.answer("more").await.expect_err("too fast");
    assert_eq!(refused.code, Code::TooMany);
    assert!(refused.retry_ms.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_and_spectators_are_published() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2 })).await;
    let table = table_of(&players[0].0).await;
    let watcher = server.person("Watcher").await;
    let mut spectator = watcher.watch(&table).await;
    let you = spectator
        .receive_until(|message| match message {
            ServerMessage::Welcome { you, .. } => Some(you.clone()),
            _ => None,
        })
        .await;
    assert_eq!(you.seat, None);
    let prompt = spectator.receive_until(|message| prompt_of(message).cloned()).await;
    assert!(prompt.legal.is_empty(), "a spectator is not asked");
    spectator.send(&chat("c", "hi")).await;
    assert_eq!(spectator.answer("c").await.expect_err("only players").code, Code::NotSeated);
    let counted = |message: &ServerMessage| match message {
        ServerMessage::Presence { seats, spectators } => (*spectators == 1).then(|| seats.clone()),
        _ => None,
    };
    assert_eq!(players[0].1.receive_until(counted).await, [Seat::A, Seat::B]);
    drop(players.pop());
    let gone = |message: &ServerMessage| match message {
        ServerMessage::Presence { seats, .. } => (seats == &[Seat::A]).then_some(()),
        _ => None,
    };
    players[0].1.receive_until(gone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_use_the_requested_language() {
    let server = TestServer::start().await;
    let players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let table = table_of(&players[0].0).await;
    let mut socket = players[0].0.connect(&table).await;
    socket
        .send(&ClientMessage::Hello {
            orrery: 1,
            since: Some(0),
            words: Some(TextLanguage::German),
        })
        .await;
    let (texts, prompt) = socket
        .receive_until(|message| match message {
            ServerMessage::Steps { steps, prompt, .. } => {
                let described = steps.iter().flat_map(|step| &step.events);
                let texts: Vec<String> =
                    described.filter_map(|described| described.text.clone()).collect();
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
async fn a_resignation_ends_the_game_and_a_rematch_leaves_the_other_seat_free() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2 })).await;
    let table = table_of(&players[0].0).await;
    players[1].1.send(&ClientMessage::Resign { id: "r".to_owned() }).await;
    players[1].1.answer("r").await.expect("a player may resign");
    let over = |message: &ServerMessage| match message {
        ServerMessage::Table { table } if table.stage == Stage::Over => Some(table.clone()),
        _ => None,
    };
    let ended = players[0].1.receive_until(over).await;
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
            _ => String::new(),
        })
        .collect();
    assert_eq!(names, ["PB", ""], "PB moves by one seat, and the other seat is free");
    assert_ne!(next.commitment, ended.commitment);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_stands_in_for_a_player_who_resigned() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 3, "start": "B", "beat_ms": 0 })).await;
    players[1].1.send(&ClientMessage::Resign { id: "r".to_owned() }).await;
    players[1].1.answer("r").await.expect("a player may resign");
    for index in [0, 2] {
        let prompt = players[index].1.next_prompt(Seat::ALL[index]).await;
        players[index].1.act(prompt.version, &prompt.legal[0]).await.expect("it is kept");
    }
    let acted = |message: &ServerMessage| match message {
        ServerMessage::Steps { steps, .. } => {
            let events = steps.iter().flat_map(|step| &step.events);
            let mut acted = events.filter(|described| {
                matches!(
                    described.event,
                    Event::DieActivated { seat: Seat::B, .. } | Event::TurnEnded { seat: Seat::B }
                )
            });
            acted.next().map(drop)
        }
        _ => None,
    };
    players[0].1.receive_until(acted).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_tables_are_listed_until_they_start() {
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
async fn server_bots_play_a_game_to_its_end() {
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
    let ended = socket.receive_until(over).await;
    assert_eq!(ended.ended_by, Some(EndedBy::Rules));
}

/// The cache of decks is limited, so decks without a table must not use it.
#[tokio::test(flavor = "multi_thread")]
async fn decks_without_a_table_are_not_cached() {
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
    // An admitted deck can be played after a restart, even with a lower limit.
    let folder = server.stop().await;
    let server = TestServer::in_folder(Config { max_decks: 0, ..config() }, folder).await;
    let ada = Person { address: server.address, ..ada };
    ada.sit(&first, Seat::A).await;
    ada.begin(&first).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_custom_deck_can_be_played() {
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
