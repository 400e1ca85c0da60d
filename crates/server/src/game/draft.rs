//! Drafts: the consequences of a command, computed on a copy of the game.
//!
//! A draft takes effect only after its entries are stored.

use super::clock::TimeoutAction;
use super::core::{Core, TakenStep};
use super::entry::{Entry, TimedEntry};
use super::terms::Terms;
use super::window::{SealedAnswer, Window};
use orrery_protocol::{AutoStepCause, PlayedStep, Seat};
use orrery_record::FairDice;
use orrery_rules::{Action, Actor, Step};

/// Maximum number of automatic steps after one command, far more than any game needs.
const MAX_RUN: usize = 10_000;

/// The result of a command, which takes effect when its entries are stored.
pub(crate) struct Draft<'g, 'r> {
    terms: &'g Terms<'r>,
    dice: &'g FairDice,
    now: i64,
    /// The new state.
    pub(crate) core: Core<'r>,
    /// Number of earlier steps that remain: all of them, unless the draft contains an undo.
    pub(crate) keep: usize,
    /// The new steps.
    pub(crate) steps: Vec<TakenStep>,
    /// The same steps with their events, to publish.
    pub(crate) played: Vec<PlayedStep<'r>>,
    /// The entries to store.
    pub(crate) entries: Vec<TimedEntry>,
    /// Whether a seat is asked again, because it chose to wait or its answer became illegal.
    pub(crate) reasked: bool,
    /// The reason why the game cannot continue, if the server computed an illegal step.
    pub(crate) stuck: Option<String>,
}

impl<'g, 'r> Draft<'g, 'r> {
    /// Creates a draft without changes.
    pub(crate) fn new(terms: &'g Terms<'r>, dice: &'g FairDice, core: Core<'r>, now: i64) -> Self {
        let keep = core.length as usize;
        Self {
            terms,
            dice,
            now,
            core,
            keep,
            steps: Vec::new(),
            played: Vec::new(),
            entries: Vec::new(),
            reasked: false,
            stuck: None,
        }
    }

    /// Adds an entry that is not a step.
    pub(crate) fn log(&mut self, entry: Entry) {
        let grace_end = self.new_grace_end();
        self.push_entry(grace_end, entry);
    }

    fn push_entry(&mut self, grace_end: Option<i64>, entry: Entry) {
        self.core.logged_grace_end = grace_end.unwrap_or(self.core.logged_grace_end);
        self.entries.push(TimedEntry { at: self.now, grace_end, entry });
    }

    /// Returns the end of the grace period, if the log needs it.
    ///
    /// The log needs it if it is later than the current question and not in the log yet.
    fn new_grace_end(&self) -> Option<i64> {
        let Core { grace_end, logged_grace_end, asked_at, .. } = self.core;
        (grace_end > asked_at && grace_end != logged_grace_end).then_some(grace_end)
    }

    /// Takes a step that must be legal. Otherwise, the game is stuck.
    pub(crate) fn take_step(&mut self, step: Step, by: Option<AutoStepCause>, id: Option<String>) {
        if !self.try_step(step, by, id) {
            let (step, version) = (step.notation(self.terms.rules), self.core.version);
            self.stuck = Some(format!("`{step}` is illegal at version {version}"));
        }
    }

    /// Takes a step. Returns `false`, and changes nothing, if it is illegal.
    fn try_step(&mut self, step: Step, by: Option<AutoStepCause>, id: Option<String>) -> bool {
        let seat = match self.core.state.actor() {
            Actor::Seat(seat) => Some(seat.into()),
            Actor::Chance | Actor::Over => None,
        };
        let notation = step.notation(self.terms.rules).to_string();
        let (stored, grace_end) = (self.core.describe_step(step, by), self.new_grace_end());
        let Ok(played) = self.core.take_step(self.terms, stored, self.now) else { return false };
        self.steps.push(stored);
        self.played.push(played);
        self.push_entry(grace_end, Entry::Step { seat, step: notation, by, id });
        true
    }

    /// Takes all automatic steps, until a player must answer.
    pub(crate) fn run(&mut self) {
        for _ in 0..MAX_RUN {
            if self.core.ended.is_some() || self.stuck.is_some() || !self.advance() {
                return;
            }
        }
        self.stuck = Some(format!("more than {MAX_RUN} automatic steps"));
    }

    /// Takes one automatic step. Returns `false` if there is none.
    fn advance(&mut self) -> bool {
        if let Some(node) = self.core.state.chance() {
            let outcome = self.dice.outcome(self.core.chance_steps, node);
            self.take_step(Step::Chance(outcome), None, None);
            return true;
        }
        if self.core.open_window().is_some() {
            return self.resolve();
        }
        match self.core.take_colonising_answer() {
            Some((_, action)) => {
                self.take_step(Step::Action(action), Some(AutoStepCause::Order), None);
                true
            }
            None => false,
        }
    }

    /// Carries out the next sealed answer. Returns whether it took a step.
    ///
    /// It takes no step until all seats have answered and the minimum window time is over.
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

    fn carry_out(&mut self, seat: Seat, answer: SealedAnswer) -> bool {
        let taken = match answer {
            SealedAnswer::Wait => false,
            SealedAnswer::Act { by: Some(AutoStepCause::Order), .. } => self.carry_out_order(seat),
            SealedAnswer::Act { action, by, id } => self.try_step(Step::Action(action), by, id),
        };
        if !taken {
            // The seat chose to wait, or its answer is no longer legal. Ask the seat alone.
            self.ask_again(seat);
        }
        taken
    }

    /// Evaluates a standing order again, and takes its step.
    ///
    /// Earlier answers may have changed the position since the order was sealed.
    fn carry_out_order(&mut self, seat: Seat) -> bool {
        let Some(action) = self.core.answer_by_order(seat) else { return false };
        if action == Action::Follow {
            self.core.mark_colonising(seat);
        }
        self.try_step(Step::Action(action), Some(AutoStepCause::Order), None)
    }

    fn ask_again(&mut self, seat: Seat) {
        let now = self.now;
        if let Some(asked) = self.core.window.as_mut().and_then(|window| window.seat_mut(seat)) {
            (asked.answer, asked.since) = (None, now);
            self.reasked = true;
        }
    }

    /// Takes all automatic steps, and applies all timeouts that are due.
    pub(crate) fn time_out(&mut self) {
        for _ in 0..MAX_RUN {
            self.run();
            let timeout = self.core.next_timeout(self.terms, self.now);
            match timeout.filter(|_| self.stuck.is_none()) {
                Some(TimeoutAction::Answer(seat, action)) if self.core.open_window().is_some() => {
                    self.core.seal_timeout(seat, action);
                }
                Some(TimeoutAction::Answer(_, action)) => {
                    self.take_step(Step::Action(action), Some(AutoStepCause::Timeout), None);
                }
                Some(TimeoutAction::StandIn(seat)) => {
                    self.core.start_stand_in(seat);
                    return;
                }
                None => return,
            }
        }
        self.stuck = Some(format!("more than {MAX_RUN} timeouts"));
    }

    /// Seals an answer in the window.
    pub(crate) fn seal(&mut self, seat: Seat, answer: SealedAnswer) {
        let window: Option<&mut Window> = self.core.window.as_mut();
        if let Some(asked) = window.and_then(|window| window.seat_mut(seat)) {
            asked.answer = Some(answer);
        }
    }

    /// Undoes all steps after the first `to`.
    pub(crate) fn rewind(
        &mut self,
        origin: orrery_rules::State<'r>,
        steps: &[TakenStep],
        to: usize,
        resumed: Option<TakenStep>,
    ) {
        self.core.rewind(origin, &steps[..to], resumed, self.now);
        self.keep = to;
    }
}
