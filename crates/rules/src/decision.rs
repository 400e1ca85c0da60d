//! The next actor and its decision, derived from the top frame and the phase.

use crate::frame::{Frame, Task};
use crate::ids::Seat;
use crate::rule::card::any_action::AnyActionProgress;
use crate::rule::card::hop::HopProgress;
use crate::rule::card::send_home::RecallProgress;
use crate::rule::convert::{PayAndActProgress, SetDieProgress};
use crate::rule::die::MoveProgress;
use crate::rule::rogue::TheftProgress;
use crate::ruleset::{Op, Recipient};
use crate::step::{Actor, Decision, Question};
use crate::table::{Phase, Table};

impl Table<'_> {
    /// Returns who acts next.
    #[inline]
    #[must_use]
    pub fn actor(&self) -> Actor {
        match self.frames.top() {
            Some(frame) if frame.asks_a_seat() => Actor::Seat(self.deciding_seat(frame)),
            Some(_) => Actor::Chance,
            None => match self.phase {
                Phase::Over => Actor::Over,
                Phase::Turn => Actor::Seat(self.active()),
                Phase::KeepMissions => Actor::Seat(Seat::at(self.counter as usize)),
                Phase::RogueForce => Actor::Seat(Seat::at(0)),
                Phase::DealRow
                | Phase::DealMissions
                | Phase::ChooseStart
                | Phase::RollTurn
                | Phase::RogueNext
                | Phase::RogueRoll => Actor::Chance,
            },
        }
    }

    /// Returns whether this seat is between two moves: it is not in the middle of an action.
    ///
    /// This is true if another seat or chance acts next, and if the seat chooses an action of its
    /// turn, whether it follows, or whether it forces a reroll. It is faster than a look at
    /// [`Self::decision`].
    #[inline]
    #[must_use]
    pub fn is_between_moves(&self, seat: Seat) -> bool {
        let Some(frame) = self.frames.top() else {
            return self.phase != Phase::KeepMissions || self.counter as usize != seat.index();
        };
        match frame.task() {
            Task::Window | Task::Draw | Task::Roll | Task::Attack | Task::RogueAdvance => true,
            Task::Land | Task::Theft => frame.user() != seat,
            Task::Run => self.deciding_seat(frame) != seat || !self.is_in_operation(frame),
        }
    }

    /// Returns whether an operation asks for a choice that is part of an action.
    #[inline]
    fn is_in_operation(&self, frame: Frame) -> bool {
        let question = self.op(frame).and_then(|op| self.op_question(op, frame));
        question.is_some_and(|question| !matches!(question, Question::Follow { .. }))
    }

    /// Returns the pending decision, if a seat acts next.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        let Actor::Seat(seat) = self.actor() else { return None };
        let planet = self.frames.top().and_then(|frame| match frame.task() {
            Task::Run | Task::Land => frame.planet(),
            Task::Window
            | Task::Draw
            | Task::Roll
            | Task::Attack
            | Task::RogueAdvance
            | Task::Theft => None,
        });
        Some(Decision { seat, question: self.question()?, planet })
    }

    fn question(&self) -> Option<Question> {
        let Some(frame) = self.frames.top() else { return self.phase_question() };
        match frame.task() {
            Task::Run => self.op_question(self.op(frame)?, frame),
            Task::Window => Some(Question::Follow { face: frame.face(), cost: self.follow_cost() }),
            Task::Land => Some(Question::Land),
            Task::Theft => {
                let TheftProgress { units } = frame.progress();
                Some(Question::Lose { units })
            }
            Task::Draw | Task::Roll | Task::Attack | Task::RogueAdvance => None,
        }
    }

    fn phase_question(&self) -> Option<Question> {
        match self.phase {
            Phase::KeepMissions => Some(Question::KeepMission),
            Phase::Turn => Some(Question::Turn),
            Phase::RogueForce => Some(Question::ForceReroll { face: self.rogue_die()? }),
            Phase::DealRow
            | Phase::DealMissions
            | Phase::ChooseStart
            | Phase::RollTurn
            | Phase::RogueNext
            | Phase::RogueRoll
            | Phase::Over => None,
        }
    }

    fn op_question(&self, op: Op, frame: Frame) -> Option<Question> {
        Some(match op {
            Op::Move(_) => match frame.progress::<MoveProgress>().ship {
                None => Question::MoveShip,
                Some(_) => Question::Destination,
            },
            Op::Hop => match frame.progress::<HopProgress>().ship {
                None => Question::MoveShip,
                Some(_) => Question::Destination,
            },
            Op::Advance(Recipient::User | Recipient::Others, ..) | Op::AdvanceAnother(..) => {
                Question::Advance
            }
            Op::RegressOwn | Op::Regress { .. } => Question::Regress,
            Op::Recall(_) => match frame.progress::<RecallProgress>().units {
                None => Question::SendHome,
                Some(_) => Question::Take,
            },
            Op::Expel => Question::SendHome,
            Op::Colony => Question::Colony,
            Op::Upgrade(_) => Question::Upgrade,
            Op::PayAndAct => match frame.progress() {
                PayAndActProgress::Payment => Question::ConverterPayment,
                PayAndActProgress::Die => Question::Dice,
                PayAndActProgress::Face => Question::Face,
            },
            Op::SetDie => match frame.progress::<SetDieProgress>().from {
                None => Question::Dice,
                Some(_) => Question::Face,
            },
            Op::RerollDice(_) | Op::SpendTwoDice | Op::DiscardDice(_) => Question::Dice,
            Op::RepeatDie => Question::RepeatDie,
            Op::AnyAction => match frame.progress::<AnyActionProgress>().face {
                None => Question::Face,
                Some(face) => Question::Follow { face, cost: 0 },
            },
            Op::ReplacePlanet(_) => Question::Replace,
            Op::UseRowPlanet | Op::UseColonyOfOther(_) => Question::UsePlanet,
            Op::Steal(_) => Question::Steal,
            Op::TurnInto(_) => Question::ConvertUnits,
            Op::Pay(_)
            | Op::Gain(..)
            | Op::GainPerHomeShip(_)
            | Op::Harvest(_)
            | Op::GainPerFollow(_)
            | Op::FollowsCostTwo
            | Op::NoFollow => return None,
        })
    }
}
