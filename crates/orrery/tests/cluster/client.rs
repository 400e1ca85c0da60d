//! An HTTP and WebSocket client. Each request has its own connection.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use orrery_protocol::{ClientMessage, Code, FaultAnswer, Seat, Table};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// The contribution of each player to the dice, in hexadecimal digits.
pub(crate) const ENTROPY: &str = "00ff";

/// An identity on the server.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    /// The cookie `orrery=SECRET`; empty without an identity.
    cookie: String,
}

/// The response to a request.
struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Person {
    /// Returns a client without an identity.
    pub(crate) const fn nobody() -> Self {
        Self { cookie: String::new() }
    }

    /// Creates an identity.
    pub(crate) async fn new(server: SocketAddr, name: &str) -> Result<Self> {
        let body = format!("{{\"name\":\"{name}\"}}");
        let response = Self::nobody().ask(server, "POST", "/api/me", &body).await?;
        let cookie = response.head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.and_then(|line| line.split(';').next()).context("no cookie")?;
        Ok(Self { cookie: cookie.to_owned() })
    }

    /// Creates a table with these settings (JSON).
    pub(crate) async fn create_table(&self, server: SocketAddr, settings: &str) -> Result<Table> {
        let response = self.ask(server, "POST", "/api/tables", settings).await?;
        Ok(serde_json::from_str(&response.body)?)
    }

    /// Takes a seat at a table.
    pub(crate) async fn sit(&self, server: SocketAddr, table: &str, seat: Seat) -> Result<()> {
        let body = format!("{{\"kind\":\"me\",\"entropy\":\"{ENTROPY}\"}}");
        let path = format!("/api/tables/{table}/seats/{seat}");
        self.ask(server, "PUT", &path, &body).await.map(drop)
    }

    /// Starts the game. It is not an error if the game has already started.
    pub(crate) async fn start(&self, server: SocketAddr, table: &str) -> Result<()> {
        let path = format!("/api/tables/{table}/start");
        let response = self.send(server, "POST", &path, "").await?;
        let fault: Option<FaultAnswer> = serde_json::from_str(&response.body).ok();
        let is_running = fault.is_some_and(|fault| fault.error.code == Code::Begun);
        if is_running { Ok(()) } else { response.expect_success(&path).map(drop) }
    }

    /// Gets the body at a path.
    pub(crate) async fn get(&self, server: SocketAddr, path: &str) -> Result<String> {
        Ok(self.ask(server, "GET", path, "").await?.body)
    }

    /// Sends a request and fails if the server refuses it.
    async fn ask(
        &self,
        server: SocketAddr,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<Response> {
        self.send(server, method, path, body).await?.expect_success(path)
    }

    async fn send(
        &self,
        server: SocketAddr,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<Response> {
        let (cookie, length) = (&self.cookie, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let mut stream = TcpStream::connect(server).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await?;
        Response::read(&text)
    }
}

impl Response {
    fn read(text: &str) -> Result<Self> {
        let (head, body) = text.split_once("\r\n\r\n").context("the response is incomplete")?;
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let lines = head.lines().map(str::to_ascii_lowercase);
        let length = lines.filter_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        if length.into_iter().next() != Some(body.len()) {
            bail!("the response is incomplete");
        }
        let (head, body) = (head.to_owned(), body.to_owned());
        Ok(Self { status: status.context("no status")?, head, body })
    }

    /// Returns the response, or an error if the server refused the request.
    fn expect_success(self, what: &str) -> Result<Self> {
        if (200..300).contains(&self.status) {
            return Ok(self);
        }
        bail!("{what}: status {}: {}", self.status, self.body)
    }
}

/// A WebSocket at a table.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens a socket and sends `hello`.
    pub(crate) async fn open(
        server: SocketAddr,
        person: &Person,
        table: &str,
        since: Option<u32>,
    ) -> Result<Self> {
        let address = format!("ws://{server}/api/tables/{table}/socket");
        let mut request = address.into_client_request()?;
        if !person.cookie.is_empty() {
            request.headers_mut().insert("cookie", person.cookie.parse()?);
        }
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let mut socket = Self(tokio_tungstenite::client_async(request, stream).await?.0);
        socket.send(&ClientMessage::Hello { orrery: 1, since, words: None }).await?;
        Ok(socket)
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, message: &ClientMessage) -> Result<()> {
        Ok(self.0.send(Message::text(serde_json::to_string(message)?)).await?)
    }

    /// Waits for the next text frame.
    pub(crate) async fn receive(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => bail!("the server closed the connection"),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }
}
