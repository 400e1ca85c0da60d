//! An HTTP and WebSocket client library for the server, over TCP or TLS.
//!
//! The terminal client, the load generator and tests use this crate. A client needs little memory,
//! because the load generator runs thousands of clients on one machine.

mod stream;

pub use stream::Stream;

use anyhow::{Context, Result, anyhow, bail};
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full, Limited};
pub use hyper::Method;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
pub use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use orrery_protocol::{ClientMessage, Code, FaultAnswer, Seat, Table};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request as ClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// Time limit for a response.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Read buffer size of a WebSocket in bytes, small because there may be many sockets.
const READ_BUFFER_SIZE: usize = 4096;
/// Maximum size of a response body in bytes, more than the longest record.
const MAX_BODY_SIZE: usize = 64 << 20;
/// The entropy that [`Requests::sit`] contributes to the dice, as hexadecimal digits.
pub const ENTROPY: &str = "00ff";

/// A player's identity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The cookie, in the form `orrery=SECRET`; empty for an anonymous client.
    pub cookie: String,
}

impl Person {
    /// Returns an anonymous client, without an identity.
    pub const fn nobody() -> Self {
        Self { cookie: String::new() }
    }
}

/// An error response of the server.
#[derive(Debug)]
pub struct Refused(String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// An HTTP response.
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// A connection for sequential requests.
pub struct Requests {
    host: HeaderValue,
    sender: SendRequest<Full<Bytes>>,
}

impl Requests {
    /// Connects to a server.
    pub async fn open(server: SocketAddr) -> Result<Self> {
        Self::over(TcpStream::connect(server).await?).await
    }

    /// Sends requests over an open connection. The `Host` header is the address of the server.
    pub async fn over(stream: TcpStream) -> Result<Self> {
        let host = stream.peer_addr()?.to_string();
        Self::to_host(stream.into(), &host).await
    }

    /// Sends requests over an open connection, with this `Host` header.
    pub async fn to_host(stream: Stream, host: &str) -> Result<Self> {
        stream.set_nodelay()?;
        let host = HeaderValue::from_str(host)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // The task ends when the sender is dropped, or with an error that the sender also receives.
        tokio::spawn(connection);
        Ok(Self { host, sender })
    }

    /// Creates an identity.
    pub async fn person(&mut self, name: &str) -> Result<Person> {
        let body = serde_json::json!({ "name": name }).to_string();
        let answer = self.ask(&Person::nobody(), Method::POST, "/api/me", body).await?;
        let cookie = answer.headers.get(SET_COOKIE).context("no cookie")?.to_str()?;
        Ok(Person { cookie: cookie.split(';').next().unwrap_or(cookie).to_owned() })
    }

    /// Creates a table with these JSON settings.
    pub async fn table(&mut self, who: &Person, settings: &str) -> Result<Table> {
        let answer = self.ask(who, Method::POST, "/api/tables", settings.to_owned()).await?;
        Ok(serde_json::from_slice(&answer.body)?)
    }

    /// Takes a seat at a table.
    pub async fn sit(&mut self, who: &Person, table: &str, seat: Seat) -> Result<()> {
        let body = format!("{{\"kind\":\"me\",\"entropy\":\"{ENTROPY}\"}}");
        let path = format!("/api/tables/{table}/seats/{seat}");
        self.ask(who, Method::PUT, &path, body).await.map(drop)
    }

    /// Starts the game, unless it has started already.
    pub async fn start(&mut self, who: &Person, table: &str) -> Result<()> {
        let path = format!("/api/tables/{table}/start");
        let answer = self.send(who, Method::POST, &path, String::new()).await?;
        let fault: Option<FaultAnswer> = serde_json::from_slice(&answer.body).ok();
        let has_begun = fault.is_some_and(|fault| fault.error.code == Code::Begun);
        if has_begun { Ok(()) } else { answer.success_or_error(&path).map(drop) }
    }

    /// Sends a GET request and returns the body of the response.
    pub async fn get(&mut self, who: &Person, path: &str) -> Result<String> {
        let answer = self.ask(who, Method::GET, path, String::new()).await?;
        Ok(String::from_utf8(answer.body.into())?)
    }

    /// Sends a request, and returns an error if the server refuses it.
    pub async fn ask(
        &mut self,
        who: &Person,
        method: Method,
        path: &str,
        body: String,
    ) -> Result<Answer> {
        self.send(who, method, path, body).await?.success_or_error(path)
    }

    /// Sends a request, and returns the response even if the server refuses the request.
    pub async fn send(
        &mut self,
        who: &Person,
        method: Method,
        path: &str,
        body: String,
    ) -> Result<Answer> {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, who.cookie.parse()?);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        self.send_with(method, path, headers, body).await
    }

    /// Sends a request with these headers and `Host`. Returns the response even if the server
    /// refuses the request.
    pub async fn send_with(
        &mut self,
        method: Method,
        path: &str,
        headers: HeaderMap,
        body: String,
    ) -> Result<Answer> {
        let request = Request::builder().method(method).uri(path);
        let mut request = request.body(Full::new(Bytes::from(body)))?;
        *request.headers_mut() = headers;
        request.headers_mut().insert(HOST, self.host.clone());
        timeout(TIMEOUT, self.exchange(request)).await.context("no answer")?
    }

    async fn exchange(&mut self, request: Request<Full<Bytes>>) -> Result<Answer> {
        self.sender.ready().await?;
        let (head, body) = self.sender.send_request(request).await?.into_parts();
        let body =
            Limited::new(body, MAX_BODY_SIZE).collect().await.map_err(|error| anyhow!(error))?;
        let body = body.to_bytes();
        Ok(Answer { status: head.status, headers: head.headers, body })
    }
}

impl Answer {
    /// Returns the response, or an error if the server refused the request.
    fn success_or_error(self, path: &str) -> Result<Self> {
        if self.status.is_success() {
            return Ok(self);
        }
        let body = String::from_utf8_lossy(&self.body);
        Err(Refused(format!("{path} returned {}: {body}", self.status)).into())
    }
}

/// Returns the request that opens a WebSocket, with the cookie unless it is empty.
fn upgrade_request(address: &str, cookie: &str) -> Result<ClientRequest> {
    let mut request = address.into_client_request()?;
    if !cookie.is_empty() {
        request.headers_mut().insert(COOKIE, cookie.parse()?);
    }
    Ok(request)
}

/// A WebSocket.
pub struct Socket(WebSocketStream<Stream>);

impl Socket {
    /// Opens a WebSocket over an open connection.
    pub async fn open(stream: impl Into<Stream>, address: &str, cookie: &str) -> Result<Self> {
        let (request, stream) = (upgrade_request(address, cookie)?, stream.into());
        stream.set_nodelay()?;
        let config =
            WebSocketConfig::default().read_buffer_size(READ_BUFFER_SIZE).write_buffer_size(0);
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        Ok(Self(timeout(TIMEOUT, opened).await.context("no answer")??.0))
    }

    /// Opens a person's WebSocket to a table, and sends the hello message.
    pub async fn at_table(
        stream: TcpStream,
        who: &Person,
        table: &str,
        since: Option<u32>,
    ) -> Result<Self> {
        let address = format!("ws://{}/api/tables/{table}/socket", stream.peer_addr()?);
        let mut socket = Self::open(stream, &address, &who.cookie).await?;
        socket.send(&ClientMessage::Hello { orrery: 1, since, words: None }).await?;
        Ok(socket)
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<()> {
        self.send_text(serde_json::to_string(message)?.into()).await
    }

    /// Sends a text message.
    pub async fn send_text(&mut self, text: Utf8Bytes) -> Result<()> {
        Ok(self.0.send(Message::Text(text)).await?)
    }

    /// Returns the stream of WebSocket messages, for other messages than text.
    pub const fn stream(&mut self) -> &mut WebSocketStream<Stream> {
        &mut self.0
    }

    /// Waits for the next text message, without a time limit.
    pub async fn receive(&mut self) -> Result<Utf8Bytes> {
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

/// Includes the README, so that the documentation tests compile its example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
