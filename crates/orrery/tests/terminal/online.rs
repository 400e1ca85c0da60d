//! Tests of a server's table with a terminal client and a WebSocket client.

use super::orrery;
use super::script::Script;
use orrery_loadtest::client::{Method, Person, Requests};
use orrery_loadtest::player::{self, Phase};
use orrery_loadtest::process::{Process, ServerSettings};
use orrery_protocol::{Player, Seat, Table};
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for a client to connect.
const PRESENCE_TIMEOUT: Duration = Duration::from_secs(240);

/// A relay in front of a server; a test can cut its connections.
struct Relay {
    address: SocketAddr,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Relay {
    fn start(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let open = Arc::new(Mutex::new(Vec::new()));
        let streams = Arc::clone(&open);
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let upstream = TcpStream::connect(server).expect("a server");
                let clone = |stream: &TcpStream| stream.try_clone().expect("a stream");
                streams.lock().expect("the streams").extend([clone(&client), clone(&upstream)]);
                let (client_out, upstream_out) = (clone(&client), clone(&upstream));
                thread::spawn(move || copy(client, upstream_out));
                thread::spawn(move || copy(upstream, client_out));
            }
        });
        Self { address, open }
    }

    /// Cuts all connections.
    fn cut(&self) {
        for stream in self.open.lock().expect("the streams").drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn copy(mut from: TcpStream, mut to: TcpStream) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// Waits until a player's client is connected, because it contributes to the dice only then.
async fn wait_until_present(requests: &mut Requests, host: &Person, table: &str, name: &str) {
    let path = format!("/api/tables/{table}");
    let is_present = |player: &Player| match player {
        Player::Person { name: other, present, .. } => other == name && *present,
        _ => false,
    };
    let began = Instant::now();
    loop {
        assert!(began.elapsed() < PRESENCE_TIMEOUT, "{name} does not connect");
        let text = requests.get(host, &path).await.expect("a table");
        let table: Table = serde_json::from_str(&text).expect("a table");
        if table.seats.iter().filter_map(|seat| seat.player.as_ref()).any(is_present) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminal_and_a_browser_client_play_a_table() {
    let folder = tempfile::tempdir().expect("a directory");
    let setup = ServerSettings::unlimited(env!("CARGO_BIN_EXE_orrery"));
    let server = Process::start(folder.path(), &setup);
    let mut requests = Requests::open(server.address).await.expect("a connection");
    let host = requests.person("Web").await.expect("an identity");
    let table = requests.table(&host, r#"{"seats":2,"beat_ms":0}"#).await.expect("a table");
    requests.sit(&host, &table.table, Seat::A).await.expect("a seat");
    let relay = Relay::start(server.address);
    let link = format!("http://{}/#/t/{}", relay.address, table.table);
    let games = folder.path().join("games");
    let mut script = Script::start(orrery(&games, &["play", "--lines", &link, "--name", "Term"]));
    script.until(|text| text.contains("A Web, B Term")).expect("the seats");
    wait_until_present(&mut requests, &host, &table.table, "Term").await;
    requests.start(&host, &table.table).await.expect("a start");
    let stream = tokio::net::TcpStream::connect(server.address).await.expect("a connection");
    let player =
        player::Player::new(stream, &host, &table.table, Seat::A, Arc::new(Phase::default()));
    let player = tokio::spawn(player.await.expect("a player").play());
    let text = tokio::task::spawn_blocking(move || {
        let mut random = fastrand::Rng::with_seed(7);
        let mut answers = 0;
        // The dice are random, so the first opportunity to follow may come late.
        while answers < 40 || !script.text().contains("Term followed the") {
            let answered = script.answer(|choices| {
                match choices.iter().position(|choice| choice == "Follow") {
                    Some(follow) => follow + 1,
                    None => random.usize(1..=choices.len()),
                }
            });
            assert!(answered, "the game ended too early:\n{}", script.text());
            answers += 1;
            if answers == 20 {
                relay.cut();
            }
        }
        assert!(
            script.say("hint").expect("an answer").contains("no hints in games between people")
        );
        script.write("resign");
        while let Some(text) = script.until_prompt() {
            if text.contains("2. Quit") {
                script.write("2");
            }
        }
        script.text().to_owned()
    });
    let text = text.await.expect("a script");
    if let Err(error) = player.await.expect("a task") {
        // The player may have sent an answer just before the resignation ended the game.
        assert!(error.to_string().ends_with("the game is over"), "{error}");
    }
    assert!(!text.contains("Refused"), "{text}");
    for part in ["Term followed the", "Connection lost", "Web’s turn began.", "The game is over"]
    {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
    assert!(text.contains("proof level 3 of 3"), "{text}");
    let file = |end: &str| games.join("tables").join(format!("{}.{end}", table.table));
    let (record, receipt) = (file("orr"), file("receipt"));
    let mut verify = orrery(&games, &["verify"]);
    let verified = verify.arg(&record).arg("--receipt").arg(&receipt).output().expect("it runs");
    let proof = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(verified.status.success() && proof.contains("level 3"), "{proof}");
    // A spectator can still view the finished table.
    let link = format!("http://{}/#/t/{}", server.address, table.table);
    let mut watcher = Script::start(orrery(&games, &["watch", "--lines", &link]));
    assert_eq!(watcher.until_prompt(), None);
    assert!(watcher.text().contains("The game is over"), "{}", watcher.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_menu_joins_a_table_with_bots_which_has_hints() {
    let folder = tempfile::tempdir().expect("a directory");
    let server =
        Process::start(folder.path(), &ServerSettings::unlimited(env!("CARGO_BIN_EXE_orrery")));
    let mut requests = Requests::open(server.address).await.expect("a connection");
    let host = requests.person("Web").await.expect("an identity");
    let table = requests.table(&host, r#"{"seats":2,"beat_ms":0}"#).await.expect("a table");
    let seat = format!("/api/tables/{}/seats/A", table.table);
    let bot = r#"{"kind":"bot","level":"cadet"}"#.to_owned();
    requests.ask(&host, Method::PUT, &seat, bot).await.expect("a bot");
    let games = folder.path().join("games");
    let mut play = orrery(&games, &["play", "--lines"]);
    play.env("USER", "term");
    let mut script = Script::start(play);
    assert!(script.answer(|choices| {
        assert!(choices[1].starts_with("Join a server's table"), "{choices:?}");
        2
    }));
    script.until_prompt().expect("the link is asked for");
    script.write(&format!("http://{}/#/t/{}", server.address, table.table));
    script.until(|text| text.contains("B Term")).expect("the seats");
    wait_until_present(&mut requests, &host, &table.table, "Term").await;
    requests.start(&host, &table.table).await.expect("a start");
    let text = tokio::task::spawn_blocking(move || {
        assert!(script.until_prompt().expect("a question").contains("mission"));
        assert!(script.say("hint").expect("a hint").contains("% to win"));
        script.write("1");
        while !script.until_prompt().expect("a question").contains("End the turn") {
            script.write("1");
        }
        assert!(script.say("hint").expect("a hint").contains("% to win"));
        assert!(script.say("why upgrade 2e").expect("a reason").contains("(R"));
        assert_eq!(script.say("quit"), None);
        script.text().to_owned()
    });
    let text = text.await.expect("a script");
    assert!(text.contains("returns to your seat"), "{text}");
}
