//! A small client of a site: a connection for each request, and sockets.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use orrery_protocol::{ClientMessage, Code, FaultAnswer, Seat, Table};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// What each player adds to the dice, as the API wants it.
pub(crate) const ENTROPY: &str = "00ff";

/// Somebody who plays.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    /// `orrery=SECRET`.
    cookie: String,
}

/// What a request was answered.
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Person {
    /// Whoever has no identity.
    pub(crate) const fn nobody() -> Self {
        Self { cookie: String::new() }
    }

    /// A new identity.
    pub(crate) async fn new(server: SocketAddr, name: &str) -> Result<Self> {
        let body = format!("{{\"name\":\"{name}\"}}");
        let answer = Self::nobody().ask(server, "POST", "/api/me", &body).await?;
        let cookie = answer.head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.and_then(|line| line.split(';').next()).context("no cookie")?;
        Ok(Self { cookie: cookie.to_owned() })
    }

    /// Makes a table with these settings, which are JSON.
    pub(crate) async fn table(&self, server: SocketAddr, settings: &str) -> Result<Table> {
        let answer = self.ask(server, "POST", "/api/tables", settings).await?;
        Ok(serde_json::from_str(&answer.body)?)
    }

    /// Sits down.
    pub(crate) async fn sit(&self, server: SocketAddr, table: &str, seat: Seat) -> Result<()> {
        let body = format!("{{\"kind\":\"me\",\"entropy\":\"{ENTROPY}\"}}");
        let path = format!("/api/tables/{table}/seats/{seat}");
        self.ask(server, "PUT", &path, &body).await.map(drop)
    }

    /// Begins the game; it may have begun already.
    pub(crate) async fn start(&self, server: SocketAddr, table: &str) -> Result<()> {
        let path = format!("/api/tables/{table}/start");
        let answer = self.send(server, "POST", &path, "").await?;
        let fault: Option<FaultAnswer> = serde_json::from_str(&answer.body).ok();
        let begun = fault.is_some_and(|fault| fault.error.code == Code::Begun);
        if begun { Ok(()) } else { answer.granted(&path).map(drop) }
    }

    /// What is at an address.
    pub(crate) async fn get(&self, server: SocketAddr, path: &str) -> Result<String> {
        Ok(self.ask(server, "GET", path, "").await?.body)
    }

    /// A request that must be granted.
    async fn ask(
        &self,
        server: SocketAddr,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<Answer> {
        self.send(server, method, path, body).await?.granted(path)
    }

    async fn send(
        &self,
        server: SocketAddr,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<Answer> {
        let (cookie, length) = (&self.cookie, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let mut stream = TcpStream::connect(server).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await?;
        Answer::read(&text)
    }
}

impl Answer {
    fn read(text: &str) -> Result<Self> {
        let (head, body) = text.split_once("\r\n\r\n").context("the answer breaks off")?;
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let lines = head.lines().map(str::to_ascii_lowercase);
        let length = lines.filter_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        if length.into_iter().next() != Some(body.len()) {
            bail!("the answer breaks off");
        }
        let (head, body) = (head.to_owned(), body.to_owned());
        Ok(Self { status: status.context("no status")?, head, body })
    }

    /// The answer, unless it is a refusal.
    fn granted(self, what: &str) -> Result<Self> {
        if (200..300).contains(&self.status) {
            return Ok(self);
        }
        bail!("{what} is answered {}: {}", self.status, self.body)
    }
}

/// A socket.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// The socket of somebody at a table, who says hello.
    pub(crate) async fn open(
        server: SocketAddr,
        who: &Person,
        table: &str,
        since: Option<u32>,
    ) -> Result<Self> {
        let address = format!("ws://{server}/api/tables/{table}/socket");
        let mut request = address.into_client_request()?;
        if !who.cookie.is_empty() {
            request.headers_mut().insert("cookie", who.cookie.parse()?);
        }
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let mut socket = Self(tokio_tungstenite::client_async(request, stream).await?.0);
        socket.say(&ClientMessage::Hello { orrery: 1, since, words: None }).await?;
        Ok(socket)
    }

    /// Sends a message.
    pub(crate) async fn say(&mut self, message: &ClientMessage) -> Result<()> {
        Ok(self.0.send(Message::text(serde_json::to_string(message)?)).await?)
    }

    /// The next text, however long it takes.
    pub(crate) async fn hear(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => bail!("the connection has ended"),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }
}
