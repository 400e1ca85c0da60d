//! Commands of players and bots. Each method checks a command, and returns a draft or a fault.

use super::Game;
use super::core::TakenStep;
use super::draft::Draft;
use super::entry::Entry;
use super::window::{SealedAnswer, is_shared, position_for};
use orrery_describe::Language;
use orrery_protocol::{
    Code, Condition, Fault, Following, Narrator, Order, Seat, Standing, TimeoutPolicy,
};
use orrery_rules::{Action, Actor, State, Step};

/// Maximum number of steps in a game.
const MAX_STEPS: usize = 50_000;

/// Maximum number of log entries of a seat, far more than a game needs.
///
/// A seat with this many entries can no longer set orders, change answers or undo. Other seats are
/// not affected.
const MAX_ENTRIES: u32 = 4000;

/// Scope of an undo: the number of remaining steps, and whether it needs consent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UndoScope {
    /// The undo needs no consent, because the steps revealed nothing.
    Free(usize),
    /// All other people must agree.
    NeedsConsent(usize),
}

fn stale(game: &Game<'_>) -> Fault {
    Fault {
        version: Some(game.core.version),
        ..Fault::new(Code::Stale, "the game has moved on; answer the current prompt")
    }
}

fn not_asked() -> Fault {
    Fault::new(Code::NotAsked, "it is not your turn to answer")
}

impl<'r> Game<'r> {
    fn check_not_over(&self) -> Result<(), Fault> {
        let over = || Fault::new(Code::Over, "the game is over");
        self.core.ended.is_none().then_some(()).ok_or_else(over)
    }

    /// Refuses optional messages of a seat that has used up its log entries.
    fn check_entry_quota(&self, seat: Seat) -> Result<(), Fault> {
        let text = "too many orders, changed answers and undos in this game";
        let room = self.entries_of[seat.index()] < MAX_ENTRIES;
        room.then_some(()).ok_or_else(|| Fault::new(Code::TooMany, text))
    }

    fn check_running(&self) -> Result<(), Fault> {
        self.check_not_over()?;
        if self.steps.len() >= MAX_STEPS {
            return Err(Fault::new(Code::Over, "the game has reached the maximum number of steps"));
        }
        Ok(())
    }

    /// Drafts the answer of a seat to the prompt of this version.
    pub(crate) fn act(
        &self,
        seat: Seat,
        version: u32,
        notation: &str,
        id: &str,
        now: i64,
    ) -> Result<Draft<'_, 'r>, Fault> {
        self.check_running()?;
        let position = self.prompt_position(seat, version)?;
        let action = self.legal_action(&position, notation)?;
        let mut draft = self.draft(now);
        if self.core.open_window().is_some() {
            let step = Some(Step::Action(action).notation(self.terms.rules).to_string());
            draft.log(Entry::Sealed { seat, window_version: version, step, id: id.to_owned() });
            draft.seal(seat, SealedAnswer::Act { action, by: None, id: Some(id.to_owned()) });
        } else {
            draft.take_step(Step::Action(action), None, Some(id.to_owned()));
        }
        draft.run();
        Ok(draft)
    }

    /// Returns the position in which a seat answers the prompt of this version.
    fn prompt_position(&self, seat: Seat, version: u32) -> Result<State<'r>, Fault> {
        if let Some(window) = self.core.open_window() {
            let asked = window.seat(seat).ok_or_else(|| self.not_asked_fault(version))?;
            if window.version != version {
                return Err(stale(self));
            }
            if asked.answer.is_some() {
                self.check_entry_quota(seat)?;
            }
            return position_for(&self.core.state, seat).ok_or_else(not_asked);
        }
        match self.core.single_asked_seat() {
            Some(asked) if asked == seat && self.core.asked_version == version => {
                Ok(self.core.state)
            }
            Some(asked) if asked == seat => Err(stale(self)),
            _ => Err(self.not_asked_fault(version)),
        }
    }

    /// Returns the fault for a seat that is not asked: a stale version, or no prompt at all.
    fn not_asked_fault(&self, version: u32) -> Fault {
        if version < self.core.version { stale(self) } else { not_asked() }
    }

    fn legal_action(&self, position: &State<'_>, notation: &str) -> Result<Action, Fault> {
        let step = Step::parse(self.terms.rules, notation);
        let step = step.map_err(|why| Fault::not_a_step(notation, &why))?;
        let Step::Action(action) = step else {
            let why = "only the server rolls dice and draws cards";
            return Err(Fault::not_a_step(notation, &why));
        };
        let narrator = Narrator { names: &[], language: Language::English };
        position.check(step).map_err(|why| narrator.illegal(position.table(), why))?;
        Ok(action)
    }

    /// Drafts the decision of a seat to wait for the seats before it in the window.
    pub(crate) fn wait(
        &self,
        seat: Seat,
        version: u32,
        id: &str,
        now: i64,
    ) -> Result<Draft<'_, 'r>, Fault> {
        self.check_running()?;
        self.prompt_position(seat, version)?;
        let first = self.core.open_window().and_then(|window| window.pending.first());
        if first.is_none_or(|first| first.seat == seat) {
            return Err(Fault::new(
                Code::NotAsked,
                "no player answers before you, so there is nothing to wait for",
            ));
        }
        let mut draft = self.draft(now);
        draft.log(Entry::Sealed { seat, window_version: version, step: None, id: id.to_owned() });
        draft.seal(seat, SealedAnswer::Wait);
        draft.run();
        Ok(draft)
    }

    /// Drafts new standing orders, which also answer an open window. Unchanged orders are not
    /// stored.
    pub(crate) fn set_orders(
        &self,
        seat: Seat,
        orders: Vec<Order>,
        following: Following,
        id: &str,
        now: i64,
    ) -> Result<Draft<'_, 'r>, Fault> {
        self.check_running()?;
        check_orders(&orders)?;
        let mut draft = self.draft(now);
        let current = (&*self.core.orders[seat.index()], self.core.following[seat.index()]);
        if current == (&orders, following) {
            // A new `Arc` marks the orders as changed, so that the table sends them to the client.
            draft.core.orders[seat.index()] = orders.into();
            return Ok(draft);
        }
        self.check_entry_quota(seat)?;
        draft.core.set_orders(seat, &orders, following);
        draft.log(Entry::Orders { seat, orders, following, id: id.to_owned() });
        draft.run();
        Ok(draft)
    }

    /// Drafts a resignation.
    pub(crate) fn resign(
        &self,
        seat: Seat,
        id: Option<&str>,
        now: i64,
    ) -> Result<Draft<'_, 'r>, Fault> {
        self.check_not_over()?;
        if self.core.resigned.has(seat.rules()) {
            return Err(Fault::new(Code::Over, "you have already resigned"));
        }
        let mut draft = self.draft(now);
        draft.core.resign(seat, &self.terms);
        draft.log(Entry::Resign { seat, id: id.map(str::to_owned) });
        draft.run();
        Ok(draft)
    }

    /// Drafts the start of a stand-in for an absent player.
    ///
    /// The log does not contain the start, only the steps of the stand-in.
    pub(crate) fn stand_in(&self, seat: Seat, now: i64) -> Result<Draft<'_, 'r>, Fault> {
        self.check_running()?;
        let mut draft = self.draft(now);
        draft.core.start_stand_in(seat);
        draft.run();
        Ok(draft)
    }

    /// Drafts the return of an absent player.
    ///
    /// The log entry repeats the current orders, so that older versions of the server can read it.
    pub(crate) fn player_returns(&self, seat: Seat, now: i64) -> Option<Draft<'_, 'r>> {
        if !self.core.away.has(seat.rules()) || self.check_running().is_err() {
            return None;
        }
        let mut draft = self.draft(now);
        draft.core.end_stand_in(seat, now);
        let orders = self.core.orders[seat.index()].to_vec();
        let following = self.core.following[seat.index()];
        draft.log(Entry::Orders { seat, orders, following, id: String::new() });
        draft.run();
        Some(draft)
    }

    /// Drafts the handover of a seat to another player, who starts without standing orders.
    pub(crate) fn hand_over(&self, seat: Seat, now: i64) -> Result<Draft<'_, 'r>, Fault> {
        self.check_running()?;
        let mut draft = self.draft(now);
        draft.core.end_stand_in(seat, now);
        let following = Following::default();
        draft.core.set_orders(seat, &[], following);
        draft.log(Entry::Orders { seat, orders: Vec::new(), following, id: String::new() });
        draft.run();
        Ok(draft)
    }

    /// Drafts the answer of a bot. `None` if the prompt is no longer current.
    pub(crate) fn bot_answers(
        &self,
        seat: Seat,
        version: u32,
        action: Action,
        now: i64,
    ) -> Option<Draft<'_, 'r>> {
        if !self.core.bot_controlled().has(seat.rules()) || self.check_running().is_err() {
            return None;
        }
        let position = self.prompt_position(seat, version).ok()?;
        position.check(Step::Action(action)).ok()?;
        let by = self.is_stand_in(seat).then_some(orrery_protocol::AutoStepCause::StandIn);
        let mut draft = self.draft(now);
        if self.core.open_window().is_some() {
            draft.seal(seat, SealedAnswer::Act { action, by, id: None });
        } else {
            draft.take_step(Step::Action(action), by, None);
        }
        draft.run();
        Some(draft)
    }

    /// Returns the version of the prompt and the position for a bot that must answer.
    pub(crate) fn bot_question(&self, seat: Seat) -> Option<(u32, State<'r>)> {
        self.check_running().ok()?;
        match self.core.open_window() {
            Some(window) => {
                window.seat(seat).filter(|asked| asked.answer.is_none())?;
                Some((window.version, position_for(&self.core.state, seat)?))
            }
            None => {
                self.core.single_asked_seat().filter(|asked| *asked == seat)?;
                Some((self.core.asked_version, self.core.state))
            }
        }
    }

    /// Returns whether a bot stands in for an absent or resigned player.
    const fn is_stand_in(&self, seat: Seat) -> bool {
        self.core.resigned.has(seat.rules()) || self.core.away.has(seat.rules())
    }

    /// Returns the scope of an undo that keeps the first `to` steps.
    ///
    /// Without `to`, it keeps the steps before the seat's last step.
    pub(crate) fn undo_scope(
        &self,
        seat: Seat,
        version: u32,
        to: Option<u32>,
        now: i64,
    ) -> Result<UndoScope, Fault> {
        self.check_running()?;
        self.check_entry_quota(seat)?;
        if version != self.core.version {
            return Err(stale(self));
        }
        let nothing = || Fault::new(Code::NothingToUndo, "there is nothing to undo");
        let to = match to {
            Some(to) => Some(to as usize).filter(|to| *to < self.steps.len()),
            None => self.last_step_of(seat),
        };
        let to = to.ok_or_else(nothing)?;
        let free = self.free_undo_start(seat, to, now).is_some();
        Ok(if free { UndoScope::Free(to) } else { UndoScope::NeedsConsent(to) })
    }

    fn last_step_of(&self, seat: Seat) -> Option<usize> {
        let mut last = None;
        self.visit_steps(0, |number, state, _| {
            if state.actor() == Actor::Seat(seat.rules()) {
                last = Some(number);
            }
        });
        last
    }

    /// Returns the first undone step if the undo needs no consent, otherwise `None`.
    ///
    /// This seat must have taken the step, and its deadline must be later than `at`, because the
    /// clock continues as if the step had not been taken. The undone steps must reveal nothing, and
    /// must not include answers in a window.
    pub(crate) fn free_undo_start(&self, seat: Seat, to: usize, at: i64) -> Option<TakenStep> {
        let first = *self.steps.get(to)?;
        let deadline = self.core.turn_deadline(&self.terms, first.asked_at, first.bank);
        let never_times_out = self.terms.absent == TimeoutPolicy::Wait;
        (never_times_out || deadline.is_none_or(|deadline| at < deadline)).then_some(())?;
        let (seat, mut free) = (seat.rules(), true);
        self.visit_steps(to, |number, state, stored| {
            let asked = state.decision();
            let first_is_own = number > to || asked.is_some_and(|asked| asked.seat == seat);
            let shared = asked.is_some_and(|asked| is_shared(asked.question));
            free &= first_is_own && !shared && !state.reveals(stored.step, seat);
        });
        free.then_some(first)
    }

    fn visit_steps(&self, from: usize, mut visit: impl FnMut(usize, &State<'r>, &TakenStep)) {
        let mut state = self.state_after(from);
        for (number, stored) in self.steps.iter().enumerate().skip(from) {
            visit(number, &state, stored);
            state.apply_unchecked(stored.step);
        }
    }

    /// Drafts an undo.
    pub(crate) fn undo(&self, seat: Seat, to: usize, id: &str, now: i64) -> Draft<'_, 'r> {
        let mut draft = self.draft(now);
        draft.rewind(self.origin, &self.steps, to, self.free_undo_start(seat, to, now));
        draft.log(Entry::Undo { seat, to: to as u32, id: id.to_owned() });
        draft.run();
        draft
    }
}

fn check_orders(orders: &[Order]) -> Result<(), Fault> {
    let faces = orders.iter().map(|order| order.face);
    let has_duplicates =
        faces.clone().enumerate().any(|(i, face)| faces.clone().skip(i + 1).any(|it| it == face));
    let has_too_many = |order: &Order| match &order.standing {
        Standing::Follow { conditions, .. } => conditions.len() > 3,
        _ => false,
    };
    let is_too_high = |order: &Order| match &order.standing {
        Standing::Follow { conditions, .. } => conditions.iter().any(|condition| match condition {
            Condition::Gains { at_least } | Condition::KeepsCulture { at_least } => *at_least > 20,
            Condition::Colonises => false,
        }),
        _ => false,
    };
    if has_duplicates || orders.iter().any(|order| has_too_many(order) || is_too_high(order)) {
        let text = "use at most one order per face, with at most three conditions of at most 20";
        return Err(Fault::invalid("orders", text));
    }
    Ok(())
}
