//! Tests of the servers: they answer, restart after a kill with their data, and stop when dropped.

#![cfg(unix)]

use orrery_services::{Nats, Persistence, Postgres};
use std::net::TcpStream;

fn listens(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok()
}

#[test]
fn killed_postgresql_keeps_committed_data() {
    let mut server = Postgres::start().expect("PostgreSQL");
    let (one, other) = (
        server.create_database().expect("a database"),
        server.create_database().expect("a database"),
    );
    assert_ne!(one, other);
    let create = "CREATE TABLE words (word text); INSERT INTO words VALUES ('kept')";
    server.execute(&one, create).expect("it is written");
    assert!(
        server.execute(&other, "SELECT word FROM words").is_err(),
        "databases share their tables"
    );
    server.kill();
    assert!(!listens(server.port()));
    server.restart().expect("it restarts");
    assert_eq!(server.execute(&one, "SELECT word FROM words").as_deref(), Ok("kept"));
    server.stop().expect("it stops");
    server.restart().expect("it restarts");
    assert_eq!(server.execute(&one, "SELECT word FROM words").as_deref(), Ok("kept"));
    let port = server.port();
    drop(server);
    assert!(!listens(port));
}

#[test]
fn nats_restarts_on_the_same_port() {
    for persistence in [Persistence::None, Persistence::JetStream] {
        let mut server = Nats::start(persistence).expect("NATS");
        assert!(listens(server.port()));
        server.pause();
        server.resume();
        server.kill();
        assert!(!listens(server.port()));
        server.restart().expect("it restarts");
        let port = server.port();
        drop(server);
        assert!(!listens(port));
    }
}
