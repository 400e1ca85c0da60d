//! A game at one moment, with all that the server knows of it beyond the rules: versions, open
//! windows, orders, clocks. Small, so that a draft of what comes next is a copy of it.

use super::orders;
use super::terms::Terms;
use super::window::{Sealed, Window, is_shared};
use orrery_protocol::{AutoStepCause, ClockSetting, EndedBy, Following, Order, Seat};
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Action, Actor, Illegal, Question, State, Step};
use std::sync::Arc;

/// A step that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stored {
    /// The step.
    pub(crate) step: Step,
    /// What took it, if not a player by hand.
    pub(crate) by: Option<AutoStepCause>,
    /// When it was asked for, in milliseconds since 1970.
    pub(crate) asked_at: i64,
    /// What the bank of whoever took it had then, in milliseconds.
    pub(crate) bank: i64,
}

/// A set of seats, lowest bit seat A.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seats(pub(crate) u8);

impl Seats {
    /// Whether a seat is in it.
    pub(crate) const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// With this seat.
    pub(crate) const fn add(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Without this seat.
    pub(crate) const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// All of them, in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |seat| self.has(*seat))
    }
}

/// A game at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Core<'r> {
    /// The game by the rules.
    pub(crate) state: State<'r>,
    /// How much everybody has seen happen.
    pub(crate) version: u32,
    /// The version at which steps were last taken back.
    pub(crate) undone: u32,
    /// How many steps there are.
    pub(crate) length: u32,
    /// How many of them were chance.
    pub(crate) chances: u64,
    /// The version at which the open question was asked.
    pub(crate) asked: u32,
    /// When it was.
    pub(crate) asked_at: i64,
    /// The window that is open, or was open last.
    pub(crate) window: Option<Window>,
    /// The standing orders, by seat.
    pub(crate) orders: [Arc<[Order]>; MAX_SEATS],
    /// When seats are asked to follow, by seat.
    pub(crate) following: [Following; MAX_SEATS],
    /// After a start nobody's time runs before this, in milliseconds since 1970.
    pub(crate) excused: i64,
    /// What is left of the banks, in milliseconds.
    pub(crate) banks: [i64; MAX_SEATS],
    /// The seats that were given to bots.
    bots: Seats,
    /// Who gave up.
    pub(crate) resigned: Seats,
    /// Who is away, so that a bot stands in until they are back.
    pub(crate) away: Seats,
    /// Who follows because an order wants to colonise.
    colonising: Seats,
    /// How it ended.
    pub(crate) ended: Option<EndedBy>,
}

impl<'r> Core<'r> {
    /// The game before its first step.
    pub(crate) fn new(terms: &Terms, origin: State<'r>, bots: Seats, at: i64) -> Self {
        let bank = match terms.clock {
            ClockSetting::Live { bank_s, .. } => i64::from(bank_s) * 1000,
            _ => 0,
        };
        Self {
            state: origin,
            version: 0,
            undone: 0,
            length: 0,
            chances: 0,
            asked: 0,
            asked_at: at,
            window: None,
            orders: std::array::from_fn(|_| Arc::from([])),
            following: [Following::Normal; MAX_SEATS],
            excused: 0,
            banks: [bank; MAX_SEATS],
            bots,
            resigned: Seats::default(),
            away: Seats::default(),
            colonising: Seats::default(),
            ended: None,
        }
    }

    /// Whom a bot plays for now: its own seat, that of somebody who gave up, or who is away.
    pub(crate) const fn automatic(&self) -> Seats {
        Seats(self.bots.0 | self.resigned.0 | self.away.0)
    }

    /// Whose game it is: everybody but bots and those who gave up. Who is away is among them.
    pub(crate) fn people(&self, terms: &Terms) -> Seats {
        let gone = Seats(self.bots.0 | self.resigned.0);
        Seats(!gone.0 & ((1 << terms.seats()) - 1))
    }

    /// The window, if its question is the one that is asked now.
    pub(crate) fn open_window(&self) -> Option<&Window> {
        let asked = self.state.decision()?;
        self.window.as_ref().filter(|_| is_shared(asked.question) && self.ended.is_none())
    }

    /// The seat that is asked alone.
    pub(crate) fn asked_alone(&self) -> Option<Seat> {
        let asked = self.state.decision()?;
        (!is_shared(asked.question) && self.ended.is_none()).then(|| asked.seat.into())
    }

    /// A step that is about to be taken.
    pub(crate) fn stored(&self, step: Step, by: Option<AutoStepCause>) -> Stored {
        let bank = self.asked_alone().map_or(0, |seat| self.banks[seat.index()]);
        Stored { step, by, asked_at: self.asked_at, bank }
    }

    /// Takes a step: whatever follows from it by the rules and for windows, orders and clocks.
    pub(crate) fn take(&mut self, terms: &Terms, stored: Stored, at: i64) -> Result<(), Illegal> {
        let (before, alone) = (self.state.turn(), self.asked_alone());
        let together = self.open_window().and(self.state.decision());
        self.state.apply(stored.step, &mut Vec::new())?;
        if let (Some(asked), Some(window)) = (together, &mut self.window) {
            window.carried_out(asked.seat.into());
        }
        if let Some(seat) = alone {
            self.charge(terms, seat, at);
        }
        self.version += 1;
        self.length += 1;
        self.chances += u64::from(matches!(stored.step, Step::Chance(_)));
        if self.state.turn() != before {
            self.drop_orders();
        }
        self.settle(at);
        Ok(())
    }

    /// What a decision took more than its time comes from the bank.
    fn charge(&mut self, terms: &Terms, seat: Seat, at: i64) {
        if let ClockSetting::Live { move_s, .. } = terms.clock {
            let since = self.asked_at.max(self.excused);
            let over = (at - since - i64::from(move_s) * 1000).max(0);
            let bank = &mut self.banks[seat.index()];
            *bank = (*bank - over).max(0);
        }
    }

    /// A turn has begun: orders that end with it are gone.
    fn drop_orders(&mut self) {
        let beginning = Seat::from(self.state.active());
        for seat in Seat::ALL {
            let orders = &mut self.orders[seat.index()];
            let stays = |order: &&Order| orders::survives(order, seat, beginning);
            if !orders.iter().all(|order| stays(&order)) {
                *orders = orders.iter().filter(stays).cloned().collect();
            }
        }
    }

    /// Puts the question that is now open: to one seat, or to several in a window.
    pub(crate) fn settle(&mut self, at: i64) {
        match self.state.decision() {
            None => {
                if self.state.actor() == Actor::Over {
                    self.ended = Some(EndedBy::Rules);
                }
            }
            Some(asked) if is_shared(asked.question) => {
                let open = self.window.take();
                let window = Window::at(&self.state, open, self.version, at);
                if let Some(window) = window {
                    let is_new = window.version == self.version;
                    self.window = Some(window);
                    if is_new {
                        self.follow_orders();
                    }
                }
            }
            Some(asked) => {
                (self.asked, self.asked_at) = (self.version, at);
                // While a follower is asked about details the window stays open for the others.
                if asked.seat == self.state.active() {
                    self.window = None;
                }
            }
        }
    }

    /// Orders seal their answers when a window opens.
    fn follow_orders(&mut self) {
        let Some(mut window) = self.window.take() else { return };
        for asked in window.left.iter_mut().filter(|asked| asked.answer.is_none()) {
            if let Some(action) = self.ordered(asked.seat) {
                asked.answer =
                    Some(Sealed::Act { action, by: Some(AutoStepCause::Order), id: None });
            }
        }
        self.window = Some(window);
    }

    /// What the orders of a seat answer in the window, if it plays itself.
    pub(crate) fn ordered(&self, seat: Seat) -> Option<Action> {
        let (orders, following) = (&self.orders[seat.index()], self.following[seat.index()]);
        if self.automatic().has(seat) || orders.is_empty() && following.is_normal() {
            return None;
        }
        orders::answer(&super::window::position(&self.state, seat)?, orders, following)
    }

    /// Gives a seat new orders. An open window asks anew as they say.
    pub(crate) fn give_orders(&mut self, seat: Seat, orders: &[Order], following: Following) {
        self.orders[seat.index()] = orders.into();
        self.following[seat.index()] = following;
        self.reseal(seat);
    }

    /// A follow by order that wants a colony takes it.
    pub(crate) fn mark_colonising(&mut self, seat: Seat) {
        let face = self.state.decision().map(|asked| asked.question);
        if let Some(Question::Follow { face, .. }) = face
            && orders::wants_colony(&self.orders[seat.index()], face.into())
        {
            self.colonising.add(seat);
        }
    }

    /// The answer that such a follow is about, if it is asked for now.
    pub(crate) fn colonising_answer(&mut self) -> Option<(Seat, Action)> {
        let seat = self.asked_alone().filter(|seat| self.colonising.has(*seat))?;
        self.colonising.remove(seat);
        Some((seat, orders::colonising(&self.state, seat.rules()?)?))
    }

    /// Takes steps back: the game as it was after `steps`. Time begins anew; or goes on as if
    /// nothing had been taken since this step was asked for.
    pub(crate) fn rewind(
        &mut self,
        origin: State<'r>,
        steps: &[Stored],
        goes_on: Option<Stored>,
        at: i64,
    ) {
        self.state = origin;
        steps.iter().for_each(|stored| self.state.apply_unchecked(stored.step));
        let is_chance = |stored: &&Stored| matches!(stored.step, Step::Chance(_));
        self.chances = steps.iter().filter(is_chance).count() as u64;
        self.length = steps.len() as u32;
        self.version += 1;
        self.undone = self.version;
        self.window = None;
        self.colonising = Seats::default();
        self.ended = None;
        self.settle(at);
        if let (Some(first), Some(seat)) = (goes_on, self.asked_alone()) {
            self.asked_at = first.asked_at;
            self.banks[seat.index()] = first.bank;
        }
    }

    /// A player gives up. The game ends when at most one is left who did not, or no person is.
    pub(crate) fn resign(&mut self, seat: Seat, terms: &Terms) {
        self.resigned.add(seat);
        self.away.remove(seat);
        let left = terms.seats().saturating_sub(self.resigned.iter().count());
        if left <= 1 || self.people(terms) == Seats::default() {
            self.ended.get_or_insert(EndedBy::Resignation);
        }
        self.unseal(seat);
    }

    /// A bot plays for this seat: its player is away, if they did not give up.
    pub(crate) const fn stood_in(&mut self, seat: Seat) {
        if !self.resigned.has(seat) {
            self.away.add(seat);
        }
    }

    /// Whoever was away is back: they are asked what is asked now, and have all the time for it.
    pub(crate) fn back(&mut self, seat: Seat, at: i64) {
        if !self.away.has(seat) {
            return;
        }
        self.away.remove(seat);
        if self.asked_alone() == Some(seat) {
            self.asked_at = at;
        }
        if let Some(asked) = self.window.as_mut().and_then(|window| window.seat_mut(seat)) {
            asked.since = at;
        }
        self.reseal(seat);
    }

    /// New orders answer an open window, unless the player has by hand.
    fn reseal(&mut self, seat: Seat) {
        let by_hand = |sealed: &Sealed| !matches!(sealed, Sealed::Act { by: Some(_), .. });
        let Some(asked) = self.open_window().and_then(|window| window.seat(seat)) else { return };
        if asked.answer.as_ref().is_some_and(by_hand) {
            return;
        }
        let ordered = self.ordered(seat);
        let sealed = |action| Sealed::Act { action, by: Some(AutoStepCause::Order), id: None };
        if let Some(asked) = self.window.as_mut().and_then(|window| window.seat_mut(seat)) {
            asked.answer = ordered.map(sealed);
        }
    }

    /// A sealed answer of somebody who no longer decides is void.
    pub(crate) fn unseal(&mut self, seat: Seat) {
        if let Some(asked) = self.window.as_mut().and_then(|window| window.seat_mut(seat)) {
            asked.answer = None;
        }
    }
}
