//! A client for tests, on top of [`crate::client`]: every failure panics.
//!
//! Each request has its own connection.

use crate::client::{self, ENTROPY, HeaderMap, HeaderName, HeaderValue, Requests, Stream};
use anyhow::Result;
use orrery_protocol::{
    ClientMessage, Fault, FaultAnswer, Following, Order, Prompt, Seat, ServerMessage, Table,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;

/// Time limit of every wait in a test.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// An HTTP response.
#[derive(Debug)]
pub struct Answer {
    /// The status; 0 if the response has none.
    pub status: u16,
    headers: HeaderMap,
    /// The body.
    pub body: String,
}

impl Answer {
    /// Returns the body as JSON.
    #[must_use]
    pub fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// Returns the error in the body.
    #[must_use]
    pub fn fault(&self) -> Fault {
        self.json::<FaultAnswer>().error
    }

    /// Returns a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the cookie that the server sets.
    #[must_use]
    pub fn cookie(&self) -> Option<String> {
        Some(self.header("set-cookie")?.split(';').next()?.to_owned())
    }
}

/// A person with a cookie, or an anonymous client.
#[derive(Clone, Debug)]
pub struct Person {
    /// The address of the server.
    pub address: SocketAddr,
    /// `orrery=SECRET`; empty for an anonymous client.
    pub cookie: String,
}

impl Person {
    /// Returns a client without an identity.
    #[must_use]
    pub const fn nobody(address: SocketAddr) -> Self {
        Self { address, cookie: String::new() }
    }

    /// Returns the same person as a client of another server.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Self {
        Self { address, cookie: self.cookie.clone() }
    }

    /// Sends a request with a JSON body, or without a body if `body` is empty.
    pub async fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        let content_type = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        self.send_with(method, path, content_type, body).await
    }

    /// Sends a request with additional header lines.
    pub async fn send_with(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let mut headers = header_map(headers);
        headers.insert("connection", HeaderValue::from_static("close"));
        if !self.cookie.is_empty() {
            headers.insert("cookie", self.cookie.parse().expect("a cookie"));
        }
        let method = method.parse().expect("a method");
        let mut requests = Requests::open(self.address).await.expect("it listens");
        let answer = requests.send_with(method, path, headers, body.to_owned()).await;
        let answer = answer.expect("an answer");
        let body = String::from_utf8_lossy(&answer.body).into_owned();
        Answer { status: answer.status.as_u16(), headers: answer.headers, body }
    }

    /// Sends a GET request, and parses the JSON of the response.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> T {
        let answer = self.send("GET", path, "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    }

    /// Sends a POST request with a JSON body.
    pub async fn post(&self, path: &str, body: impl Serialize) -> Answer {
        let body = serde_json::to_string(&body).expect("it can be written");
        self.send("POST", path, &body).await
    }

    /// Creates a table.
    pub async fn table(&self, settings: serde_json::Value) -> Table {
        let answer = self.post("/api/tables", settings).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()
    }

    /// Takes a seat.
    pub async fn sit(&self, table: &str, seat: Seat) -> Table {
        let body = format!("{{\"kind\":\"me\",\"entropy\":\"{ENTROPY}\"}}");
        let answer = self.send("PUT", &format!("/api/tables/{table}/seats/{seat}"), &body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    /// Gives a seat to a bot.
    pub async fn seat_bot(&self, table: &str, seat: Seat, level: &str) {
        let body = format!("{{\"kind\":\"bot\",\"level\":\"{level}\"}}");
        let answer = self.send("PUT", &format!("/api/tables/{table}/seats/{seat}"), &body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    /// Starts the game.
    pub async fn begin(&self, table: &str) {
        let answer = self.send("POST", &format!("/api/tables/{table}/start"), "").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    /// Opens the socket of a table.
    pub async fn connect(&self, table: &str) -> Socket {
        self.try_connect(table).await.expect("the socket opens")
    }

    /// Opens the socket of a table, which the server may refuse.
    ///
    /// # Errors
    /// If the server refuses.
    pub async fn try_connect(&self, table: &str) -> Result<Socket> {
        let stream = TcpStream::connect(self.address).await.expect("it listens");
        self.connect_by(stream, &format!("/api/tables/{table}/socket")).await
    }

    /// Opens the socket at a path, over a given connection.
    ///
    /// # Errors
    /// If the server refuses.
    pub async fn connect_by(&self, stream: TcpStream, path: &str) -> Result<Socket> {
        let address = format!("ws://{}{path}", self.address);
        let socket = client::Socket::open(stream, &address, &self.cookie).await?;
        Ok(Socket { socket, number: 0, received: Vec::new() })
    }

    /// Opens the socket of a table and sends `hello`.
    pub async fn watch(&self, table: &str) -> Socket {
        let mut socket = self.connect(table).await;
        socket.send(&ClientMessage::Hello { orrery: 1, since: None, words: None }).await;
        socket
    }
}

/// Sends bytes that need not be a valid request, and reads the response to its end.
pub async fn raw(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(request).await.expect("it is sent");
    let mut bytes = Vec::new();
    let read = timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await;
    read.expect("an answer in time").expect("an answer");
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let (first, headers) = head.split_once("\r\n").unwrap_or((head, ""));
    let status = first.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    Answer { status, headers: header_map(headers), body: body.to_owned() }
}

/// Parses header lines.
fn header_map(lines: &str) -> HeaderMap {
    let lines = lines.lines().map(|line| line.split_once(": ").expect("a header"));
    let header = |(name, value): (&str, &str)| {
        (name.parse::<HeaderName>().expect("a name"), value.parse().expect("a value"))
    };
    lines.map(header).collect()
}

/// A socket of a table.
pub struct Socket {
    socket: client::Socket,
    /// Number of the last message, which is its id.
    pub number: u32,
    /// All received messages, as text.
    pub received: Vec<String>,
}

impl Socket {
    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) {
        self.send_text(&serde_json::to_string(message).expect("it can be written")).await;
    }

    /// Sends a text.
    pub async fn send_text(&mut self, text: &str) {
        self.socket.send_text(text.into()).await.expect("it is sent");
    }

    /// Returns the stream of WebSocket messages, for other messages than text.
    pub const fn stream(&mut self) -> &mut WebSocketStream<Stream> {
        self.socket.stream()
    }

    /// Receives the next message. Returns `None` if the connection has ended.
    pub async fn receive(&mut self) -> Option<ServerMessage> {
        let text =
            timeout(TIMEOUT, self.socket.receive()).await.expect("a message in time").ok()?;
        self.received.push(text.to_string());
        Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
    }

    /// Receives messages until `wanted` returns a value, and returns this value.
    pub async fn receive_until<T>(&mut self, wanted: impl Fn(&ServerMessage) -> Option<T>) -> T {
        loop {
            let Some(message) = self.receive().await else {
                panic!("the connection ended after {:?}", self.received.last());
            };
            if let Some(found) = wanted(&message) {
                return found;
            }
        }
    }

    /// Returns a new message id.
    pub fn id(&mut self) -> String {
        self.number += 1;
        format!("m{}", self.number)
    }

    /// Answers a prompt, and waits for the acknowledgement.
    ///
    /// # Errors
    /// If the server refuses the step.
    pub async fn act(&mut self, version: u32, step: &str) -> Result<u32, Fault> {
        let id = self.id();
        let message = ClientMessage::Act { id: id.clone(), version, step: step.to_owned() };
        self.send(&message).await;
        self.answer(&id).await
    }

    /// Waits for the acknowledgement of the message with the id `wanted`, and returns its version.
    ///
    /// # Errors
    /// If the server refuses the message.
    pub async fn answer(&mut self, wanted: &str) -> Result<u32, Fault> {
        self.receive_until(|message| match message {
            ServerMessage::Done { id, version } if id == wanted => Some(Ok(*version)),
            ServerMessage::Error { id, error } if id.as_deref() == Some(wanted) => {
                Some(Err(error.clone()))
            }
            _ => None,
        })
        .await
    }

    /// Waits for the next prompt that this seat must answer.
    pub async fn next_prompt(&mut self, seat: Seat) -> Prompt {
        self.receive_until(|message| prompt_for(message, seat).cloned()).await
    }
}

/// Returns a message with standing orders. Its id is `o`.
#[must_use]
pub fn orders_of(orders: Vec<Order>, following: Following) -> ClientMessage {
    ClientMessage::Orders { id: "o".to_owned(), orders, following }
}

/// Returns the prompt of a message.
#[must_use]
pub fn prompt_of(message: &ServerMessage) -> Option<&Prompt> {
    match message {
        ServerMessage::Steps { prompt, .. } | ServerMessage::View { prompt, .. } => prompt.as_ref(),
        ServerMessage::Prompt { prompt } => Some(prompt),
        _ => None,
    }
}

/// Returns the prompt of a message, if this seat must answer it.
#[must_use]
pub fn prompt_for(message: &ServerMessage, seat: Seat) -> Option<&Prompt> {
    let prompt = prompt_of(message)?;
    let is_open = prompt.decision.seat == seat && !prompt.legal.is_empty();
    (is_open && prompt.answered.is_none()).then_some(prompt)
}
