//! A table on a server with a terminal client and a WebSocket client.

use super::orrery;
use super::script::Script;
use orrery_loadtest::client::Requests;
use orrery_loadtest::player::{Phase, Player};
use orrery_loadtest::process::{Process, ServerSettings};
use orrery_protocol::Seat;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A relay in front of a server whose connections can be cut.
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
            for near in listener.incoming().map_while(Result::ok) {
                let far = TcpStream::connect(server).expect("a server");
                let clone = |stream: &TcpStream| stream.try_clone().expect("a stream");
                streams.lock().expect("the streams").extend([clone(&near), clone(&far)]);
                let (near_out, far_out) = (clone(&near), clone(&far));
                thread::spawn(move || copy(near, far_out));
                thread::spawn(move || copy(far, near_out));
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
    requests.start(&host, &table.table).await.expect("a start");
    let stream = tokio::net::TcpStream::connect(server.address).await.expect("a connection");
    let player = Player::new(stream, &host, &table.table, Seat::A, Arc::new(Phase::default()));
    let player = tokio::spawn(player.await.expect("a player").play());
    let text = tokio::task::spawn_blocking(move || {
        let mut random = fastrand::Rng::with_seed(7);
        let mut answers = 0;
        // Long enough for a follow and a reconnect.
        while answers < 60
            && script.answer(|choices| match choices.iter().position(|it| it == "Follow") {
                Some(follow) => follow + 1,
                None => random.usize(1..=choices.len()),
            })
        {
            answers += 1;
            if answers == 20 {
                relay.cut();
            }
        }
        script.write("resign");
        while script.until_prompt().is_some() {}
        script.text().to_owned()
    });
    let text = text.await.expect("a script");
    if let Err(error) = player.await.expect("a task") {
        // An answer can be on its way when the resignation ends the game.
        assert!(error.to_string().ends_with("the game is over"), "{error}");
    }
    assert!(!text.contains("Refused"), "{text}");
    for part in ["Term followed the", "Connection lost", "Web’s turn began.", "The game is over"]
    {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
    // A spectator sees the finished table.
    let link = format!("http://{}/#/t/{}", server.address, table.table);
    let mut watcher = Script::start(orrery(&games, &["watch", "--lines", &link]));
    assert_eq!(watcher.until_prompt(), None);
    assert!(watcher.text().contains("The game is over"), "{}", watcher.text());
}
