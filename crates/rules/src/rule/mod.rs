//! The rules: one file per chapter of `docs/RULES.md`, with legality checks and effects.
//!
//! R13 and R14 only summarise the differences of two editions, which are data in `decks/`.
//!
//! This module connects the chapters: it resolves the stack of frames until a seat or chance must
//! decide.

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
use crate::frame::{Frame, Program, Progress, Task};
use crate::ids::{Amount, Resource, Seat};
use crate::ruleset::{Op, Rules};
use crate::step::Action;
use crate::table::{Phase, Table};

/// The result of resolving a frame: continue, or wait for input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// A seat or chance must decide.
    Wait,
    /// There is more to resolve.
    Continue,
}

impl Table<'_> {
    /// Resolves everything up to the next decision or chance outcome.
    #[inline]
    pub(crate) fn resolve(&mut self, events: &mut impl EventSink) {
        while self.resolve_frames(events) == Flow::Continue && self.phase == Phase::RogueNext {
            if self.rogue_next(events) == Flow::Wait {
                return;
            }
        }
    }

    /// Resolves frames until one has to wait or none is left.
    #[inline]
    fn resolve_frames(&mut self, events: &mut impl EventSink) -> Flow {
        if self.frames.is_empty() { Flow::Continue } else { self.resolve_stack(events) }
    }

    /// Resolves a non-empty stack. Not inlined, so that steps that leave the stack empty stay fast.
    #[inline(never)]
    fn resolve_stack(&mut self, events: &mut impl EventSink) -> Flow {
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

    /// Returns the current operation of a running frame.
    #[inline]
    pub(crate) fn op(&self, frame: Frame) -> Option<Op> {
        self.op_at(frame, frame.pc() as usize)
    }

    /// Returns an operation of a running frame's program, by index.
    #[inline]
    pub(crate) fn op_at(&self, frame: Frame, index: usize) -> Option<Op> {
        let ops = match frame.program() {
            Program::Face(face) => return (index == 0).then(|| Rules::face_op(face)),
            Program::Reroll => self.rules.reroll_ops(),
            Program::Convert => self.rules.convert_ops(),
            Program::Planet(planet) => self.rules.planet(planet).ability.ops(),
        };
        ops.get(index).copied()
    }

    /// Removes the finished top frame.
    #[inline]
    pub(crate) fn close(&mut self) -> Flow {
        self.frames.pop();
        Flow::Continue
    }

    /// Advances the top frame past its finished operation.
    ///
    /// A planet's frame stays until its last operation, since its ability is open until then
    /// (R9.4). Other frames are removed at once, to keep the stack short.
    #[inline]
    pub(crate) fn finish_op(&mut self) -> Flow {
        let Some(top) = self.frames.top_mut() else { return Flow::Continue };
        *top = top.next();
        let frame = *top;
        let is_finished = match frame.program() {
            Program::Face(_) => true,
            Program::Planet(_) => false,
            Program::Reroll | Program::Convert => self.op(frame).is_none(),
        };
        if is_finished {
            self.frames.pop();
        }
        Flow::Continue
    }

    /// Stores the progress of the top frame's operation.
    #[inline]
    pub(crate) fn store_progress(&mut self, progress: impl Progress) {
        if let Some(top) = self.frames.top_mut() {
            *top = top.with(progress);
        }
    }

    /// Lists the legal actions for the top frame or, without frames, for the phase.
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
            Phase::DealRow
            | Phase::DealMissions
            | Phase::KeepMissions
            | Phase::ChooseStart
            | Phase::RollTurn
            | Phase::RogueNext
            | Phase::RogueRoll
            | Phase::Over => {}
        }
    }

    /// Carries out a legal action, then resolves everything up to the next decision.
    ///
    /// If the action was only a part of a choice, such as a die or a ship, there is nothing to
    /// resolve: the same seat chooses the next part.
    #[inline]
    pub(crate) fn choose(&mut self, action: Action, events: &mut impl EventSink) {
        let flow = match self.frames.top() {
            None if self.phase == Phase::Turn => self.choose_turn(action, events),
            None => self.choose_force(action, events),
            Some(frame) => match frame.task() {
                Task::Window => self.choose_follow(frame, action, events),
                Task::Land => self.choose_landing(frame, action, events),
                Task::Theft => self.choose_theft(frame, action, events),
                Task::Run => match self.op(frame) {
                    Some(op) => self.choose_op(op, frame, action, events),
                    None => Flow::Continue,
                },
                // No seat decides these.
                Task::Draw | Task::Roll | Task::Attack | Task::RogueAdvance => Flow::Continue,
            },
        };
        if flow == Flow::Continue {
            self.resolve(events);
        }
    }

    /// Adds resources up to the cap (R3.4) and returns what was gained.
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

    /// Takes resources from a seat, as far as it has them, and returns what was taken.
    #[inline]
    pub(crate) fn take_from(&mut self, seat: Seat, amount: Amount) -> Amount {
        let held = &mut self.galaxy_mut(seat).held;
        let taken = Amount {
            energy: amount.energy.min(held.energy),
            culture: amount.culture.min(held.culture),
        };
        *held = held.less(taken);
        taken
    }
}
