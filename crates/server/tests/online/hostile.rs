//! Hostile clients on real sockets.
//!
//! Each message gets at most one answer, the game does not change, and other players are not
//! disturbed.

use crate::support::{Person, Socket, TestServer};
use crate::windows::started;
use futures_util::SinkExt;
use orrery_protocol::{
    ClientMessage, CloseReason, Code, MyTables, Prompt, Question, Seat, ServerMessage,
};
use orrery_rules::Random;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

fn pick<'a, T>(random: &mut Random, all: &'a [T]) -> &'a T {
    &all[random.below(all.len())]
}

/// Starts a table where it is A's turn.
async fn turn_of_a(server: &TestServer) -> (Vec<(Person, Socket)>, String, Prompt) {
    let mut players = started(server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let tables: MyTables = players[0].0.get("/api/me/tables").await;
    for (seat, (_, socket)) in Seat::ALL.into_iter().zip(&mut players) {
        let prompt = socket.next_prompt(seat).await;
        let (id, step) = (format!("keep{seat}"), prompt.legal[0].clone());
        socket.send(&ClientMessage::Act { id, version: prompt.version, step }).await;
    }
    let turn = |message: &ServerMessage| {
        let prompt = crate::support::prompt_for(message, Seat::A)?;
        (prompt.decision.question == Question::Turn).then(|| prompt.clone())
    };
    let prompt = players[0].1.receive_until(turn).await;
    (players, tables.tables[0].table.clone(), prompt)
}

/// Returns a well-formed message that B may not send now.
fn forged(random: &mut Random, prompt: &Prompt, id: &str) -> Value {
    let versions = [0, 1, prompt.version - 1, prompt.version, prompt.version + 1, u32::MAX];
    let version = *pick(random, &versions);
    let steps = ["end", "pass", "follow", "rolled move", "dealt ?", "keep ?", "", "🚀"];
    let mut steps: Vec<&str> = steps.to_vec();
    steps.extend(prompt.legal.iter().map(String::as_str));
    match random.below(5) {
        0..=2 => json!({"do":"act","id":id,"version":version,"step":pick(random, &steps)}),
        3 => json!({"do":"wait","id":id,"version":version}),
        _ => json!({"do":"consent","id":id,"request":random.below(9),"answer":"agree"}),
    }
}

/// Returns a text with some bytes replaced, inserted or cut off.
fn mangled(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let place = random.below(bytes.len().max(1));
        match random.below(3) {
            0 => bytes.truncate(place),
            1 => bytes.insert(place, *pick(random, b"{}[]\":,\\x0 \xff\x00")),
            _ if !bytes.is_empty() => bytes[place] = random.below(256) as u8,
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns all messages up to the answer to a ping.
async fn until_pong(socket: &mut Socket, id: &str) -> Vec<ServerMessage> {
    socket.send(&ClientMessage::Ping { id: id.to_owned() }).await;
    let mut received = Vec::new();
    loop {
        match socket.receive().await.expect("the connection stays") {
            ServerMessage::Pong { id: answered } if answered == id => return received,
            message => received.push(message),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_stale_and_early_answers_are_refused_once_each_and_change_nothing() {
    let server = TestServer::start().await;
    let (mut players, table, prompt) = turn_of_a(&server).await;
    let mut random = Random(11);
    let mut socket = players[1].0.watch(&table).await;
    let mut received = Vec::new();
    for number in 0..400 {
        let id = format!("f{number}");
        socket.send_text(&forged(&mut random, &prompt, &id).to_string()).await;
        if number % 20 == 19 {
            received.extend(until_pong(&mut socket, &format!("after {id}")).await);
        }
    }
    for number in 0..400 {
        let wanted = Some(format!("f{number}"));
        let answers: Vec<_> = received
            .iter()
            .filter_map(|message| match message {
                ServerMessage::Error { id, error } if *id == wanted => Some(error.code),
                ServerMessage::Done { id, .. } if wanted.as_ref() == Some(id) => panic!("{id}"),
                _ => None,
            })
            .collect();
        assert_eq!(answers.len(), 1, "{wanted:?}: {answers:?}");
        assert!(matches!(answers[0], Code::NotAsked | Code::Stale | Code::NothingToUndo));
    }
    players[0].1.act(prompt.version, "end").await.expect("the game is unchanged");
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_answers_are_acknowledged_and_not_carried_out_again() {
    let server = TestServer::start().await;
    let (mut players, table, prompt) = turn_of_a(&server).await;
    let mut socket = players[1].0.watch(&table).await;
    let replay = json!({"do":"act","id":"keepB","version":0,"step":"something else"});
    for _ in 0..50 {
        socket.send_text(&replay.to_string()).await;
        socket.answer("keepB").await.expect("it was carried out before");
    }
    let stranger = server.person("Eve").await;
    let mut watching = stranger.watch(&table).await;
    watching.send_text(&replay.to_string()).await;
    let refused = watching.answer("keepB").await.expect_err("it is not Eve's");
    assert_eq!(refused.code, Code::NotSeated);
    players[0].1.act(prompt.version, "end").await.expect("the game is unchanged");
}

#[tokio::test(flavor = "multi_thread")]
async fn mangled_messages_change_nothing() {
    let server = TestServer::start().await;
    let (mut players, table, prompt) = turn_of_a(&server).await;
    let mut random = Random(5);
    for round in 0..20 {
        let mut socket = players[1].0.watch(&table).await;
        // The server closes the connection only after fifty invalid messages.
        for number in 0..40 {
            let text = forged(&mut random, &prompt, &format!("m{number}")).to_string();
            socket.send_text(&mangled(&mut random, &text)).await;
        }
        let received = until_pong(&mut socket, &format!("round{round}")).await;
        let errors = received.iter().filter(|it| matches!(it, ServerMessage::Error { .. })).count();
        assert!((1..=40).contains(&errors), "{errors}");
        assert!(
            !received.iter().any(|it| matches!(it, ServerMessage::Done { .. })),
            "{received:?}"
        );
    }
    players[0].1.act(prompt.version, "end").await.expect("the game is unchanged");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_is_refused_and_the_connection_stays() {
    let server = TestServer::start().await;
    let (players, table, _) = turn_of_a(&server).await;
    let mut socket = players[1].0.watch(&table).await;
    let long = json!({"do":"chat","id":"long","text":"x".repeat(9000)});
    socket.send_text(&long.to_string()).await;
    assert_eq!(socket.answer("long").await.expect_err("too long").code, Code::TooLong);
    let received = until_pong(&mut socket, "still here").await;
    assert!(!received.iter().any(|it| matches!(it, ServerMessage::Chat { .. })));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_is_too_long_is_refused_before_the_connection_closes() {
    let server = TestServer::start().await;
    let (players, table, _) = turn_of_a(&server).await;
    let mut socket = players[1].0.watch(&table).await;
    socket.send_text(&"x".repeat(4 * ClientMessage::MAX_BYTES + 1)).await;
    let refused = |message: &ServerMessage| match message {
        ServerMessage::Error { error, .. } => Some(error.code),
        _ => None,
    };
    assert_eq!(socket.receive_until(refused).await, Code::TooLong);
    let closing = |message: &ServerMessage| match message {
        ServerMessage::Closing { why, .. } => Some(*why),
        _ => None,
    };
    assert_eq!(socket.receive_until(closing).await, CloseReason::Abuse);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_message_closes_the_connection() {
    let server = TestServer::start().await;
    let (mut players, table, prompt) = turn_of_a(&server).await;
    let mut socket = players[1].0.watch(&table).await;
    let _ = socket.stream().send(Message::text("x".repeat(1_000_000))).await;
    while socket.receive().await.is_some() {}
    players[0].1.act(prompt.version, "end").await.expect("the game is unchanged");
}
