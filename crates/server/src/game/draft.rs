//! What follows from a command, worked out on a copy of the game. Nothing of it has happened until
//! its entries are stored.

use super::clock::Late;
use super::core::{Core, Stored};
use super::entry::{Entry, Logged};
use super::terms::Terms;
use super::window::{Sealed, Window};
use orrery_protocol::{AutoStepCause, Seat};
use orrery_record::FairDice;
use orrery_rules::{Action, Actor, Step};

/// Most steps that follow by themselves from one command: far more than any game has.
const MAX_RUN: usize = 10_000;

/// What would be if the entries were stored.
pub(crate) struct Draft<'g, 'r> {
    terms: &'g Terms<'r>,
    dice: &'g FairDice,
    now: i64,
    /// The game as it would be.
    pub(crate) core: Core<'r>,
    /// Of the steps before, how many stay.
    pub(crate) keep: usize,
    /// The steps after them.
    pub(crate) steps: Vec<Stored>,
    /// What is to be stored.
    pub(crate) entries: Vec<Logged>,
    /// Whether a seat that waited is asked now.
    pub(crate) reasked: bool,
}

impl<'g, 'r> Draft<'g, 'r> {
    /// Nothing has changed yet.
    pub(crate) fn new(terms: &'g Terms<'r>, dice: &'g FairDice, core: Core<'r>, now: i64) -> Self {
        let keep = core.length as usize;
        Self {
            terms,
            dice,
            now,
            core,
            keep,
            steps: Vec::new(),
            entries: Vec::new(),
            reasked: false,
        }
    }

    /// Adds an entry that is not a step.
    pub(crate) fn log(&mut self, entry: Entry) {
        let excused = self.excuse();
        self.entries.push(Logged { at: self.now, excused, entry });
    }

    /// Until when the time of what is asked does not count, if that is after it was asked.
    fn excuse(&self) -> Option<i64> {
        (self.core.excused > self.core.asked_at).then_some(self.core.excused)
    }

    /// Takes a step that is known to be legal; `false` if it is not, and nothing has changed.
    pub(crate) fn take(
        &mut self,
        step: Step,
        by: Option<AutoStepCause>,
        id: Option<String>,
    ) -> bool {
        let seat = match self.core.state.actor() {
            Actor::Seat(seat) => Some(seat.into()),
            Actor::Chance | Actor::Over => None,
        };
        let words = step.notation(self.terms.rules).to_string();
        let (stored, excused) = (self.core.stored(step, by), self.excuse());
        if self.core.take(self.terms, stored, self.now).is_err() {
            return false;
        }
        self.steps.push(stored);
        let entry = Entry::Step { seat, step: words, by, id };
        self.entries.push(Logged { at: self.now, excused, entry });
        true
    }

    /// Everything that now happens by itself, until somebody must be asked.
    pub(crate) fn run(&mut self) {
        for _ in 0..MAX_RUN {
            if self.core.ended.is_some() || !self.go_on() {
                return;
            }
        }
    }

    /// One thing that happens by itself; `false` if nothing does.
    fn go_on(&mut self) -> bool {
        if let Some(node) = self.core.state.chance() {
            let outcome = self.dice.outcome(self.core.chances, node);
            return self.take(Step::Chance(outcome), None, None);
        }
        if self.core.open_window().is_some() {
            return self.resolve();
        }
        match self.core.colonising_answer() {
            Some((_, action)) => self.take(Step::Action(action), Some(AutoStepCause::Order), None),
            None => false,
        }
    }

    /// Carries out the next sealed answer, if all are in.
    fn resolve(&mut self) -> bool {
        let release_at = self.core.release_at(self.terms);
        let Some(window) = &mut self.core.window else { return false };
        if !window.released && window.is_complete() && self.now >= release_at {
            window.released = true;
        }
        let first =
            window.first_mut().and_then(|asked| asked.answer.clone().map(|a| (asked.seat, a)));
        match first {
            Some((seat, answer)) if window.released => self.carry_out(seat, answer),
            _ => false,
        }
    }

    fn carry_out(&mut self, seat: Seat, answer: Sealed) -> bool {
        let taken = match answer {
            Sealed::Wait => false,
            Sealed::Act { by: Some(AutoStepCause::Order), .. } => self.carry_out_order(seat),
            Sealed::Act { action, by, id } => self.take(Step::Action(action), by, id),
        };
        if !taken {
            // It waited, or what it wanted cannot be any more: now it is asked alone.
            self.ask_again(seat);
        }
        taken
    }

    /// An order is looked at again when it is its turn: those before may have changed something.
    fn carry_out_order(&mut self, seat: Seat) -> bool {
        let Some(action) = self.core.ordered(seat) else { return false };
        if action == Action::Follow {
            self.core.mark_colonising(seat);
        }
        self.take(Step::Action(action), Some(AutoStepCause::Order), None)
    }

    fn ask_again(&mut self, seat: Seat) {
        let now = self.now;
        if let Some(asked) = self.core.window.as_mut().and_then(|window| window.seat_mut(seat)) {
            (asked.answer, asked.since) = (None, now);
            self.reasked = true;
        }
    }

    /// What becomes of those whose time is over.
    pub(crate) fn time_out(&mut self) {
        for _ in 0..MAX_RUN {
            match self.core.late(self.terms, self.now) {
                Some(Late::Answer(seat, action)) if self.core.open_window().is_some() => {
                    self.core.seal_late(seat, action);
                }
                Some(Late::Answer(_, action)) => {
                    self.take(Step::Action(action), Some(AutoStepCause::Timeout), None);
                }
                Some(Late::StandIn(seat)) => {
                    self.core.stood_in(seat);
                    return;
                }
                None => break,
            }
            self.run();
        }
        self.run();
    }

    /// Seals an answer in the window.
    pub(crate) fn seal(&mut self, seat: Seat, answer: Sealed) {
        let window: Option<&mut Window> = self.core.window.as_mut();
        if let Some(asked) = window.and_then(|window| window.seat_mut(seat)) {
            asked.answer = Some(answer);
        }
    }

    /// Takes steps back until so many are left.
    pub(crate) fn rewind(
        &mut self,
        origin: orrery_rules::State<'r>,
        steps: &[Stored],
        to: usize,
        goes_on: Option<Stored>,
    ) {
        self.core.rewind(origin, &steps[..to], goes_on, self.now);
        self.keep = to;
    }
}
