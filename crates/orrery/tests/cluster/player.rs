//! A scripted player, who chooses random legal actions.
//!
//! The player records the acknowledged steps. After a lost connection, it reconnects and resends an
//! unacknowledged message under the same id.

use crate::world::World;
use anyhow::{Result, bail};
use orrery_loadtest::client::{Person, Socket};
use orrery_loadtest::heard::{Asked, Heard};
use orrery_protocol::{ClientMessage, Code, Fault, Seat};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// Time limit for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// Time limit for an acknowledgement; then the player reconnects.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Time without any message after which the player reconnects.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum thinking time in milliseconds.
const MAX_THINKING: u64 = 700;
/// Number of steps after the last fault until the player resigns.
const STEPS_AFTER_FAULTS: u32 = 3;

/// A player in a seat.
pub(crate) struct Player {
    world: Arc<World>,
    person: Person,
    table: String,
    seat: Seat,
    random: fastrand::Rng,
    /// The last version that the player has seen.
    seen: Option<u32>,
    /// The current prompt, if this seat must answer it.
    asked: Option<Asked>,
    /// The message that was sent and not acknowledged.
    pending: Option<ClientMessage>,
    sent: u32,
    steps_after: u32,
    over: bool,
    /// Whether this connection has delivered what the player missed. The welcome, which comes
    /// first, already says that a game is over.
    caught_up: bool,
    /// The acknowledged steps.
    acknowledged: Vec<String>,
}

/// The result of a game for a player.
pub(crate) struct PlayerResult {
    /// The acknowledged steps.
    pub(crate) acknowledged: Vec<String>,
    /// The last version that the player has seen.
    pub(crate) seen: Option<u32>,
}

impl Player {
    pub(crate) fn new(
        world: &Arc<World>,
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
            seen: None,
            asked: None,
            pending: None,
            sent: 0,
            steps_after: 0,
            over: false,
            caught_up: false,
            acknowledged: Vec::new(),
        }
    }

    /// Plays to the end of the game, and reconnects as often as necessary.
    pub(crate) async fn play(mut self) -> PlayerResult {
        while !self.is_done() {
            // In a quarter of all cases, reconnect like a client without any state.
            let since = self.seen.filter(|_| self.random.u8(0..4) > 0);
            // An error means a lost connection; any other problem panics.
            if let Ok(socket) = connect(&self.world, &self.person, &self.table, since).await {
                let _ = self.play_connected(socket).await;
            }
            sleep(Duration::from_millis(self.random.u64(20..300))).await;
        }
        PlayerResult { acknowledged: self.acknowledged, seen: self.seen }
    }

    fn is_done(&self) -> bool {
        self.over && self.caught_up && self.pending.is_none()
    }

    async fn play_connected(&mut self, mut socket: Socket) -> Result<()> {
        self.asked = None;
        self.caught_up = false;
        if let Some(message) = &self.pending {
            self.world.count_resent();
            socket.send(message).await?;
        }
        while !self.is_done() {
            let limit = if self.pending.is_some() { ANSWER_TIMEOUT } else { IDLE_TIMEOUT };
            let text = timeout(limit, socket.receive()).await??;
            let heard = Heard::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            self.handle(&heard)?;
            if let Some(message) = self.next_message() {
                sleep(Duration::from_millis(self.random.u64(0..MAX_THINKING))).await;
                self.pending = Some(message.clone());
                socket.send(&message).await?;
            }
        }
        Ok(())
    }

    fn handle(&mut self, heard: &Heard<'_>) -> Result<()> {
        self.over |= heard.is_over();
        match &*heard.kind {
            "view" | "steps" => {
                let version = heard.version.expect("it has a version");
                assert!(self.seen.is_none_or(|seen| seen <= version), "the version has decreased");
                self.seen = Some(version);
                self.caught_up = true;
                self.ask(heard);
            }
            "prompt" => self.ask(heard),
            "done" => self.done(heard.id.as_deref().expect("an answer has an id")),
            "error" => {
                assert_transient(heard.error.as_ref().expect("an error"));
                self.world.count_refused();
                bail!("reconnect and send the message again");
            }
            _ => {}
        }
        Ok(())
    }

    fn ask(&mut self, heard: &Heard<'_>) {
        let asked = heard.prompt.as_ref().filter(|asked| asked.is_open_to(self.seat));
        self.asked = asked.cloned();
    }

    fn done(&mut self, id: &str) {
        let Some(message) = self.pending.take() else { panic!("{id} is acknowledged twice") };
        assert_eq!(message.id(), Some(id), "another message is acknowledged");
        if let ClientMessage::Act { step, .. } = message {
            self.acknowledged.push(step);
        }
        self.world.acknowledge(&self.table);
        self.steps_after += u32::from(self.world.faults_are_over());
    }

    /// Returns the next message; only one message is in flight.
    fn next_message(&mut self) -> Option<ClientMessage> {
        if self.pending.is_some() || self.over {
            return None;
        }
        let asked = self.asked.take()?;
        self.sent += 1;
        let id = format!("{}{}", self.seat, self.sent);
        // Resign only when a turn can end: at other times another player may have a sealed answer,
        // which the resignation would drop.
        let ends_turn = asked.legal.iter().any(|step| step == "end");
        if self.seat == Seat::A && self.steps_after >= STEPS_AFTER_FAULTS && ends_turn {
            return Some(ClientMessage::Resign { id });
        }
        let step = self.random.choice(&asked.legal)?.clone();
        Some(ClientMessage::Act { id, version: asked.version, step })
    }
}

/// Opens a socket through the load balancer.
pub(crate) async fn connect(
    world: &World,
    person: &Person,
    table: &str,
    since: Option<u32>,
) -> Result<Socket> {
    let connected = timeout(CONNECT_TIMEOUT, async {
        let stream = TcpStream::connect(world.address).await?;
        Socket::at_table(stream, person, table, since).await
    });
    let socket = connected.await??;
    world.count_connection();
    Ok(socket)
}

/// Asserts that the server refused a message only because a service is unavailable.
pub(crate) fn assert_transient(fault: &Fault) {
    let is_transient = matches!(fault.code, Code::Busy | Code::Store | Code::Apart);
    assert!(is_transient, "a permanent error: {fault}");
    assert!(fault.retry_ms.is_some(), "the error has no retry time: {fault}");
}
