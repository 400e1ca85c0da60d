//! How long messages are: people on a train play, too.

use crate::games::play;
use crate::support::{Person, Socket, TestServer};
use orrery_protocol::{ClientMessage, Seat, Words};
use orrery_rules::deck;
use serde_json::json;

/// Opens the socket of a table and says hello.
async fn watch(person: &Person, table: &str, words: Option<Words>) -> Socket {
    let mut socket = person.connect(table).await;
    socket.say(&ClientMessage::Hello { orrery: 1, since: None, words }).await;
    socket
}

/// The lengths of messages of a type, in order.
fn lengths(heard: &[String], kind: &str) -> Vec<usize> {
    let begins = format!("{{\"type\":\"{kind}\"");
    let of_kind = heard.iter().filter(|text| text.starts_with(&begins));
    let mut lengths: Vec<usize> = of_kind.map(String::len).collect();
    lengths.sort_unstable();
    lengths
}

/// Plays a game with as many seats as there can be. Returns what each seat heard, and the view of
/// each at the end.
async fn play_full(server: &TestServer, edition: &str, words: Option<Words>) -> (Vec<Vec<String>>, Vec<String>) {
    let seats = deck::edition(edition).expect("it is built in").seats.1 as usize;
    let mut people = Vec::new();
    for seat in &Seat::ALL[..seats] {
        people.push(server.person(&format!("Player {seat}")).await);
    }
    let settings = json!({ "edition": edition, "seats": seats, "beat_ms": 0 });
    let table = people[0].table(settings).await.table;
    let mut games = Vec::new();
    for (person, seat) in people.iter().zip(Seat::ALL) {
        person.sit(&table, seat).await;
        games.push((watch(person, &table, words).await, seat));
    }
    people[0].begin(&table).await;
    let games: Vec<_> = games.into_iter().map(|(socket, seat)| tokio::spawn(play(socket, seat, seat.index()))).collect();
    let (mut heard, mut views) = (Vec::new(), Vec::new());
    for (game, person) in games.into_iter().zip(&people) {
        heard.push(game.await.expect("it is played").1.heard);
        views.push(person.send("GET", &format!("/api/tables/{table}/view?words=en"), "").await.body);
    }
    (heard, views)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_takes_less_than_300_bytes_at_the_median_and_a_view_less_than_8_kb() {
    let server = TestServer::start().await;
    for edition in ["prototype", "classic", "revised", "blast-off"] {
        for words in [None, Some(Words::English), Some(Words::German)] {
            let (heard, views) = play_full(&server, edition, words).await;
            let steps = lengths(&heard.concat(), "steps");
            let prompts = lengths(&heard.concat(), "prompt");
            let began = lengths(&heard.concat(), "view");
            println!("{edition} {words:?}: {} steps messages, median {} p90 {} max {}; prompts {} {:?}; views {:?} {:?}", steps.len(), steps[steps.len() / 2], steps[steps.len() * 9 / 10], steps.last().unwrap(), prompts.len(), prompts.get(prompts.len()/2), began.last(), views.iter().map(String::len).max());
        }
    }
    panic!();
}
