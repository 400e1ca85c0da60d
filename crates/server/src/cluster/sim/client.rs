//! A simulated client.
//!
//! It reconnects as often as needed, repeats unanswered messages with the same id, and checks that
//! the version of the game never decreases.

use super::world::{Machine, Shared};
use crate::frames::{self, FrameReceiver};
use crate::hub::CommandRouter;
use crate::table::command::{Attach, Command, Frame, User};
use orrery_protocol::{ClientMessage, Code, Prompt, Seat, ServerMessage};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};

/// Time limit for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Interval of checks of the connection.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Time without a reply after which the client reconnects.
const REPLY_TIMEOUT: Duration = Duration::from_secs(4);

/// A player or a spectator.
pub(super) struct Client {
    shared: Arc<Shared>,
    random: fastrand::Rng,
    name: &'static str,
    seat: Option<Seat>,
    /// The last version of the game that the client has seen.
    seen: Option<u32>,
    /// The prompt that the client must answer.
    prompt: Option<Prompt>,
    pending: Option<ClientMessage>,
    /// When the pending message was sent; `None` if it is not sent yet.
    sent_at: Option<Instant>,
    /// Number of answers so far, for message ids.
    answers: u32,
}

/// A connection to a machine.
struct Connection {
    machine: Arc<Machine>,
    number: u64,
    frames: FrameReceiver,
}

/// Marker for a closed connection.
struct Closed;

impl Client {
    pub(super) fn new(
        shared: &Arc<Shared>,
        random: fastrand::Rng,
        name: &'static str,
        seat: Option<Seat>,
    ) -> Self {
        Self {
            shared: Arc::clone(shared),
            random,
            name,
            seat,
            seen: None,
            prompt: None,
            pending: None,
            sent_at: None,
            answers: 0,
        }
    }

    /// Plays until the simulation ends.
    pub(super) async fn run(mut self) {
        loop {
            let pause = self.random.u64(20..400);
            sleep(Duration::from_millis(pause)).await;
            if let Some(mut connection) = self.connect().await {
                self.shared.count(|outcome| outcome.connections += 1);
                let Closed = self.play(&mut connection).await;
                let Connection { machine, number, .. } = connection;
                let table = self.shared.table;
                tokio::spawn(async move { machine.hub.send(table, Command::Detach(number)).await });
            }
        }
    }

    async fn connect(&mut self) -> Option<Connection> {
        let machine = self.shared.any_machine(&mut self.random)?;
        let (frames, receiver) = frames::channel(64);
        let (reply, answer) = oneshot::channel();
        let name = self.name.to_owned();
        let who = self.seat.map(|_| User { id: self.name.into(), name, program: false });
        // With a probability of 1/4, connect as a client that has lost its state.
        let since = self.seen.filter(|_| self.random.u8(0..4) > 0);
        let attach = Attach { user: who, language: None, since, deck: None, frames, reply };
        let attaching = async {
            machine.hub.send(self.shared.table, Command::Attach(Box::new(attach))).await;
            answer.await.ok()
        };
        let number = timeout(CONNECT_TIMEOUT, attaching).await.ok()??;
        let number = number.map_err(|fault| self.check_transient(fault.code)).ok()?;
        Some(Connection { machine, number, frames: receiver })
    }

    /// Checks that an error is transient.
    fn check_transient(&self, code: Code) {
        let is_transient = matches!(code, Code::Busy | Code::Store | Code::Apart);
        assert!(is_transient, "{} is refused: {code:?}, {:?}", self.name, self.pending);
    }

    async fn play(&mut self, connection: &mut Connection) -> Closed {
        self.prompt = None;
        if self.pending.is_some() {
            self.sent_at = None;
            self.shared.count(|outcome| outcome.resent += 1);
        }
        loop {
            let lost = connection.machine.is_off()
                || self.random.u32(0..1000) < self.shared.connection_loss_rate();
            let timed_out = self.sent_at.is_some_and(|at| at.elapsed() > REPLY_TIMEOUT);
            if lost || timed_out {
                return Closed;
            }
            match timeout(CHECK_INTERVAL, connection.frames.recv()).await {
                Ok(Some(Frame::Text(text))) => self.receive(&text),
                Ok(Some(Frame::Close(_)) | None) => return Closed,
                Err(_) => self.send_pending(connection).await,
            }
        }
    }

    /// Sends the pending message again, or answers the current prompt if there is one.
    async fn send_pending(&mut self, connection: &Connection) {
        if self.pending.is_none() {
            self.pending = self.answer();
        }
        let must_wait = self.sent_at.is_some() || self.seen.is_none();
        if let Some(message) = self.pending.clone().filter(|_| !must_wait) {
            self.sent_at = Some(Instant::now());
            let command = Command::Message(connection.number, Box::new(message));
            let sending = connection.machine.hub.send(self.shared.table, command);
            let _ = timeout(REPLY_TIMEOUT, sending).await;
        }
    }

    fn answer(&mut self) -> Option<ClientMessage> {
        if self.shared.is_ending() {
            return None;
        }
        let prompt = self.prompt.take()?;
        self.answers += 1;
        let step = self.random.choice(&prompt.legal)?.clone();
        let id = format!("{}{}", self.name, self.answers);
        Some(ClientMessage::Act { id, version: prompt.version, step })
    }

    fn receive(&mut self, text: &str) {
        let message = serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"));
        match message {
            ServerMessage::View { version, prompt, .. }
            | ServerMessage::Steps { version, prompt, .. } => {
                let before = self.seen.replace(version);
                assert!(
                    before.is_none_or(|it| it <= version),
                    "the version of {} decreased",
                    self.name
                );
                self.shared.record_version(self.name, version);
                self.set_prompt(prompt);
            }
            ServerMessage::Prompt { prompt } => self.set_prompt(Some(prompt)),
            ServerMessage::Done { id, .. } => self.acknowledge(&id),
            ServerMessage::Error { error, .. } => {
                self.check_transient(error.code);
                self.sent_at = None;
            }
            _ => {}
        }
    }

    fn set_prompt(&mut self, prompt: Option<Prompt>) {
        let seat = self.seat;
        let needs_answer = |it: &Prompt| {
            Some(it.decision.seat) == seat && !it.legal.is_empty() && it.answered.is_none()
        };
        self.prompt = prompt.filter(needs_answer);
    }

    fn acknowledge(&mut self, id: &str) {
        let message = self.pending.take().unwrap_or_else(|| panic!("{id} is answered twice"));
        assert_eq!(message.id(), Some(id), "the acknowledged message is not the pending one");
        self.sent_at = None;
        self.shared.record_acknowledged(self.name, id);
    }
}
