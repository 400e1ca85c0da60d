//! Sizes of messages, for players on slow connections.

use crate::games::play;
use crate::support::{Person, Socket, TestServer};
use orrery_protocol::{ClientMessage, Seat, TextLanguage};
use orrery_rules::deck;
use serde_json::json;

/// Opens the socket of a table and sends hello.
async fn watch(person: &Person, table: &str, words: Option<TextLanguage>) -> Socket {
    let mut socket = person.connect(table).await;
    socket.send(&ClientMessage::Hello { orrery: 1, since: None, words }).await;
    socket
}

/// Returns the lengths of the messages of a kind, sorted.
fn lengths(received: &[String], kind: &str) -> Vec<usize> {
    let prefix = format!("{{\"type\":\"{kind}\"");
    let of_kind = received.iter().filter(|text| text.starts_with(&prefix));
    let mut lengths: Vec<usize> = of_kind.map(String::len).collect();
    lengths.sort_unstable();
    lengths
}

/// Plays a game with the maximum number of seats. Returns all received messages.
///
/// Each player requests a view at the end.
async fn play_full(server: &TestServer, edition: &str, words: Option<TextLanguage>) -> Vec<String> {
    let seats = deck::edition(edition).expect("it is built in").seats.1 as usize;
    let mut people = Vec::new();
    for seat in &Seat::ALL[..seats] {
        people.push(server.person(&format!("Player {seat}")).await);
    }
    let settings = json!({ "edition": edition, "seats": seats, "beat_ms": 0 });
    let table = people[0].table(settings).await.table;
    let mut sockets = Vec::new();
    for (person, seat) in people.iter().zip(Seat::ALL) {
        person.sit(&table, seat).await;
        sockets.push(watch(person, &table, words).await);
    }
    people[0].begin(&table).await;
    let games = sockets.into_iter().zip(Seat::ALL);
    let games = games.map(|(socket, seat)| tokio::spawn(play(socket, seat, seat.index())));
    let games: Vec<_> = games.collect();
    let mut received = Vec::new();
    for (game, person) in games.into_iter().zip(&people) {
        received.extend(game.await.expect("it is played").1.received);
        let mut socket = watch(person, &table, words).await;
        while lengths(&socket.received, "view").is_empty() {
            socket.receive().await.expect("the connection stays");
        }
        received.extend(socket.received);
    }
    received
}

/// Plays a game of each edition. Returns all received messages.
async fn play_all(words: Option<TextLanguage>) -> Vec<String> {
    let server = TestServer::start().await;
    let mut received = Vec::new();
    for edition in ["prototype", "classic", "revised", "blast-off"] {
        received.extend(play_full(&server, edition, words).await);
    }
    received
}

/// Clients that request texts get longer messages. The web client makes its own texts.
#[tokio::test(flavor = "multi_thread")]
async fn the_median_steps_message_has_less_than_300_bytes_without_texts_and_600_with_them() {
    for (words, limit) in
        [(None, 300), (Some(TextLanguage::English), 600), (Some(TextLanguage::German), 600)]
    {
        let received = play_all(words).await;
        let (steps, views) = (lengths(&received, "steps"), lengths(&received, "view"));
        let (median, longest) = (steps[steps.len() / 2], views[views.len() - 1]);
        assert!(median < limit, "{words:?}: {median} bytes");
        assert!(longest < 8192, "{words:?}: {longest} bytes");
    }
}
