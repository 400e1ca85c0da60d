//! A scripted player for tests that survives lost connections and restarts of the server.
//!
//! The player chooses random legal actions and records the acknowledged steps. After a lost
//! connection, it reconnects and resends an unacknowledged message with the same id. It panics if
//! the server breaks a rule.

use crate::client::{Person, Socket};
use crate::partial_message::{PartialMessage, PartialPrompt};
use anyhow::Result;
use orrery_protocol::{ClientMessage, Fault, Seat};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// The environment of a player: the servers, and the counters of a test.
pub trait World: Send + Sync {
    /// The timing of the player.
    const PACE: Pace;

    /// Opens a socket of a table. An error means that the server is unavailable.
    fn connect(
        &self,
        person: &Person,
        table: &str,
        since: Option<u32>,
    ) -> impl Future<Output = Result<Socket>> + Send;

    /// Counts a message that the player sends again.
    fn count_resent(&self);

    /// Counts an acknowledged message of a table.
    fn count_acknowledged(&self, table: &str);

    /// Checks the error of a refused message.
    ///
    /// # Errors
    /// If the player must reconnect.
    fn refused(&self, fault: &Fault) -> Result<()>;

    /// Returns whether all faults are over, so that games may end.
    fn faults_are_over(&self) -> bool;
}

/// The timing of a player.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Time without an acknowledgement after which the player reconnects.
    pub answer_timeout: Duration,
    /// Time without any message after which the player reconnects.
    pub idle_timeout: Duration,
    /// Maximum thinking time.
    pub thinking: Duration,
    /// Maximum time that the player waits before it reconnects.
    pub pause: Duration,
    /// Number of steps after the last fault until the player resigns.
    pub steps_after_faults: u32,
}

/// A player in a seat.
pub struct PersistentPlayer<W> {
    world: Arc<W>,
    person: Person,
    table: String,
    seat: Seat,
    random: fastrand::Rng,
    /// The current prompt, if this seat must answer it.
    prompt: Option<PartialPrompt>,
    /// The unacknowledged message.
    pending: Option<ClientMessage>,
    /// Number of messages sent so far, used for message ids.
    sent: u32,
    /// Number of messages acknowledged since the last fault ended.
    steps_since_faults: u32,
    over: bool,
    /// Whether the player has received the current version on this connection.
    ///
    /// `over` is not enough: the welcome message, which sets it, arrives before that version.
    caught_up: bool,
    result: PlayerResult,
}

/// The result of a game for a player.
#[derive(Debug, Default)]
pub struct PlayerResult {
    /// The acknowledged steps.
    pub acknowledged: Vec<String>,
    /// The last version that the player has seen.
    pub seen: Option<u32>,
}

impl<W: World> PersistentPlayer<W> {
    /// Creates a player.
    #[must_use]
    pub fn new(
        world: &Arc<W>,
        person: &Person,
        table: &str,
        seat: Seat,
        random: fastrand::Rng,
    ) -> Self {
        Self {
            world: Arc::clone(world),
            person: person.clone(),
            table: table.to_owned(),
            seat,
            random,
            prompt: None,
            pending: None,
            sent: 0,
            steps_since_faults: 0,
            over: false,
            caught_up: false,
            result: PlayerResult::default(),
        }
    }

    /// Plays to the end of the game, and reconnects as often as necessary.
    pub async fn play(mut self) -> PlayerResult {
        while !self.is_done() {
            // With a probability of 1/4, reconnect like a client without any state.
            let since = self.result.seen.filter(|_| self.random.u8(0..4) > 0);
            // An error means a lost connection. Any other problem panics.
            if let Ok(socket) = self.world.connect(&self.person, &self.table, since).await {
                let _ = self.play_connected(socket).await;
            }
            sleep(W::PACE.pause.mul_f64(self.random.f64())).await;
        }
        self.result
    }

    fn is_done(&self) -> bool {
        self.over && self.caught_up && self.pending.is_none()
    }

    async fn play_connected(&mut self, mut socket: Socket) -> Result<()> {
        self.prompt = None;
        self.caught_up = false;
        if let Some(message) = &self.pending {
            self.world.count_resent();
            socket.send(message).await?;
        }
        while !self.is_done() {
            let Pace { answer_timeout, idle_timeout, thinking, .. } = W::PACE;
            let limit = if self.pending.is_some() { answer_timeout } else { idle_timeout };
            let text = timeout(limit, socket.receive()).await??;
            let message =
                PartialMessage::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            self.handle(&message)?;
            if let Some(message) = self.next_message() {
                sleep(thinking.mul_f64(self.random.f64())).await;
                self.pending = Some(message.clone());
                socket.send(&message).await?;
            }
        }
        Ok(())
    }

    fn handle(&mut self, message: &PartialMessage<'_>) -> Result<()> {
        self.over |= message.is_over();
        match &*message.kind {
            "view" | "steps" => {
                let (version, seen) = (message.version.expect("a version"), self.result.seen);
                assert!(seen.is_none_or(|seen| seen <= version), "the version has decreased");
                self.result.seen = Some(version);
                self.caught_up = true;
                self.set_prompt(message);
            }
            "prompt" => self.set_prompt(message),
            "done" => self.done(message.id.as_deref().expect("an answer has an id")),
            "error" => self.world.refused(message.error.as_ref().expect("an error"))?,
            _ => {}
        }
        Ok(())
    }

    fn set_prompt(&mut self, message: &PartialMessage<'_>) {
        let prompt = message.prompt.as_ref().filter(|prompt| prompt.is_open_to(self.seat));
        self.prompt = prompt.cloned();
    }

    fn done(&mut self, id: &str) {
        let Some(message) = self.pending.take() else { panic!("{id} is acknowledged twice") };
        assert_eq!(message.id(), Some(id), "another message is acknowledged");
        if let ClientMessage::Act { step, .. } = message {
            self.result.acknowledged.push(step);
        }
        self.world.count_acknowledged(&self.table);
        self.steps_since_faults += u32::from(self.world.faults_are_over());
    }

    /// Returns the next message, unless one is in flight or there is no prompt.
    fn next_message(&mut self) -> Option<ClientMessage> {
        if self.pending.is_some() || self.over {
            return None;
        }
        let prompt = self.prompt.take()?;
        self.sent += 1;
        let id = format!("{}{}", self.seat, self.sent);
        // Resign only if the turn can end. At other times another player may have a sealed answer,
        // which the resignation would drop.
        let can_end_turn = prompt.legal.iter().any(|step| step == "end");
        let enough_steps = self.steps_since_faults >= W::PACE.steps_after_faults;
        if self.seat == Seat::A && enough_steps && can_end_turn {
            return Some(ClientMessage::Resign { id });
        }
        let step = self.random.choice(&prompt.legal)?.clone();
        Some(ClientMessage::Act { id, version: prompt.version, step })
    }
}
