//! R10.16 Discarding unactivated dice.

use crate::dice::Dice;
use crate::event::{Event, EventSink};
use crate::rule::Flow;
use crate::step::Action;
use crate::table::Table;

impl Table<'_> {
    /// R10.16 Chooses a die; once `needed` dice are chosen, discards them. They do not go to the
    /// bay.
    pub(super) fn choose_discard(
        &mut self,
        needed: u8,
        action: Action,
        events: &mut impl EventSink,
    ) -> Flow {
        let Action::ChooseDie(face) = action else { return Flow::Continue };
        let flow = self.choose_die(face);
        if self.chosen.len() < needed as usize {
            return flow;
        }
        events.put(Event::DiceDiscarded { seat: self.active(), dice: self.chosen });
        self.discarded += self.chosen.len() as u8;
        self.chosen = Dice::NONE;
        self.finish_op()
    }
}
