//! The socket of a client at a table: reads messages within limits, hands them to the table, and
//! sends what comes back. It never decides anything about a game.

use super::identity::Comer;
use super::quota::Payer;
use super::refusal::{Query, Refusal, TableId};
use super::{App, guard};
use crate::apart;
use crate::devices::{News, OpenSocket};
use crate::frames::{self, FrameReceiver};
use crate::hub::Bus;
use crate::metrics::OneMore;
use crate::table::command::{Attach, Command, Frame, Who};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::SinkExt;
use orrery_protocol::{
    ClientMessage, CloseReason, Code, Fault, FaultAnswer, PROTOCOL, ServerMessage,
};
use serde::Deserialize;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

/// Messages up to here are read to be refused; longer ones end the connection.
const READ: usize = 4 * ClientMessage::MOST_BYTES;
/// Frames that may wait for a slow client.
const WAITING: usize = 64;
/// A small buffer: many sockets, short messages.
const BUFFER: usize = 4096;
/// How long until `hello`.
const HELLO: Duration = Duration::from_secs(15);
/// After so long without a word the client is asked whether it is there; after three times so long
/// it is gone.
const QUIET: Duration = Duration::from_secs(25);
/// How long a frame may take to be sent.
const SEND: Duration = Duration::from_secs(15);
/// Bad messages until the connection is closed.
const STRIKES: u32 = 50;

/// What the address of a socket may say.
#[derive(Deserialize)]
pub(super) struct Wanted {
    deck: Option<String>,
}

/// The WebSocket of a table: see docs/PROTOCOL.md.
#[utoipa::path(get, path = "/api/tables/{id}/socket", tag = "tables",
    params(("id" = String, Path, description = "The id of the table.", pattern = "^[a-z2-7]{20}$"),
        ("deck" = Option<String>, Query, description = "The hash of the deck that the client has, empty \
            for none: it is then sent the deck only once.")),
    responses((status = 101, description = "A WebSocket."), (status = 400, body = FaultAnswer), (status = 403, body = FaultAnswer)))]
pub(super) async fn open(
    State(app): State<App>,
    comer: Comer,
    TableId(id): TableId,
    Query(wanted): Query<Wanted>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|why| Fault::new(Code::Malformed, why.body_text()))?;
    if app.hub.metrics.sockets.get() >= app.hub.config.max_sockets as i64 {
        let fault = Fault::new(Code::Busy, "too many connections; try again later");
        return Err(Fault { retry_ms: Some(5000), ..fault }.into());
    }
    let place = app.crowd.enter(guard::whole(guard::address(&app, &headers, peer)))?;
    Ok(upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_message_size(READ)
        .max_frame_size(READ)
        .on_upgrade(move |socket| {
            apart::task(async move {
                let _open = (OneMore::of(&app.hub.metrics.sockets), place);
                let deck = wanted.deck.filter(|hash| hash.len() <= 64);
                let Comer { who, device, payer } = comer;
                let session = Session::new(app, socket, id, deck, (device, payer));
                Box::pin(session.run(who)).await;
            })
        }))
}

/// A connection.
struct Session {
    app: App,
    socket: WebSocket,
    table: String,
    /// The hash of the deck that the client has, if it wants it once.
    deck: Option<String>,
    /// Who is charged for chat.
    payer: Option<Payer>,
    /// The device that opened it, unless it is nobody's.
    device: Option<OpenSocket>,
    pace: Pace,
    strikes: u32,
}

/// Why a session ends.
enum End {
    /// The connection is gone.
    Gone,
    /// It is closed by us.
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
        let pace = Pace::new(app.hub.config.messages_per_second);
        Self { app, socket, table, deck, device, payer, pace, strikes: 0 }
    }

    async fn run(mut self, who: Option<Who>) {
        let end = match self.greet(who).await {
            Ok((number, frames)) => {
                let end = self.serve(number, frames).await;
                self.app.hub.hand(&self.table, Command::Detach(number)).await;
                end
            }
            Err(end) => end,
        };
        if let End::Close(why) = end {
            self.say_goodbye(why).await;
        }
    }

    /// Waits for `hello`, and sits down to watch.
    async fn greet(&mut self, who: Option<Who>) -> Result<(u64, FrameReceiver), End> {
        let until = Instant::now() + HELLO;
        loop {
            sleep_until(self.pace.next()).await;
            let received = tokio::time::timeout_at(until, self.socket.recv()).await;
            let received = received.map_err(|_| End::Close(CloseReason::Silent))?;
            let Some(message) = self.read(received).await? else { continue };
            match self.attach(who.clone(), message).await {
                Ok(attached) => return Ok(attached),
                Err(fault) => {
                    let passes = passes(&fault);
                    self.refuse(None, fault).await?;
                    // Whoever waits for the table comes back when it may be there.
                    if let Some(why) = passes {
                        return Err(End::Close(why));
                    }
                }
            }
        }
    }

    async fn attach(
        &mut self,
        who: Option<Who>,
        message: ClientMessage,
    ) -> Result<(u64, FrameReceiver), Fault> {
        let ClientMessage::Hello { orrery, since, words } = message else {
            return Err(Fault::new(Code::Hello, "say hello first"));
        };
        if orrery != PROTOCOL {
            let text = format!("this server speaks version {PROTOCOL} of the protocol; reload");
            return Err(Fault::new(Code::Version, text));
        }
        let (frames, receiver) = frames::channel(WAITING);
        let (reply, answer) = oneshot::channel();
        let deck = self.deck.clone();
        let attach = Box::new(Attach { who, words, since, deck, frames, reply });
        self.app.hub.hand(&self.table, Command::Attach(attach)).await;
        let busy = || Fault {
            retry_ms: Some(2000),
            ..Fault::new(Code::Busy, "the table is just being read again; try again")
        };
        Ok((answer.await.map_err(|_| busy())??, receiver))
    }

    async fn serve(&mut self, number: u64, mut frames: FrameReceiver) -> End {
        let mut quiet = Quiet::new();
        loop {
            // Whoever sends too fast is read more slowly, and meanwhile told what happens.
            let next = self.pace.next();
            let may_speak = next <= Instant::now();
            let result = tokio::select! {
                frame = frames.recv() => match frame {
                    Some(frame) => self.send_all(frame, &mut frames).await,
                    // The table has let us go: we did not read fast enough.
                    None => Err(End::Close(CloseReason::Slow)),
                },
                received = self.socket.recv(), if may_speak => {
                    quiet.heard();
                    self.received(number, received).await
                }
                news = news(&mut self.device) => match news {
                    News::LoggedOut => Err(End::Close(CloseReason::LoggedOut)),
                    News::Recovery(from) => self.tell(&ServerMessage::Recovery { from }).await,
                },
                () = sleep_until(next), if !may_speak => Ok(()),
                () = sleep_until(quiet.next) => match quiet.ask() {
                    Some(()) => self.send(Message::Ping(Default::default())).await,
                    None => Err(End::Close(CloseReason::Silent)),
                },
            };
            if let Err(end) = result {
                return end;
            }
        }
    }

    async fn received(
        &mut self,
        number: u64,
        received: Option<Result<Message, axum::Error>>,
    ) -> Result<(), End> {
        let Some(message) = self.read(received).await? else { return Ok(()) };
        // Whatever came after the device was logged out does not count.
        if self.device.as_ref().is_some_and(OpenSocket::is_logged_out) {
            return Err(End::Close(CloseReason::LoggedOut));
        }
        if let Err(error) = self.charge(&message).await {
            self.app.hub.metrics.fault(error.code);
            let id = message.id().map(str::to_owned);
            return self.tell(&ServerMessage::Error { id, error }).await;
        }
        let said = Command::Said(number, Box::new(message));
        self.app.hub.hand(&self.table, said).await;
        Ok(())
    }

    /// Chat is stored, and so it is charged.
    async fn charge(&mut self, message: &ClientMessage) -> Result<(), Fault> {
        match (message, &self.payer) {
            (ClientMessage::Chat { text, .. }, Some(payer)) => {
                self.app.charge_chat(payer, text).await
            }
            _ => Ok(()),
        }
    }

    /// A message of the client, if it is one that we understand.
    async fn read(
        &mut self,
        received: Option<Result<Message, axum::Error>>,
    ) -> Result<Option<ClientMessage>, End> {
        self.pace.take();
        let text = match received {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_))) => {
                let fault = Fault::new(Code::Malformed, "messages are text, not bytes");
                return self.refuse(None, fault).await.map(|()| None);
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(None),
            Some(Ok(Message::Close(_))) | None => return Err(End::Gone),
            Some(Err(error)) => return Err(self.broken(&error).await),
        };
        match ClientMessage::read(&text) {
            Ok(message) => Ok(Some(message)),
            Err(fault) => self.refuse(ClientMessage::id_in(&text), fault).await.map(|()| None),
        }
    }

    /// The frame was too long, or no frame at all: after that nothing can be read.
    async fn broken(&mut self, error: &axum::Error) -> End {
        let text = error.to_string();
        if text.contains("too long") || text.contains("too big") {
            let _ = self.refuse(None, ClientMessage::too_long()).await;
            return End::Close(CloseReason::Abuse);
        }
        End::Gone
    }

    async fn refuse(&mut self, id: Option<String>, error: Fault) -> Result<(), End> {
        self.app.hub.metrics.fault(error.code);
        self.strikes += 1;
        if self.strikes > STRIKES {
            return Err(End::Close(CloseReason::Abuse));
        }
        self.tell(&ServerMessage::Error { id, error }).await
    }

    async fn tell(&mut self, message: &ServerMessage) -> Result<(), End> {
        // Messages have text keys only.
        let text = serde_json::to_string(message).unwrap_or_default();
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        match timeout(SEND, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(End::Gone),
        }
    }

    /// Sends a frame and all that wait behind it, in one write if they are short.
    async fn send_all(&mut self, first: Frame, frames: &mut FrameReceiver) -> Result<(), End> {
        let mut next = Some(first);
        let sent = timeout(SEND, async {
            while let Some(frame) = next {
                match frame {
                    Frame::Text(text) => {
                        self.socket.feed(Message::Text(text)).await.map_err(gone)?
                    }
                    Frame::Close(why) => return Err(End::Close(why)),
                }
                next = frames.try_recv();
            }
            self.socket.flush().await.map_err(gone)
        });
        sent.await.unwrap_or(Err(End::Gone))
    }

    async fn say_goodbye(&mut self, why: CloseReason) {
        let retry_ms = match why {
            // Not all at once.
            CloseReason::Restart => Some(500 + u32::from(crate::secret::random::<1>()[0]) * 8),
            CloseReason::Apart => Some(200 + u32::from(crate::secret::random::<1>()[0]) * 2),
            CloseReason::Slow => Some(100),
            CloseReason::Silent
            | CloseReason::Abuse
            | CloseReason::Gone
            | CloseReason::LoggedOut => None,
        };
        let _ = self.tell(&ServerMessage::Closing { why, retry_ms }).await;
        let code = match why {
            CloseReason::Restart | CloseReason::Apart => close_code::RESTART,
            CloseReason::Abuse | CloseReason::LoggedOut => close_code::POLICY,
            _ => close_code::NORMAL,
        };
        let reason = Utf8Bytes::from_static("");
        let _ = self.send(Message::Close(Some(CloseFrame { code, reason }))).await;
    }
}

/// Waits for something new about a device; forever if it is nobody's.
async fn news(device: &mut Option<OpenSocket>) -> News {
    match device {
        Some(device) => device.news().await,
        None => std::future::pending().await,
    }
}

fn gone(_: axum::Error) -> End {
    End::Gone
}

/// Why a connection is closed that cannot begin now, but later.
fn passes(fault: &Fault) -> Option<CloseReason> {
    match fault.code {
        Code::Apart => Some(CloseReason::Apart),
        Code::Busy | Code::Store => Some(CloseReason::Restart),
        _ => None,
    }
}

/// When something was heard last.
struct Quiet {
    asked: u8,
    next: Instant,
}

impl Quiet {
    fn new() -> Self {
        Self { asked: 0, next: Instant::now() + QUIET }
    }

    fn heard(&mut self) {
        *self = Self::new();
    }

    /// Whether to ask if anybody is there.
    fn ask(&mut self) -> Option<()> {
        self.asked += 1;
        self.next = Instant::now() + QUIET;
        (self.asked <= 2).then_some(())
    }
}

/// How fast a client is read: so many messages a second, and four times as many at once.
struct Pace {
    rate: f64,
    left: f64,
    since: Instant,
}

impl Pace {
    fn new(rate: u32) -> Self {
        let rate = f64::from(rate.max(1));
        Self { rate, left: rate * 4.0, since: Instant::now() }
    }

    /// When the next message may be read.
    fn next(&mut self) -> Instant {
        let now = Instant::now();
        let earned = now.duration_since(self.since).as_secs_f64() * self.rate;
        (self.since, self.left) = (now, (self.left + earned).min(self.rate * 4.0));
        now + Duration::from_secs_f64((1.0 - self.left).max(0.0) / self.rate)
    }

    /// One was read.
    fn take(&mut self) {
        self.left -= 1.0;
    }
}
