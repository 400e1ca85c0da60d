//! R10.14 Repeating a die.

use crate::actions::Actions;
use crate::dice::Dice;
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Program, Progress, Task};
use crate::ids::{Face, Seat};
use crate::rule::follow::WindowProgress;
use crate::ruleset::Op;
use crate::step::Action;
use crate::table::Table;

/// The progress of a repeated die (R10.14): its face.
#[derive(Clone, Copy)]
pub(crate) struct RepeatProgress {
    pub(crate) face: Option<Face>,
}

impl Progress for RepeatProgress {
    fn decode(x: u8, _: u8) -> Self {
        Self { face: Face::from_code(x) }
    }

    fn encode(self) -> (u8, u8) {
        (Face::code(self.face), 0)
    }
}

impl Table<'_> {
    /// R10.14 Returns the dice in the bay that are not being resolved.
    ///
    /// The die of the follow window and dice that are being repeated are being resolved.
    pub(crate) fn repeatable(&self) -> Dice {
        let mut dice = self.bay.dice();
        for frame in self.frames.as_slice() {
            let resolved = match frame.task() {
                Task::Window => {
                    let WindowProgress { off_bay, .. } = frame.progress();
                    (!off_bay).then(|| frame.face())
                }
                Task::Run if self.op(*frame) == Some(Op::RepeatDie) => {
                    frame.progress::<RepeatProgress>().face
                }
                _ => None,
            };
            if let Some(face) = resolved
                && dice.has(face)
            {
                dice = dice.minus(Dice::one(face));
            }
        }
        dice
    }

    /// R10.14 Lists the dice in the bay that can be repeated.
    pub(crate) fn list_repeats(&self, user: Seat, out: &mut Actions) {
        let context = self.ability_context(user);
        let faces = self.repeatable().faces().filter(|f| self.face_works(*f, user, context));
        out.extend(faces.map(Action::RepeatDie));
    }

    pub(super) fn choose_repeat(
        &mut self,
        frame: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) {
        let (user, Action::RepeatDie(face)) = (frame.user(), action) else { return };
        self.store_progress(RepeatProgress { face: Some(face) });
        events.put(Event::DieRepeated { seat: user, face });
        self.frames.push(Frame::run(user, Program::Face(face)));
    }
}
