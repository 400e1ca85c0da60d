//! Clocks, beats and days, on a clock that is stopped and moved on: no sockets here, commands go by
//! the bus.

use crate::bare::{Bare, Watcher};
use crate::support::prompt_for;
use orrery_protocol::{
    ClientMessage, ClockSetting, Face, Order, Prompt, Question, Scope, Seat, ServerMessage,
    Standing, Why,
};
use orrery_server::{Command, What};
use orrery_store::{Stage, Store};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;

/// A table of two that has come to A's first turn.
async fn first_turn(
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
            ben.say(ClientMessage::Orders { id: "o".to_owned(), orders }).await;
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
    assert_eq!(own.by, Some(Why::Timeout));
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
    assert!(ended.iter().all(|step| step.seat != Some(Seat::A) || step.by == Some(Why::Timeout)));
    assert!(gone.elapsed() >= Duration::from_secs(54), "{:?}", gone.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_bot_stands_in_until_the_player_returns() {
    let bare = Bare::new();
    let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":24},
        "absent": {"kind":"bot","level":"greedy"} });
    let (ada, mut ben, turn) = first_turn(&bare, "stand", settings).await;
    let table = ada.table.clone();
    bare.bus.hand(&table, Command::Detach(ada.number)).await;
    drop(ada.receiver);
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

/// A day with many slow tables that nobody looks at: all are parked, all are woken in time, and all
/// go on.
#[tokio::test(start_paused = true)]
async fn a_day_of_play_by_day_passes_in_a_moment() {
    let bare = Bare::new();
    let count = 60;
    let mut tables = Vec::new();
    for number in 0..count {
        let letters: String =
            format!("{number:04}").bytes().map(|b| char::from(b - b'0' + b'b')).collect();
        let settings = json!({ "seats": 2, "start": "A", "clock": {"kind":"days","hours":6},
            "absent": {"kind":"end-turn"} });
        let table = bare.table(&letters, settings).await;
        bare.ask(&table, Seat::A, What::Start).await;
        tables.push(table);
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let day = tokio::time::sleep(Duration::from_secs(24 * 3600));
    bare.server.serve(listener, day).await.expect("it serves");
    for table in tables {
        let log = bare.store.log(&table, 0).await.expect("its log");
        let text: Vec<String> =
            log.iter().map(|it| String::from_utf8_lossy(it).into_owned()).collect();
        let timeouts = text.iter().filter(|entry| entry.contains("timeout")).count();
        assert!(timeouts >= 3, "{table}: {timeouts} in {} entries", text.len());
        let game = bare.store.game(&table).await.expect("it reads").expect("it is there");
        assert_eq!(game.stage, Stage::Playing);
    }
}
