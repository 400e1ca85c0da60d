//! The database of a site: the suite of every store, and what nodes that share it rely on.

#![cfg(unix)]

use orrery_services::Postgres as Server;
use orrery_store::conformance::{self, a_game};
use orrery_store::{
    Beat, Damage, DamagedGame, Found, GameRow, Lease, Limited, Nodes, Note, Place, Postgres,
    Report, Stage, Stale, Store, StoreError,
};
use std::time::Duration;
use tokio::time::sleep;

async fn node(address: &str, id: &str) -> Postgres {
    Postgres::open(address, id, "test").await.expect("it opens")
}

/// As if a node had been heard for long, and will be; tests do not depend on how quick they are.
fn is_heard(server: &Server, address: &str, node: &str) {
    let sql = format!(
        "UPDATE nodes SET beat = now() + interval '1 h', since = now() - interval '1 h' \
         WHERE id = '{node}'"
    );
    server.execute(address, &sql).expect("it is written");
}

/// As if a node had not been heard for long.
fn is_silent(server: &Server, address: &str, node: &str) {
    let sql = format!("UPDATE nodes SET beat = now() - interval '1 h' WHERE id = '{node}'");
    server.execute(address, &sql).expect("it is written");
}

fn entries(words: &[&str]) -> Vec<Vec<u8>> {
    words.iter().map(|word| word.as_bytes().to_vec()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn it_does_what_every_store_must() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.database().expect("a database");
    let (store, next) = (node(&address, "a").await, node(&address, "b").await);
    next.beat().await.expect("it beats");
    is_heard(&server, &address, "b");
    conformance::all(&store, &next).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_nodes_can_start_at_once() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.database().expect("a database");
    let opening = (0..8).map(|number| {
        let address = address.clone();
        tokio::spawn(async move { Postgres::open(&address, &number.to_string(), "test").await })
    });
    let mut sites = Vec::new();
    for opened in opening.collect::<Vec<_>>() {
        let opened = opened.await.expect("no panic").expect("it opens");
        sites.push(opened.site().to_owned());
    }
    sites.dedup();
    assert_eq!(sites.len(), 1, "all belong to one site");
    let other = node(&server.database().expect("a database"), "x").await;
    assert_ne!(other.site(), sites[0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_address_and_a_newer_database_are_refused() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.database().expect("a database");
    drop(node(&address, "a").await);
    let newer = "UPDATE schema_version SET version = 99";
    server.execute(&address, newer).expect("it is written");
    let refused = Postgres::open(&address, "b", "test").await.map(drop);
    assert_eq!(refused, Err(StoreError::Newer { found: 99, known: 6 }));
    for wrong in ["postgres://[", "mysql://127.0.0.1/x", "postgres://127.0.0.1:1/x"] {
        assert!(Postgres::open(wrong, "c", "test").await.is_err(), "{wrong}");
    }
    let nowhere = address.replace("test_0", "no_such_database");
    let refused = Postgres::open(&nowhere, "d", "test").await.map(drop);
    assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_belongs_to_a_node_until_it_is_silent() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.database().expect("a database");
    let (a, b) = (node(&address, "a").await, node(&address, "b").await);
    assert_eq!((a.beat().await, b.beat().await), (Ok(Beat::Gap), Ok(Beat::Gap)));
    let game = GameRow { stage: Stage::Playing, ..a_game("g", "p") };
    a.add_game(game).await.expect("a game is added");
    assert_eq!(b.place("g").await, Ok(Place::Free));
    assert_eq!(b.place("no such").await, Ok(Place::Nowhere));
    let first = a.claim("g").await.expect("it is free");
    a.append(first, 0, entries(&["one"])).await.expect("the owner may");
    is_heard(&server, &address, "a");
    is_heard(&server, &address, "b");
    assert_eq!(a.place("g").await, Ok(Place::Free), "it is its own");
    assert_eq!(b.place("g").await, Ok(Place::Node("a".to_owned())));
    assert_eq!(b.claim("g").await, Err(StoreError::Owned("a".to_owned())));
    assert_eq!(b.left_games().await, Ok(Vec::new()));

    is_silent(&server, &address, "a");
    assert_eq!(b.left_games().await, Ok(vec!["g".to_owned()]));
    assert_eq!(b.place("g").await, Ok(Place::Free));
    let second = b.claim("g").await.expect("its owner is silent");
    assert_eq!((second.epoch, second.found), (first.epoch + 1, Found::Left));
    assert_eq!(a.append(first, 1, entries(&["two"])).await, Err(StoreError::Conflict));
    b.append(second, 1, entries(&["two"])).await.expect("the new owner may");

    assert_eq!(b.beat().await, Ok(Beat::Steady));
    is_heard(&server, &address, "b");
    assert_eq!(a.beat().await, Ok(Beat::Gap), "it knows that it was silent");
    assert_eq!(a.lost(vec![first]).await, Ok(vec![first]));
    assert_eq!(b.lost(vec![second]).await, Ok(Vec::new()));
    assert_eq!(a.claim("g").await, Err(StoreError::Owned("b".to_owned())));
}

/// Nobody takes games from nodes that were silent only because the database was away.
#[tokio::test(flavor = "multi_thread")]
async fn who_was_away_itself_does_not_call_others_silent() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.database().expect("a database");
    let (a, b) = (node(&address, "a").await, node(&address, "b").await);
    let game = GameRow { stage: Stage::Playing, ..a_game("g", "p") };
    a.add_game(game).await.expect("a game is added");
    a.claim("g").await.expect("it is free");
    a.beat().await.expect("it beats");
    b.beat().await.expect("it beats");
    is_silent(&server, &address, "a");
    let later = "UPDATE nodes SET since = now() + interval '1 h' WHERE id = 'b'";
    server.execute(&address, later).expect("it is written");
    assert_eq!(b.claim("g").await, Err(StoreError::Owned("a".to_owned())));
    assert_eq!(b.place("g").await, Ok(Place::Node("a".to_owned())));
    assert_eq!(b.left_games().await, Ok(Vec::new()));
    is_heard(&server, &address, "b");
    is_silent(&server, &address, "b");
    assert_eq!(b.claim("g").await, Err(StoreError::Owned("a".to_owned())), "it has not beaten yet");
    server.execute(&address, "DELETE FROM nodes").expect("the database has crashed");
    assert_eq!(b.claim("g").await, Err(StoreError::Owned("a".to_owned())), "nobody is known");
    b.beat().await.expect("it beats");
    assert_eq!(b.claim("g").await, Err(StoreError::Owned("a".to_owned())), "it has just begun");
    is_heard(&server, &address, "b");
    assert!(b.claim("g").await.is_ok(), "now it is sure");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_leaves_or_parks_frees_its_games() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.database().expect("a database");
    let (a, b) = (node(&address, "a").await, node(&address, "b").await);
    for node in [&a, &b] {
        node.beat().await.expect("it beats");
        is_heard(&server, &address, node.node());
    }
    for id in ["parked", "left"] {
        let game = GameRow { stage: Stage::Playing, ..a_game(id, "p") };
        a.add_game(game).await.expect("a game is added");
    }
    let parked = a.claim("parked").await.expect("it is free");
    a.claim("left").await.expect("it is free");
    a.note(parked, Note { changed: 7, due: Some(99), waits: 1, live: false });
    a.ready().await.expect("it writes");
    assert_eq!(b.claim("parked").await.map(|lease| lease.found), Ok(Found::Parked));
    assert!(b.claim("left").await.is_err());
    a.leave().await.expect("it goes");
    assert_eq!(b.left_games().await, Ok(vec!["left".to_owned()]));
    assert_eq!(b.claim("left").await.map(|lease| lease.found), Ok(Found::Left));
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_hold_for_all_nodes_together() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.database().expect("a database");
    let (a, b) = (node(&address, "a").await, node(&address, "b").await);
    let (me, you) = ([1; 32], [2; 32]);
    // A period so long that none ends during the test.
    let period = 1_000_000_000;
    for turn in 0..2 {
        let node = if turn == 0 { &a } else { &b };
        assert_eq!(node.allow(Limited::Tables, me, 1, 2, period).await, Ok(true));
    }
    assert_eq!(a.allow(Limited::Tables, me, 1, 2, period).await, Ok(false));
    assert_eq!(b.allow(Limited::Tables, me, 1, 2, period).await, Ok(false));
    assert_eq!(b.allow(Limited::Newcomers, me, 1, 2, period).await, Ok(true));
    assert_eq!(b.allow(Limited::Tables, you, 1, 2, period).await, Ok(true));
}

/// Twenty games with one deck store it once, and it goes with the last of them. A game of a node that is
/// heard is not deleted by another.
#[tokio::test(flavor = "multi_thread")]
async fn a_deck_is_stored_once_and_as_long_as_a_game_has_it() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.database().expect("a database");
    let (a, b) = (node(&address, "a").await, node(&address, "b").await);
    a.beat().await.expect("it beats");
    is_heard(&server, &address, "a");
    for number in 0..20 {
        a.add_game(a_game(&format!("g{number}"), "p")).await.expect("a game is added");
    }
    let decks = || server.execute(&address, "SELECT count(*) FROM decks").expect("it reads");
    assert_eq!(decks(), "1");
    a.claim("g0").await.expect("it is free");
    assert_eq!(b.delete_game("g0", Stale::Unstarted, i64::MAX).await, Ok(false));
    a.leave().await.expect("it leaves");
    for number in 0..20 {
        assert_eq!(decks(), "1", "games have it");
        let id = format!("g{number}");
        assert_eq!(b.delete_game(&id, Stale::Unstarted, i64::MAX).await, Ok(true));
    }
    assert_eq!(decks(), "0", "nobody has it");
}

/// Whatever has happened to an entry, it is found, and other games are not affected.
#[tokio::test(flavor = "multi_thread")]
async fn damage_to_a_log_is_found_and_reported() {
    let server = Server::start().expect("PostgreSQL");
    let cases = [
        ("UPDATE log SET entry = 'tw0' WHERE seq = 1", 1, Damage::Changed),
        ("UPDATE log SET sum = sum + 1 WHERE seq = 2", 2, Damage::Changed),
        ("DELETE FROM log WHERE seq = 1", 1, Damage::Missing),
        ("DELETE FROM log WHERE seq >= 2", 2, Damage::Missing),
        ("DELETE FROM log WHERE seq >= 0", 0, Damage::Missing),
    ];
    for (sql, seq, damage) in cases {
        let address = server.database().expect("a database");
        let store = node(&address, "a").await;
        for id in ["one", "two"] {
            store.add_game(a_game(id, "p")).await.expect("a game is added");
            let lease = store.claim(id).await.expect("it is claimed");
            let written = store.append(lease, 0, entries(&["one", "two", "three"])).await;
            written.expect("it is appended");
            let note = Note { changed: 1, due: None, waits: 0, live: false };
            store.park(lease, note).await.expect("it is parked");
        }
        let sound = Postgres::check(&address).await.expect("it is checked");
        assert_eq!(sound, Report { games: 2, entries: 6, ..Report::default() });
        let game = "game = (SELECT key FROM games WHERE id = 'one')";
        server.execute(&address, &format!("{sql} AND {game}")).expect("it is written");
        let expected = StoreError::Damaged { game: "one".to_owned(), seq, damage: damage.clone() };
        assert_eq!(store.log("one", 0).await, Err(expected), "{sql}");
        assert_eq!(store.log("two", 0).await, Ok(entries(&["one", "two", "three"])));
        let report = Postgres::check(&address).await.expect("it is checked");
        let damage = format!("entry {seq}: {damage}");
        let expected = vec![DamagedGame { game: "one".to_owned(), intact: seq, damage }];
        assert_eq!((report.games, report.entries), (2, 3 + seq), "{sql}");
        assert_eq!(report.damaged, expected);
    }
}

/// Nodes of the version before write neither checksums nor lengths.
#[tokio::test(flavor = "multi_thread")]
async fn entries_of_an_older_node_are_read_without_checksums() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.database().expect("a database");
    let store = node(&address, "a").await;
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is claimed");
    store.append(lease, 0, entries(&["one"])).await.expect("it is appended");
    let older = format!("INSERT INTO log (game, seq, entry) VALUES ({}, 1, 'two')", lease.key);
    server.execute(&address, &older).expect("it is written");
    assert_eq!(store.log("g", 0).await, Ok(entries(&["one", "two"])));
    let report = Postgres::check(&address).await.expect("it is checked");
    assert_eq!((report.is_sound(), report.entries, report.unchecked), (true, 2, 1));
}

/// Appends as long as it goes, and says how many were acknowledged.
async fn append_until_refused(store: &Postgres, lease: Lease) -> (u64, StoreError) {
    let mut seq = 0;
    loop {
        match store.append(lease, seq, entries(&[&seq.to_string()])).await {
            Ok(()) => seq += 1,
            Err(error) => return (seq, error),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_database_loses_nothing_that_was_acknowledged() {
    let mut server = Server::start().expect("PostgreSQL");
    let store = node(&server.database().expect("a database"), "a").await;
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is free");
    let appending = tokio::spawn(async move {
        let refused = append_until_refused(&store, lease).await;
        (store, refused)
    });
    sleep(Duration::from_millis(500)).await;
    server.kill();
    let (store, (acknowledged, error)) = appending.await.expect("no panic");
    assert!(error.may_pass(), "{error}");
    assert!(acknowledged > 0);
    let refused = store.append(lease, acknowledged, entries(&["x"])).await;
    assert!(matches!(refused, Err(StoreError::Away(_))), "{refused:?}");
    assert!(store.ready().await.is_err());
    server.start_again().expect("it starts again");
    let log = store.log("g", 0).await.expect("it reads");
    let stored = log.len() as u64;
    let expected: Vec<Vec<u8>> = (0..stored).map(|seq| seq.to_string().into_bytes()).collect();
    assert_eq!(log, expected);
    // The last one may have got in without an answer.
    assert!((acknowledged..=acknowledged + 1).contains(&stored), "{acknowledged} of {stored}");
    assert_eq!(store.append(lease, stored, entries(&["more"])).await, Ok(()));
}

/// While the database comes back quickly, an append that was under way is settled, not refused.
#[tokio::test(flavor = "multi_thread")]
async fn a_short_absence_is_not_noticed_by_an_append() {
    let mut server = Server::start().expect("PostgreSQL");
    let store = node(&server.database().expect("a database"), "a").await;
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is free");
    for round in 0..5 {
        server.stop().expect("it ends");
        server.start_again().expect("it starts again");
        // Connections that are dead without knowing it are found out by their first use.
        let result = store.append(lease, round, entries(&["x"])).await;
        assert_eq!(result, Ok(()), "in round {round}");
    }
    assert_eq!(store.log("g", 0).await.map(|log| log.len()), Ok(5));
}
