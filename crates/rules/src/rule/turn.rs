//! R2 The turn.

use super::Flow;
use crate::actions::Actions;
use crate::dice::{Bay, Dice};
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Program};
use crate::ids::{Face, Seat};
use crate::ruleset::RerollRule;
use crate::step::Action;
use crate::table::{Flags, Phase, Table};

impl Table<'_> {
    /// R2.1 Begins a turn: a player rolls all dice, the Rogue rolls them one at a time (R12.2).
    pub(crate) fn begin_turn(&mut self, seat: Seat, events: &mut impl EventSink) {
        self.active = seat.index() as u8;
        self.turn = self.turn.saturating_add(1);
        events.put(Event::TurnBegan { seat });
        if self.is_rogue(seat) {
            self.counter = self.turn_dice(seat) as u8;
            self.phase = Phase::RogueNext;
        } else {
            self.phase = Phase::RollTurn;
        }
    }

    /// R2.1 Returns how many dice this seat rolls for its turn.
    pub(crate) fn turn_dice(&self, seat: Seat) -> usize {
        let dice = self.empire_track(seat).level(self.level(seat)).dice as usize;
        let fewer = !self.is_rogue(seat) && self.flags.has(Flags::FEWER_DICE);
        dice - usize::from(fewer && dice > 0)
    }

    /// R2.1 Stores the roll of the turn.
    pub(crate) fn turn_rolled(&mut self, dice: Dice, events: &mut impl EventSink) {
        events.put(Event::DiceRolled { seat: self.active(), dice });
        self.dice = dice;
        self.flags.clear(Flags::FEWER_DICE);
        self.phase = Phase::Turn;
    }

    /// R2.2 Lists what the active seat may do while nothing is pending.
    #[inline]
    pub(crate) fn list_turn(&self, out: &mut Actions) {
        for face in Face::ALL {
            out.push_if(self.dice.has(face), Action::Activate(face));
        }
        out.push_if(self.can_reroll(), Action::Reroll);
        out.push_if(self.can_convert(), Action::Convert);
        out.push(Action::EndTurn);
    }

    /// R2.2 Carries out a choice from [`Self::list_turn`].
    #[inline]
    pub(crate) fn choose_turn(&mut self, action: Action, events: &mut impl EventSink) -> Flow {
        match action {
            Action::Activate(face) => self.activate(face, events),
            Action::Reroll => return self.pay_for_reroll(events),
            Action::Convert => return self.start_convert(),
            _ => self.end_turn(events),
        }
        Flow::Continue
    }

    /// R2.3 Moves a die to the next space of the bay, even if it has no effect (R2.5). After its
    /// action, others may follow (R2.4).
    #[inline]
    fn activate(&mut self, face: Face, events: &mut impl EventSink) {
        let seat = self.active();
        events.put(Event::DieActivated { seat, face });
        self.dice = self.dice.minus(Dice::one(face));
        let space = self.bay.len();
        self.bay.push(face);
        self.open_window(face, space < self.rules.followable as usize);
        self.frames.push(Frame::run(seat, Program::Face(face)));
    }

    /// R2.6 Ends a turn. The game ends with the round in which the end was triggered (R11.1).
    pub(crate) fn end_turn(&mut self, events: &mut impl EventSink) {
        events.put(Event::TurnEnded { seat: self.active() });
        self.clear_turn();
        let next = Self::clockwise(self.active(), 1, self.seat_count());
        if self.end_triggered() && self.starting_seat() == Some(next) {
            self.finish();
        } else {
            self.begin_turn(next, events);
        }
    }

    /// R2.6 Clears all dice, the effects of the turn and the once-per-turn marks.
    pub(crate) fn clear_turn(&mut self) {
        self.dice = Dice::NONE;
        self.converter = Dice::NONE;
        self.bay = Bay::default();
        self.discarded = 0;
        self.flags.clear(Flags::PER_TURN);
        self.clear_marks();
    }

    /// R9.3 Clears the once-per-turn marks of all seats.
    pub(crate) fn clear_marks(&mut self) {
        self.rogue_used = 0;
        for galaxy in &mut self.galaxies {
            galaxy.used = 0;
        }
    }

    /// R4 Returns whether there is a die to reroll and the reroll is free or affordable.
    #[inline]
    pub(crate) fn can_reroll(&self) -> bool {
        !self.dice.is_empty() & (self.reroll_is_free() | (self.held(self.active()).energy > 0))
    }

    /// R4.1, R4.2 Returns whether the next reroll is free. Depending on the edition, the first
    /// reroll of a turn is free, or none is.
    #[inline]
    pub(crate) fn reroll_is_free(&self) -> bool {
        (self.rules.reroll == RerollRule::FirstFree) & !self.flags.has(Flags::REROLLED)
    }
}
