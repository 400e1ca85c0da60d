//! A scripted player of the crash tests.
//!
//! It plays random legal steps and records only the acknowledged ones. After a lost connection it
//! sends the unanswered message again with the same id.

use crate::World;
use crate::table::insist;
use anyhow::Result;
use orrery_loadtest::client::{Person, Socket};
use orrery_loadtest::heard::{Asked, Heard};
use orrery_protocol::{ClientMessage, Code, Seat};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Time limit for a message; the other player may have to reconnect, too.
const PATIENCE: Duration = Duration::from_secs(60);
/// Steps of a player after the last kill, after which it resigns.
const STEPS_AFTER: u32 = 5;

/// A player at a seat.
pub(crate) struct Player {
    world: Arc<World>,
    person: Person,
    table: String,
    seat: Seat,
    random: fastrand::Rng,
    /// The latest version of the game.
    seen: Option<u32>,
    /// The open prompt for this seat.
    asked: Option<Asked>,
    /// The message that was sent and not answered.
    pending: Option<ClientMessage>,
    sent: u32,
    steps_after: u32,
    over: bool,
    /// The acknowledged steps.
    acknowledged: Vec<String>,
}

impl Player {
    pub(crate) fn new(
        world: Arc<World>,
        person: Person,
        table: &str,
        seat: Seat,
        random: fastrand::Rng,
    ) -> Self {
        Self {
            world,
            person,
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

    /// Plays to the end over any number of connections; returns the acknowledged steps.
    pub(crate) async fn play(mut self) -> Vec<String> {
        while !self.is_done() {
            let (person, table) = (&self.person, &self.table);
            // In one of four cases, connect as a client that has lost its state.
            let since = self.seen.filter(|_| self.random.u8(0..4) > 0);
            let socket = insist(&self.world, |server| async move {
                let stream = TcpStream::connect(server).await?;
                Socket::at_table(stream, person, table, since).await
            });
            let socket = socket.await;
            // An error is a lost connection; every other problem panics.
            let _ = self.play_connected(socket).await;
        }
        self.acknowledged
    }

    fn is_done(&self) -> bool {
        self.over && self.pending.is_none()
    }

    async fn play_connected(&mut self, mut socket: Socket) -> Result<()> {
        self.asked = None;
        if let Some(message) = &self.pending {
            self.world.repeated.fetch_add(1, Ordering::Relaxed);
            socket.send(message).await?;
        }
        while !self.is_done() {
            let text = timeout(PATIENCE, socket.receive()).await??;
            let heard = Heard::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            self.take(&heard);
            if let Some(message) = self.next_message() {
                self.pending = Some(message.clone());
                socket.send(&message).await?;
            }
        }
        Ok(())
    }

    fn take(&mut self, heard: &Heard<'_>) {
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
            "error" => self.refused(heard),
            _ => {}
        }
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
        self.world.acknowledged.fetch_add(1, Ordering::Relaxed);
        if self.world.calm.load(Ordering::Relaxed) {
            self.steps_after += 1;
        }
    }

    /// Checks that the server refuses a message only when it is busy.
    fn refused(&self, heard: &Heard<'_>) {
        let fault = heard.error.as_ref().expect("an error says what it is");
        assert_eq!(fault.code, Code::Busy, "{:?} is refused: {fault}", self.pending);
    }

    /// Returns the next message to send, one at a time.
    fn next_message(&mut self) -> Option<ClientMessage> {
        if self.pending.is_some() || self.over {
            return None;
        }
        let asked = self.asked.take()?;
        self.sent += 1;
        let id = format!("{}{}", self.seat, self.sent);
        // When the turn can end, no seat has a sealed answer that would be lost with the game.
        let ends_turn = asked.legal.iter().any(|step| step == "end");
        if self.seat == Seat::A && self.steps_after >= STEPS_AFTER && ends_turn {
            return Some(ClientMessage::Resign { id });
        }
        let step = self.random.choice(&asked.legal)?.clone();
        Some(ClientMessage::Act { id, version: asked.version, step })
    }
}
