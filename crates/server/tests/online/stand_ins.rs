//! Absent players: a bot stands in until they return, even while the table is parked.

use crate::headless::{HeadlessClient, HeadlessServer};
use crate::support::prompt_for;
use crate::time::first_turn;
use orrery_protocol::{
    ClientMessage, Code, Consent, Prompt, Question, Seat, ServerMessage, ViewReason,
};
use orrery_server::{Reply, RequestKind};
use orrery_store::{Stage, Store};
use serde_json::json;
use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);

/// Creates a table where all players except A are away, and plays until A's second turn.
async fn others_away(
    headless: &HeadlessServer,
    id: &str,
    seats: usize,
) -> (HeadlessClient, Prompt) {
    let settings = json!({ "seats": seats, "start": "A", "beat_ms": 0,
        "clock": {"kind":"live","bank_s":0,"move_s":5,"follow_s":5},
        "absent": {"kind":"bot","level":"greedy"} });
    let table = headless.table(id, settings).await;
    let mut ada = headless.attach(&table, Seat::A).await;
    headless.ask(&table, Seat::A, RequestKind::Start).await;
    let mut turns = 0;
    loop {
        let prompt = ada.next_prompt().await;
        turns += u32::from(prompt.decision.question == Question::Turn);
        if turns == 2 {
            return (ada, prompt);
        }
        let passive = prompt.legal.iter().find(|step| matches!(step.as_str(), "end" | "pass"));
        let step = passive.unwrap_or(&prompt.legal[0]).clone();
        ada.act(&prompt, &step).await;
    }
}

async fn stage(headless: &HeadlessServer, table: &str) -> Stage {
    headless.store.game(table).await.expect("it reads").expect("it is there").stage
}

#[tokio::test(start_paused = true)]
async fn a_game_with_an_absent_player_cannot_be_archived() {
    let headless = HeadlessServer::new();
    let (ada, _) = others_away(&headless, "archive", 2).await;
    let refused = headless
        .try_ask(&ada.table, Seat::A, RequestKind::Archive)
        .await
        .expect_err("B plays here");
    assert_eq!(refused.code, Code::Begun);
    assert_eq!(stage(&headless, &ada.table).await, Stage::Playing);
}

#[tokio::test(start_paused = true)]
async fn an_undo_needs_the_consent_of_absent_players() {
    let headless = HeadlessServer::new();
    let (mut ada, turn) = others_away(&headless, "undo", 2).await;
    let undo = ClientMessage::Undo { id: "u".to_owned(), version: turn.version, to: Some(3) };
    ada.send(undo).await;
    let waiting = ada
        .until(|message| match message {
            ServerMessage::UndoAsked { waiting, .. } => Some(waiting.clone()),
            ServerMessage::View { .. } => panic!("it was undone"),
            _ => None,
        })
        .await;
    assert_eq!(waiting, [Seat::B]);
}

/// With a play-by-day clock, the request stays open until the other player connects.
#[tokio::test(start_paused = true)]
async fn an_undo_request_waits_for_a_play_by_day_player() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":24} });
    let (ada, ben, turn) = first_turn(&headless, "evening", settings).await;
    let table = ada.table.clone();
    let undo = ClientMessage::Undo { id: "u".to_owned(), version: turn.version, to: Some(3) };
    ada.send(undo).await;
    ada.leave().await;
    ben.leave().await;
    tokio::time::sleep(HOUR * 10).await;
    let mut back = headless.attach(&table, Seat::B).await;
    let asked = back.until(|message| match message {
        ServerMessage::UndoAsked { request, .. } => Some(*request),
        ServerMessage::Presence { .. } => panic!("no request is open"),
        _ => None,
    });
    let (id, request, answer) = ("c".to_owned(), asked.await, Consent::Agree);
    back.send(ClientMessage::Consent { id, request, answer }).await;
    back.until(|message| match message {
        ServerMessage::View { reason, .. } => (*reason == ViewReason::Undone).then_some(()),
        _ => None,
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_game_continues_for_an_absent_player_when_another_resigns() {
    let headless = HeadlessServer::new();
    let (ada, _) = others_away(&headless, "resign", 3).await;
    let Reply::Table(table) = headless.ask(&ada.table, Seat::A, RequestKind::Resign).await else {
        panic!("the reply is a table");
    };
    assert_eq!(table.stage, orrery_protocol::Stage::Playing, "it is the game of B and C");
}

/// All players of a play-by-day game are absent.
///
/// Each decision before a player's first own turn takes an hour, and the table is parked meanwhile.
/// Once bots stand in for all players, they play the game to its end.
#[tokio::test(start_paused = true)]
async fn a_stand_in_continues_at_a_parked_table() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":1},
        "absent": {"kind":"bot","level":"greedy"} });
    let table = headless.table("parked", settings).await;
    headless.ask(&table, Seat::A, RequestKind::Start).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let (server, store) = (headless.server, headless.store);
    server.serve(listener, tokio::time::sleep(HOUR * 10)).await.expect("it serves");
    let game = store.game(&table).await.expect("it reads").expect("it is there");
    assert_eq!(game.stage, Stage::Over, "{} entries", store.log(&table, 0).await.unwrap().len());
}

/// Returns the number of steps that stand-ins have taken.
async fn stand_in_steps(headless: &HeadlessServer, table: &str) -> usize {
    let log = headless.store.log(table, 0).await.expect("its log");
    let entries = log.iter().map(|entry| serde_json::from_slice(entry).expect("JSON"));
    let is_stand_in = |entry: &serde_json::Value| entry["step"]["by"] == "stand";
    entries.filter(is_stand_in).count()
}

/// After A returns, A has a whole day to decide, even if the table is parked and woken meanwhile.
#[tokio::test(start_paused = true)]
async fn a_player_who_returned_is_not_replaced() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":24},
        "absent": {"kind":"bot","level":"greedy"} });
    let (ada, mut ben, _) = first_turn(&headless, "looks", settings).await;
    let table = ada.table.clone();
    ada.leave().await;
    // A's stand-in plays until B can follow. After B's answer, A's turn continues.
    let follow = ben.until(|message| prompt_for(message, Seat::B).cloned()).await;
    let mut back = headless.attach(&table, Seat::A).await;
    ben.act(&follow, "pass").await;
    back.next_prompt().await;
    back.leave().await;
    ben.leave().await;
    let before = stand_in_steps(&headless, &table).await;
    assert!(before > 0, "the bot has played");
    tokio::time::sleep(HOUR).await;
    headless.ask(&table, Seat::B, RequestKind::Info).await;
    tokio::time::sleep(HOUR * 22).await;
    assert_eq!(stand_in_steps(&headless, &table).await, before, "A has a day");
    headless.ask(&table, Seat::B, RequestKind::Info).await;
    let ben = headless.attach(&table, Seat::B).await;
    tokio::time::sleep(HOUR * 2).await;
    assert!(stand_in_steps(&headless, &table).await > before, "the bot plays again after a day");
    ben.leave().await;
}
