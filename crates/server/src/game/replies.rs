//! What players may do now: each answer is checked against the game and becomes a draft, or a
//! refusal that says why.

use super::Game;
use super::core::Stored;
use super::draft::Draft;
use super::entry::Entry;
use super::window::{Sealed, is_shared, position};
use orrery_protocol::{Code, Condition, Fault, Following, Order, Seat, Standing, TimeoutPolicy};
use orrery_rules::{Action, Actor, State, Step};

/// Most steps of one game.
const MAX_STEPS: usize = 50_000;

/// A seat with so many entries in the log, far more than a game needs, gets no more orders, changed
/// answers and steps taken back. Others are not affected.
const MAX_ENTRIES: u32 = 4000;

/// How far steps can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Undo {
    /// At once: nobody learnt anything from them.
    Free(usize),
    /// If everyone agrees.
    Asked(usize),
}

fn stale(game: &Game<'_>) -> Fault {
    Fault {
        version: Some(game.core.version),
        ..Fault::new(Code::Stale, "the game has moved on; answer what is asked now")
    }
}

fn not_asked() -> Fault {
    Fault::new(Code::NotAsked, "you are not asked anything now")
}

impl<'r> Game<'r> {
    fn is_on(&self) -> Result<(), Fault> {
        let over = || Fault::new(Code::Over, "the game is over");
        self.core.ended.is_none().then_some(()).ok_or_else(over)
    }

    /// Whether the log has room for what this seat wants and the game does not need.
    fn has_room(&self, seat: Seat) -> Result<(), Fault> {
        let text =
            "you have had too many orders, changed answers and steps taken back in this game";
        let room = self.entries_of[seat.index()] < MAX_ENTRIES;
        room.then_some(()).ok_or_else(|| Fault::new(Code::TooMany, text))
    }

    fn goes_on(&self) -> Result<(), Fault> {
        self.is_on()?;
        if self.steps.len() >= MAX_STEPS {
            return Err(Fault::new(Code::Over, "the game has become too long"));
        }
        Ok(())
    }

    /// A seat answers the prompt of this version.
    pub(crate) fn act(
        &self,
        seat: Seat,
        version: u32,
        words: &str,
        id: &str,
        now: i64,
    ) -> Result<Draft<'_, 'r>, Fault> {
        self.goes_on()?;
        let position = self.prompted(seat, version)?;
        let action = self.legal_action(&position, words)?;
        let mut draft = self.draft(now);
        if self.core.open_window().is_some() {
            let step = Some(Step::Action(action).notation(self.terms.rules).to_string());
            draft.log(Entry::Sealed { seat, asked: version, step, id: id.to_owned() });
            draft.seal(seat, Sealed::Act { action, by: None, id: Some(id.to_owned()) });
        } else {
            draft.take(Step::Action(action), None, Some(id.to_owned()));
        }
        draft.run();
        Ok(draft)
    }

    /// The position in which this seat answers the prompt of this version.
    fn prompted(&self, seat: Seat, version: u32) -> Result<State<'r>, Fault> {
        if let Some(window) = self.core.open_window() {
            let asked = window.seat(seat).ok_or_else(|| self.refusal(version))?;
            if window.version != version {
                return Err(stale(self));
            }
            if asked.answer.is_some() {
                self.has_room(seat)?;
            }
            return position(&self.core.state, seat).ok_or_else(not_asked);
        }
        match self.core.asked_alone() {
            Some(asked) if asked == seat && self.core.asked == version => Ok(self.core.state),
            Some(asked) if asked == seat => Err(stale(self)),
            _ => Err(self.refusal(version)),
        }
    }

    /// Somebody answers who is not asked: an old prompt, or none at all.
    fn refusal(&self, version: u32) -> Fault {
        if version < self.core.version { stale(self) } else { not_asked() }
    }

    fn legal_action(&self, position: &State<'_>, words: &str) -> Result<Action, Fault> {
        let no_step = |why: &dyn std::fmt::Display| {
            let words: String = words.chars().take(60).collect();
            Fault::new(Code::NotAStep, format!("`{words}`: {why}"))
        };
        let step = Step::parse(self.terms.rules, words).map_err(|why| no_step(&why))?;
        let Step::Action(action) = step else {
            return Err(no_step(&"only the server rolls and draws"));
        };
        position.check(step).map_err(|why| Fault {
            rule: Some(why.rule().to_owned()),
            ..Fault::new(Code::Illegal, self.explain(position, why))
        })?;
        Ok(action)
    }

    fn explain(&self, position: &State<'_>, why: orrery_rules::Illegal) -> String {
        let context = orrery_protocol::context(position.table(), &[]);
        super::tell::english().text(&orrery_describe::illegal(why), &context)
    }

    /// A seat of the window wants to decide after those before it.
    pub(crate) fn wait(
        &self,
        seat: Seat,
        version: u32,
        id: &str,
        now: i64,
    ) -> Result<Draft<'_, 'r>, Fault> {
        self.goes_on()?;
        self.prompted(seat, version)?;
        let first = self.core.open_window().and_then(|window| window.left.first());
        if first.is_none_or(|first| first.seat == seat) {
            return Err(Fault::new(Code::NotAsked, "nobody is to answer before you"));
        }
        let mut draft = self.draft(now);
        draft.log(Entry::Sealed { seat, asked: version, step: None, id: id.to_owned() });
        draft.seal(seat, Sealed::Wait);
        draft.run();
        Ok(draft)
    }

    /// New standing orders. An open window asks anew as they say. Those that are as before change
    /// nothing and are not stored.
    pub(crate) fn set_orders(
        &self,
        seat: Seat,
        orders: Vec<Order>,
        following: Following,
        id: &str,
        now: i64,
    ) -> Result<Draft<'_, 'r>, Fault> {
        self.goes_on()?;
        check_orders(&orders)?;
        let mut draft = self.draft(now);
        let own = (&*self.core.orders[seat.index()], self.core.following[seat.index()]);
        if own == (&orders, following) {
            // They are told again, as to whoever changes them.
            draft.core.orders[seat.index()] = orders.into();
            return Ok(draft);
        }
        self.has_room(seat)?;
        draft.core.give_orders(seat, &orders, following);
        draft.log(Entry::Orders { seat, orders, following, id: id.to_owned() });
        draft.run();
        Ok(draft)
    }

    /// A player gives up.
    pub(crate) fn resign(
        &self,
        seat: Seat,
        id: Option<&str>,
        now: i64,
    ) -> Result<Draft<'_, 'r>, Fault> {
        self.is_on()?;
        if self.core.resigned.has(seat) {
            return Err(Fault::new(Code::Over, "you have given up already"));
        }
        let mut draft = self.draft(now);
        draft.core.resign(seat, &self.terms);
        draft.log(Entry::Resign { seat, id: id.map(str::to_owned) });
        draft.run();
        Ok(draft)
    }

    /// Whoever was away is back. What is stored of it is an entry that every version knows: the
    /// orders, as they are.
    pub(crate) fn returns(&self, seat: Seat, now: i64) -> Option<Draft<'_, 'r>> {
        if !self.core.away.has(seat) || self.goes_on().is_err() {
            return None;
        }
        let mut draft = self.draft(now);
        draft.core.back(seat, now);
        let orders = self.core.orders[seat.index()].to_vec();
        let following = self.core.following[seat.index()];
        draft.log(Entry::Orders { seat, orders, following, id: String::new() });
        draft.run();
        Some(draft)
    }

    /// What a bot answers to the prompt of this version; nothing if it comes too late.
    pub(crate) fn bot_answers(
        &self,
        seat: Seat,
        version: u32,
        action: Action,
        now: i64,
    ) -> Option<Draft<'_, 'r>> {
        if !self.core.automatic().has(seat) || self.goes_on().is_err() {
            return None;
        }
        let position = self.prompted(seat, version).ok()?;
        position.check(Step::Action(action)).ok()?;
        let by = self.stands_in(seat).then_some(orrery_protocol::AutoStepCause::Stand);
        let mut draft = self.draft(now);
        if self.core.open_window().is_some() {
            draft.seal(seat, Sealed::Act { action, by, id: None });
        } else {
            draft.take(Step::Action(action), by, None);
        }
        draft.run();
        Some(draft)
    }

    /// What a bot is asked now: the version of the prompt and the position.
    pub(crate) fn bot_question(&self, seat: Seat) -> Option<(u32, State<'r>)> {
        self.goes_on().ok()?;
        match self.core.open_window() {
            Some(window) => {
                window.seat(seat).filter(|asked| asked.answer.is_none())?;
                Some((window.version, position(&self.core.state, seat)?))
            }
            None => {
                self.core.asked_alone().filter(|asked| *asked == seat)?;
                Some((self.core.asked, self.core.state))
            }
        }
    }

    /// Whether a bot plays for a player who is away or gave up.
    const fn stands_in(&self, seat: Seat) -> bool {
        self.core.resigned.has(seat) || self.core.away.has(seat)
    }

    /// How far a seat can take back its steps: to so many, or to before its last one.
    pub(crate) fn can_undo(
        &self,
        seat: Seat,
        version: u32,
        to: Option<u32>,
        now: i64,
    ) -> Result<Undo, Fault> {
        self.goes_on()?;
        self.has_room(seat)?;
        if version != self.core.version {
            return Err(stale(self));
        }
        let nothing = || Fault::new(Code::NothingToUndo, "there is nothing to take back");
        let to = match to {
            Some(to) => Some(to as usize).filter(|to| *to < self.steps.len()),
            None => self.last_step_of(seat),
        };
        let to = to.ok_or_else(nothing)?;
        let free = self.free_from(seat, to, now).is_some();
        Ok(if free { Undo::Free(to) } else { Undo::Asked(to) })
    }

    fn last_step_of(&self, seat: Seat) -> Option<usize> {
        let mut last = None;
        self.each_step(0, |number, state, _| {
            if state.actor() == seat.rules().map_or(Actor::Over, Actor::Seat) {
                last = Some(number);
            }
        });
        last
    }

    /// The first step that would be taken back, if a seat can do so without asking: there is time
    /// left for it, as its clock goes on as if it had not been taken; it is a step of its own; and
    /// since then nobody learnt anything, neither this seat nor others how it follows.
    pub(crate) fn free_from(&self, seat: Seat, to: usize, at: i64) -> Option<Stored> {
        let first = *self.steps.get(to)?;
        let ends = self.core.own_ends(&self.terms, first.asked_at, first.bank);
        let waits = self.terms.absent == TimeoutPolicy::Wait;
        (waits || ends.is_none_or(|ends| at < ends)).then_some(())?;
        let (seat, mut free) = (seat.rules()?, true);
        self.each_step(to, |number, state, stored| {
            let asked = state.decision();
            let own = number > to || asked.is_some_and(|asked| asked.seat == seat);
            let shared = asked.is_some_and(|asked| is_shared(asked.question));
            free &= own && !shared && !state.reveals(stored.step, seat);
        });
        free.then_some(first)
    }

    fn each_step(&self, from: usize, mut see: impl FnMut(usize, &State<'r>, &Stored)) {
        let mut state = self.state_after(from);
        for (number, stored) in self.steps.iter().enumerate().skip(from) {
            see(number, &state, stored);
            state.apply_unchecked(stored.step);
        }
    }

    /// Takes steps back.
    pub(crate) fn undo(&self, seat: Seat, to: usize, id: &str, now: i64) -> Draft<'_, 'r> {
        let mut draft = self.draft(now);
        draft.rewind(self.origin, &self.steps, to, self.free_from(seat, to, now));
        draft.log(Entry::Undo { seat, to: to as u32, id: id.to_owned() });
        draft.run();
        draft
    }
}

fn check_orders(orders: &[Order]) -> Result<(), Fault> {
    let faces = orders.iter().map(|order| order.face);
    let doubled =
        faces.clone().enumerate().any(|(i, face)| faces.clone().skip(i + 1).any(|it| it == face));
    let long = |order: &Order| match &order.standing {
        Standing::Follow { conditions, .. } => conditions.len() > 3,
        _ => false,
    };
    let wild = |order: &Order| match &order.standing {
        Standing::Follow { conditions, .. } => conditions.iter().any(|condition| match condition {
            Condition::Gains { at_least } | Condition::KeepsCulture { at_least } => *at_least > 20,
            Condition::Colonises => false,
        }),
        _ => false,
    };
    if doubled || orders.iter().any(|order| long(order) || wild(order)) {
        let text = "give at most one order a face, with at most three conditions of up to 20";
        return Err(Fault { field: Some("orders".to_owned()), ..Fault::new(Code::BadField, text) });
    }
    Ok(())
}
