//! WebSocket session of a client at a table.
//!
//! It reads messages within limits, passes them to the table, and sends the frames of the table. It
//! contains no game logic.

use super::error::{ApiError, Query, TableId};
use super::identity::SocketAuth;
use super::quota::Payer;
use super::{App, guard};
use crate::devices::{DeviceEvent, OpenSocket};
use crate::frames::{self, FrameReceiver};
use crate::hub::CommandRouter;
use crate::metrics::GaugeGuard;
use crate::panic_isolation;
use crate::table::command::{Attach, Command, Frame, User};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::SinkExt;
use orrery_protocol::{
    ClientMessage, CloseReason, Code, Fault, FaultAnswer, PROTOCOL, ServerMessage,
};
use serde::Deserialize;
use std::error::Error as _;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};
use tungstenite::error::CapacityError;

/// Maximum number of bytes of a message that the server reads.
///
/// If a message is longer than [`ClientMessage::MAX_BYTES`], the server answers `too-long`, and the
/// connection continues. A message that is even longer than this limit ends the connection.
const MAX_MESSAGE_BYTES: usize = 4 * ClientMessage::MAX_BYTES;
/// Number of frames that may wait for a slow client.
const FRAME_QUEUE: usize = 64;
/// Size of the buffers of a socket. Small, because there are many sockets and messages are short.
const BUFFER_BYTES: usize = 4096;
/// Time limit for receiving `hello`.
const HELLO_TIMEOUT: Duration = Duration::from_secs(15);
/// Interval of pings to a silent client. The session ends after three intervals without a message.
const PING_INTERVAL: Duration = Duration::from_secs(25);
/// Time limit for sending a frame.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);
/// Number of invalid messages after which the connection is closed.
const MAX_STRIKES: u32 = 50;

/// Query of a socket.
#[derive(Deserialize)]
pub(super) struct SocketQuery {
    deck: Option<String>,
}

/// Opens the WebSocket of a table. See docs/PROTOCOL.md.
#[utoipa::path(get, path = "/api/tables/{id}/socket", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("deck" = Option<String>, Query, description = "The hash of the deck that the client has \
            cached, empty for none. The server then sends the deck at most once.")),
    responses((status = 101, description = "Switches to the WebSocket protocol."), (status = 400, body = FaultAnswer), (status = 403, body = FaultAnswer)))]
pub(super) async fn open(
    State(app): State<App>,
    auth: SocketAuth,
    TableId(id): TableId,
    Query(query): Query<SocketQuery>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|why| Fault::new(Code::Malformed, why.body_text()))?;
    if app.hub.metrics.sockets.get() >= app.hub.config.max_sockets as i64 {
        let fault = Fault::new(Code::Busy, "the server has too many connections; try again later");
        return Err(Fault { retry_ms: Some(5000), ..fault }.into());
    }
    let permit = app.sockets.acquire(guard::network(guard::address(&app, &headers, peer)))?;
    Ok(upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .on_upgrade(move |socket| {
            panic_isolation::isolate(async move {
                let _open = (GaugeGuard::of(&app.hub.metrics.sockets), permit);
                let deck = query.deck.filter(|hash| hash.len() <= 64);
                let SocketAuth { user, device, payer } = auth;
                let session = Session::new(app, socket, id, deck, (device, payer));
                Box::pin(session.run(user)).await;
            })
        }))
}

/// A session of a client at a table.
struct Session {
    app: App,
    socket: WebSocket,
    table: String,
    /// Hash of the deck that the client has. `None`: the client does not cache decks.
    deck: Option<String>,
    /// The person and address to charge for chat.
    payer: Option<Payer>,
    /// The device that opened the socket, unless it is anonymous.
    device: Option<OpenSocket>,
    bucket: TokenBucket,
    strikes: u32,
}

/// Reason for the end of a session.
enum SessionEnd {
    /// The connection is lost.
    Gone,
    /// The server closes the connection.
    Close(CloseReason),
}

impl Session {
    fn new(
        app: App,
        socket: WebSocket,
        table: String,
        deck: Option<String>,
        (device, payer): (Option<OpenSocket>, Option<Payer>),
    ) -> Self {
        let bucket = TokenBucket::new(app.hub.config.messages_per_second);
        Self { app, socket, table, deck, device, payer, bucket, strikes: 0 }
    }

    async fn run(mut self, user: Option<User>) {
        let end = match self.handshake(user).await {
            Ok((number, frames)) => {
                let end = self.serve(number, frames).await;
                self.app.hub.send(&self.table, Command::Detach(number)).await;
                end
            }
            Err(end) => end,
        };
        if let SessionEnd::Close(why) = end {
            self.close(why).await;
        }
    }

    /// Waits for `hello`, and attaches to the table.
    ///
    /// Returns the number of the socket at the table, and its frames.
    async fn handshake(&mut self, user: Option<User>) -> Result<(u64, FrameReceiver), SessionEnd> {
        let until = Instant::now() + HELLO_TIMEOUT;
        loop {
            sleep_until(self.bucket.next_read()).await;
            let received = tokio::time::timeout_at(until, self.socket.recv()).await;
            let received = received.map_err(|_| SessionEnd::Close(CloseReason::Silent))?;
            let Some(message) = self.read(received).await? else { continue };
            match self.attach(user.clone(), message).await {
                Ok(attached) => return Ok(attached),
                Err(fault) => {
                    let retry_reason = retry_reason(&fault);
                    self.refuse(None, fault).await?;
                    // Close the connection. The client reconnects later, when the table may be
                    // available.
                    if let Some(why) = retry_reason {
                        return Err(SessionEnd::Close(why));
                    }
                }
            }
        }
    }

    async fn attach(
        &mut self,
        user: Option<User>,
        message: ClientMessage,
    ) -> Result<(u64, FrameReceiver), Fault> {
        let ClientMessage::Hello { orrery, since, words } = message else {
            return Err(Fault::new(Code::Hello, "send hello first"));
        };
        if orrery != PROTOCOL {
            let text = format!(
                "this server uses protocol version {PROTOCOL}; update or reload the client"
            );
            return Err(Fault::new(Code::Version, text));
        }
        let (frames, receiver) = frames::channel(FRAME_QUEUE);
        let (reply, answer) = oneshot::channel();
        let deck = self.deck.clone();
        let attach = Box::new(Attach { user, language: words, since, deck, frames, reply });
        self.app.hub.send(&self.table, Command::Attach(attach)).await;
        let busy = || Fault {
            retry_ms: Some(2000),
            ..Fault::new(Code::Busy, "the table is being reloaded; try again")
        };
        Ok((answer.await.map_err(|_| busy())??, receiver))
    }

    async fn serve(&mut self, number: u64, mut frames: FrameReceiver) -> SessionEnd {
        let mut keep_alive = KeepAlive::new();
        loop {
            // A client that sends too fast is read more slowly, but still receives frames.
            let next = self.bucket.next_read();
            let may_read = next <= Instant::now();
            let result = tokio::select! {
                frame = frames.recv() => match frame {
                    Some(frame) => self.send_all(frame, &mut frames).await,
                    // The table has dropped this socket, because the client read too slowly.
                    None => Err(SessionEnd::Close(CloseReason::Slow)),
                },
                received = self.socket.recv(), if may_read => {
                    keep_alive.reset();
                    self.handle_received(number, received).await
                }
                event = next_event(&mut self.device) => match event {
                    DeviceEvent::LoggedOut => Err(SessionEnd::Close(CloseReason::LoggedOut)),
                    DeviceEvent::Recovery(from) => self.send_message(&ServerMessage::Recovery { from }).await,
                },
                () = sleep_until(next), if !may_read => Ok(()),
                () = sleep_until(keep_alive.next) => match keep_alive.ping() {
                    Some(()) => self.send(Message::Ping(Default::default())).await,
                    None => Err(SessionEnd::Close(CloseReason::Silent)),
                },
            };
            if let Err(end) = result {
                return end;
            }
        }
    }

    async fn handle_received(
        &mut self,
        number: u64,
        received: Option<Result<Message, axum::Error>>,
    ) -> Result<(), SessionEnd> {
        let Some(message) = self.read(received).await? else { return Ok(()) };
        // Ignore everything that arrived after the device was logged out.
        if self.device.as_ref().is_some_and(OpenSocket::is_logged_out) {
            return Err(SessionEnd::Close(CloseReason::LoggedOut));
        }
        if let Err(error) = self.charge(&message).await {
            self.app.hub.metrics.count_fault(error.code);
            let id = message.id().map(str::to_owned);
            return self.send_message(&ServerMessage::Error { id, error }).await;
        }
        let command = Command::Message(number, Box::new(message));
        self.app.hub.send(&self.table, command).await;
        Ok(())
    }

    /// Charges chat messages to the storage quota.
    async fn charge(&mut self, message: &ClientMessage) -> Result<(), Fault> {
        match (message, &self.payer) {
            (ClientMessage::Chat { text, .. }, Some(payer)) => {
                self.app.charge_chat(payer, text).await
            }
            _ => Ok(()),
        }
    }

    /// Parses a message of the client. Answers an invalid message with an error.
    async fn read(
        &mut self,
        received: Option<Result<Message, axum::Error>>,
    ) -> Result<Option<ClientMessage>, SessionEnd> {
        self.bucket.take();
        let text = match received {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_))) => {
                let fault = Fault::new(Code::Malformed, "send messages as text frames, not binary");
                return self.refuse(None, fault).await.map(|()| None);
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(None),
            Some(Ok(Message::Close(_))) | None => return Err(SessionEnd::Gone),
            Some(Err(error)) => return Err(self.end_after_error(&error).await),
        };
        match ClientMessage::read(&text) {
            Ok(message) => Ok(Some(message)),
            Err(fault) => self.refuse(ClientMessage::id_in(&text), fault).await.map(|()| None),
        }
    }

    /// Answers a frame that is too long, if it can. Returns how the session ends.
    async fn end_after_error(&mut self, error: &axum::Error) -> SessionEnd {
        let cause = error.source().and_then(|cause| cause.downcast_ref());
        if matches!(cause, Some(tungstenite::Error::Capacity(CapacityError::MessageTooLong { .. })))
        {
            let _ = self.refuse(None, ClientMessage::too_long()).await;
            return SessionEnd::Close(CloseReason::Abuse);
        }
        SessionEnd::Gone
    }

    async fn refuse(&mut self, id: Option<String>, error: Fault) -> Result<(), SessionEnd> {
        self.app.hub.metrics.count_fault(error.code);
        self.strikes += 1;
        if self.strikes > MAX_STRIKES {
            return Err(SessionEnd::Close(CloseReason::Abuse));
        }
        self.send_message(&ServerMessage::Error { id, error }).await
    }

    async fn send_message(&mut self, message: &ServerMessage) -> Result<(), SessionEnd> {
        self.send(Message::Text(message.to_json().into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), SessionEnd> {
        match timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(SessionEnd::Gone),
        }
    }

    /// Sends a frame and all queued frames, in one write if they are short.
    async fn send_all(
        &mut self,
        first: Frame,
        frames: &mut FrameReceiver,
    ) -> Result<(), SessionEnd> {
        let mut next = Some(first);
        let sent = timeout(SEND_TIMEOUT, async {
            while let Some(frame) = next {
                match frame {
                    Frame::Text(text) => {
                        self.socket.feed(Message::Text(text)).await.map_err(gone)?
                    }
                    Frame::Close(why) => return Err(SessionEnd::Close(why)),
                }
                next = frames.try_recv();
            }
            self.socket.flush().await.map_err(gone)
        });
        sent.await.unwrap_or(Err(SessionEnd::Gone))
    }

    async fn close(&mut self, why: CloseReason) {
        let retry_ms = match why {
            // Random, so that clients do not all reconnect at once.
            CloseReason::Restart => Some(500 + u32::from(crate::secret::random::<1>()[0]) * 8),
            CloseReason::Apart => Some(200 + u32::from(crate::secret::random::<1>()[0]) * 2),
            CloseReason::Slow => Some(100),
            CloseReason::Silent
            | CloseReason::Abuse
            | CloseReason::Gone
            | CloseReason::LoggedOut => None,
        };
        let _ = self.send_message(&ServerMessage::Closing { why, retry_ms }).await;
        let code = match why {
            CloseReason::Restart | CloseReason::Apart => close_code::RESTART,
            CloseReason::Abuse | CloseReason::LoggedOut => close_code::POLICY,
            _ => close_code::NORMAL,
        };
        let reason = Utf8Bytes::from_static("");
        let _ = self.send(Message::Close(Some(CloseFrame { code, reason }))).await;
    }
}

/// Waits for an event of the device. Never resolves for an anonymous socket.
async fn next_event(device: &mut Option<OpenSocket>) -> DeviceEvent {
    match device {
        Some(device) => device.next_event().await,
        None => std::future::pending().await,
    }
}

fn gone(_: axum::Error) -> SessionEnd {
    SessionEnd::Gone
}

/// Returns the reason to close the connection, if the client can try again later.
fn retry_reason(fault: &Fault) -> Option<CloseReason> {
    match fault.code {
        Code::Apart => Some(CloseReason::Apart),
        Code::Busy | Code::Store => Some(CloseReason::Restart),
        _ => None,
    }
}

/// Schedule of the pings.
struct KeepAlive {
    pings: u8,
    next: Instant,
}

impl KeepAlive {
    fn new() -> Self {
        Self { pings: 0, next: Instant::now() + PING_INTERVAL }
    }

    fn reset(&mut self) {
        *self = Self::new();
    }

    /// Counts a ping. Returns `None` if the client left too many pings unanswered.
    fn ping(&mut self) -> Option<()> {
        self.pings += 1;
        self.next = Instant::now() + PING_INTERVAL;
        (self.pings <= 2).then_some(())
    }
}

/// Token bucket that limits messages per second. The burst is four times the rate.
struct TokenBucket {
    rate: f64,
    tokens: f64,
    updated: Instant,
}

impl TokenBucket {
    fn new(rate: u32) -> Self {
        let rate = f64::from(rate.max(1));
        Self { rate, tokens: rate * 4.0, updated: Instant::now() }
    }

    /// Returns when the next message may be read.
    fn next_read(&mut self) -> Instant {
        let now = Instant::now();
        let earned = now.duration_since(self.updated).as_secs_f64() * self.rate;
        (self.updated, self.tokens) = (now, (self.tokens + earned).min(self.rate * 4.0));
        now + Duration::from_secs_f64((1.0 - self.tokens).max(0.0) / self.rate)
    }

    /// Takes a token for a message that was read.
    fn take(&mut self) {
        self.tokens -= 1.0;
    }
}
