//! Clocks: deadlines of seats, and the consequences of timeouts.

use super::core::Core;
use super::terms::Terms;
use super::window::{SealedAnswer, default_answer, position_for};
use orrery_protocol::{AutoStepCause, ClockSetting, Seat, SeatClock, TimeoutPolicy};
use orrery_rules::{Action, Question};

/// Consequence of a timeout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimeoutAction {
    /// The server gives this answer for the seat.
    Answer(Seat, Action),
    /// A bot stands in for the player.
    StandIn(Seat),
}

impl Core<'_> {
    /// Returns the deadline of a seat, in Unix milliseconds.
    ///
    /// Returns `None` if the seat is not asked, or if the game has no clock.
    pub(crate) fn deadline(&self, terms: &Terms, seat: Seat) -> Option<i64> {
        self.deadline_since(terms, seat, self.asked_since(seat)?)
    }

    /// Returns the time at which a seat was asked, if it is asked now.
    fn asked_since(&self, seat: Seat) -> Option<i64> {
        match self.open_window() {
            Some(window) => Some(window.seat(seat)?.since),
            None => self.single_asked_seat().filter(|asked| *asked == seat).map(|_| self.asked_at),
        }
    }

    /// Returns the deadline of a seat that was asked at `since`.
    fn deadline_since(&self, terms: &Terms, seat: Seat, since: i64) -> Option<i64> {
        match terms.clock {
            ClockSetting::Live { follow_s, .. } if self.is_follow_question() => {
                Some(since.max(self.grace_end) + i64::from(follow_s) * 1000)
            }
            _ => self.turn_deadline(terms, since, self.banks[seat.index()]),
        }
    }

    /// Returns the deadline of a decision, if its seat was asked at `since` and has this time bank.
    ///
    /// All times are in milliseconds. Follow decisions with a live clock have an earlier deadline,
    /// which this function does not return.
    pub(crate) fn turn_deadline(&self, terms: &Terms, since: i64, bank: i64) -> Option<i64> {
        match terms.clock {
            ClockSetting::None => None,
            ClockSetting::Days { hours } => {
                let time = i64::from(hours) * 3_600_000 + terms.outage_time(since);
                Some((since + time).max(self.grace_end))
            }
            ClockSetting::Live { move_s, .. } => {
                Some(since.max(self.grace_end) + i64::from(move_s) * 1000 + bank)
            }
        }
    }

    fn is_follow_question(&self) -> bool {
        let question = self.state.decision().map(|asked| asked.question);
        matches!(question, Some(Question::Follow { .. }))
    }

    /// Returns the time of the next timed event: a window is released, or a deadline passes.
    pub(crate) fn next_deadline(&self, terms: &Terms) -> Option<i64> {
        if let Some(window) = self.open_window() {
            if window.is_complete() && !window.released {
                return Some(self.release_at(terms));
            }
            let waiting = window.pending.iter().filter(|asked| self.must_answer(asked.seat));
            return waiting.filter_map(|asked| self.deadline(terms, asked.seat)).min();
        }
        let seat =
            self.single_asked_seat().filter(|seat| !self.bot_controlled().has(seat.rules()))?;
        if self.state.active() == seat.rules() && terms.absent == TimeoutPolicy::Wait {
            return None;
        }
        self.deadline(terms, seat)
    }

    /// Returns whether the clock runs for a seat of the window.
    fn must_answer(&self, seat: Seat) -> bool {
        let asked = self.window.as_ref().and_then(|window| window.seat(seat));
        asked.is_some_and(|asked| asked.answer.is_none())
            && !self.bot_controlled().has(seat.rules())
    }

    /// Returns the earliest time at which the answers of the window may be carried out.
    ///
    /// The minimum window time applies only to follow windows that ask at least one person, at
    /// tables where at least two people play.
    pub(crate) fn release_at(&self, terms: &Terms) -> i64 {
        let Some(window) = self.open_window() else { return i64::MAX };
        let bots = self.bot_controlled();
        let people = terms.all_seats().difference(bots).len();
        let asks_people = window.pending.iter().any(|asked| !bots.has(asked.seat.rules()));
        let min_time = if self.is_follow_question() && people > 1 && asks_people {
            terms.min_window
        } else {
            0
        };
        window.opened + min_time
    }

    /// Returns the consequence for the first seat whose deadline has passed.
    pub(crate) fn next_timeout(&self, terms: &Terms, now: i64) -> Option<TimeoutAction> {
        let is_late = |seat: Seat| {
            let deadline = self.deadline(terms, seat);
            !self.bot_controlled().has(seat.rules())
                && deadline.is_some_and(|deadline| deadline <= now)
        };
        if let Some(window) = self.open_window() {
            let mut late = window.pending.iter().filter(|asked| asked.answer.is_none());
            let seat = late.find(|asked| is_late(asked.seat))?.seat;
            let action = default_answer(&position_for(&self.state, seat)?)?;
            return Some(TimeoutAction::Answer(seat, action));
        }
        let seat = self.single_asked_seat().filter(|seat| is_late(*seat))?;
        let is_own_turn = self.state.active() == seat.rules();
        match &terms.absent {
            TimeoutPolicy::Wait if is_own_turn => None,
            TimeoutPolicy::Bot { .. } if is_own_turn => Some(TimeoutAction::StandIn(seat)),
            _ => Some(TimeoutAction::Answer(seat, default_answer(&self.state)?)),
        }
    }

    /// Seals the default answer for a seat of the window after a timeout.
    pub(crate) fn seal_timeout(&mut self, seat: Seat, action: Action) {
        let asked = self.window.as_mut().and_then(|window| window.seat_mut(seat));
        if let Some(asked) = asked {
            asked.answer =
                Some(SealedAnswer::Act { action, by: Some(AutoStepCause::Timeout), id: None });
        }
    }

    /// Returns the public clocks.
    ///
    /// In a window, all clocks count from its opening, so that they do not reveal who has answered.
    pub(crate) fn clocks(&self, terms: &Terms, now: i64) -> Vec<SeatClock> {
        if matches!(terms.clock, ClockSetting::None) {
            return Vec::new();
        }
        let milliseconds = |time: i64| u32::try_from(time.max(0)).unwrap_or(u32::MAX);
        let clock = |seat: Seat| SeatClock {
            seat,
            bank_ms: milliseconds(self.banks[seat.index()]),
            move_ms: self.public_deadline(terms, seat).map(|end| milliseconds(end - now)),
        };
        Seat::ALL.into_iter().take(terms.seats()).map(clock).collect()
    }

    /// Returns the public deadline of a seat. In a window, it counts from the opening.
    fn public_deadline(&self, terms: &Terms, seat: Seat) -> Option<i64> {
        let since = self.asked_since(seat)?;
        match self.open_window() {
            Some(window) if !window.released => self.deadline_since(terms, seat, window.opened),
            _ => self.deadline_since(terms, seat, since),
        }
    }
}
