//! R4 Reroll, and the choice of unactivated dice, which some abilities also use (R10.16).

use super::Flow;
use crate::actions::Actions;
use crate::dice::Dice;
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Program, Progress};
use crate::ids::{Amount, Face, Resource};
use crate::ruleset::{RerollRule, WhichDice};
use crate::step::Action;
use crate::table::{Flags, Table};

/// The progress of choosing several dice: the first face, in face order, that may be chosen next.
#[derive(Clone, Copy)]
pub(crate) struct DiceProgress {
    from: Face,
}

impl Progress for DiceProgress {
    #[inline]
    fn decode(x: u8, _: u8) -> Self {
        Self { from: Face::at(x as usize) }
    }

    #[inline]
    fn encode(self) -> (u8, u8) {
        (self.from as u8, 0)
    }
}

impl Table<'_> {
    /// R4.1, R4.2 Pays for a reroll and starts the choice of its dice.
    pub(crate) fn pay_for_reroll(&mut self, events: &mut impl EventSink) -> Flow {
        let seat = self.active();
        if !self.reroll_is_free() {
            let amount = self.take_from(seat, Amount::of(Resource::Energy, 1));
            events.put(Event::Paid { seat, amount });
        }
        self.flags.set(Flags::REROLLED);
        self.frames.push(Frame::run(seat, Program::Reroll));
        match self.rules.reroll {
            RerollRule::FirstFree => Flow::Wait,
            RerollRule::AllPaid => Flow::Continue,
        }
    }

    /// R4.1, R4.2 Rerolls all unactivated dice, or waits for the seat to choose dice.
    pub(crate) fn begin_reroll(&mut self, which: WhichDice, events: &mut impl EventSink) -> Flow {
        match which {
            _ if self.dice.is_empty() && self.chosen.is_empty() => self.finish_op(),
            WhichDice::Any => Flow::Wait,
            WhichDice::All => {
                self.chosen = self.dice;
                self.dice = Dice::NONE;
                self.roll_chosen(events)
            }
        }
    }

    /// R4.1, R4.3 Lists the unactivated dice and, if at least one is chosen, the action `Roll`.
    pub(crate) fn list_reroll(&self, chosen: DiceProgress, out: &mut Actions) {
        self.list_dice(chosen.from, out);
        out.push_if(!self.chosen.is_empty(), Action::Roll);
    }

    /// R4.1 Chooses one more die, or rolls.
    pub(crate) fn choose_reroll(&mut self, action: Action, events: &mut impl EventSink) -> Flow {
        match action {
            Action::ChooseDie(face) => self.choose_die(face),
            _ => self.roll_chosen(events),
        }
    }

    fn roll_chosen(&mut self, events: &mut impl EventSink) -> Flow {
        let seat = self.active();
        events.put(Event::DiceRerolled { seat, dice: self.chosen });
        self.finish_op();
        self.frames.push(Frame::roll(seat));
        Flow::Wait
    }

    /// Adds the rerolled dice to the unactivated dice.
    pub(crate) fn add_rerolled(&mut self, dice: Dice, events: &mut impl EventSink) {
        events.put(Event::DiceRolled { seat: self.active(), dice });
        self.dice = self.dice.plus(dice);
        self.chosen = Dice::NONE;
        self.frames.pop();
    }

    /// Lists the dice that can be chosen next, in face order from `from` on.
    ///
    /// Because of the order, each set of dice can be chosen in only one way.
    #[inline]
    pub(crate) fn list_dice(&self, from: Face, out: &mut Actions) {
        let dice = self.dice.starting_at(from.index());
        for face in Face::ALL {
            out.push_if(dice.has(face), Action::ChooseDie(face));
        }
    }

    /// Lists the dice that can be chosen next if `needed` dice must still be chosen.
    ///
    /// `needed` includes the next die. The dice are chosen in face order.
    pub(crate) fn list_dice_of_count(
        &self,
        chosen: DiceProgress,
        needed: usize,
        out: &mut Actions,
    ) {
        let dice = self.dice.starting_at(chosen.from.index());
        for face in Face::ALL {
            let enough = dice.starting_at(face.index()).len() >= needed;
            out.push_if(dice.has(face) & enough, Action::ChooseDie(face));
        }
    }

    /// Chooses a die; the next one may not come before it in face order.
    #[inline]
    pub(crate) fn choose_die(&mut self, face: Face) -> Flow {
        self.dice = self.dice.minus(Dice::one(face));
        self.chosen = self.chosen.plus(Dice::one(face));
        self.store_progress(DiceProgress { from: face });
        Flow::Wait
    }
}
