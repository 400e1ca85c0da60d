//! A scripted player: answers any way that is legal, as soon as it is asked, and takes the time
//! from sending to acknowledgement.

use super::client::{Person, Socket};
use super::figures::Samples;
use super::heard::{Asked, Heard};
use anyhow::{Result, bail};
use orrery_protocol::{ClientMessage, Seat};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// When messages count.
#[derive(Debug, Default)]
pub(super) struct Phase {
    /// Whether what is sent now is measured.
    pub(super) measuring: AtomicBool,
    /// Whether players get up.
    pub(super) ended: AtomicBool,
}

/// What players have seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// From sending to acknowledgement.
    pub(super) times: Samples,
    /// The bytes of messages that tell what happened.
    pub(super) steps: Samples,
    /// The bytes of full views.
    pub(super) views: Samples,
    /// Games that were played to their end.
    pub(super) games: u32,
}

impl Tally {
    /// Together with another.
    pub(super) fn merge(&mut self, other: &Self) {
        self.times.merge(&other.times);
        self.steps.merge(&other.steps);
        self.views.merge(&other.views);
        self.games += other.games;
    }
}

/// Somebody at a table.
pub(super) struct Player<'a> {
    socket: Socket,
    seat: Seat,
    phase: &'a Phase,
    random: fastrand::Rng,
    asked: Option<Asked>,
    /// What was sent, when, and whether it counts.
    sent: Option<(Instant, bool)>,
    number: u32,
    over: bool,
    /// What it has seen.
    pub(super) tally: Tally,
}

impl<'a> Player<'a> {
    /// Connects.
    pub(super) async fn new(
        server: SocketAddr,
        person: &Person,
        table: &str,
        seat: Seat,
        phase: &'a Phase,
    ) -> Result<Self> {
        let socket = person.connect(server, table, None).await?;
        let random = fastrand::Rng::new();
        let tally = Tally::default();
        Ok(Self { socket, seat, phase, random, asked: None, sent: None, number: 0, over: false, tally })
    }

    /// Plays until the game is over or the phase has ended.
    pub(super) async fn play(mut self) -> Result<Tally> {
        while !(self.over && self.sent.is_none()) && !self.phase.ended.load(Ordering::Relaxed) {
            let text = self.socket.hear().await?;
            self.take(&text)?;
            if let Some(message) = self.answer() {
                let counts = self.phase.measuring.load(Ordering::Relaxed);
                self.sent = Some((Instant::now(), counts));
                self.socket.say(&message).await?;
            }
        }
        self.tally.games = u32::from(self.over);
        Ok(self.tally)
    }

    fn take(&mut self, text: &str) -> Result<()> {
        let heard = Heard::read(text)?;
        self.over |= heard.is_over();
        match &*heard.kind {
            "view" => self.tally.views.add(text.len()),
            "steps" => self.tally.steps.add(text.len()),
            "done" => self.done(),
            "error" => bail!("the server refuses: {text}"),
            _ => {}
        }
        if matches!(&*heard.kind, "view" | "steps" | "prompt") {
            self.asked = heard.prompt.filter(|asked| asked.is_open_to(self.seat));
        }
        Ok(())
    }

    fn done(&mut self) {
        let measuring = self.phase.measuring.load(Ordering::Relaxed);
        if let Some((sent, true)) = self.sent.take().filter(|_| measuring) {
            self.tally.times.add_time(sent.elapsed());
        }
    }

    fn answer(&mut self) -> Option<ClientMessage> {
        if self.sent.is_some() || self.over {
            return None;
        }
        let asked = self.asked.take()?;
        self.number += 1;
        let step = self.random.choice(&asked.legal)?.clone();
        Some(ClientMessage::Act { id: self.number.to_string(), version: asked.version, step })
    }
}
