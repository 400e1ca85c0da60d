//! A real server with a real database on a real port, and clients for it.

use futures_util::{SinkExt, StreamExt};
use orrery_protocol::{
    ClientMessage, Fault, FaultAnswer, Following, Order, Prompt, Seat, ServerMessage, Table,
};
use orrery_server::{Config, Server};
use orrery_store::Sqlite;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, protocol::WebSocketConfig};

/// Time limit of every wait in a test.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);

/// A running server.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    folder: Option<TempDir>,
    end: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// Returns the default configuration, with rate limits that do not affect quick tests.
pub(crate) fn config() -> Config {
    Config {
        messages_per_second: 100_000,
        requests_per_minute: 1_000_000,
        identities_per_hour: 1_000_000,
        tables_per_hour: 1_000_000,
        bytes_per_day: u32::MAX,
        min_free_bytes: 0,
        decks_per_hour: 1_000_000,
        deck_checks_per_minute: 1_000_000,
        bots: 2,
        ..Config::default()
    }
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with(config()).await
    }

    pub(crate) async fn with(config: Config) -> Self {
        Self::of(config, tempfile::tempdir().expect("a folder")).await
    }

    pub(crate) async fn of(config: Config, folder: TempDir) -> Self {
        let store = Arc::new(Sqlite::open(folder.path()).expect("the store opens"));
        Self::with_store(config, folder, store).await
    }

    /// Starts a server with a store that the test controls.
    pub(crate) async fn with_store(config: Config, folder: TempDir, store: Arc<Sqlite>) -> Self {
        Self::serving(Server::new(config, store, None), folder).await
    }

    /// Starts a server that does not listen yet.
    pub(crate) async fn serving(server: Server, folder: TempDir) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let ended = async { drop(ended.await) };
            server.serve(listener, ended).await.expect("it serves");
        });
        Self { address, folder: Some(folder), end: Some(end), task }
    }

    /// Returns the data directory.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.as_ref().expect("it runs").path()
    }

    /// Shuts the server down gracefully. The games stay.
    pub(crate) async fn stop(mut self) -> TempDir {
        drop(self.end.take());
        self.task.await.expect("it ends");
        self.folder.take().expect("its folder")
    }

    /// Restarts the server with the same games.
    pub(crate) async fn restart(self) -> Self {
        let folder = self.stop().await;
        let store = reopen(&folder).await;
        Self::with_store(config(), folder, Arc::new(store)).await
    }

    /// Requests a new identity with this name.
    pub(crate) async fn create_identity(&self, name: &str) -> Answer {
        let nobody = Person { address: self.address, cookie: String::new() };
        nobody.send("POST", "/api/me", &format!("{{\"name\":\"{name}\"}}")).await
    }

    /// Creates a person with this name.
    pub(crate) async fn person(&self, name: &str) -> Person {
        let mut person = Person { address: self.address, cookie: String::new() };
        let answer = self.create_identity(name).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        person.cookie = answer.cookie().expect("a cookie");
        person
    }
}

/// Opens the games of a stopped server. The runtime may hold the file for a moment longer.
pub(crate) async fn reopen(folder: &TempDir) -> Sqlite {
    for _ in 0..1000 {
        match Sqlite::open(folder.path()) {
            Ok(store) => return store,
            Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
    panic!("{} is still in use", folder.path().display());
}

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub(crate) fn fault(&self) -> Fault {
        self.json::<FaultAnswer>().error
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn cookie(&self) -> Option<String> {
        Some(self.header("set-cookie")?.split(';').next()?.to_owned())
    }
}

/// A person with a cookie, or with other headers.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) address: SocketAddr,
    /// `orrery=SECRET`; empty for an anonymous client.
    pub(crate) cookie: String,
}

impl Person {
    /// Returns the same person as a client of another server.
    pub(crate) fn at(&self, server: &TestServer) -> Self {
        Self { address: server.address, cookie: self.cookie.clone() }
    }

    /// Sends a request with a JSON body, or none if it is empty.
    pub(crate) async fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        self.send_with(method, path, kind, body).await
    }

    pub(crate) async fn send_with(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Answer {
        let cookie = match self.cookie.as_str() {
            "" => String::new(),
            cookie => format!("Cookie: {cookie}\r\n"),
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{cookie}{headers}\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        raw(self.address, request.as_bytes()).await
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> T {
        let answer = self.send("GET", path, "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    pub(crate) async fn post(&self, path: &str, body: impl Serialize) -> Answer {
        let body = serde_json::to_string(&body).expect("it can be written");
        self.send("POST", path, &body).await
    }

    /// Creates a table.
    pub(crate) async fn table(&self, settings: serde_json::Value) -> Table {
        let answer = self.post("/api/tables", settings).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()
    }

    pub(crate) async fn sit(&self, table: &str, seat: Seat) -> Table {
        let body = "{\"kind\":\"me\",\"entropy\":\"00ff\"}";
        let answer = self.send("PUT", &format!("/api/tables/{table}/seats/{seat}"), body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    pub(crate) async fn seat_bot(&self, table: &str, seat: Seat, level: &str) {
        let body = format!("{{\"kind\":\"bot\",\"level\":\"{level}\"}}");
        let answer = self.send("PUT", &format!("/api/tables/{table}/seats/{seat}"), &body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    pub(crate) async fn begin(&self, table: &str) {
        let answer = self.send("POST", &format!("/api/tables/{table}/start"), "").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    /// Opens the socket of a table.
    pub(crate) async fn connect(&self, table: &str) -> Socket {
        self.try_connect(table).await.expect("the socket opens")
    }

    pub(crate) async fn try_connect(
        &self,
        table: &str,
    ) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
        let stream = TcpStream::connect(self.address).await.expect("it listens");
        self.connect_by(stream, &format!("/api/tables/{table}/socket")).await
    }

    /// Opens the socket at a path, over a given connection.
    pub(crate) async fn connect_by(
        &self,
        stream: TcpStream,
        path: &str,
    ) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
        let address = format!("ws://{}{path}", self.address);
        let mut request = address.into_client_request().expect("an address");
        if !self.cookie.is_empty() {
            let cookie = self.cookie.parse().expect("a header");
            request.headers_mut().insert("cookie", cookie);
        }
        let config = WebSocketConfig::default().read_buffer_size(4096);
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        Ok(Socket { stream: opened.await?.0, number: 0, heard: Vec::new() })
    }

    /// Opens the socket and sends hello.
    pub(crate) async fn watch(&self, table: &str) -> Socket {
        let mut socket = self.connect(table).await;
        socket.send(&ClientMessage::Hello { orrery: 1, since: None, words: None }).await;
        socket
    }
}

/// Sends bytes and reads the response to its end.
pub(crate) async fn raw(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(request).await.expect("it is sent");
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await;
    read.expect("an answer in time").expect("an answer");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), body: unchunked(head, body) }
}

fn unchunked(head: &str, body: &str) -> String {
    if !head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        return body.to_owned();
    }
    let (mut rest, mut whole) = (body, String::new());
    while let Some((size, more)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        whole += &more[..size];
        rest = &more[size + 2..];
    }
    whole
}

/// A socket of a table.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<TcpStream>,
    /// Number of the last message, which is its id.
    pub(crate) number: u32,
    /// All received messages, as they came.
    pub(crate) heard: Vec<String>,
}

impl Socket {
    pub(crate) async fn send(&mut self, message: &ClientMessage) {
        self.send_text(&serde_json::to_string(message).expect("it can be written")).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.expect("it is sent");
    }

    /// Receives the next message. `None`: the connection has ended.
    pub(crate) async fn receive(&mut self) -> Option<ServerMessage> {
        let until = tokio::time::Instant::now() + TIMEOUT;
        loop {
            let next = tokio::time::timeout_at(until, self.stream.next()).await;
            match next.expect("a message in time") {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    let read = serde_json::from_str(&text);
                    return Some(read.unwrap_or_else(|error| panic!("{error}: {text}")));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Receives messages until one matches.
    pub(crate) async fn receive_until<T>(
        &mut self,
        wanted: impl Fn(&ServerMessage) -> Option<T>,
    ) -> T {
        loop {
            let Some(message) = self.receive().await else {
                panic!("the connection ended after {:?}", self.heard.last());
            };
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
    }

    /// Returns a new message id.
    pub(crate) fn id(&mut self) -> String {
        self.number += 1;
        format!("m{}", self.number)
    }

    /// Answers a prompt, and waits for the acknowledgement.
    pub(crate) async fn act(&mut self, version: u32, step: &str) -> Result<u32, Fault> {
        let id = self.id();
        let message = ClientMessage::Act { id: id.clone(), version, step: step.to_owned() };
        self.send(&message).await;
        self.answer(&id).await
    }

    /// Returns the answer to a message.
    pub(crate) async fn answer(&mut self, wanted: &str) -> Result<u32, Fault> {
        self.receive_until(|message| match message {
            ServerMessage::Done { id, version } if id == wanted => Some(Ok(*version)),
            ServerMessage::Error { id, error } if id.as_deref() == Some(wanted) => {
                Some(Err(error.clone()))
            }
            _ => None,
        })
        .await
    }

    /// Returns the next prompt for this seat that is not answered yet.
    pub(crate) async fn next_prompt(&mut self, seat: Seat) -> Prompt {
        self.receive_until(|message| prompt_for(message, seat).cloned()).await
    }
}

/// Returns a message with standing orders. The first orders of a player have the id `o`.
pub(crate) fn orders_of(orders: Vec<Order>, following: Following) -> ClientMessage {
    ClientMessage::Orders { id: "o".to_owned(), orders, following }
}

/// Returns the prompt of a message.
pub(crate) fn prompt_of(message: &ServerMessage) -> Option<&Prompt> {
    match message {
        ServerMessage::Steps { prompt, .. } | ServerMessage::View { prompt, .. } => prompt.as_ref(),
        ServerMessage::Prompt { prompt } => Some(prompt),
        _ => None,
    }
}

/// Returns the prompt of a message, if this seat must answer it.
pub(crate) fn prompt_for(message: &ServerMessage, seat: Seat) -> Option<&Prompt> {
    let prompt = prompt_of(message)?;
    let open = prompt.decision.seat == seat && !prompt.legal.is_empty();
    (open && prompt.answered.is_none()).then_some(prompt)
}
