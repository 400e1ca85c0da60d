//! R7 Follow.

use super::Flow;
use super::ability::AbilityContext;
use crate::event::{DiscardEvents, Event, EventSink};
use crate::frame::{Frame, Program, Progress};
use crate::ids::{Amount, Face, Resource, Seat};
use crate::step::Action;
use crate::table::{Flags, Table};

/// The value of `pc` in a window whose die can be followed (R7.3).
const FOLLOWABLE: u8 = 1;

/// The progress of a follow window.
#[derive(Clone, Copy)]
pub(crate) struct WindowProgress {
    /// The number of seats asked so far.
    ///
    /// This includes seats that were skipped because they cannot follow.
    asked: u8,
    /// Whether the die is outside the bay (R5.2).
    pub(crate) off_bay: bool,
}

impl Progress for WindowProgress {
    #[inline]
    fn decode(x: u8, y: u8) -> Self {
        Self { asked: x, off_bay: y != 0 }
    }

    #[inline]
    fn encode(self) -> (u8, u8) {
        (self.asked, self.off_bay as u8)
    }
}

impl Table<'_> {
    /// R2.4 Pushes the follow window of a die. Callers then push the frame of the die itself.
    ///
    /// So the window is always at the bottom of the stack, and the die is resolved first. The `pc`
    /// of a window is `FOLLOWABLE` if the die can be followed.
    #[inline]
    pub(crate) fn open_window(&mut self, face: Face, followable: bool) {
        let window = Frame::window(self.active(), face);
        self.frames.push(window.with_pc(if followable { FOLLOWABLE } else { 0 }));
    }

    /// R5.2 Marks the die of the window as being on the converter space.
    pub(crate) fn mark_window_off_bay(&mut self) {
        if let Some(window) = self.frames.top_mut() {
            *window = window.with(WindowProgress { asked: 0, off_bay: true });
        }
    }

    /// R7.1, R7.3 Asks the next seat, clockwise, that may follow. Closes the window if there is
    /// none, or if the die cannot be followed.
    #[inline]
    pub(crate) fn resolve_window(&mut self, window: Frame) -> Flow {
        let (active, count) = (self.active(), self.seat_count());
        let progress: WindowProgress = window.progress();
        let mut asked = progress.asked as usize;
        while window.pc() == FOLLOWABLE && asked + 1 < count {
            asked += 1;
            let seat = Self::clockwise(active, asked, count);
            if self.may_follow(seat, window.face()) {
                if let Some(top) = self.frames.top_mut() {
                    let progress = WindowProgress { asked: asked as u8, ..progress };
                    *top = window.with(progress).with_user(seat);
                }
                return Flow::Wait;
            }
        }
        self.close()
    }

    /// R7.5 Returns whether a seat may follow.
    ///
    /// It must be able to pay now, and the follow must then change something (R7.6).
    #[inline]
    pub(crate) fn may_follow(&self, seat: Seat, face: Face) -> bool {
        let cost = self.follow_cost();
        let held = self.held(seat);
        if self.is_rogue(seat) || self.flags.has(Flags::NO_FOLLOW) || held.culture < cost {
            return false;
        }
        let held = held.less(Amount::of(Resource::Culture, cost));
        self.works_after_gain(face, seat, AbilityContext { held, ..self.ability_context(seat) })
    }

    /// R7.5 Returns whether a follow would change something.
    ///
    /// The check assumes that the active seat has already got its gain for the follow (R10.1).
    #[inline]
    fn works_after_gain(&self, face: Face, seat: Seat, context: AbilityContext) -> bool {
        if self.flags.has(Flags::FOLLOWS_BRING) {
            let mut rewarded = *self;
            rewarded.reward_for_follow(&mut DiscardEvents);
            return rewarded.face_works(face, seat, context);
        }
        self.face_works(face, seat, context)
    }

    /// R7.5, R10.9 Returns whether a seat may carry out, for free, the face that `user` chose.
    ///
    /// If `user` is the active seat, this is checked after the gain that it gets for the follow
    /// (R10.1). The Rogue never follows (R12.12).
    pub(crate) fn may_follow_for_free(&self, seat: Seat, face: Face, user: Seat) -> bool {
        if self.is_rogue(seat) || self.flags.has(Flags::NO_FOLLOW) {
            return false;
        }
        let context = self.ability_context(seat);
        if user == self.active() && self.rules.rulings.checks_free_follow_after_gain() {
            return self.works_after_gain(face, seat, context);
        }
        self.face_works(face, seat, context)
    }

    /// R7.1 Pays for a follow and carries out the die, or passes.
    ///
    /// A pass is final for that die (R7.2). A follower carries out the face of the die with choices
    /// of its own (R7.4).
    pub(crate) fn choose_follow(
        &mut self,
        window: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) -> Flow {
        let (seat, face) = (window.user(), window.face());
        if !matches!(action, Action::Follow) {
            events.put(Event::Passed { seat, face });
            return Flow::Continue;
        }
        let cost = self.follow_cost();
        self.take_from(seat, Amount::of(Resource::Culture, cost));
        events.put(Event::Followed { seat, face, cost });
        self.reward_for_follow(events);
        self.frames.push(Frame::run(seat, Program::Face(face)));
        Flow::Continue
    }

    /// R10.1 Gives the active seat the resources that its effects yield for a follow.
    ///
    /// This happens before the follower acts.
    pub(crate) fn reward_for_follow(&mut self, events: &mut impl EventSink) {
        let amount = Amount {
            energy: u8::from(self.flags.has(Flags::FOLLOWS_BRING_ENERGY)),
            culture: u8::from(self.flags.has(Flags::FOLLOWS_BRING_CULTURE)),
        };
        self.gain_reported(self.active(), amount, events);
    }
}
