//! The current state of a game: the rules' state, and versions, windows, orders and clocks.
//!
//! The struct must stay small, because each draft copies it.

use super::orders;
use super::terms::Terms;
use super::window::{SealedAnswer, Window, is_shared};
use orrery_protocol::{AutoStepCause, ClockSetting, EndedBy, Following, Order, PlayedStep, Seat};
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Action, Actor, Illegal, Question, Seats, State, Step};
use std::sync::Arc;

/// A step that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TakenStep {
    /// The step.
    pub(crate) step: Step,
    /// The cause, if the player did not take the step by hand.
    pub(crate) by: Option<AutoStepCause>,
    /// When the player was asked, in Unix milliseconds.
    pub(crate) asked_at: i64,
    /// The player's time bank at that time, in milliseconds.
    pub(crate) bank: i64,
}

/// The current state of a game.
#[derive(Clone, Debug)]
pub(crate) struct Core<'r> {
    /// The state of the rules.
    pub(crate) state: State<'r>,
    /// Version of the game as clients see it. It increases with each step and each undo.
    pub(crate) version: u32,
    /// The version after the last undo; 0 if there was none.
    pub(crate) undo_version: u32,
    /// Number of steps, without undone ones.
    pub(crate) length: u32,
    /// Number of chance steps, without undone ones.
    pub(crate) chance_steps: u64,
    /// The version at which the current question was asked.
    pub(crate) asked_version: u32,
    /// When the current question was asked, in Unix milliseconds.
    pub(crate) asked_at: i64,
    /// The current or last window.
    pub(crate) window: Option<Window>,
    /// Standing orders by seat.
    pub(crate) orders: [Arc<[Order]>; MAX_SEATS],
    /// Follow mode by seat.
    pub(crate) following: [Following; MAX_SEATS],
    /// End of the grace period after a server start, in Unix milliseconds. No clock runs before it.
    pub(crate) grace_end: i64,
    /// End of the last grace period that is in the log.
    pub(crate) logged_grace_end: i64,
    /// Remaining time banks by seat, in milliseconds.
    pub(crate) banks: [i64; MAX_SEATS],
    /// Seats of bots.
    bots: Seats,
    /// Seats whose players resigned.
    pub(crate) resigned: Seats,
    /// Seats whose players are away. A bot stands in until they return.
    pub(crate) away: Seats,
    /// Seats that followed because of a standing order with the condition to colonise.
    colonising: Seats,
    /// How the game ended. `None`: it is running.
    pub(crate) ended: Option<EndedBy>,
}

impl<'r> Core<'r> {
    /// Creates the game before its first step.
    pub(crate) fn new(terms: &Terms, origin: State<'r>, bots: Seats, at: i64) -> Self {
        let bank = match terms.clock {
            ClockSetting::Live { bank_s, .. } => i64::from(bank_s) * 1000,
            _ => 0,
        };
        Self {
            state: origin,
            version: 0,
            undo_version: 0,
            length: 0,
            chance_steps: 0,
            asked_version: 0,
            asked_at: at,
            window: None,
            orders: std::array::from_fn(|_| Arc::from([])),
            following: [Following::Normal; MAX_SEATS],
            grace_end: 0,
            logged_grace_end: 0,
            banks: [bank; MAX_SEATS],
            bots,
            resigned: Seats::NONE,
            away: Seats::NONE,
            colonising: Seats::NONE,
            ended: None,
        }
    }

    /// Returns the seats that a bot plays: bot seats, and those of absent or resigned players.
    pub(crate) const fn bot_controlled(&self) -> Seats {
        self.bots.union(self.resigned).union(self.away)
    }

    /// Returns the seats of people who have not resigned, including absent ones.
    pub(crate) fn people(&self, terms: &Terms) -> Seats {
        terms.all_seats().difference(self.bots.union(self.resigned))
    }

    /// Returns the window if its question is the current one.
    pub(crate) fn open_window(&self) -> Option<&Window> {
        let asked = self.state.decision()?;
        self.window.as_ref().filter(|_| is_shared(asked.question) && self.ended.is_none())
    }

    /// Returns the seat that must answer, if the question is for one seat only.
    pub(crate) fn single_asked_seat(&self) -> Option<Seat> {
        let asked = self.state.decision()?;
        (!is_shared(asked.question) && self.ended.is_none()).then(|| asked.seat.into())
    }

    /// Describes a step that is about to be taken.
    pub(crate) fn describe_step(&self, step: Step, by: Option<AutoStepCause>) -> TakenStep {
        let bank = self.single_asked_seat().map_or(0, |seat| self.banks[seat.index()]);
        TakenStep { step, by, asked_at: self.asked_at, bank }
    }

    /// Takes a step, and updates windows, orders and clocks. Returns the step with its events.
    pub(crate) fn take_step(
        &mut self,
        terms: &Terms,
        stored: TakenStep,
        at: i64,
    ) -> Result<PlayedStep<'r>, Illegal> {
        let (turn, single_seat) = (self.state.turn(), self.single_asked_seat());
        let window_decision = self.open_window().and(self.state.decision());
        let played = PlayedStep::take(&mut self.state, stored.step)?;
        if let (Some(asked), Some(window)) = (window_decision, &mut self.window) {
            window.mark_applied(asked.seat.into());
        }
        if let Some(seat) = single_seat {
            self.charge_bank(terms, seat, at);
        }
        self.version += 1;
        self.length += 1;
        self.chance_steps += u64::from(matches!(stored.step, Step::Chance(_)));
        if self.state.turn() != turn {
            self.drop_expired_orders();
        }
        self.ask_current_question(at);
        Ok(PlayedStep { by: stored.by, ..played })
    }

    /// Charges the time beyond the decision time to the bank of a seat.
    fn charge_bank(&mut self, terms: &Terms, seat: Seat, at: i64) {
        if let ClockSetting::Live { move_s, .. } = terms.clock {
            let since = self.asked_at.max(self.grace_end);
            let overtime = (at - since - i64::from(move_s) * 1000).max(0);
            let bank = &mut self.banks[seat.index()];
            *bank = (*bank - overtime).max(0);
        }
    }

    /// Drops the orders that expire at the start of the current turn.
    fn drop_expired_orders(&mut self) {
        let active = Seat::from(self.state.active());
        for seat in Seat::ALL {
            let orders = &mut self.orders[seat.index()];
            let stays = |order: &&Order| orders::stays_in_force(order, seat, active);
            if !orders.iter().all(|order| stays(&order)) {
                *orders = orders.iter().filter(stays).cloned().collect();
            }
        }
    }

    /// Asks the current question: one seat, or several in a window.
    pub(crate) fn ask_current_question(&mut self, at: i64) {
        match self.state.decision() {
            None => {
                if self.state.actor() == Actor::Over {
                    self.ended = Some(EndedBy::Rules);
                }
            }
            Some(asked) if is_shared(asked.question) => {
                let open = self.window.take();
                let window = Window::open_or_continue(&self.state, open, self.version, at);
                if let Some(window) = window {
                    let is_new = window.version == self.version;
                    self.window = Some(window);
                    if is_new {
                        self.seal_order_answers();
                    }
                }
            }
            Some(asked) => {
                (self.asked_version, self.asked_at) = (self.version, at);
                // While a follower makes further choices, the window stays open for the others.
                if asked.seat == self.state.active() {
                    self.window = None;
                }
            }
        }
    }

    /// Seals the answers of standing orders in a new window.
    fn seal_order_answers(&mut self) {
        let Some(mut window) = self.window.take() else { return };
        for asked in window.pending.iter_mut().filter(|asked| asked.answer.is_none()) {
            if let Some(action) = self.answer_by_order(asked.seat) {
                asked.answer =
                    Some(SealedAnswer::Act { action, by: Some(AutoStepCause::Order), id: None });
            }
        }
        self.window = Some(window);
    }

    /// Returns the answer of a seat's orders in the window, unless a bot plays the seat.
    pub(crate) fn answer_by_order(&self, seat: Seat) -> Option<Action> {
        let (orders, following) = (&self.orders[seat.index()], self.following[seat.index()]);
        if self.bot_controlled().has(seat.rules()) || orders.is_empty() && following.is_normal() {
            return None;
        }
        orders::answer(&super::window::position_for(&self.state, seat)?, orders, following)
    }

    /// Sets the orders of a seat, and applies them to an open window.
    pub(crate) fn set_orders(&mut self, seat: Seat, orders: &[Order], following: Following) {
        self.orders[seat.index()] = orders.into();
        self.following[seat.index()] = following;
        self.reseal_by_orders(seat);
    }

    /// Marks a seat as colonising if its order for the current face has this condition.
    pub(crate) fn mark_colonising(&mut self, seat: Seat) {
        let question = self.state.decision().map(|asked| asked.question);
        if let Some(Question::Follow { face, .. }) = question
            && orders::has_colony_condition(&self.orders[seat.index()], face.into())
        {
            self.colonising = self.colonising.with(seat.rules());
        }
    }

    /// Returns the action that colonises, if the seat that must answer is marked as colonising.
    ///
    /// Removes the mark, so that it returns the action only once.
    pub(crate) fn take_colonising_answer(&mut self) -> Option<(Seat, Action)> {
        let seat = self.single_asked_seat().filter(|seat| self.colonising.has(seat.rules()))?;
        self.colonising = self.colonising.without(seat.rules());
        Some((seat, orders::colonising_action(&self.state, seat.rules())?))
    }

    /// Rewinds the game to the state after `steps`.
    ///
    /// The clock restarts. With `resumed`, it continues as if that step had not been taken.
    pub(crate) fn rewind(
        &mut self,
        origin: State<'r>,
        steps: &[TakenStep],
        resumed: Option<TakenStep>,
        at: i64,
    ) {
        self.state = origin;
        steps.iter().for_each(|stored| self.state.apply_unchecked(stored.step));
        let is_chance = |stored: &&TakenStep| matches!(stored.step, Step::Chance(_));
        self.chance_steps = steps.iter().filter(is_chance).count() as u64;
        self.length = steps.len() as u32;
        self.version += 1;
        self.undo_version = self.version;
        self.window = None;
        self.colonising = Seats::NONE;
        self.ended = None;
        self.ask_current_question(at);
        if let (Some(first), Some(seat)) = (resumed, self.single_asked_seat()) {
            self.asked_at = first.asked_at;
            self.banks[seat.index()] = first.bank;
        }
    }

    /// Marks a player as resigned. Ends the game if at most one seat or no person is left.
    pub(crate) fn resign(&mut self, seat: Seat, terms: &Terms) {
        self.resigned = self.resigned.with(seat.rules());
        self.away = self.away.without(seat.rules());
        let left = terms.seats().saturating_sub(self.resigned.len());
        if left <= 1 || self.people(terms).is_empty() {
            self.ended.get_or_insert(EndedBy::Resignation);
        }
        self.unseal(seat);
    }

    /// Marks a player as away, unless the player resigned. A bot stands in.
    pub(crate) const fn start_stand_in(&mut self, seat: Seat) {
        if !self.resigned.has(seat.rules()) {
            self.away = self.away.with(seat.rules());
        }
    }

    /// Marks an absent player as back, and restarts the time of the current question.
    pub(crate) fn end_stand_in(&mut self, seat: Seat, at: i64) {
        if !self.away.has(seat.rules()) {
            return;
        }
        self.away = self.away.without(seat.rules());
        if self.single_asked_seat() == Some(seat) {
            self.asked_at = at;
        }
        if let Some(asked) = self.window.as_mut().and_then(|window| window.seat_mut(seat)) {
            asked.since = at;
        }
        self.reseal_by_orders(seat);
    }

    /// Applies changed orders to an open window, unless the player has answered by hand.
    fn reseal_by_orders(&mut self, seat: Seat) {
        let is_by_hand =
            |sealed: &SealedAnswer| !matches!(sealed, SealedAnswer::Act { by: Some(_), .. });
        let Some(asked) = self.open_window().and_then(|window| window.seat(seat)) else { return };
        if asked.answer.as_ref().is_some_and(is_by_hand) {
            return;
        }
        let ordered = self.answer_by_order(seat);
        let sealed =
            |action| SealedAnswer::Act { action, by: Some(AutoStepCause::Order), id: None };
        if let Some(asked) = self.window.as_mut().and_then(|window| window.seat_mut(seat)) {
            asked.answer = ordered.map(sealed);
        }
    }

    /// Discards the sealed answer of a seat that no longer decides.
    pub(crate) fn unseal(&mut self, seat: Seat) {
        if let Some(asked) = self.window.as_mut().and_then(|window| window.seat_mut(seat)) {
            asked.answer = None;
        }
    }
}
