//! Archived games and resigned players: the server accepts no more steps.

use crate::support::{TestServer, orders_of};
use crate::windows::started;
use orrery_protocol::{ClientMessage, Code, Following, Seat, ServerMessage};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_game_is_over() {
    let server = TestServer::start().await;
    let ada = server.person("Ada").await;
    let table = ada.table(json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await.table;
    ada.sit(&table, Seat::A).await;
    ada.seat_bot(&table, Seat::B, "random").await;
    ada.begin(&table).await;
    let asked = ada.watch(&table).await.next_prompt(Seat::A).await;
    let path = format!("/api/tables/{table}");
    assert!(ada.send("DELETE", &path, "").await.status < 300, "no other person plays");
    let server = server.restart().await;
    let ada = crate::support::Person { address: server.address, ..ada };
    let mut again = ada.watch(&table).await;
    let prompt = again.receive_until(|message| match message {
        ServerMessage::View { prompt, .. } => Some(prompt.clone()),
        _ => None,
    });
    assert_eq!(prompt.await, None, "no seat is asked any more");
    let refused = again.act(asked.version, &asked.legal[0]).await.expect_err("its seed is known");
    assert_eq!(refused.code, Code::Over);
    let resigned = ada.send("POST", &format!("{path}/resign"), "").await;
    assert_eq!(resigned.fault().code, Code::Over);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resigned_player_cannot_play() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 3, "start": "A", "beat_ms": 0 })).await;
    let socket = &mut players[0].1;
    let asked = socket.next_prompt(Seat::A).await;
    let resign = ClientMessage::Resign { id: "r".to_owned() };
    socket.send(&resign).await;
    socket.answer("r").await.expect("a player may resign");
    let refused = socket.act(asked.version, &asked.legal[0]).await.expect_err("a bot plays");
    assert_eq!(refused.code, Code::Over);
    socket.send(&orders_of(Vec::new(), Following::Fast)).await;
    assert_eq!(socket.answer("o").await.expect_err("a bot plays").code, Code::Over);
    let undo = ClientMessage::Undo { id: "u".to_owned(), version: asked.version, to: Some(1) };
    socket.send(&undo).await;
    assert_eq!(socket.answer("u").await.expect_err("a bot plays").code, Code::Over);
    socket.send(&resign).await;
    socket.answer("r").await.expect("a repeated message is acknowledged again");
    socket.send(&ClientMessage::Resume { since: None }).await;
    let prompt = socket.receive_until(|message| match message {
        ServerMessage::View { prompt, .. } => Some(prompt.clone()),
        _ => None,
    });
    let legal = prompt.await.map(|prompt| prompt.legal).unwrap_or_default();
    assert!(legal.is_empty(), "{legal:?} is asked of the bot");
}
