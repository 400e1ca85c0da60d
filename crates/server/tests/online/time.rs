//! Clocks, beats and days, on a clock that is stopped and moved on: no sockets here, commands go by
//! the bus.

use crate::bare::{Bare, Watcher, row};
use crate::support::{orders_of, prompt_for};
use orrery_protocol::{
    AutoStepCause, ClientMessage, ClockSetting, Face, Following, Order, Prompt, Question, Scope,
    Seat, ServerMessage, Standing,
};
use orrery_server::What;
use orrery_store::{GameRow, GameStatus, Stage, Store};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// A table of two that has come to A's first turn.
pub(crate) async fn first_turn(
    bare: &Bare,
    id: &str,
    settings: serde_json::Value,
) -> (Watcher, Watcher, Prompt) {
    let table = bare.table(id, settings).await;
    let (mut ada, mut ben) = (bare.watch(&table, Seat::A).await, bare.watch(&table, Seat::B).await);
    bare.ask(&table, Seat::A, What::Start).await;
    ada.keep().await;
    ben.keep().await;
    let turn = loop {
        let prompt = ada.prompted().await;
        if prompt.decision.question == Question::Turn {
            break prompt;
        }
    };
    (ada, ben, turn)
}

/// Activates a die that B can follow.
async fn open_window(ada: &mut Watcher, turn: Prompt) -> Prompt {
    let mut prompt = turn;
    loop {
        let wanted = ["activate energy", "activate culture", "activate move", "ship", "to orbit"];
        let step = wanted.iter().find_map(|it| prompt.legal.iter().find(|s| s.starts_with(it)));
        let step = step.unwrap_or(&prompt.legal[0]).clone();
        ada.act(&prompt, &step).await;
        let next = ada
            .until(|message| match message {
                ServerMessage::Steps { prompt, .. } => Some(prompt.clone().expect("a question")),
                _ => None,
            })
            .await;
        if next.decision.question == Question::Follow {
            return next;
        }
        prompt = next;
    }
}

#[tokio::test(start_paused = true)]
async fn an_order_and_a_quick_hand_take_the_same_time_to_the_millisecond() {
    let mut times = Vec::new();
    let mut bytes = Vec::new();
    for by_order in [true, false] {
        let bare = Bare::new();
        let settings = json!({ "seats": 2, "start": "A", "beat_ms": 700 });
        let (mut ada, mut ben, turn) = first_turn(&bare, "beat", settings).await;
        if by_order {
            let faces = [Face::Move, Face::Energy, Face::Culture, Face::Colony];
            let order = |face| Order { face, standing: Standing::Never, scope: Scope::Game };
            let orders = faces.into_iter().map(order).collect();
            ben.say(orders_of(orders, Following::Normal)).await;
        }
        let opened = Instant::now();
        open_window(&mut ada, turn).await;
        if !by_order {
            let prompt = ben
                .until(|message| {
                    let prompt = prompt_for(message, Seat::B)?;
                    (prompt.decision.question == Question::Follow).then(|| prompt.clone())
                })
                .await;
            tokio::time::sleep(Duration::from_millis(345)).await;
            ben.act(&prompt, "pass").await;
        }
        bytes.push(ada.steps_text().await);
        times.push(opened.elapsed().as_millis());
    }
    assert_eq!(times[0], times[1]);
    assert!((700..720).contains(&times[0]), "{times:?}");
    assert_eq!(bytes[0], bytes[1], "byte for byte");
}

#[tokio::test(start_paused = true)]
async fn a_follow_that_takes_too_long_is_a_pass() {
    let bare = Bare::new();
    let clock = ClockSetting::Live { bank_s: 60, move_s: 30, follow_s: 8 };
    let settings = json!({ "seats": 2, "start": "A", "clock": clock });
    let (mut ada, mut ben, turn) = first_turn(&bare, "follow", settings).await;
    let opened = Instant::now();
    let window = open_window(&mut ada, turn).await;
    assert_eq!(window.seats, [Seat::B]);
    let steps = ada.steps().await;
    assert_eq!(steps[0].step, "pass");
    assert!((8000..8100).contains(&opened.elapsed().as_millis()), "{:?}", opened.elapsed());
    let own = loop {
        if let Some(step) = ben.steps().await.into_iter().find(|step| step.step == "pass") {
            break step;
        }
    };
    assert_eq!(own.by, Some(AutoStepCause::Timeout));
}

#[tokio::test(start_paused = true)]
async fn the_bank_is_used_when_the_time_of_a_decision_is_over() {
    let bare = Bare::new();
    let clock = ClockSetting::Live { bank_s: 60, move_s: 10, follow_s: 5 };
    let settings =
        json!({ "seats": 2, "start": "A", "clock": clock, "absent": {"kind":"end-turn"} });
    let (mut ada, _ben, turn) = first_turn(&bare, "bank", settings).await;
    tokio::time::sleep(Duration::from_secs(25)).await;
    ada.act(&turn, "reroll").await;
    let bank = ada
        .until(|message| match message {
            ServerMessage::Steps { clocks, .. } => Some(clocks[0].bank_ms),
            _ => None,
        })
        .await;
    assert!((44_900..=45_000).contains(&bank), "{bank}");
    // Then A is gone: the choice of dice is made, and the turn ends.
    let gone = Instant::now();
    let ended = loop {
        let steps = ada.steps().await;
        if steps.iter().any(|step| step.step == "end") {
            break steps;
        }
    };
    assert!(
        ended
            .iter()
            .all(|step| step.seat != Some(Seat::A) || step.by == Some(AutoStepCause::Timeout))
    );
    assert!(gone.elapsed() >= Duration::from_secs(54), "{:?}", gone.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_bot_stands_in_until_the_player_returns() {
    let bare = Bare::new();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":24},
        "absent": {"kind":"bot","level":"greedy"} });
    let (ada, mut ben, turn) = first_turn(&bare, "stand", settings).await;
    let table = ada.table.clone();
    ada.leave().await;
    let waited = Instant::now();
    let played = |message: &ServerMessage| match message {
        ServerMessage::Steps { version, steps, .. } if *version > turn.version => {
            steps.iter().any(|step| step.seat == Some(Seat::A)).then_some(())
        }
        _ => None,
    };
    ben.until(played).await;
    assert!(waited.elapsed() >= Duration::from_secs(24 * 3600 - 5), "{:?}", waited.elapsed());
    let mut back = bare.watch(&table, Seat::A).await;
    let view = back
        .until(|message| match message {
            ServerMessage::View { view, .. } => Some(view.clone()),
            _ => None,
        })
        .await;
    assert!(view.turn >= 1);
}

/// Whoever is away is waited for, where the table says so: for a week, if need be.
#[tokio::test(start_paused = true)]
async fn a_table_that_waits_does_so_for_as_long_as_it_takes() {
    let bare = Bare::new();
    let clock = ClockSetting::Live { bank_s: 10, move_s: 5, follow_s: 5 };
    let settings = json!({ "seats": 2, "start": "A", "clock": clock, "absent": {"kind":"wait"} });
    let (mut ada, _ben, turn) = first_turn(&bare, "waits", settings).await;
    tokio::time::sleep(Duration::from_secs(7 * 24 * 3600)).await;
    ada.act(&turn, "end").await;
    let steps = ada.steps().await;
    assert_eq!((steps[0].seat, steps[0].by), (Some(Seat::A), None), "by hand, a week later");
}

const HOUR: i64 = 3_600_000;

/// A copy of a table, as if its server had ended an hour ago.
async fn an_hour_ago(bare: &Bare, table: &str) -> String {
    let row = bare.store.game(table).await.expect("it reads").expect("it is there");
    let copy = GameRow { id: format!("{:b<20}", "copy"), ..row };
    let id = copy.id.clone();
    bare.store.add_game(copy).await.expect("a game");
    let earlier = |bytes: &Vec<u8>| {
        let mut entry: serde_json::Value = serde_json::from_slice(bytes).expect("JSON");
        entry["at"] = json!(entry["at"].as_i64().expect("a time") - HOUR);
        serde_json::to_vec(&entry).expect("it can be written")
    };
    let entries = bare.store.log(table, 0).await.expect("its log").iter().map(earlier).collect();
    let lease = bare.store.claim(&id).await.expect("it is ours");
    bare.store.append(lease, 0, entries).await.expect("a log");
    let note = GameStatus { changed: 0, due: None, waits: 0, live: false };
    bare.store.park(lease, note).await.expect("it is left");
    id
}

#[tokio::test(start_paused = true)]
async fn nobody_pays_for_the_time_that_the_server_was_down() {
    let bare = Bare::new();
    let clock = ClockSetting::Live { bank_s: 60, move_s: 10, follow_s: 5 };
    let settings = json!({ "seats": 2, "start": "A", "clock": clock, "beat_ms": 0,
        "absent": {"kind":"wait"} });
    let (ada, _ben, turn) = first_turn(&bare, "down", settings).await;
    let table = an_hour_ago(&bare, &ada.table).await;
    let mut back = bare.watch(&table, Seat::A).await;
    let left = back.prompted().await.remaining_ms.expect("a clock");
    assert!((129_000..=130_000).contains(&left), "a minute, and all that A has: {left}");
    tokio::time::sleep(Duration::from_secs(75)).await;
    let (id, version, step) = ("back".to_owned(), turn.version, "reroll".to_owned());
    back.say(ClientMessage::Act { id, version, step }).await;
    let bank = |message: &ServerMessage| match message {
        ServerMessage::Steps { clocks, .. } | ServerMessage::View { clocks, .. } => {
            Some(clocks[0].bank_ms)
        }
        _ => None,
    };
    let bank_then = back.until(bank).await;
    assert!((54_900..=56_100).contains(&bank_then), "five seconds of it are used: {bank_then}");
    back.leave().await;
    tokio::time::sleep(Duration::from_secs(600)).await;
    let mut again = bare.watch(&table, Seat::A).await;
    assert_eq!(again.until(bank).await, bank_then, "also when its log is played");
}
const TABLES: usize = 2000;

/// A game of two people who never come, with six hours for each decision.
fn slow_game(number: usize) -> GameRow {
    let letters: String =
        format!("{number:04}").bytes().map(|b| char::from(b - b'0' + b'b')).collect();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":6},
        "absent": {"kind":"end-turn"} });
    let mut row = row(&letters, settings);
    for (seat, player) in row.seats.iter_mut().zip(["pA", "pB"]) {
        seat.identity = Some(player.to_owned());
    }
    GameRow { stage: Stage::Playing, due: Some(0), ..row }
}

/// When time has answered, in milliseconds after the first entry.
fn timeouts(log: &[Vec<u8>]) -> Vec<i64> {
    let entries: Vec<serde_json::Value> =
        log.iter().map(|entry| serde_json::from_slice(entry).expect("JSON")).collect();
    let at = |entry: &serde_json::Value| entry["at"].as_i64().expect("a time");
    let late = entries.iter().filter(|entry| entry["step"]["by"] == "timeout");
    let mut times: Vec<i64> = late.map(|entry| at(entry) - at(&entries[0])).collect();
    times.dedup();
    times
}

/// A day with thousands of slow tables that nobody looks at: all are parked, all are woken in time,
/// and all go on, turn by turn.
#[tokio::test(start_paused = true)]
async fn a_day_of_thousands_of_slow_tables_passes_in_a_moment() {
    let bare = Bare::new();
    let rows: Vec<GameRow> = (0..TABLES).map(slow_game).collect();
    let added = rows.iter().map(|row| bare.store.add_game(row.clone()));
    futures_util::future::try_join_all(added).await.expect("games");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let day = tokio::time::sleep(Duration::from_secs(24 * 3600 + 1800));
    bare.server.serve(listener, day).await.expect("it serves");
    for row in rows {
        let times = timeouts(&bare.store.log(&row.id, 0).await.expect("its log"));
        // Missions, a turn of A, one of B, one of A: each after six hours, and half a minute at most
        // until so many have been woken.
        assert_eq!(times.len(), 4, "{}: {times:?}", row.id);
        for (time, turn) in times.iter().zip(1..) {
            let late = time - turn * 6 * HOUR;
            assert!((0..30_000 * turn).contains(&late), "{}: {times:?}", row.id);
        }
        let game = bare.store.game(&row.id).await.expect("it reads").expect("it is there");
        assert_eq!((game.stage, game.waits), (Stage::Playing, 0b10), "B is to move");
        assert!(game.due.is_some(), "it will be woken");
    }
    assert_eq!(bare.store.orphaned_games().await, Ok(Vec::new()), "none is left behind");
}
