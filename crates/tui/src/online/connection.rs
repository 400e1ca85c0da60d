//! The connection to a table: it reconnects, and resends unacknowledged messages.
//!
//! It also sends the contribution to the dice before the game, without waiting for the user.

use super::access::Access;
use super::dice::{DiceNotes, DiceRequest};
use crate::inbox::Input;
use crate::table::Report;
use anyhow::{Context, Result};
use orrery_client::Socket;
use orrery_describe::Language;
use orrery_protocol::{ClientMessage, PROTOCOL, Seat, ServerMessage, Table, TextLanguage};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// The silence after which the client sends a ping; after the same time again, it reconnects.
const IDLE_TIMEOUT: Duration = Duration::from_secs(25);
/// The longest pause between two attempts to connect.
const MAX_PAUSE: Duration = Duration::from_secs(16);
/// The minimum time between two attempts of a request about the dice.
const DICE_PAUSE: Duration = Duration::from_secs(2);

/// A change of the connection, or a message from the server.
#[derive(Debug)]
pub(crate) enum OnlineEvent {
    /// The connection is open.
    Connected,
    /// The connection is lost; the client reconnects after this time.
    Lost(Duration),
    /// The server sent a message.
    Message(ServerMessage),
    /// A request failed.
    Failed(String),
}

/// A request to the server.
#[derive(Clone, Debug)]
pub(super) enum Outgoing {
    /// A message over the WebSocket.
    Message(ClientMessage),
    /// The HTTP request that starts the game.
    Start,
}

/// The handle that sends messages; dropping it closes the connection.
pub(super) struct Connection {
    outgoing: UnboundedSender<Outgoing>,
}

impl Connection {
    /// Starts a thread that opens the connection and keeps it open.
    ///
    /// # Errors
    /// If the notes about the dice cannot be read.
    pub(super) fn open(access: Access, language: Language, inbox: Sender<Input>) -> Result<Self> {
        let (outgoing, receiver) = unbounded_channel();
        let text_language = match language {
            Language::English => TextLanguage::English,
            Language::German => TextLanguage::German,
        };
        let worker = Worker {
            dice: access.dice()?,
            access,
            text_language,
            inbox,
            receiver,
            pending: Vec::new(),
            seen: None,
            table: None,
            last_contribution: None,
            next_dice_check: None,
            may_wait_for_other_device: true,
        };
        thread::spawn(move || worker.run());
        Ok(Self { outgoing })
    }

    /// Sends a message, now or after the client has reconnected.
    pub(super) fn send(&self, message: Outgoing) {
        // The send cannot fail: the worker runs until this sender is dropped.
        let _ = self.outgoing.send(message);
    }
}

/// The state of the connection's thread.
struct Worker {
    access: Access,
    dice: DiceNotes,
    /// The language in which the server sends texts.
    text_language: TextLanguage,
    inbox: Sender<Input>,
    receiver: UnboundedReceiver<Outgoing>,
    /// The messages that the server has not acknowledged.
    pending: Vec<ClientMessage>,
    /// The last version that was received; the client resumes from it.
    seen: Option<u32>,
    /// The last description of the table from the server.
    table: Option<Table>,
    /// The time when the client last sent the hash of a contribution.
    last_contribution: Option<Instant>,
    /// The time of the next call of `check_dice`; `None` if none is planned.
    next_dice_check: Option<Instant>,
    /// Whether the client may still wait once for another device of this player.
    ///
    /// The other device should reveal its contribution. After the wait, this device contributes.
    may_wait_for_other_device: bool,
}

/// The reason why a connection ended without an error.
enum Closed {
    /// The client has left the table.
    ByClient,
}

impl Worker {
    fn run(mut self) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            let mut pause = Duration::from_secs(1);
            loop {
                let since = self.seen;
                if let Ok(Closed::ByClient) = self.serve_connection().await {
                    return;
                }
                if self.seen != since {
                    pause = Duration::from_secs(1);
                }
                if !self.report(OnlineEvent::Lost(pause)) {
                    return;
                }
                sleep(pause).await;
                pause = (pause * 2).min(MAX_PAUSE);
            }
        });
    }

    /// Reports an event; returns whether the client is still running.
    fn report(&self, event: OnlineEvent) -> bool {
        self.inbox.send(Input::Report(Report::Online(Box::new(event)))).is_ok()
    }

    /// Opens a connection and serves it until it is lost or the client leaves.
    async fn serve_connection(&mut self) -> Result<Closed> {
        let Access { link, person, .. } = &self.access;
        let stream = link.connect().await?;
        let mut socket = Socket::open(stream, &link.socket(), &person.cookie).await?;
        let hello = ClientMessage::Hello {
            orrery: PROTOCOL,
            since: self.seen,
            words: Some(self.text_language),
        };
        socket.send(&hello).await?;
        self.report(OnlineEvent::Connected);
        for message in &self.pending {
            socket.send(message).await?;
        }
        let mut is_pinged = false;
        loop {
            tokio::select! {
                received = timeout(IDLE_TIMEOUT, socket.receive()) => match received {
                    Ok(text) => {
                        is_pinged = false;
                        self.receive(&text?).await?;
                    }
                    Err(_) if is_pinged => anyhow::bail!("no answer"),
                    Err(_) => {
                        is_pinged = true;
                        socket.send(&ClientMessage::Ping { id: "check".to_owned() }).await?;
                    }
                },
                outgoing = self.receiver.recv() => match outgoing {
                    Some(Outgoing::Message(message)) => {
                        if message.id().is_some() {
                            self.pending.push(message.clone());
                        }
                        socket.send(&message).await?;
                    }
                    Some(Outgoing::Start) => {
                        if let Err(error) = self.access.start().await {
                            self.report(OnlineEvent::Failed(format!("{error:#}")));
                        }
                    }
                    None => return Ok(Closed::ByClient),
                },
                () = until(self.next_dice_check) => self.check_dice().await,
            }
        }
    }

    /// Sends the next request of the dice draw, if any; plans another check if that fails.
    async fn check_dice(&mut self) {
        self.next_dice_check = None;
        let Some(table) = &self.table else { return };
        let done = match self.dice.receive_table(table) {
            Ok(DiceRequest::Nothing) => return,
            Ok(DiceRequest::Contribute(seat)) => self.contribute(seat).await,
            Ok(DiceRequest::Reveal(entropy)) => self.access.reveal(entropy).await.is_ok(),
            Ok(DiceRequest::OtherDevice(seat)) if !self.may_wait_for_other_device => {
                self.contribute(seat).await
            }
            Ok(DiceRequest::OtherDevice(_)) => {
                self.may_wait_for_other_device = false;
                false
            }
            Err(error) => {
                self.report(OnlineEvent::Failed(format!("{error:#}")));
                return;
            }
        };
        if !done {
            self.next_dice_check = Some(Instant::now() + DICE_PAUSE);
        }
    }

    /// Sends the hash of a contribution, at most once per [`DICE_PAUSE`]; returns whether it succeeded.
    async fn contribute(&mut self, seat: Seat) -> bool {
        if self.last_contribution.is_some_and(|last| last.elapsed() < DICE_PAUSE) {
            return false;
        }
        let Ok(contribution) = self.dice.contribution(seat) else { return false };
        self.last_contribution = Some(Instant::now());
        // The request that takes a seat also sets the contribution of this seat.
        self.access.sit(seat, &contribution).await.is_ok()
    }

    /// Handles a message from the server.
    async fn receive(&mut self, text: &str) -> Result<()> {
        let message: ServerMessage = serde_json::from_str(text).context("unknown message")?;
        match &message {
            ServerMessage::Welcome { table, .. } | ServerMessage::Table { table } => {
                self.may_wait_for_other_device = true;
                self.table = Some((**table).clone());
                self.check_dice().await;
            }
            ServerMessage::View { version, .. } | ServerMessage::Steps { version, .. } => {
                self.seen = Some(*version);
            }
            ServerMessage::Done { id, .. } => self.acknowledge(id),
            ServerMessage::Error { id: Some(id), .. } => self.acknowledge(id),
            _ => {}
        }
        self.report(OnlineEvent::Message(message));
        Ok(())
    }

    /// Removes an acknowledged message from the pending messages.
    fn acknowledge(&mut self, id: &str) {
        self.pending.retain(|message| message.id() != Some(id));
    }
}

/// Waits until a time; waits forever if there is none.
async fn until(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}
