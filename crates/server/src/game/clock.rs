//! When time is over, and what is answered then.

use super::core::Core;
use super::terms::Terms;
use super::window::{Sealed, idle_answer, position};
use orrery_protocol::{AutoStepCause, ClockSetting, Seat, SeatClock, TimeoutPolicy};
use orrery_rules::{Action, Question};

/// What time does to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Late {
    /// This is answered for it.
    Answer(Seat, Action),
    /// A bot plays on for it.
    StandIn(Seat),
}

impl Core<'_> {
    /// When the time of a seat that is asked is over; never without a clock.
    pub(crate) fn deadline(&self, terms: &Terms, seat: Seat) -> Option<i64> {
        self.ends(terms, seat, self.asked_since(seat)?)
    }

    /// Since when a seat is asked.
    fn asked_since(&self, seat: Seat) -> Option<i64> {
        match self.open_window() {
            Some(window) => Some(window.seat(seat)?.since),
            None => self.asked_alone().filter(|asked| *asked == seat).map(|_| self.asked_at),
        }
    }

    /// When the time of a seat is over that is asked since then.
    fn ends(&self, terms: &Terms, seat: Seat, since: i64) -> Option<i64> {
        match terms.clock {
            ClockSetting::Live { follow_s, .. } if self.is_follow() => {
                Some(since.max(self.excused) + i64::from(follow_s) * 1000)
            }
            _ => self.own_ends(terms, since, self.banks[seat.index()]),
        }
    }

    /// The same for a decision of one's own, with this bank.
    pub(crate) fn own_ends(&self, terms: &Terms, since: i64, bank: i64) -> Option<i64> {
        match terms.clock {
            ClockSetting::None => None,
            ClockSetting::Days { hours } => {
                let time = i64::from(hours) * 3_600_000 + terms.paused(since);
                Some((since + time).max(self.excused))
            }
            ClockSetting::Live { move_s, .. } => {
                Some(since.max(self.excused) + i64::from(move_s) * 1000 + bank)
            }
        }
    }

    fn is_follow(&self) -> bool {
        let asked = self.state.decision().map(|asked| asked.question);
        matches!(asked, Some(Question::Follow { .. }))
    }

    /// When something happens by itself: a window opens, or somebody's time is over.
    pub(crate) fn next_deadline(&self, terms: &Terms) -> Option<i64> {
        if let Some(window) = self.open_window() {
            if window.is_complete() && !window.released {
                return Some(self.release_at(terms));
            }
            let waiting = window.left.iter().filter(|asked| self.must_answer(asked.seat));
            return waiting.filter_map(|asked| self.deadline(terms, asked.seat)).min();
        }
        let seat = self.asked_alone().filter(|seat| !self.automatic().has(*seat))?;
        if self.state.active() == seat.rules()? && terms.absent == TimeoutPolicy::Wait {
            return None;
        }
        self.deadline(terms, seat)
    }

    /// Whether the clock runs for a seat of the window.
    fn must_answer(&self, seat: Seat) -> bool {
        let asked = self.window.as_ref().and_then(|window| window.seat(seat));
        asked.is_some_and(|asked| asked.answer.is_none()) && !self.automatic().has(seat)
    }

    /// When the answers of the window can be carried out at the earliest.
    pub(crate) fn release_at(&self, terms: &Terms) -> i64 {
        let Some(window) = self.open_window() else { return i64::MAX };
        let bots = self.automatic();
        let people = (0..terms.seats()).filter(|i| !bots.has(Seat::ALL[*i])).count();
        let asks_people = window.left.iter().any(|asked| !bots.has(asked.seat));
        let beat = if self.is_follow() && people > 1 && asks_people { terms.beat } else { 0 };
        window.opened + beat
    }

    /// Whoever's time is over, and what happens then.
    pub(crate) fn late(&self, terms: &Terms, now: i64) -> Option<Late> {
        let is_late = |seat: Seat| {
            let deadline = self.deadline(terms, seat);
            !self.automatic().has(seat) && deadline.is_some_and(|deadline| deadline <= now)
        };
        if let Some(window) = self.open_window() {
            let mut late = window.left.iter().filter(|asked| asked.answer.is_none());
            let seat = late.find(|asked| is_late(asked.seat))?.seat;
            let action = idle_answer(&position(&self.state, seat)?)?;
            return Some(Late::Answer(seat, action));
        }
        let seat = self.asked_alone().filter(|seat| is_late(*seat))?;
        let own_turn = self.state.active() == seat.rules()?;
        match &terms.absent {
            TimeoutPolicy::Wait if own_turn => None,
            TimeoutPolicy::Bot { .. } if own_turn => Some(Late::StandIn(seat)),
            _ => Some(Late::Answer(seat, idle_answer(&self.state)?)),
        }
    }

    /// Seals what time answers for a seat of the window.
    pub(crate) fn seal_late(&mut self, seat: Seat, action: Action) {
        let asked = self.window.as_mut().and_then(|window| window.seat_mut(seat));
        if let Some(asked) = asked {
            asked.answer = Some(Sealed::Act { action, by: Some(AutoStepCause::Timeout), id: None });
        }
    }

    /// The clocks that everybody sees. In a window they all show its time, whoever has answered.
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

    /// The deadline as others see it: in a window from its beginning.
    fn public_deadline(&self, terms: &Terms, seat: Seat) -> Option<i64> {
        let since = self.asked_since(seat)?;
        match self.open_window() {
            Some(window) if !window.released => self.ends(terms, seat, window.opened),
            _ => self.ends(terms, seat, since),
        }
    }
}
