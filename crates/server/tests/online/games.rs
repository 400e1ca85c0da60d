//! Complete games: every edition and every number of seats, with clients that play legal actions.

use crate::support::{Person, Socket, TestServer, prompt_for};
use orrery_protocol::{ClientMessage, Seat, ServerMessage, Stage, Table};
use orrery_record::{DeckCache, ExpectedValues, Record};
use orrery_rules::deck;
use serde_json::json;

/// Plays a seat to the end. Returns the final table and the socket.
///
/// `salt` determines which legal answers the seat gives.
pub(crate) async fn play(socket: Socket, seat: Seat, salt: usize) -> (Table, Socket) {
    play_after(socket, seat, salt, None).await
}

/// Plays a seat to the end. The prompt with the version `answered` is already answered.
///
/// A client that requests a view may receive a prompt twice, but must answer it once.
pub(crate) async fn play_after(
    mut socket: Socket,
    seat: Seat,
    salt: usize,
    mut answered: Option<u32>,
) -> (Table, Socket) {
    let mut number = salt;
    loop {
        let message = socket.receive().await.expect("the connection stays");
        if let ServerMessage::Table { table } = &message
            && table.stage == Stage::Over
        {
            return (*table.clone(), socket);
        }
        if let ServerMessage::Error { error, .. } = &message {
            panic!("{error:?}");
        }
        let asked = prompt_for(&message, seat);
        if let Some(prompt) = asked.filter(|prompt| answered.is_none_or(|it| it < prompt.version)) {
            answered = Some(prompt.version);
            number = number.wrapping_mul(31).wrapping_add(7);
            let step = prompt.legal[number % prompt.legal.len()].clone();
            let id = format!("{seat}{number}");
            socket.send(&ClientMessage::Act { id, version: prompt.version, step }).await;
        }
    }
}

/// Creates a table with these settings, and plays it to the end.
async fn play_whole(server: &TestServer, settings: serde_json::Value) -> (Table, Vec<Person>) {
    let seats = settings["seats"].as_u64().expect("a number") as usize;
    let mut people = Vec::new();
    for seat in &Seat::ALL[..seats] {
        people.push(server.person(&format!("Player {seat}")).await);
    }
    let table = people[0].table(settings).await;
    let mut players = Vec::new();
    for (person, seat) in people.iter().zip(Seat::ALL) {
        person.sit(&table.table, seat).await;
        players.push((person.watch(&table.table).await, seat));
    }
    people[0].begin(&table.table).await;
    let games: Vec<_> = players
        .into_iter()
        .enumerate()
        .map(|(salt, (socket, seat))| tokio::spawn(play(socket, seat, salt)))
        .collect();
    let mut ended = None;
    for game in games {
        ended = Some(game.await.expect("it is played").0);
    }
    (ended.expect("there are players"), people)
}

/// Verifies the record of a finished game against the commitment and the entropy of seat A.
pub(crate) async fn verify(table: &Table, person: &Person) {
    let path = format!("/api/tables/{}/record", table.table);
    let text = person.send("GET", &path, "").await.body;
    let record = Record::parse(&text).expect("it is a record");
    let mut decks = DeckCache::default();
    decks.load_embedded(&record.header).expect("its deck is valid");
    let rules = decks.rules(&record.header).expect("its rules");
    let noted =
        ExpectedValues::read(Some(&table.commitment), &["A=00ff".to_owned()]).expect("notes");
    record.verify_against(&rules, &noted).expect("its dice are fair");
    assert!(!table.outcome.as_ref().expect("an outcome").winners.is_empty());
}

/// Plays and verifies a game of an edition with every number of seats.
async fn play_edition(id: &str) {
    let server = TestServer::start().await;
    let rules = deck::edition(id).expect("it is built in");
    let solo = rules.solo.is_some();
    let seats = (rules.seats.0..=rules.seats.1).chain(solo.then_some(1));
    for seats in seats {
        let settings = json!({ "edition": id, "seats": seats, "beat_ms": 0 });
        let (table, people) = play_whole(&server, settings).await;
        verify(&table, &people[0]).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prototype_is_played_with_every_number_of_seats() {
    play_edition("prototype").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn classic_is_played_with_every_number_of_seats() {
    play_edition("classic").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn revised_is_played_with_every_number_of_seats() {
    play_edition("revised").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn blast_off_is_played_with_every_number_of_seats() {
    play_edition("blast-off").await;
}
