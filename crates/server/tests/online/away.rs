//! Who is away: a bot stands in until they are back, however often the table is parked meanwhile,
//! and it stays their game.

use crate::bare::{Bare, Watcher};
use crate::support::prompt_for;
use crate::time::first_turn;
use orrery_protocol::{
    ClientMessage, Code, Consent, Prompt, Question, Seat, ServerMessage, ViewReason,
};
use orrery_server::{Reply, What};
use orrery_store::{Stage, Store};
use serde_json::json;
use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);

/// A table where everybody but A is away: A has played a turn, and it is A's turn again.
async fn others_away(bare: &Bare, id: &str, seats: usize) -> (Watcher, Prompt) {
    let settings = json!({ "seats": seats, "start": "A", "beat_ms": 0,
        "clock": {"kind":"live","bank_s":0,"move_s":5,"follow_s":5},
        "absent": {"kind":"bot","level":"greedy"} });
    let table = bare.table(id, settings).await;
    let mut ada = bare.watch(&table, Seat::A).await;
    bare.ask(&table, Seat::A, What::Start).await;
    let mut turns = 0;
    loop {
        let prompt = ada.prompted().await;
        turns += u32::from(prompt.decision.question == Question::Turn);
        if turns == 2 {
            return (ada, prompt);
        }
        let plain = prompt.legal.iter().find(|step| matches!(step.as_str(), "end" | "pass"));
        let step = plain.unwrap_or(&prompt.legal[0]).clone();
        ada.act(&prompt, &step).await;
    }
}

async fn stage(bare: &Bare, table: &str) -> Stage {
    bare.store.game(table).await.expect("it reads").expect("it is there").stage
}

#[tokio::test(start_paused = true)]
async fn a_game_is_not_put_away_while_somebody_is_only_away() {
    let bare = Bare::new();
    let (ada, _) = others_away(&bare, "archive", 2).await;
    let refused = bare.try_ask(&ada.table, Seat::A, What::Archive).await.expect_err("B plays here");
    assert_eq!(refused.code, Code::Begun);
    assert_eq!(stage(&bare, &ada.table).await, Stage::Playing);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_taken_back_behind_the_back_of_who_is_away() {
    let bare = Bare::new();
    let (mut ada, turn) = others_away(&bare, "undo", 2).await;
    let undo = ClientMessage::Undo { id: "u".to_owned(), version: turn.version, to: Some(3) };
    ada.say(undo).await;
    let waiting = ada
        .until(|message| match message {
            ServerMessage::UndoAsked { waiting, .. } => Some(waiting.clone()),
            ServerMessage::View { .. } => panic!("it was taken back"),
            _ => None,
        })
        .await;
    assert_eq!(waiting, [Seat::B]);
}

/// By day nobody sits there for a minute: the wish is still there when the other comes.
#[tokio::test(start_paused = true)]
async fn who_comes_in_the_evening_is_asked_whether_to_take_back() {
    let bare = Bare::new();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":24} });
    let (ada, ben, turn) = first_turn(&bare, "evening", settings).await;
    let table = ada.table.clone();
    let undo = ClientMessage::Undo { id: "u".to_owned(), version: turn.version, to: Some(3) };
    ada.say(undo).await;
    ada.leave().await;
    ben.leave().await;
    tokio::time::sleep(HOUR * 10).await;
    let mut back = bare.watch(&table, Seat::B).await;
    let asked = back.until(|message| match message {
        ServerMessage::UndoAsked { request, .. } => Some(*request),
        ServerMessage::Presence { .. } => panic!("nobody asks"),
        _ => None,
    });
    let (id, request, answer) = ("c".to_owned(), asked.await, Consent::Agree);
    back.say(ClientMessage::Consent { id, request, answer }).await;
    back.until(|message| match message {
        ServerMessage::View { reason, .. } => (*reason == ViewReason::Undone).then_some(()),
        _ => None,
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_game_of_who_is_away_goes_on_when_another_gives_up() {
    let bare = Bare::new();
    let (ada, _) = others_away(&bare, "resign", 3).await;
    let Reply::Table(table) = bare.ask(&ada.table, Seat::A, What::Resign).await else {
        panic!("a table is answered");
    };
    assert_eq!(table.stage, orrery_protocol::Stage::Playing, "it is the game of B and C");
}

/// Nobody comes to a game by day. Each decision until somebody's first own turn costs an hour, and
/// the table is parked meanwhile; once a bot stands in for everybody it is played to its end.
#[tokio::test(start_paused = true)]
async fn a_stand_in_plays_on_at_a_table_that_was_parked() {
    let bare = Bare::new();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":1},
        "absent": {"kind":"bot","level":"greedy"} });
    let table = bare.table("parked", settings).await;
    bare.ask(&table, Seat::A, What::Start).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let (server, store) = (bare.server, bare.store);
    server.serve(listener, tokio::time::sleep(HOUR * 10)).await.expect("it serves");
    let game = store.game(&table).await.expect("it reads").expect("it is there");
    assert_eq!(game.stage, Stage::Over, "{} entries", store.log(&table, 0).await.unwrap().len());
}

/// How many steps the stand-in of A has taken.
async fn stood_in(bare: &Bare, table: &str) -> usize {
    let log = bare.store.log(table, 0).await.expect("its log");
    let entries = log.iter().map(|entry| serde_json::from_slice(entry).expect("JSON"));
    let by = |entry: &serde_json::Value| entry["step"]["by"] == "stand";
    entries.filter(by).count()
}

/// A has looked in and thinks about it: also after the table was parked and woken, a whole day.
#[tokio::test(start_paused = true)]
async fn who_has_looked_in_is_not_played_for() {
    let bare = Bare::new();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":24},
        "absent": {"kind":"bot","level":"greedy"} });
    let (ada, mut ben, _) = first_turn(&bare, "looks", settings).await;
    let table = ada.table.clone();
    ada.leave().await;
    // A's stand-in plays until B can follow, and then, whatever B says, goes on with A's turn.
    let follow = ben.until(|message| prompt_for(message, Seat::B).cloned()).await;
    let mut back = bare.watch(&table, Seat::A).await;
    ben.act(&follow, "pass").await;
    back.prompted().await;
    back.leave().await;
    ben.leave().await;
    let before = stood_in(&bare, &table).await;
    assert!(before > 0, "the bot has played");
    tokio::time::sleep(HOUR).await;
    bare.ask(&table, Seat::B, What::Info).await;
    tokio::time::sleep(HOUR * 22).await;
    assert_eq!(stood_in(&bare, &table).await, before, "A has a day");
    bare.ask(&table, Seat::B, What::Info).await;
    let ben = bare.watch(&table, Seat::B).await;
    tokio::time::sleep(HOUR * 2).await;
    assert!(stood_in(&bare, &table).await > before, "and not more");
    ben.leave().await;
}
