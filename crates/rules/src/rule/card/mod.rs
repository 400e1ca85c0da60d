//! R10 Abilities: the operations that only cards use, one file for each kind.

pub(crate) mod any_action;
mod borrow;
mod discard;
mod effect;
mod exchange;
pub(crate) mod hop;
pub(crate) mod others_advance;
mod regress;
mod repeat;
mod replace;
pub(crate) mod send_home;

use super::Flow;
use crate::event::EventSink;
use crate::frame::Frame;
use crate::ruleset::Op;
use crate::step::Action;
use crate::table::Table;

impl Table<'_> {
    /// Carries out the chosen action of an operation that only cards use.
    pub(crate) fn choose_card(
        &mut self,
        op: Op,
        frame: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) -> Flow {
        match op {
            Op::DiscardDice(n) => return self.choose_discard(n, action, events),
            Op::SpendTwoDice => return self.choose_converter_die(action, events),
            Op::RegressOwn => self.choose_regress_own(frame, action, events),
            Op::Regress { steps, ships, .. } => {
                self.choose_regress((frame, steps, ships), action, events)
            }
            Op::Steal(amount) => self.choose_steal(frame, amount, action, events),
            Op::TurnInto(into) => self.choose_units(frame, into, action, events),
            Op::Hop => self.choose_hop(frame, action, events),
            Op::Recall(_) => self.choose_recall(frame, action, events),
            Op::Expel => self.choose_expel(frame, action, events),
            Op::RepeatDie => self.choose_repeat(frame, action, events),
            Op::AnyAction => self.choose_any_action(frame, action, events),
            Op::ReplacePlanet(to) => self.choose_replace(frame, to, action, events),
            Op::UseRowPlanet => self.choose_row_planet(frame, action, events),
            Op::UseColonyOfOther(with) => self.choose_colony_of_other(frame, with, action, events),
            // `choose_op` carries these out.
            Op::Move(_)
            | Op::RerollDice(_)
            | Op::SetDie
            | Op::Advance(..)
            | Op::AdvanceAnother(..)
            | Op::Colony
            | Op::PayAndAct
            | Op::Upgrade(_) => {}
            // These operations ask no question.
            Op::Pay(_)
            | Op::Gain(..)
            | Op::GainPerHomeShip(_)
            | Op::Harvest(_)
            | Op::GainPerFollow(_)
            | Op::FollowsCostTwo
            | Op::NoFollow => {}
        }
        Flow::Continue
    }
}
