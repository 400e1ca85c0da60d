//! R10.9 Any one die action.

use crate::actions::Actions;
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Program, Progress};
use crate::ids::Face;
use crate::rule::Flow;
use crate::step::Action;
use crate::table::Table;

/// The progress of any one die action (R10.9).
///
/// It contains the face, and how many other seats have decided or cannot follow.
#[derive(Clone, Copy)]
pub(crate) struct AnyActionProgress {
    pub(crate) face: Option<Face>,
    pub(crate) decided: u8,
}

impl Progress for AnyActionProgress {
    #[inline]
    fn decode(x: u8, y: u8) -> Self {
        Self { face: Face::from_code(x), decided: y }
    }

    fn encode(self) -> (u8, u8) {
        (Face::code(self.face), self.decided)
    }
}

impl Table<'_> {
    /// R10.9 Lists the faces that would change something.
    ///
    /// After a face has been chosen, lists the answers of another player instead.
    pub(crate) fn list_any_action(&self, frame: Frame, out: &mut Actions) {
        match frame.progress::<AnyActionProgress>().face {
            None => self.list_faces(frame.user(), out),
            Some(_) => out.extend([Action::Follow, Action::Pass]),
        }
    }

    pub(super) fn choose_any_action(
        &mut self,
        frame: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) {
        let user = frame.user();
        if let Action::ChooseFace(face) = action {
            self.store_progress(AnyActionProgress { face: Some(face), decided: 0 });
            events.put(Event::ActionChosen { seat: user, face });
            self.frames.push(Frame::run(user, Program::Face(face)));
            return;
        }
        let progress: AnyActionProgress = frame.progress();
        let (seat, Some(face)) = (self.deciding_seat(frame), progress.face) else { return };
        self.store_progress(AnyActionProgress { decided: progress.decided + 1, ..progress });
        if action != Action::Follow {
            events.put(Event::Passed { seat, face });
            return;
        }
        events.put(Event::Followed { seat, face, cost: 0 });
        if user == self.active() {
            self.reward_for_follow(events);
        }
        self.frames.push(Frame::run(seat, Program::Face(face)));
    }

    /// R10.9 Lets every other player, clockwise from the user, carry out the face for free (R7.5).
    pub(crate) fn resolve_free_follows(&mut self, frame: Frame) -> Flow {
        let progress: AnyActionProgress = frame.progress();
        let Some(face) = progress.face else { return self.finish_op() };
        let count = self.seat_count();
        for n in progress.decided as usize..count - 1 {
            let seat = Self::clockwise(frame.user(), n + 1, count);
            if self.may_follow_for_free(seat, face, frame.user()) {
                self.store_progress(AnyActionProgress { decided: n as u8, ..progress });
                return Flow::Wait;
            }
        }
        self.finish_op()
    }
}
