//! The PostgreSQL store: the conformance suite, and the guarantees that nodes rely on.

#![cfg(unix)]

use orrery_services::Postgres as Server;
use orrery_store::conformance::{self, a_game};
use orrery_store::{
    Damage, DamagedGame, GameDamage, GameLocation, GameRow, GameStatus, Heartbeat, Lease, Nodes,
    Postgres, PriorState, Quota, Report, Stage, Stale, Store, StoreError,
};
use tokio::sync::watch;

async fn node(address: &str, id: &str) -> Postgres {
    Postgres::open(address, id, "test").await.expect("it opens")
}

/// Makes a node count as alive until the end of the test.
fn mark_alive(server: &Server, address: &str, node: &str) {
    let sql = format!(
        "UPDATE nodes SET beat = now() + interval '1 h', since = now() - interval '1 h' \
         WHERE id = '{node}'"
    );
    server.execute(address, &sql).expect("it is written");
}

/// Makes a node count as silent.
fn mark_silent(server: &Server, address: &str, node: &str) {
    let sql = format!("UPDATE nodes SET beat = now() - interval '1 h' WHERE id = '{node}'");
    server.execute(address, &sql).expect("it is written");
}

fn entries(words: &[&str]) -> Vec<Vec<u8>> {
    words.iter().map(|word| word.as_bytes().to_vec()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn conforms() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
    let (store, next) = (node(&address, "a").await, node(&address, "b").await);
    next.heartbeat().await.expect("a heartbeat");
    mark_alive(&server, &address, "b");
    conformance::all(&store, &next).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_nodes_can_start_at_once() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
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
    assert_eq!(sites.len(), 1, "the nodes have different sites");
    let other = node(&server.create_database().expect("a database"), "x").await;
    assert_ne!(other.site(), sites[0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_address_and_newer_database_are_refused() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
    drop(node(&address, "a").await);
    let newer = "UPDATE schema_version SET version = 99";
    server.execute(&address, newer).expect("it is written");
    let refused = Postgres::open(&address, "b", "test").await.map(drop);
    assert_eq!(refused, Err(StoreError::NewerSchema { found: 99, known: 10 }));
    for wrong in ["postgres://[", "mysql://127.0.0.1/x", "postgres://127.0.0.1:1/x"] {
        assert!(Postgres::open(wrong, "c", "test").await.is_err(), "{wrong}");
    }
    let missing = address.replace("test_0", "no_such_database");
    let refused = Postgres::open(&missing, "d", "test").await.map(drop);
    assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn node_owns_a_game_until_its_heartbeats_stop() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
    let (a, b) = (node(&address, "a").await, node(&address, "b").await);
    assert_eq!(
        (a.heartbeat().await, b.heartbeat().await),
        (Ok(Heartbeat::LeaseGap), Ok(Heartbeat::LeaseGap))
    );
    let game = GameRow { stage: Stage::Playing, ..a_game("g", "p") };
    a.add_game(game).await.expect("a game is added");
    assert_eq!(b.locate("g").await, Ok(GameLocation::Claimable));
    assert_eq!(b.locate("no such").await, Ok(GameLocation::NotFound));
    let first = a.claim("g").await.expect("it is free");
    a.append(first, 0, entries(&["one"])).await.expect("the owner can append");
    mark_alive(&server, &address, "a");
    mark_alive(&server, &address, "b");
    assert_eq!(
        a.locate("g").await,
        Ok(GameLocation::Claimable),
        "a node cannot claim its own game"
    );
    assert_eq!(b.locate("g").await, Ok(GameLocation::Node("a".to_owned())));
    assert_eq!(b.claim("g").await, Err(StoreError::Owned("a".to_owned())));
    assert_eq!(b.orphaned_games().await, Ok(Vec::new()));

    mark_silent(&server, &address, "a");
    assert_eq!(b.orphaned_games().await, Ok(vec!["g".to_owned()]));
    assert_eq!(b.locate("g").await, Ok(GameLocation::Claimable));
    let second = b.claim("g").await.expect("its owner is silent");
    assert_eq!((second.epoch, second.prior), (first.epoch + 1, PriorState::Orphaned));
    assert_eq!(a.append(first, 1, entries(&["two"])).await, Err(StoreError::Conflict));
    b.append(second, 1, entries(&["two"])).await.expect("the new owner can append");

    assert_eq!(b.heartbeat().await, Ok(Heartbeat::Steady));
    mark_alive(&server, &address, "b");
    assert_eq!(
        a.heartbeat().await,
        Ok(Heartbeat::LeaseGap),
        "the node does not learn of its lease gap"
    );
    assert_eq!(a.find_void_leases(vec![first]).await, Ok(vec![first]));
    assert_eq!(b.find_void_leases(vec![second]).await, Ok(Vec::new()));
    assert_eq!(a.claim("g").await, Err(StoreError::Owned("b".to_owned())));
}

/// Nodes do not claim each other's games after the database itself was unavailable.
#[tokio::test(flavor = "multi_thread")]
async fn node_with_a_lease_gap_cannot_claim_games_of_others() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
    let (a, b) = (node(&address, "a").await, node(&address, "b").await);
    let game = GameRow { stage: Stage::Playing, ..a_game("g", "p") };
    a.add_game(game).await.expect("a game is added");
    a.claim("g").await.expect("it is free");
    a.heartbeat().await.expect("a heartbeat");
    b.heartbeat().await.expect("a heartbeat");
    mark_silent(&server, &address, "a");
    let later = "UPDATE nodes SET since = now() + interval '1 h' WHERE id = 'b'";
    server.execute(&address, later).expect("it is written");
    assert_eq!(b.claim("g").await, Err(StoreError::Owned("a".to_owned())));
    assert_eq!(b.locate("g").await, Ok(GameLocation::Node("a".to_owned())));
    assert_eq!(b.orphaned_games().await, Ok(Vec::new()));
    mark_alive(&server, &address, "b");
    mark_silent(&server, &address, "b");
    assert_eq!(
        b.claim("g").await,
        Err(StoreError::Owned("a".to_owned())),
        "a node without a recent heartbeat claimed a game"
    );
    server.execute(&address, "DELETE FROM nodes").expect("the database has crashed");
    assert_eq!(
        b.claim("g").await,
        Err(StoreError::Owned("a".to_owned())),
        "a node claimed a game although the table of nodes is empty"
    );
    b.heartbeat().await.expect("a heartbeat");
    assert_eq!(
        b.claim("g").await,
        Err(StoreError::Owned("a".to_owned())),
        "a node claimed a game directly after its first heartbeat"
    );
    mark_alive(&server, &address, "b");
    assert!(b.claim("g").await.is_ok(), "a node with continuous heartbeats cannot claim the game");
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_and_parking_release_games() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
    let (a, b) = (node(&address, "a").await, node(&address, "b").await);
    for node in [&a, &b] {
        node.heartbeat().await.expect("a heartbeat");
        mark_alive(&server, &address, node.node());
    }
    for id in ["parked", "left"] {
        let game = GameRow { stage: Stage::Playing, ..a_game(id, "p") };
        a.add_game(game).await.expect("a game is added");
    }
    let parked = a.claim("parked").await.expect("it is free");
    a.claim("left").await.expect("it is free");
    a.update_status(parked, GameStatus { changed: 7, due: Some(99), waits: 1, live: false });
    a.ready().await.expect("it writes");
    assert_eq!(b.claim("parked").await.map(|lease| lease.prior), Ok(PriorState::Parked));
    assert!(b.claim("left").await.is_err());
    a.leave().await.expect("it leaves");
    assert_eq!(b.orphaned_games().await, Ok(vec!["left".to_owned()]));
    assert_eq!(b.claim("left").await.map(|lease| lease.prior), Ok(PriorState::Orphaned));
}

#[tokio::test(flavor = "multi_thread")]
async fn quotas_are_shared_by_all_nodes() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
    let (a, b) = (node(&address, "a").await, node(&address, "b").await);
    let (me, you) = ([1; 32], [2; 32]);
    // The period is so long that none ends during the test.
    let period = 1_000_000_000;
    for turn in 0..2 {
        let node = if turn == 0 { &a } else { &b };
        assert_eq!(node.charge_quota(Quota::Tables, me, 1, 2, period).await, Ok(true));
    }
    assert_eq!(a.charge_quota(Quota::Tables, me, 1, 2, period).await, Ok(false));
    assert_eq!(b.charge_quota(Quota::Tables, me, 1, 2, period).await, Ok(false));
    assert_eq!(b.charge_quota(Quota::Newcomers, me, 1, 2, period).await, Ok(true));
    assert_eq!(b.charge_quota(Quota::Tables, you, 1, 2, period).await, Ok(true));
}

/// Twenty games share one stored deck, which is deleted with the last of them. A node does not delete a
/// game of another node that is alive.
#[tokio::test(flavor = "multi_thread")]
async fn deck_is_stored_once_until_its_last_game_is_deleted() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
    let (a, b) = (node(&address, "a").await, node(&address, "b").await);
    a.heartbeat().await.expect("a heartbeat");
    mark_alive(&server, &address, "a");
    for number in 0..20 {
        a.add_game(a_game(&format!("g{number}"), "p")).await.expect("a game is added");
    }
    let decks = || server.execute(&address, "SELECT count(*) FROM decks").expect("it reads");
    assert_eq!(decks(), "1");
    a.claim("g0").await.expect("it is free");
    assert_eq!(b.delete_game("g0", Stale::Unstarted, i64::MAX).await, Ok(false));
    a.leave().await.expect("it leaves");
    for number in 0..20 {
        assert_eq!(decks(), "1", "a shared deck was deleted");
        let id = format!("g{number}");
        assert_eq!(b.delete_game(&id, Stale::Unstarted, i64::MAX).await, Ok(true));
    }
    assert_eq!(decks(), "0", "an unused deck is still stored");
}

/// Every kind of damage to an entry is detected, and other games are unaffected.
#[tokio::test(flavor = "multi_thread")]
async fn damage_to_a_log_is_detected_and_reported() {
    let server = Server::start().expect("PostgreSQL");
    let cases = [
        ("UPDATE log SET entry = 'tw0' WHERE seq = 1", 1, Damage::Changed),
        ("UPDATE log SET sum = sum + 1 WHERE seq = 2", 2, Damage::Changed),
        ("DELETE FROM log WHERE seq = 1", 1, Damage::Missing),
        ("DELETE FROM log WHERE seq >= 2", 2, Damage::Missing),
        ("DELETE FROM log WHERE seq >= 0", 0, Damage::Missing),
    ];
    for (sql, seq, damage) in cases {
        let address = server.create_database().expect("a database");
        let store = node(&address, "a").await;
        for id in ["one", "two"] {
            store.add_game(a_game(id, "p")).await.expect("a game is added");
            let lease = store.claim(id).await.expect("it is claimed");
            let written = store.append(lease, 0, entries(&["one", "two", "three"])).await;
            written.expect("it is appended");
            let status = GameStatus { changed: 1, due: None, waits: 0, live: false };
            store.park(lease, status).await.expect("it is parked");
        }
        let intact = Postgres::check(&address).await.expect("it is checked");
        assert_eq!(intact, Report { games: 2, entries: 6, ..Report::default() });
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

/// Damage to a row or a seat is detected, and other games are unaffected.
#[tokio::test(flavor = "multi_thread")]
async fn damage_to_a_game_is_detected_and_reported() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
    let store = node(&address, "a").await;
    for (number, sql) in [
        "UPDATE games SET settings = settings || ' ' WHERE",
        "UPDATE games SET seed = decode(repeat('07', 32), 'hex') WHERE",
        "UPDATE seats SET entropy = 'x' FROM games WHERE game = key AND",
        "DELETE FROM seats USING games WHERE game = key AND",
    ]
    .into_iter()
    .enumerate()
    {
        let (id, other) = (format!("g{number}"), format!("other{number}"));
        for id in [&id, &other] {
            store.add_game(a_game(id, "p")).await.expect("a game is added");
            let lease = store.claim(id).await.expect("it is claimed");
            let game = store.game(id).await.expect("it is read").expect("a game");
            store.put_game(lease, game).await.expect("it is stored");
        }
        server.execute(&address, &format!("{sql} id = '{id}'")).expect("it is changed");
        let damage = GameDamage::Row;
        let expected = StoreError::DamagedGame { game: id.clone(), damage };
        assert_eq!(store.game(&id).await, Err(expected), "{sql}");
        assert!(store.game(&other).await.is_ok(), "{sql}");
        let report = Postgres::check(&address).await.expect("it is checked");
        let expected = DamagedGame { game: id, intact: 0, damage: damage.to_string() };
        assert_eq!(report.damaged.last(), Some(&expected), "{sql}");
        // Nodes of the previous version raise the epoch and write no checksum.
        server.execute(&address, "UPDATE games SET epoch = epoch + 1").expect("it is changed");
        assert!(Postgres::check(&address).await.expect("it is checked").is_intact(), "{sql}");
    }
}

/// Nodes of the previous version write neither checksums nor lengths.
#[tokio::test(flavor = "multi_thread")]
async fn entries_of_an_older_node_need_no_checksums() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
    let store = node(&address, "a").await;
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is claimed");
    store.append(lease, 0, entries(&["one"])).await.expect("it is appended");
    let older = format!("INSERT INTO log (game, seq, entry) VALUES ({}, 1, 'two')", lease.key);
    server.execute(&address, &older).expect("it is written");
    assert_eq!(store.log("g", 0).await, Ok(entries(&["one", "two"])));
    let report = Postgres::check(&address).await.expect("it is checked");
    assert_eq!((report.is_intact(), report.entries, report.unchecked), (true, 2, 1));
}

/// Appends until an append fails. Returns the number of acknowledged appends and the error.
///
/// Sends the number of acknowledged appends to `acknowledged` after each one.
async fn append_until_refused(
    store: &Postgres,
    lease: Lease,
    acknowledged: watch::Sender<u64>,
) -> (u64, StoreError) {
    let mut seq = 0;
    loop {
        match store.append(lease, seq, entries(&[&seq.to_string()])).await {
            Ok(()) => {
                seq += 1;
                acknowledged.send_replace(seq);
            }
            Err(error) => return (seq, error),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_database_loses_no_acknowledged_entry() {
    let mut server = Server::start().expect("PostgreSQL");
    let store = node(&server.create_database().expect("a database"), "a").await;
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is free");
    let (sender, mut appended) = watch::channel(0);
    let appending = tokio::spawn(async move {
        let refused = append_until_refused(&store, lease, sender).await;
        (store, refused)
    });
    appended.wait_for(|count| *count >= 20).await.expect("entries are appended");
    server.kill();
    let (store, (acknowledged, error)) = appending.await.expect("no panic");
    assert!(error.is_transient(), "{error}");
    assert!(acknowledged > 0);
    let refused = store.append(lease, acknowledged, entries(&["x"])).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    assert!(store.ready().await.is_err());
    server.restart().expect("it restarts");
    let log = store.log("g", 0).await.expect("it reads");
    let stored = log.len() as u64;
    let expected: Vec<Vec<u8>> = (0..stored).map(|seq| seq.to_string().into_bytes()).collect();
    assert_eq!(log, expected);
    // The last append may be stored although it was not acknowledged.
    assert!((acknowledged..=acknowledged + 1).contains(&stored), "{acknowledged} of {stored}");
    assert_eq!(store.append(lease, stored, entries(&["more"])).await, Ok(()));
}

/// A full disk refuses new pages, but an update that fits into a page succeeds.
#[tokio::test(flavor = "multi_thread")]
async fn store_is_not_ready_if_it_cannot_write_or_the_disk_is_full() {
    let server = Server::start().expect("PostgreSQL");
    let address = server.create_database().expect("a database");
    let store = node(&address, "a").await;
    assert_eq!(store.ready().await, Ok(()));
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
        $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$";
    server.execute(&address, refuse).expect("a function");
    let triggers = "DO $$ DECLARE name text; BEGIN \
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP \
          EXECUTE format('CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON %I FOR EACH ROW \
            EXECUTE FUNCTION refuse()', name); \
        END LOOP; END $$";
    server.execute(&address, triggers).expect("triggers");
    assert_eq!(store.ready().await, Err(StoreError::Full), "no row can be written");
    server.execute(&address, "DROP FUNCTION refuse CASCADE").expect("it is removed");
    assert_eq!(store.ready().await, Ok(()), "the failed check left something behind");

    // The limit applies to new connections. It refuses every new page of a temporary file.
    let limit = format!("ALTER DATABASE {} SET temp_file_limit", database(&address));
    server.execute(&address, &format!("{limit} = 0")).expect("it is limited");
    let full = node(&address, "b").await;
    assert!(full.ready().await.is_err_and(|error| error.is_transient()), "no new page is written");
    server.execute(&address, &format!("{limit} = -1")).expect("it is not limited");
    assert_eq!(node(&address, "c").await.ready().await, Ok(()));
}

/// Returns the name of the database in an address.
fn database(address: &str) -> &str {
    address.rsplit('/').next().unwrap_or_default()
}

/// If the database returns quickly, an append in flight is retried and succeeds.
#[tokio::test(flavor = "multi_thread")]
async fn append_survives_a_short_outage() {
    let mut server = Server::start().expect("PostgreSQL");
    let store = node(&server.create_database().expect("a database"), "a").await;
    store.add_game(a_game("g", "p")).await.expect("a game is added");
    let lease = store.claim("g").await.expect("it is free");
    for round in 0..5 {
        server.stop().expect("it ends");
        server.restart().expect("it restarts");
        // A broken connection is detected by its first use.
        let result = store.append(lease, round, entries(&["x"])).await;
        assert_eq!(result, Ok(()), "in round {round}");
    }
    assert_eq!(store.log("g", 0).await.map(|log| log.len()), Ok(5));
}
