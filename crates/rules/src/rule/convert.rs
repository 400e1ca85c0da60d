//! R5 Convert, and setting a die, which some abilities also do (R10.16).

use super::Flow;
use super::ability::AbilityContext;
use crate::actions::Actions;
use crate::dice::Dice;
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Program, Progress};
use crate::ids::{Amount, Face, Resource, Seat};
use crate::ruleset::ConvertRule;
use crate::step::Action;
use crate::table::{Flags, Table};

/// The progress of setting a die (R5.1): the old face of the chosen die.
#[derive(Clone, Copy)]
pub(crate) struct SetDieProgress {
    pub(crate) from: Option<Face>,
}

impl Progress for SetDieProgress {
    fn decode(x: u8, _: u8) -> Self {
        Self { from: Face::from_code(x) }
    }

    fn encode(self) -> (u8, u8) {
        (Face::code(self.from), 0)
    }
}

/// The progress of the converter that costs a resource (R5.2): the next choice of the seat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PayAndActProgress {
    Payment,
    Die,
    Face,
}

impl Progress for PayAndActProgress {
    fn decode(x: u8, _: u8) -> Self {
        match x {
            0 => Self::Payment,
            1 => Self::Die,
            _ => Self::Face,
        }
    }

    fn encode(self) -> (u8, u8) {
        (self as u8, 0)
    }
}

impl Table<'_> {
    /// R5.1, R5.2 Returns whether the converter can be used.
    ///
    /// It was not used this turn, and there are three unactivated dice, or there is a payment after
    /// which some face would change something.
    #[inline]
    pub(crate) fn can_convert(&self) -> bool {
        !self.flags.has(Flags::CONVERTED)
            && match self.rules.convert {
                ConvertRule::TwoForOne => self.dice.len() >= 3,
                ConvertRule::PayAndAct => {
                    Resource::ALL.iter().any(|&with| self.can_pay_and_act(with))
                }
            }
    }

    /// R5 Marks the converter as used and starts its choices.
    pub(crate) fn start_convert(&mut self) -> Flow {
        self.flags.set(Flags::CONVERTED);
        self.frames.push(Frame::run(self.active(), Program::Convert));
        Flow::Wait
    }

    /// R5.1 Chooses a die for the converter. After the second one, puts both into the converter.
    pub(crate) fn choose_converter_die(
        &mut self,
        action: Action,
        events: &mut impl EventSink,
    ) -> Flow {
        let Action::ChooseDie(face) = action else { return Flow::Continue };
        let flow = self.choose_die(face);
        if self.chosen.len() < 2 {
            return flow;
        }
        events.put(Event::DiceSpent { seat: self.active(), dice: self.chosen });
        self.converter = self.chosen;
        self.chosen = Dice::NONE;
        self.finish_op()
    }

    /// R5.1, R10.16 Lists the dice or, once a die is chosen, the other faces.
    pub(crate) fn list_set_die(&self, progress: SetDieProgress, out: &mut Actions) {
        let Some(from) = progress.from else { return self.list_dice(Face::Move, out) };
        let other = |face: &Face| *face != from;
        out.extend(Face::ALL.into_iter().filter(other).map(Action::ChooseFace));
    }

    /// R5.1 Chooses a die or sets its face. Afterwards it is an unactivated die like any other.
    pub(crate) fn choose_set_die(
        &mut self,
        progress: SetDieProgress,
        action: Action,
        events: &mut impl EventSink,
    ) -> Flow {
        match (action, progress.from) {
            (Action::ChooseDie(face), _) => {
                self.store_progress(SetDieProgress { from: Some(face) })
            }
            (Action::ChooseFace(to), Some(from)) => {
                self.dice = self.dice.minus(Dice::one(from)).plus(Dice::one(to));
                events.put(Event::DieSet { seat: self.active(), from, to });
                return self.finish_op();
            }
            _ => {}
        }
        Flow::Wait
    }

    /// R5.2 Returns whether the active seat can pay for the converter with this resource.
    ///
    /// Some face must change something after the payment.
    pub(crate) fn can_pay_and_act(&self, with: Resource) -> bool {
        let seat = self.active();
        let price = Amount::of(with, 1);
        let mut context = self.ability_context(seat);
        if !context.held.covers(price) || context.dice == 0 {
            return false;
        }
        context.held = context.held.less(price);
        context.dice -= 1;
        self.some_face_works(seat, context)
    }

    fn some_face_works(&self, user: Seat, context: AbilityContext) -> bool {
        Face::ALL.iter().any(|&face| self.face_works(face, user, context))
    }

    /// R5.2 Lists the payments, the dice or the faces, depending on the progress.
    pub(crate) fn list_pay_and_act(&self, progress: PayAndActProgress, out: &mut Actions) {
        match progress {
            PayAndActProgress::Payment => {
                let works = |with: &Resource| self.can_pay_and_act(*with);
                out.extend(Resource::ALL.into_iter().filter(works).map(Action::PayWith));
            }
            PayAndActProgress::Die => self.list_dice(Face::Move, out),
            PayAndActProgress::Face => self.list_faces(self.active(), out),
        }
    }

    /// R5.2 Pays for the converter, chooses the die or sets its face. The new face is carried out
    /// at once and can be followed.
    pub(crate) fn choose_pay_and_act(&mut self, action: Action, events: &mut impl EventSink) {
        let seat = self.active();
        match action {
            Action::PayWith(with) => {
                let amount = self.take_from(seat, Amount::of(with, 1));
                events.put(Event::Paid { seat, amount });
                self.store_progress(PayAndActProgress::Die);
            }
            Action::ChooseDie(face) => {
                self.dice = self.dice.minus(Dice::one(face));
                self.converter = Dice::one(face);
                self.store_progress(PayAndActProgress::Face);
            }
            Action::ChooseFace(to) => self.act_on_converter(to, events),
            _ => {}
        }
    }

    fn act_on_converter(&mut self, to: Face, events: &mut impl EventSink) {
        let seat = self.active();
        let from = self.converter.first().unwrap_or(to);
        self.converter = Dice::one(to);
        events.put(Event::DieSet { seat, from, to });
        self.finish_op();
        self.open_window(to, true);
        self.mark_window_off_bay();
        self.frames.push(Frame::run(seat, Program::Face(to)));
    }

    /// R9.1 Lists the faces that would change something.
    pub(crate) fn list_faces(&self, user: Seat, out: &mut Actions) {
        let context = self.ability_context(user);
        let works = |face: &Face| self.face_works(*face, user, context);
        out.extend(Face::ALL.into_iter().filter(works).map(Action::ChooseFace));
    }

    /// Waits for a choice of unactivated dice, or skips the operation if there are too few.
    pub(crate) fn begin_dice_choice(&mut self, needed: usize) -> Flow {
        if self.dice.len() + self.chosen.len() >= needed { Flow::Wait } else { self.finish_op() }
    }
}
