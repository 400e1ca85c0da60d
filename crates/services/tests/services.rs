//! The servers are real: they answer, come back after a kill with their data, and leave nothing.

#![cfg(unix)]

use orrery_services::{Keeping, Nats, Postgres};
use std::net::TcpStream;

fn listens(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok()
}

#[test]
fn postgresql_keeps_what_was_committed_when_it_is_killed() {
    let mut server = Postgres::start().expect("PostgreSQL");
    let (one, other) = (server.database().expect("one"), server.database().expect("another"));
    assert_ne!(one, other);
    let words = "CREATE TABLE words (word text); INSERT INTO words VALUES ('kept')";
    server.execute(&one, words).expect("it is written");
    assert!(server.execute(&other, "SELECT word FROM words").is_err(), "they are apart");
    server.kill();
    assert!(!listens(server.port()));
    server.start_again().expect("it starts again");
    assert_eq!(server.execute(&one, "SELECT word FROM words").as_deref(), Ok("kept"));
    server.stop().expect("it ends when it is asked to");
    server.start_again().expect("it starts again");
    assert_eq!(server.execute(&one, "SELECT word FROM words").as_deref(), Ok("kept"));
    let port = server.port();
    drop(server);
    assert!(!listens(port));
}

#[test]
fn nats_comes_back_on_the_same_port() {
    for keeping in [Keeping::Nothing, Keeping::Streams] {
        let mut server = Nats::start(keeping).expect("NATS");
        assert!(listens(server.port()));
        server.pause();
        server.resume();
        server.kill();
        assert!(!listens(server.port()));
        server.start_again().expect("it starts again");
        let port = server.port();
        drop(server);
        assert!(!listens(port));
    }
}
