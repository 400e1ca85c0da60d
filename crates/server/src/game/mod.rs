//! A game on the server: replays its log, and drafts the effect of commands.
//!
//! The code is pure: it uses no sockets, no store and no clock. Callers pass the time.

pub(crate) mod clock;
pub(crate) mod commands;
pub(crate) mod core;
pub(crate) mod dice;
pub(crate) mod draft;
pub(crate) mod entry;
pub(crate) mod orders;
pub(crate) mod presenter;
pub(crate) mod terms;
pub(crate) mod window;

use self::core::{Core, TakenStep};
use dice::GameDice;
use draft::Draft;
use entry::{Entry, TimedEntry};
use orrery_protocol::{AutoStepCause, PlayedStep, Seat};
use orrery_record::Dealer;
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Actor, Seats, State, Step};
use std::collections::VecDeque;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use terms::Terms;
use window::SealedAnswer;

/// Number of message ids to remember for idempotency.
const MAX_HANDLED: usize = 128;

/// Hash of the seat and the id of a message, used as an idempotency key.
///
/// A hash is small, and each game stores many of them. The hash function has a secret key, so that
/// clients cannot construct collisions.
#[derive(Clone, Copy, PartialEq, Eq)]
struct MessageKey(u64);

impl MessageKey {
    fn of(seat: Seat, id: &str) -> Self {
        static KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);
        Self(KEYS.hash_one((seat.index(), id)))
    }
}

/// A game and its history.
pub(crate) struct Game<'r> {
    /// Fixed parameters of the game.
    pub(crate) terms: Terms<'r>,
    /// The dice.
    pub(crate) dice: GameDice,
    /// The state before the first step.
    pub(crate) origin: State<'r>,
    /// The current state.
    pub(crate) core: Core<'r>,
    /// All steps.
    pub(crate) steps: Vec<TakenStep>,
    /// Number of log entries.
    pub(crate) seq: u64,
    /// Number of log entries that messages caused, by seat.
    entries_of: [u32; MAX_SEATS],
    /// Keys of handled messages, each with the version after the message.
    handled: VecDeque<(MessageKey, u32)>,
}

/// The error for a log that cannot be replayed.
#[derive(Debug)]
pub(crate) struct BadLog {
    /// Index of the entry, counted from 0.
    pub(crate) seq: usize,
    /// The problem.
    pub(crate) why: String,
}

impl fmt::Display for BadLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "log entry {}: {}", self.seq, self.why)
    }
}

impl<'r> Game<'r> {
    /// Creates a game before its first step.
    pub(crate) fn new(terms: Terms<'r>, dice: GameDice, bots: Seats, at: i64) -> Option<Self> {
        let origin = terms.origin()?;
        let core = Core::new(&terms, origin, bots, at);
        let (steps, handled) = (Vec::new(), VecDeque::new());
        Some(Self { terms, dice, origin, core, steps, seq: 0, entries_of: [0; MAX_SEATS], handled })
    }

    /// Replays a log.
    pub(crate) fn replay(&mut self, log: &[Vec<u8>]) -> Result<(), BadLog> {
        for (seq, bytes) in log.iter().enumerate() {
            let logged = TimedEntry::decode(bytes)
                .map_err(|error| BadLog { seq, why: error.to_string() })?;
            self.replay_entry(&logged).map_err(|why| BadLog { seq, why })?;
            self.seq += 1;
            self.remember(&logged.entry);
        }
        Ok(())
    }

    fn replay_entry(&mut self, logged: &TimedEntry) -> Result<(), String> {
        let at = logged.at;
        if let Some(grace_end) = logged.grace_end {
            (self.core.grace_end, self.core.logged_grace_end) = (grace_end, grace_end);
        }
        if let Some((seat, _)) = logged.entry.message() {
            self.core.end_stand_in(seat, at);
        }
        match &logged.entry {
            Entry::Step { seat, step, by, .. } => {
                let parsed = self.parse(step)?;
                let actor = match self.core.state.actor() {
                    Actor::Seat(actor) => Some(Seat::from(actor)),
                    _ => None,
                };
                if actor != *seat {
                    return Err(format!("`{step}` is not a step for seat {seat:?}"));
                }
                if let Some(seat) = seat.filter(|_| *by == Some(AutoStepCause::StandIn)) {
                    self.core.start_stand_in(seat);
                }
                let taken_step = self.core.describe_step(parsed, *by);
                let result = self.core.take_step(&self.terms, taken_step, at);
                result.map_err(|why| format!("`{step}` is illegal ({})", why.rule()))?;
                self.steps.push(taken_step);
            }
            Entry::Undo { seat, to, .. } => {
                let to = (*to as usize).min(self.steps.len());
                let clock_start = self.free_undo_start(*seat, to, at);
                self.steps.truncate(to);
                self.core.rewind(self.origin, &self.steps, clock_start, at);
            }
            Entry::Sealed { seat, window_version, step, id } => {
                let answer = match step {
                    None => SealedAnswer::Wait,
                    Some(notation) => self.parse_sealed_answer(notation, id)?,
                };
                let window = self.core.window.as_mut();
                let window = window.filter(|window| window.version == *window_version);
                if let Some(asked_seat) = window.and_then(|window| window.seat_mut(*seat)) {
                    asked_seat.answer = Some(answer);
                }
            }
            Entry::Orders { seat, orders, following, .. } => {
                self.core.set_orders(*seat, orders, *following);
            }
            Entry::Resign { seat, .. } => self.core.resign(*seat, &self.terms),
            Entry::Rekeyed { seed } => self.apply_rekeying(seed)?,
        }
        Ok(())
    }

    fn parse(&self, notation: &str) -> Result<Step, String> {
        Step::parse(self.terms.rules, notation).map_err(|why| format!("`{notation}`: {why}"))
    }

    fn parse_sealed_answer(&self, notation: &str, id: &str) -> Result<SealedAnswer, String> {
        match self.parse(notation)? {
            Step::Action(action) => {
                Ok(SealedAnswer::Act { action, by: None, id: Some(id.to_owned()) })
            }
            Step::Chance(_) => Err(format!("`{notation}` is not a step of a seat")),
        }
    }

    /// Starts a draft on a copy of the current state.
    pub(crate) fn draft(&self, now: i64) -> Draft<'_, 'r> {
        Draft::new(&self.terms, self.dice.fair(), self.core.clone(), now)
    }

    /// Applies a draft after its entries were stored.
    ///
    /// The arguments are fields of the draft, because the draft itself borrows from the game.
    pub(crate) fn accept(
        &mut self,
        core: Core<'r>,
        keep: usize,
        steps: Vec<TakenStep>,
        entries: &[TimedEntry],
    ) {
        self.core = core;
        self.steps.truncate(keep);
        self.steps.extend(steps);
        self.seq += entries.len() as u64;
        for logged in entries {
            if let Entry::Rekeyed { seed } = &logged.entry {
                self.apply_rekeying(seed).expect("`rekey` wrote the seed");
            }
            self.remember(&logged.entry);
        }
    }

    /// Drafts a new seed for all further chance steps.
    pub(crate) fn rekey(&self, seed: &[u8; 32], now: i64) -> Draft<'_, 'r> {
        let mut draft = self.draft(now);
        draft.log(Entry::Rekeyed { seed: crate::secret::hex(seed) });
        draft
    }

    fn apply_rekeying(&mut self, seed: &str) -> Result<(), String> {
        let bytes = crate::secret::unhex(seed).and_then(|bytes| bytes.try_into().ok());
        let seed = bytes.ok_or("a seed must have 32 bytes")?;
        self.dice.rekey(self.core.chance_steps as u32, Dealer::new(seed));
        Ok(())
    }

    fn remember(&mut self, entry: &Entry) {
        let Some((seat, id)) = entry.message() else { return };
        self.entries_of[seat.index()] = self.entries_of[seat.index()].saturating_add(1);
        let key = MessageKey::of(seat, id);
        if self.find_handled(key).is_some() {
            return;
        }
        if self.handled.len() >= MAX_HANDLED {
            self.handled.pop_front();
        }
        self.handled.push_back((key, self.core.version));
    }

    /// Returns the version after a message, if the message was already handled.
    pub(crate) fn version_after_message(&self, seat: Seat, id: &str) -> Option<u32> {
        self.find_handled(MessageKey::of(seat, id))
    }

    fn find_handled(&self, key: MessageKey) -> Option<u32> {
        self.handled.iter().find(|(known, _)| *known == key).map(|(_, version)| *version)
    }

    /// Replays all steps after the first `from`, for a viewer who missed them.
    pub(crate) fn played_since(&self, from: usize) -> Vec<PlayedStep<'r>> {
        let mut state = self.state_after(from);
        let play = |stored: &TakenStep| {
            let played = PlayedStep::take(&mut state, stored.step);
            PlayedStep { by: stored.by, ..played.expect("the step was legal when it was taken") }
        };
        self.steps[from..].iter().map(play).collect()
    }

    /// Returns the state after this many steps.
    pub(crate) fn state_after(&self, steps: usize) -> State<'r> {
        let mut state = self.origin;
        self.steps[..steps].iter().for_each(|stored| state.apply_unchecked(stored.step));
        state
    }
}

#[cfg(test)]
mod tests;
