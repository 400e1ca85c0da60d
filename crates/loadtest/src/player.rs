//! A scripted player, which answers with random legal steps and measures acknowledgement times.

use crate::client::{Person, Socket};
use crate::figures::Samples;
use crate::partial_message::{PartialMessage, PartialPrompt};
use anyhow::{Result, bail, ensure};
use orrery_protocol::{ClientMessage, Seat};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::sleep_until;

/// Interval, in answers, at which a player requests the complete view.
const VIEW_INTERVAL: u32 = 100;

/// The phase of a measurement, which all players share.
#[derive(Debug, Default)]
pub struct Phase {
    /// Whether players wait instead of answering.
    pub paused: AtomicBool,
    /// Whether players measure their messages.
    pub measuring: AtomicBool,
    /// Whether the players must leave.
    ended: watch::Sender<bool>,
}

impl Phase {
    /// Tells all players to leave.
    pub fn end(&self) {
        self.ended.send_replace(true);
    }

    /// Waits until the players must leave.
    pub async fn until_ended(&self) {
        let mut ended = self.ended.subscribe();
        drop(ended.wait_for(|ended| *ended).await);
    }

    /// Returns whether the players must leave.
    pub fn has_ended(&self) -> bool {
        *self.ended.borrow()
    }
}

/// The measurements of players.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Times from sending to acknowledgement.
    pub times: Samples,
    /// Sizes of `steps` messages in bytes.
    pub steps: Samples,
    /// Sizes of complete views in bytes.
    pub views: Samples,
}

impl Tally {
    /// Adds the measurements of another tally.
    pub fn merge(&mut self, other: &Self) {
        self.times.merge(&other.times);
        self.steps.merge(&other.steps);
        self.views.merge(&other.views);
    }
}

/// A player at a table.
pub struct Player {
    socket: Socket,
    seat: Seat,
    phase: Arc<Phase>,
    /// Average thinking time.
    thinking_time: Duration,
    /// The current prompt, if this seat must answer it.
    prompt: Option<PartialPrompt>,
    /// The time of the next answer.
    answer_at: Instant,
    /// Sending time of the unacknowledged message, and whether the player measures it.
    sent: Option<(Instant, bool)>,
    /// Number of the last answer, which is the id of its message.
    number: u32,
    /// The last version of the game that the player has seen.
    last_version: u32,
    over: bool,
    tally: Tally,
}

impl Player {
    /// Creates a player that answers at once.
    pub async fn new(
        stream: TcpStream,
        who: &Person,
        table: &str,
        seat: Seat,
        phase: Arc<Phase>,
    ) -> Result<Self> {
        let socket = Socket::at_table(stream, who, table, None).await?;
        let (thinking_time, tally) = (Duration::ZERO, Tally::default());
        let (prompt, answer_at, sent) = (None, Instant::now(), None);
        let (number, last_version, over) = (0, 0, false);
        Ok(Self {
            socket,
            seat,
            phase,
            thinking_time,
            prompt,
            answer_at,
            sent,
            number,
            last_version,
            over,
            tally,
        })
    }

    /// Sets the average thinking time.
    pub fn with_thinking_time(self, thinking_time: Duration) -> Self {
        Self { thinking_time, ..self }
    }

    /// Plays until the game is over or the phase ends.
    pub async fn play(mut self) -> Result<Tally> {
        let phase = Arc::clone(&self.phase);
        let mut ended = pin!(phase.until_ended());
        while !self.is_done() {
            if self.is_ready() && self.thinking_time.is_zero() {
                self.answer().await?;
            }
            tokio::select! {
                text = self.socket.receive() => self.handle(&text?)?,
                () = &mut ended => break,
                () = sleep_until(self.answer_at.into()), if self.is_ready() => {
                    self.schedule_answer();
                    if !self.phase.paused.load(Ordering::Relaxed) {
                        self.answer().await?;
                    }
                }
            }
        }
        Ok(self.tally)
    }

    fn is_done(&self) -> bool {
        self.over && self.sent.is_none()
    }

    /// Returns whether the player can answer a prompt now.
    const fn is_ready(&self) -> bool {
        self.sent.is_none() && !self.over && self.prompt.is_some()
    }

    /// Chooses a random time for the next answer.
    fn schedule_answer(&mut self) {
        self.answer_at = Instant::now() + self.thinking_time.mul_f64(fastrand::f64() * 2.0);
    }

    fn handle(&mut self, text: &str) -> Result<()> {
        let message = PartialMessage::read(text)?;
        self.over |= message.is_over();
        match &*message.kind {
            "view" => self.tally.views.add(text.len()),
            "steps" => self.tally.steps.add(text.len()),
            "done" => self.done(message.id.as_deref())?,
            _ => {}
        }
        if let Some(fault) = message.error {
            bail!("the server refused a message: {fault}");
        }
        if matches!(&*message.kind, "view" | "steps" | "prompt") {
            ensure!(
                message.version.is_none_or(|version| self.last_version <= version),
                "the version of the game went back"
            );
            self.last_version = message.version.unwrap_or(self.last_version);
            self.prompt = message.prompt.filter(|prompt| prompt.is_open_to(self.seat));
            self.schedule_answer();
        }
        Ok(())
    }

    fn done(&mut self, id: Option<&str>) -> Result<()> {
        ensure!(
            id == Some(&*self.number.to_string()),
            "the server acknowledged {id:?}, which was not sent"
        );
        let measuring = self.phase.measuring.load(Ordering::Relaxed);
        if let Some((sent, true)) = self.sent.take().filter(|_| measuring) {
            self.tally.times.add_time(sent.elapsed());
        }
        Ok(())
    }

    async fn answer(&mut self) -> Result<()> {
        let Some(prompt) = self.prompt.take() else { return Ok(()) };
        self.number += 1;
        if self.number.is_multiple_of(VIEW_INTERVAL) {
            // The view contains the same prompt again.
            return self.socket.send(&ClientMessage::Resume { since: None }).await;
        }
        let Some(step) = fastrand::choice(prompt.legal) else { return Ok(()) };
        let id = self.number.to_string();
        let message = ClientMessage::Act { id, version: prompt.version, step };
        self.sent = Some((Instant::now(), self.phase.measuring.load(Ordering::Relaxed)));
        self.socket.send(&message).await
    }
}
