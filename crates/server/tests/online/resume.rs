//! Lost connections: the game continues, wherever the connection breaks.

use crate::games::play_after;
use crate::support::{Person, TIMEOUT, TestServer, prompt_for};
use crate::windows::started;
use futures_util::{SinkExt, StreamExt};
use orrery_protocol::{ClientMessage, Code, Seat, ServerMessage};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

fn hello(since: Option<u32>) -> ClientMessage {
    ClientMessage::Hello { orrery: 1, since, words: None }
}

async fn table_of(person: &Person) -> String {
    let tables: orrery_protocol::MyTables = person.get("/api/me/tables").await;
    tables.tables[0].table.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_session_gets_exactly_the_missed_steps() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let table = table_of(&players[0].0).await;
    let (mut other, mut ada) = (players.pop().expect("B"), players.pop().expect("A"));
    let (person, socket) = &mut ada;
    let prompt = socket.next_prompt(Seat::A).await;
    let seen = prompt.version;
    let (other, other_socket) = &mut other;
    let asked = other_socket.next_prompt(Seat::B).await;
    other_socket.act(asked.version, &asked.legal[0]).await.expect("it is kept");
    socket.act(prompt.version, &prompt.legal[0]).await.expect("it is kept");
    for (who, number) in [(&*person, 0), (&*other, 1)] {
        let mut again = who.connect(&table).await;
        again.send(&hello(Some(seen))).await;
        let (version, steps) = again
            .receive_until(|message| match message {
                ServerMessage::Steps { version, steps, .. } => Some((*version, steps.clone())),
                ServerMessage::View { .. } => panic!("steps were asked for"),
                _ => None,
            })
            .await;
        assert_eq!(steps.len() as u32, version - seen);
        let kept: Vec<&str> = steps.iter().take(2).map(|it| it.step.as_str()).collect();
        let hidden = if number == 0 { 1 } else { 0 };
        assert_eq!(kept[hidden], "keep ?", "the other's choice stays hidden");
        assert_ne!(kept[1 - hidden], "keep ?");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_version_gets_a_full_view() {
    let server = TestServer::start().await;
    let players = started(&server, json!({ "seats": 2, "beat_ms": 0 })).await;
    let table = table_of(&players[0].0).await;
    for since in [None, Some(4_000_000_000)] {
        let mut again = players[0].0.connect(&table).await;
        again.send(&hello(since)).await;
        let is_view =
            |message: &ServerMessage| matches!(message, ServerMessage::View { .. }).then_some(());
        again.receive_until(is_view).await;
    }
}

/// The client repeats a message after each lost connection. The server carries it out once.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_sent_twice_is_taken_once() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let table = table_of(&players[0].0).await;
    let (person, socket) = &mut players[0];
    let prompt = socket.next_prompt(Seat::A).await;
    let act = ClientMessage::Act {
        id: "once".to_owned(),
        version: prompt.version,
        step: prompt.legal[0].clone(),
    };
    socket.send(&act).await;
    let first = socket.answer("once").await.expect("it is taken");
    let mut again = person.connect(&table).await;
    again.send(&hello(None)).await;
    for _ in 0..2 {
        again.send(&act).await;
        assert_eq!(again.answer("once").await.expect("it is acknowledged again"), first);
    }
}

/// Returns the bytes that a client sends to join a table: the HTTP request and `hello`.
fn opening(person: &Person, table: &str) -> Vec<u8> {
    let request = format!(
        "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n\
         Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
        person.address, person.cookie
    );
    let hello = serde_json::to_string(&hello(Some(0))).expect("it can be written");
    [request.into_bytes(), masked(hello.as_bytes())].concat()
}

/// Cuts connections after every byte of `hello` and of an answer, and at some bytes of the request.
///
/// The server must not act before the last byte of the answer has arrived. Then it takes one step.
#[tokio::test(flavor = "multi_thread")]
async fn a_connection_may_be_cut_after_any_byte() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let table = table_of(&players[0].0).await;
    let prompt = players[0].1.next_prompt(Seat::A).await;
    let (person, step) = (players[0].0.clone(), prompt.legal[0].clone());
    let act = ClientMessage::Act { id: "cut".to_owned(), version: prompt.version, step };
    let text = serde_json::to_string(&act).expect("it can be written");
    let opening = opening(&person, &table);
    let whole = [opening.clone(), masked(text.as_bytes())].concat();
    let sparse = (0..opening.len() - 60).step_by(17);
    for cut in sparse.chain(opening.len() - 60..whole.len()) {
        let mut stream = TcpStream::connect(person.address).await.expect("it listens");
        stream.write_all(&whole[..cut]).await.expect("a part is sent");
    }
    let mut socket = person.watch(&table).await;
    let again = socket.next_prompt(Seat::A).await;
    assert_eq!(again.version, prompt.version, "nothing has happened");
    // This message may arrive although the connection is cut. The repeated message counts once.
    let mut stream = TcpStream::connect(person.address).await.expect("it listens");
    stream.write_all(&whole).await.expect("all of it is sent");
    drop(stream);
    socket.send(&act).await;
    socket.answer("cut").await.expect("it is acknowledged");
    let stale = ClientMessage::Act { id: "other".to_owned(), version: 0, step: "end".to_owned() };
    socket.send(&stale).await;
    assert_eq!(socket.answer("other").await.expect_err("answered").code, Code::Stale);
    let record = person.send("GET", &format!("/api/tables/{table}/record"), "").await.body;
    assert!(!record.contains("keep"), "B has not answered, so A's answer is sealed: {record}");
}

/// Returns a masked WebSocket frame, as clients send it.
fn masked(payload: &[u8]) -> Vec<u8> {
    assert!(payload.len() < 126, "a short frame");
    let mut frame = vec![0x81, 0x80 | payload.len() as u8, 1, 2, 3, 4];
    let mask = [1, 2, 3, 4];
    frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_of_two_answers_to_a_prompt_counts() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 1, "beat_ms": 0, "rogue": "hades" })).await;
    let table = table_of(&players[0].0).await;
    for round in 0..20 {
        let mut one = players[0].0.watch(&table).await;
        let mut two = players[0].0.watch(&table).await;
        let prompt = one.next_prompt(Seat::A).await;
        two.next_prompt(Seat::A).await;
        let act = |id: String| ClientMessage::Act {
            id,
            version: prompt.version,
            step: prompt.legal[0].clone(),
        };
        let (first, second) = (format!("one{round}"), format!("two{round}"));
        let (message, other) = (act(first.clone()), act(second.clone()));
        tokio::join!(one.send(&message), two.send(&other));
        let answers = [one.answer(&first).await, two.answer(&second).await];
        let taken = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(taken, 1, "{answers:?}");
        let refused = answers.into_iter().find_map(Result::err).expect("one is refused");
        assert!(matches!(refused.code, Code::Stale | Code::NotAsked), "{refused:?}");
    }
    drop(players.pop());
}

#[tokio::test(flavor = "multi_thread")]
async fn games_continue_after_a_server_restart() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 2, "start": "A", "beat_ms": 0 })).await;
    let table = table_of(&players[0].0).await;
    let prompt = players[1].1.next_prompt(Seat::B).await;
    players[1].1.act(prompt.version, &prompt.legal[1]).await.expect("sealed");
    let server = server.restart().await;
    let retry_delay = |message: &ServerMessage| match message {
        ServerMessage::Closing { retry_ms, .. } => Some(*retry_ms),
        _ => None,
    };
    assert!(
        players[0].1.receive_until(retry_delay).await.is_some(),
        "the server says when to reconnect"
    );
    let people: Vec<Person> =
        players.iter().map(|(it, _)| Person { address: server.address, ..it.clone() }).collect();
    let mut first = people[0].watch(&table).await;
    let second = people[1].watch(&table).await;
    let prompt = first.next_prompt(Seat::A).await;
    first.act(prompt.version, &prompt.legal[0]).await.expect("it is kept");
    let seated = [(first, Seat::A), (second, Seat::B)];
    let games: Vec<_> =
        seated.into_iter().map(|(it, seat)| tokio::spawn(play_to_end(it, seat))).collect();
    for game in games {
        game.await.expect("it is played");
    }
}

/// Plays to the end from any position.
async fn play_to_end(mut socket: crate::support::Socket, seat: Seat) {
    socket.send(&ClientMessage::Resume { since: None }).await;
    let is_view = |message: &ServerMessage| match message {
        ServerMessage::View { .. } => Some(prompt_for(message, seat).cloned()),
        _ => None,
    };
    let prompt = socket.receive_until(is_view).await;
    let answered = prompt.as_ref().map(|prompt| prompt.version);
    if let Some(prompt) = prompt {
        let id = format!("again{seat}");
        let step = prompt.legal[0].clone();
        socket.send(&ClientMessage::Act { id, version: prompt.version, step }).await;
    }
    play_after(socket, seat, 3, answered).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_readers_are_disconnected_and_delay_nobody() {
    let server = TestServer::start().await;
    let mut players = started(&server, json!({ "seats": 1, "rogue": "hades" })).await;
    let table = table_of(&players[0].0).await;
    let mut slow = players[0].0.watch(&table).await;
    slow.receive().await.expect("a welcome");
    // This client requests many views, and reads nothing.
    let resume = serde_json::to_string(&ClientMessage::Resume { since: None }).expect("text");
    for _ in 0..3000 {
        if slow.stream().feed(Message::text(resume.clone())).await.is_err() {
            break;
        }
    }
    // An error means that the server has closed the connection.
    let _ = timeout(TIMEOUT, slow.stream().flush()).await.expect("the server reads, or closes");
    let socket = &mut players[0].1;
    let id = socket.id();
    socket.send(&ClientMessage::Ping { id }).await;
    let pong =
        |message: &ServerMessage| matches!(message, ServerMessage::Pong { .. }).then_some(());
    socket.receive_until(pong).await;
    let rest = async { while let Some(Ok(_)) = slow.stream().next().await {} };
    timeout(TIMEOUT, rest).await.expect("the server closes the connection of a slow reader");
}
