//! A small client of a server: requests, each on a connection of its own, and sockets. It is meant
//! for many at once on one machine, so it copies and keeps little. The crash tests use it, too.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use orrery_protocol::{ClientMessage, Code, FaultAnswer, Seat, Table};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// The buffers of a socket: messages are short, and sockets are many.
const BUFFER: usize = 4096;
/// What each player adds to the dice, as the API wants it.
pub(crate) const ENTROPY: &str = "00ff";

/// Somebody who plays.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    /// `orrery=SECRET`.
    cookie: String,
}

/// The server has understood a request, and does not grant it.
#[derive(Debug)]
pub(crate) struct Refused(String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// What a request was answered.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Person {
    /// A new identity.
    pub(crate) async fn new(server: SocketAddr, name: &str) -> Result<Self> {
        let nobody = Self { cookie: String::new() };
        let answer =
            nobody.ask(server, "POST /api/me", &format!("{{\"name\":\"{name}\"}}")).await?;
        let mut lines = answer.head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(key, _)| key.eq_ignore_ascii_case("set-cookie"));
        let cookie = found.and_then(|(_, value)| value.split(';').next()).context("no cookie")?;
        Ok(Self { cookie: cookie.to_owned() })
    }

    /// Makes a table with these settings, which are JSON.
    pub(crate) async fn table(&self, server: SocketAddr, settings: &str) -> Result<Table> {
        let answer = self.ask(server, "POST /api/tables", settings).await?;
        Ok(serde_json::from_str(&answer.body)?)
    }

    /// Sits down.
    pub(crate) async fn sit(&self, server: SocketAddr, table: &str, seat: Seat) -> Result<()> {
        let body = format!("{{\"kind\":\"me\",\"entropy\":\"{ENTROPY}\"}}");
        self.ask(server, &format!("PUT /api/tables/{table}/seats/{seat}"), &body).await.map(drop)
    }

    /// Begins the game; it may have begun already.
    pub(crate) async fn start(&self, server: SocketAddr, table: &str) -> Result<()> {
        let answer = self.send(server, &format!("POST /api/tables/{table}/start"), "").await?;
        let fault: Option<FaultAnswer> = serde_json::from_str(&answer.body).ok();
        let begun = fault.is_some_and(|fault| fault.error.code == Code::Begun);
        if begun { Ok(()) } else { answer.granted("start").map(drop) }
    }

    /// The record of a game.
    pub(crate) async fn record(&self, server: SocketAddr, table: &str) -> Result<String> {
        Ok(self.ask(server, &format!("GET /api/tables/{table}/record"), "").await?.body)
    }

    /// A request that must be granted.
    async fn ask(&self, server: SocketAddr, what: &str, body: &str) -> Result<Answer> {
        self.send(server, what, body).await?.granted(what)
    }

    async fn send(&self, server: SocketAddr, what: &str, body: &str) -> Result<Answer> {
        let request = format!(
            "{what} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.cookie,
            body.len()
        );
        let mut stream = TcpStream::connect(server).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut bytes)).await??;
        Answer::read(String::from_utf8(bytes)?)
    }

    /// Opens the socket of a table and says hello.
    pub(crate) async fn connect(
        &self,
        server: SocketAddr,
        table: &str,
        since: Option<u32>,
    ) -> Result<Socket> {
        let address = format!("ws://{server}/api/tables/{table}/socket");
        let mut socket = Socket::open(server, &address, &self.cookie).await?;
        socket.say(&ClientMessage::Hello { orrery: 1, since, words: None }).await?;
        Ok(socket)
    }
}

impl Answer {
    /// The answer, unless it is a refusal.
    fn granted(self, what: &str) -> Result<Self> {
        if (200..300).contains(&self.status) {
            return Ok(self);
        }
        Err(Refused(format!("{what} is answered {}: {}", self.status, self.body)).into())
    }

    fn read(text: String) -> Result<Self> {
        // Without the end of the head the connection was cut.
        let (head, body) = text.split_once("\r\n\r\n").context("no answer")?;
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let body = match head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            true => unchunked(body)?,
            false => body.to_owned(),
        };
        Ok(Self { status: status.context("no status")?, head: head.to_owned(), body })
    }
}

fn unchunked(mut rest: &str) -> Result<String> {
    let mut whole = String::new();
    loop {
        let (size, more) = rest.split_once("\r\n").context("half an answer")?;
        let size = usize::from_str_radix(size, 16)?;
        if size == 0 {
            return Ok(whole);
        }
        whole += more.get(..size).context("half an answer")?;
        rest = more.get(size + 2..).context("half an answer")?;
    }
}

/// A socket.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens a socket.
    pub(crate) async fn open(server: SocketAddr, address: &str, cookie: &str) -> Result<Self> {
        let mut request = address.into_client_request()?;
        if !cookie.is_empty() {
            request.headers_mut().insert("cookie", cookie.parse()?);
        }
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        Ok(Self(timeout(PATIENCE, opened).await??.0))
    }

    /// Sends a message.
    pub(crate) async fn say(&mut self, message: &ClientMessage) -> Result<()> {
        self.say_text(serde_json::to_string(message)?.into()).await
    }

    /// Sends a text.
    pub(crate) async fn say_text(&mut self, text: Utf8Bytes) -> Result<()> {
        Ok(self.0.send(Message::Text(text)).await?)
    }

    /// The next text.
    pub(crate) async fn hear(&mut self) -> Result<Utf8Bytes> {
        loop {
            match timeout(PATIENCE, self.0.next()).await.context("nothing is heard")? {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => bail!("the connection has ended"),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }
}
