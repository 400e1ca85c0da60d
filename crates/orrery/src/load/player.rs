//! A scripted player: answers any way that is legal, at once or after a while, and takes the time
//! from sending to acknowledgement.

use super::client::{Person, Socket};
use super::figures::Samples;
use super::heard::{Asked, Heard};
use anyhow::{Result, bail, ensure};
use orrery_protocol::{ClientMessage, Seat};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::sleep_until;

/// After so many answers a player looks at the whole view once more.
const LOOK_EVERY: u32 = 100;

/// When messages count.
#[derive(Debug, Default)]
pub(super) struct Phase {
    /// Whether nobody answers yet.
    pub(super) quiet: AtomicBool,
    /// Whether what is sent now is measured.
    pub(super) measuring: AtomicBool,
    /// Whether players get up.
    ended: watch::Sender<bool>,
}

impl Phase {
    /// All players get up.
    pub(super) fn end(&self) {
        self.ended.send_replace(true);
    }

    /// Waits until they do.
    pub(super) async fn until_ended(&self) {
        let mut ended = self.ended.subscribe();
        drop(ended.wait_for(|ended| *ended).await);
    }

    /// Whether they do.
    pub(super) fn has_ended(&self) -> bool {
        *self.ended.borrow()
    }
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
}

impl Tally {
    /// Together with another.
    pub(super) fn merge(&mut self, other: &Self) {
        self.times.merge(&other.times);
        self.steps.merge(&other.steps);
        self.views.merge(&other.views);
    }
}

/// Somebody at a table.
pub(super) struct Player {
    socket: Socket,
    seat: Seat,
    phase: Arc<Phase>,
    /// How long it thinks, on average.
    pace: Duration,
    asked: Option<Asked>,
    /// When it will have thought.
    answer_at: Instant,
    /// When the message was sent that is not yet acknowledged, and whether it counts.
    sent: Option<(Instant, bool)>,
    /// The number of the last answer, which is the id of its message.
    number: u32,
    /// The version that was seen last.
    seen: u32,
    over: bool,
    tally: Tally,
}

impl Player {
    /// Somebody who answers at once.
    pub(super) async fn new(
        stream: TcpStream,
        who: &Person,
        table: &str,
        seat: Seat,
        phase: Arc<Phase>,
    ) -> Result<Self> {
        let socket = Socket::at_table(stream, who, table, None).await?;
        let (pace, tally) = (Duration::ZERO, Tally::default());
        let (asked, answer_at, sent) = (None, Instant::now(), None);
        let (number, seen, over) = (0, 0, false);
        Ok(Self { socket, seat, phase, pace, asked, answer_at, sent, number, seen, over, tally })
    }

    /// The same player, who thinks so long on average.
    pub(super) fn thinking(self, pace: Duration) -> Self {
        Self { pace, ..self }
    }

    /// Plays until the game is over or the phase has ended.
    pub(super) async fn play(mut self) -> Result<Tally> {
        let phase = Arc::clone(&self.phase);
        let mut ended = pin!(phase.until_ended());
        while !self.is_done() {
            if self.is_ready() && self.pace.is_zero() {
                self.answer().await?;
            }
            tokio::select! {
                text = self.socket.hear() => self.take(&text?)?,
                () = &mut ended => break,
                () = sleep_until(self.answer_at.into()), if self.is_ready() => {
                    self.think();
                    if !self.phase.quiet.load(Ordering::Relaxed) {
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

    /// Whether there is something to answer now.
    const fn is_ready(&self) -> bool {
        self.sent.is_none() && !self.over && self.asked.is_some()
    }

    fn think(&mut self) {
        self.answer_at = Instant::now() + self.pace.mul_f64(fastrand::f64() * 2.0);
    }

    fn take(&mut self, text: &str) -> Result<()> {
        let heard = Heard::read(text)?;
        self.over |= heard.is_over();
        match &*heard.kind {
            "view" => self.tally.views.add(text.len()),
            "steps" => self.tally.steps.add(text.len()),
            "done" => self.done(heard.id.as_deref())?,
            _ => {}
        }
        if let Some(fault) = heard.error {
            bail!("the server refuses a message: {fault}");
        }
        if matches!(&*heard.kind, "view" | "steps" | "prompt") {
            ensure!(heard.version.is_none_or(|now| self.seen <= now), "the game has gone back");
            self.seen = heard.version.unwrap_or(self.seen);
            self.asked = heard.prompt.filter(|asked| asked.is_open_to(self.seat));
            self.think();
        }
        Ok(())
    }

    fn done(&mut self, id: Option<&str>) -> Result<()> {
        ensure!(id == Some(&*self.number.to_string()), "{id:?} is acknowledged, and was not sent");
        let measuring = self.phase.measuring.load(Ordering::Relaxed);
        if let Some((sent, true)) = self.sent.take().filter(|_| measuring) {
            self.tally.times.add_time(sent.elapsed());
        }
        Ok(())
    }

    async fn answer(&mut self) -> Result<()> {
        let Some(asked) = self.asked.take() else { return Ok(()) };
        self.number += 1;
        if self.number.is_multiple_of(LOOK_EVERY) {
            // The view brings the same question again.
            return self.socket.say(&ClientMessage::Resume { since: None }).await;
        }
        let Some(step) = fastrand::choice(asked.legal) else { return Ok(()) };
        let id = self.number.to_string();
        let message = ClientMessage::Act { id, version: asked.version, step };
        self.sent = Some((Instant::now(), self.phase.measuring.load(Ordering::Relaxed)));
        self.socket.say(&message).await
    }
}
