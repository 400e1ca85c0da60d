//! The rules, one file per chapter of `docs/RULES.md`, legality and effect side by side. (R13 and
//! R14 only gather what two editions do differently: they are data in `decks/`.)
//!
//! This module holds what joins them: working off the stack of frames until someone must answer.

pub(crate) mod ability;
pub(crate) mod card;
pub(crate) mod convert;
pub(crate) mod die;
pub(crate) mod empire;
pub(crate) mod end;
pub(crate) mod follow;
pub(crate) mod orbit;
pub(crate) mod reroll;
pub(crate) mod rogue;
pub(crate) mod setup;
pub(crate) mod turn;

use crate::actions::Actions;
use crate::event::EventSink;
use crate::frame::{Frame, Program, Task};
use crate::ids::{Amount, Resource, Seat};
use crate::ruleset::{Op, Rules};
use crate::step::Action;
use crate::table::{Phase, Table};

/// Whether work can go on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// A seat or chance is asked.
    Wait,
    /// There is more to work off.
    Continue,
}

impl Table<'_> {
    /// Works off everything that needs no answer.
    #[inline]
    pub(crate) fn resolve(&mut self, events: &mut impl EventSink) {
        while self.resolve_frames(events) == Flow::Continue && self.phase == Phase::RogueNext {
            if self.rogue_next(events) == Flow::Wait {
                return;
            }
        }
    }

    /// Works off frames until one has to wait or none is left.
    #[inline]
    fn resolve_frames(&mut self, events: &mut impl EventSink) -> Flow {
        if self.frames.is_empty() { Flow::Continue } else { self.resolve_open(events) }
    }

    /// The long part of it, kept out of `resolve` so that a step with nothing open pays nothing.
    #[inline(never)]
    fn resolve_open(&mut self, events: &mut impl EventSink) -> Flow {
        while let Some(frame) = self.frames.top() {
            if self.resolve_frame(frame, events) == Flow::Wait {
                return Flow::Wait;
            }
        }
        Flow::Continue
    }

    #[inline]
    fn resolve_frame(&mut self, frame: Frame, events: &mut impl EventSink) -> Flow {
        match frame.task() {
            Task::Run => match self.op(frame) {
                Some(op) => self.begin(op, frame, events),
                None => self.close(),
            },
            Task::Window => self.resolve_window(frame),
            Task::Land => self.resolve_landing(frame, events),
            Task::Draw | Task::Roll => Flow::Wait,
            Task::Attack => self.resolve_attack(frame, events),
            Task::RogueAdvance => self.resolve_rogue_advance(frame, events),
            Task::Theft => self.resolve_theft(frame, events),
        }
    }

    /// The operation a running frame is at.
    #[inline]
    pub(crate) fn op(&self, frame: Frame) -> Option<Op> {
        self.op_at(frame, frame.pc() as usize)
    }

    /// The operation at one place of a running frame's program.
    #[inline]
    pub(crate) fn op_at(&self, frame: Frame, place: usize) -> Option<Op> {
        let ops = match frame.program() {
            Program::Face(face) => return (place == 0).then(|| Rules::face_op(face)),
            Program::Reroll => self.rules.reroll_ops(),
            Program::Convert => self.rules.convert_ops(),
            Program::Planet(planet) => self.rules.planet(planet).ability.ops(),
        };
        ops.get(place).copied()
    }

    /// The top frame is done.
    #[inline]
    pub(crate) fn close(&mut self) -> Flow {
        self.frames.pop();
        Flow::Continue
    }

    /// The operation of the top frame is done. A planet's frame stays until it is worked off, since
    /// its ability is open so long (R9.4); others leave at once, so that the stack stays short.
    #[inline]
    pub(crate) fn done(&mut self) -> Flow {
        let Some(top) = self.frames.top_mut() else { return Flow::Continue };
        *top = top.next();
        let frame = *top;
        let leaves = match frame.program() {
            Program::Face(_) => true,
            Program::Planet(_) => false,
            Program::Reroll | Program::Convert => self.op(frame).is_none(),
        };
        if leaves {
            self.frames.pop();
        }
        Flow::Continue
    }

    /// The top frame, to note how far its operation has come.
    #[inline]
    pub(crate) fn note(&mut self, x: u8, y: u8) {
        if let Some(top) = self.frames.top_mut() {
            *top = top.with(x, y);
        }
    }

    /// What is legal, by the frame on top or the phase.
    #[inline]
    pub(crate) fn list(&self, out: &mut Actions) {
        match self.frames.top() {
            None => self.list_phase(out),
            Some(frame) => match frame.task() {
                Task::Run => {
                    if let Some(op) = self.op(frame) {
                        self.list_op(op, frame, out);
                    }
                }
                Task::Window => out.extend([Action::Follow, Action::Pass]),
                Task::Land => out.extend([Action::UseAbility, Action::Decline]),
                Task::Theft => out.extend(Resource::ALL.map(Action::Lose)),
                Task::Draw | Task::Roll | Task::Attack | Task::RogueAdvance => {}
            },
        }
    }

    #[inline]
    fn list_phase(&self, out: &mut Actions) {
        match self.phase {
            Phase::Turn => self.list_turn(out),
            Phase::RogueForce => out.extend([Action::ForceReroll, Action::Accept]),
            _ => {}
        }
    }

    /// Carries out a legal action and works off what follows from it, unless the action was only
    /// half of an answer (a die or a ship was chosen) and the same seat is asked for the rest.
    #[inline]
    pub(crate) fn choose(&mut self, action: Action, events: &mut impl EventSink) {
        let flow = match self.frames.top() {
            None if self.phase == Phase::Turn => self.choose_turn(action, events),
            None => self.choose_force(action, events),
            Some(frame) => match frame.task() {
                Task::Window => self.choose_follow(frame, action, events),
                Task::Land => self.choose_landing(frame, action, events),
                Task::Theft => self.choose_theft(frame, action, events),
                _ => match self.op(frame) {
                    Some(op) => self.choose_op(op, frame, action, events),
                    None => Flow::Continue,
                },
            },
        };
        if flow == Flow::Continue {
            self.resolve(events);
        }
    }

    /// Adds resources up to the cap (R3.4); says how much came.
    #[inline]
    pub(crate) fn gain(&mut self, seat: Seat, amount: Amount) -> Amount {
        let cap = self.cap(seat);
        let held = &mut self.galaxy_mut(seat).held;
        let mut gained = Amount::default();
        for resource in Resource::ALL {
            let room = cap.saturating_sub(held.get(resource));
            *gained.get_mut(resource) = amount.get(resource).min(room);
            *held.get_mut(resource) += gained.get(resource);
        }
        gained
    }

    /// Takes resources, as far as they are there; says how much went.
    #[inline]
    pub(crate) fn take(&mut self, seat: Seat, amount: Amount) -> Amount {
        let held = &mut self.galaxy_mut(seat).held;
        let taken = Amount {
            energy: amount.energy.min(held.energy),
            culture: amount.culture.min(held.culture),
        };
        *held = held.less(taken);
        taken
    }
}
