//! Clocks of seats and the minimum window time, with a paused clock and without sockets.

use crate::headless::{HeadlessClient, HeadlessServer, row};
use crate::support::{orders_of, prompt_for};
use orrery_protocol::{
    AutoStepCause, ClientMessage, ClockSetting, Face, Following, Order, Prompt, Question, Scope,
    Seat, ServerMessage, Standing,
};
use orrery_server::RequestKind;
use orrery_store::{GameRow, GameStatus, Stage, Store};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// Starts a table of two at A's first turn.
pub(crate) async fn first_turn(
    headless: &HeadlessServer,
    id: &str,
    settings: serde_json::Value,
) -> (HeadlessClient, HeadlessClient, Prompt) {
    let table = headless.table(id, settings).await;
    let (mut ada, mut ben) =
        (headless.attach(&table, Seat::A).await, headless.attach(&table, Seat::B).await);
    headless.ask(&table, Seat::A, RequestKind::Start).await;
    ada.keep_mission().await;
    ben.keep_mission().await;
    let turn = loop {
        let prompt = ada.next_prompt().await;
        if prompt.decision.question == Question::Turn {
            break prompt;
        }
    };
    (ada, ben, turn)
}

/// Plays A's turn until B can follow. Returns the prompt of the window.
async fn open_window(ada: &mut HeadlessClient, turn: Prompt) -> Prompt {
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
async fn answers_by_order_and_by_hand_take_the_same_time() {
    let mut times = Vec::new();
    let mut bytes = Vec::new();
    for by_order in [true, false] {
        let headless = HeadlessServer::new();
        let settings = json!({ "seats": 2, "start": "A", "beat_ms": 700 });
        let (mut ada, mut ben, turn) = first_turn(&headless, "beat", settings).await;
        if by_order {
            let faces = [Face::Move, Face::Energy, Face::Culture, Face::Colony];
            let order = |face| Order { face, standing: Standing::Never, scope: Scope::Game };
            let orders = faces.into_iter().map(order).collect();
            ben.send(orders_of(orders, Following::Normal)).await;
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
async fn a_seat_passes_when_its_time_to_follow_runs_out() {
    let headless = HeadlessServer::new();
    let clock = ClockSetting::Live { bank_s: 60, move_s: 30, follow_s: 8 };
    let settings = json!({ "seats": 2, "start": "A", "clock": clock });
    let (mut ada, mut ben, turn) = first_turn(&headless, "follow", settings).await;
    let opened = Instant::now();
    let window = open_window(&mut ada, turn).await;
    assert_eq!(window.seats, [Seat::B]);
    let steps = ada.steps().await;
    assert_eq!(steps[0].step, "pass");
    assert!((8000..8100).contains(&opened.elapsed().as_millis()), "{:?}", opened.elapsed());
    let pass = loop {
        if let Some(step) = ben.steps().await.into_iter().find(|step| step.step == "pass") {
            break step;
        }
    };
    assert_eq!(pass.by, Some(AutoStepCause::Timeout));
}

#[tokio::test(start_paused = true)]
async fn the_bank_is_used_after_the_decision_time() {
    let headless = HeadlessServer::new();
    let clock = ClockSetting::Live { bank_s: 60, move_s: 10, follow_s: 5 };
    let settings =
        json!({ "seats": 2, "start": "A", "clock": clock, "absent": {"kind":"end-turn"} });
    let (mut ada, _ben, turn) = first_turn(&headless, "bank", settings).await;
    tokio::time::sleep(Duration::from_secs(25)).await;
    ada.act(&turn, "reroll").await;
    let bank = ada
        .until(|message| match message {
            ServerMessage::Steps { clocks, .. } => Some(clocks[0].bank_ms),
            _ => None,
        })
        .await;
    assert!((44_900..=45_000).contains(&bank), "{bank}");
    // Then A does not answer any more. The server chooses the dice, and ends the turn.
    let stopped = Instant::now();
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
    assert!(stopped.elapsed() >= Duration::from_secs(54), "{:?}", stopped.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_bot_stands_in_until_the_player_returns() {
    let headless = HeadlessServer::new();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":24},
        "absent": {"kind":"bot","level":"greedy"} });
    let (ada, mut ben, turn) = first_turn(&headless, "stand", settings).await;
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
    let mut back = headless.attach(&table, Seat::A).await;
    let view = back
        .until(|message| match message {
            ServerMessage::View { view, .. } => Some(view.clone()),
            _ => None,
        })
        .await;
    assert!(view.turn >= 1);
}

/// With the policy `wait`, the table waits for an absent player even for a week.
#[tokio::test(start_paused = true)]
async fn a_table_without_stand_ins_waits_for_absent_players() {
    let headless = HeadlessServer::new();
    let clock = ClockSetting::Live { bank_s: 10, move_s: 5, follow_s: 5 };
    let settings = json!({ "seats": 2, "start": "A", "clock": clock, "absent": {"kind":"wait"} });
    let (mut ada, _ben, turn) = first_turn(&headless, "waits", settings).await;
    tokio::time::sleep(Duration::from_secs(7 * 24 * 3600)).await;
    ada.act(&turn, "end").await;
    let steps = ada.steps().await;
    assert_eq!((steps[0].seat, steps[0].by), (Some(Seat::A), None), "by hand, a week later");
}

const HOUR: i64 = 3_600_000;

/// Copies a table, as if its server had stopped an hour ago.
async fn stopped_an_hour_ago(headless: &HeadlessServer, table: &str) -> String {
    let row = headless.store.game(table).await.expect("it reads").expect("it is there");
    let copy = GameRow { id: format!("{:b<20}", "copy"), ..row };
    let id = copy.id.clone();
    headless.store.add_game(copy).await.expect("a game");
    let earlier = |bytes: &Vec<u8>| {
        let mut entry: serde_json::Value = serde_json::from_slice(bytes).expect("JSON");
        entry["at"] = json!(entry["at"].as_i64().expect("a time") - HOUR);
        serde_json::to_vec(&entry).expect("it can be written")
    };
    let entries =
        headless.store.log(table, 0).await.expect("its log").iter().map(earlier).collect();
    let lease = headless.store.claim(&id).await.expect("it is ours");
    headless.store.append(lease, 0, entries).await.expect("a log");
    let status = GameStatus { changed: 0, due: None, waits: 0, live: false };
    headless.store.park(lease, status).await.expect("it is parked");
    id
}

#[tokio::test(start_paused = true)]
async fn clocks_do_not_run_while_the_server_is_down() {
    let headless = HeadlessServer::new();
    let clock = ClockSetting::Live { bank_s: 60, move_s: 10, follow_s: 5 };
    let settings = json!({ "seats": 2, "start": "A", "clock": clock, "beat_ms": 0,
        "absent": {"kind":"wait"} });
    let (ada, _ben, turn) = first_turn(&headless, "down", settings).await;
    let table = stopped_an_hour_ago(&headless, &ada.table).await;
    let mut back = headless.attach(&table, Seat::A).await;
    let remaining = back.next_prompt().await.remaining_ms.expect("a clock");
    assert!(
        (129_000..=130_000).contains(&remaining),
        "a grace period and A's whole time: {remaining}"
    );
    tokio::time::sleep(Duration::from_secs(75)).await;
    let (id, version, step) = ("back".to_owned(), turn.version, "reroll".to_owned());
    back.send(ClientMessage::Act { id, version, step }).await;
    let bank = |message: &ServerMessage| match message {
        ServerMessage::Steps { clocks, .. } | ServerMessage::View { clocks, .. } => {
            Some(clocks[0].bank_ms)
        }
        _ => None,
    };
    let bank_then = back.until(bank).await;
    assert!(
        (54_900..=56_100).contains(&bank_then),
        "five seconds of the bank are used: {bank_then}"
    );
    back.leave().await;
    tokio::time::sleep(Duration::from_secs(600)).await;
    let mut again = headless.attach(&table, Seat::A).await;
    assert_eq!(again.until(bank).await, bank_then, "a replay of the log has the same result");
}

const TABLES: usize = 2000;

/// Returns a game of two people who never connect, with six hours per decision.
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

/// Returns the times of timeouts, in milliseconds after the first entry.
fn timeouts(log: &[Vec<u8>]) -> Vec<i64> {
    let entries: Vec<serde_json::Value> =
        log.iter().map(|entry| serde_json::from_slice(entry).expect("JSON")).collect();
    let at = |entry: &serde_json::Value| entry["at"].as_i64().expect("a time");
    let late = entries.iter().filter(|entry| entry["step"]["by"] == "timeout");
    let mut times: Vec<i64> = late.map(|entry| at(entry) - at(&entries[0])).collect();
    times.dedup();
    times
}

/// Simulates a day with thousands of play-by-day tables without viewers.
///
/// The server parks all tables, and wakes each of them in time for every timeout.
#[tokio::test(start_paused = true)]
async fn thousands_of_play_by_day_tables_are_woken_in_time() {
    let headless = HeadlessServer::new();
    let rows: Vec<GameRow> = (0..TABLES).map(slow_game).collect();
    let added = rows.iter().map(|row| headless.store.add_game(row.clone()));
    futures_util::future::try_join_all(added).await.expect("games");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let day = tokio::time::sleep(Duration::from_secs(24 * 3600 + 1800));
    headless.server.serve(listener, day).await.expect("it serves");
    for row in rows {
        let times = timeouts(&headless.store.log(&row.id, 0).await.expect("its log"));
        // Missions, then turns of A, B and A: each after six hours, plus at most half a minute to
        // wake so many tables.
        assert_eq!(times.len(), 4, "{}: {times:?}", row.id);
        for (time, turn) in times.iter().zip(1..) {
            let late = time - turn * 6 * HOUR;
            assert!((0..30_000 * turn).contains(&late), "{}: {times:?}", row.id);
        }
        let game = headless.store.game(&row.id).await.expect("it reads").expect("it is there");
        assert_eq!((game.stage, game.waits), (Stage::Playing, 0b10), "B is to move");
        assert!(game.due.is_some(), "it will be woken");
    }
    assert_eq!(headless.store.orphaned_games().await, Ok(Vec::new()), "no table is orphaned");
}
