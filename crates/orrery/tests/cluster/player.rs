//! A scripted player. It answers any way that is legal, counts only what was acknowledged, and sends
//! what was not answered once more, under the same id, over as many connections as it takes.

use crate::client::{Person, Socket};
use crate::world::World;
use anyhow::{Result, bail};
use orrery_loadtest::heard::{Asked, Heard};
use orrery_protocol::{ClientMessage, Code, Fault, Seat};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(4);
/// How long an answer may take; then another connection is tried.
const ANSWER: Duration = Duration::from_secs(5);
/// How long the other player may keep one waiting before one looks whether the connection stands.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a player thinks at most, in milliseconds.
const THINKING: u64 = 700;
/// How many steps a player takes when all is calm before the game is given up.
const STEPS_AFTER: u32 = 3;

/// Somebody in a seat.
pub(crate) struct Player {
    world: Arc<World>,
    person: Person,
    table: String,
    seat: Seat,
    random: fastrand::Rng,
    /// The version that was seen last.
    seen: Option<u32>,
    /// What was asked last, if it is for this seat.
    asked: Option<Asked>,
    /// What was sent and not answered.
    pending: Option<ClientMessage>,
    sent: u32,
    steps_after: u32,
    over: bool,
    /// The steps that were acknowledged.
    acknowledged: Vec<String>,
}

/// What a player has come to.
pub(crate) struct Played {
    /// The steps that were acknowledged.
    pub(crate) acknowledged: Vec<String>,
    /// The version that was seen last.
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
            acknowledged: Vec::new(),
        }
    }

    /// Plays to the end, over as many connections as it takes.
    pub(crate) async fn play(mut self) -> Played {
        while !self.is_done() {
            // Now and then as somebody who has forgotten what was seen.
            let since = self.seen.filter(|_| self.random.u8(0..4) > 0);
            // An error is a lost connection; what is wrong otherwise panics.
            if let Ok(socket) = connect(&self.world, &self.person, &self.table, since).await {
                let _ = self.play_connected(socket).await;
            }
            sleep(Duration::from_millis(self.random.u64(20..300))).await;
        }
        Played { acknowledged: self.acknowledged, seen: self.seen }
    }

    fn is_done(&self) -> bool {
        self.over && self.pending.is_none()
    }

    async fn play_connected(&mut self, mut socket: Socket) -> Result<()> {
        self.asked = None;
        if let Some(message) = &self.pending {
            self.world.repeats();
            socket.say(message).await?;
        }
        while !self.is_done() {
            let patience = if self.pending.is_some() { ANSWER } else { PATIENCE };
            let text = timeout(patience, socket.hear()).await??;
            let heard = Heard::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            self.take(&heard)?;
            if let Some(message) = self.next_message() {
                sleep(Duration::from_millis(self.random.u64(0..THINKING))).await;
                self.pending = Some(message.clone());
                socket.say(&message).await?;
            }
        }
        Ok(())
    }

    fn take(&mut self, heard: &Heard<'_>) -> Result<()> {
        self.over |= heard.is_over();
        match &*heard.kind {
            "view" | "steps" => {
                let version = heard.version.expect("it has a version");
                assert!(self.seen.is_none_or(|seen| seen <= version), "the game has gone back");
                self.seen = Some(version);
                self.ask(heard);
            }
            "prompt" => self.ask(heard),
            "done" => self.done(heard.id.as_deref().expect("an answer has an id")),
            "error" => {
                passes(heard.error.as_ref().expect("an error says what it is"));
                self.world.refuses();
                bail!("it is sent again, by another connection");
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
        let Some(message) = self.pending.take() else { panic!("{id} is answered twice") };
        assert_eq!(message.id(), Some(id), "something else was sent");
        if let ClientMessage::Act { step, .. } = message {
            self.acknowledged.push(step);
        }
        self.world.acknowledge(&self.table);
        self.steps_after += u32::from(self.world.is_calm());
    }

    /// What to send now: one message after the other.
    fn next_message(&mut self) -> Option<ClientMessage> {
        if self.pending.is_some() || self.over {
            return None;
        }
        let asked = self.asked.take()?;
        self.sent += 1;
        let id = format!("{}{}", self.seat, self.sent);
        // When a turn can be ended, nobody has a sealed answer that would be lost with the game.
        let ends_turn = asked.legal.iter().any(|step| step == "end");
        if self.seat == Seat::A && self.steps_after >= STEPS_AFTER && ends_turn {
            return Some(ClientMessage::Resign { id });
        }
        let step = self.random.choice(&asked.legal)?.clone();
        Some(ClientMessage::Act { id, version: asked.version, step })
    }
}

/// Connects to some node.
pub(crate) async fn connect(
    world: &World,
    who: &Person,
    table: &str,
    since: Option<u32>,
) -> Result<Socket> {
    let socket = timeout(CONNECT, Socket::open(world.address, who, table, since)).await??;
    world.connects();
    Ok(socket)
}

/// Nobody here is refused for other reasons than that something is away.
pub(crate) fn passes(fault: &Fault) {
    let passes = matches!(fault.code, Code::Busy | Code::Store | Code::Apart);
    assert!(passes, "something is refused for good: {fault}");
    assert!(fault.retry_ms.is_some(), "nobody says when to try again: {fault}");
}
