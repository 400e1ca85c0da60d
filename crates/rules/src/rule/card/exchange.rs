//! R9.7, R10.17 Stealing, and converting one resource into the other.

use crate::actions::Actions;
use crate::event::{Event, EventSink};
use crate::frame::Frame;
use crate::ids::{Amount, Resource, Seat};
use crate::step::Action;
use crate::table::Table;

impl Table<'_> {
    /// R9.7 Returns whether a seat holds something that can be stolen.
    ///
    /// The thief needs no room for it.
    pub(crate) const fn can_steal(&self, from: Seat, amount: Amount) -> bool {
        let held = self.held(from);
        amount.energy > 0 && held.energy > 0 || amount.culture > 0 && held.culture > 0
    }

    /// R9.1 Lists the other players who hold something that can be stolen.
    pub(crate) fn list_steal(&self, user: Seat, amount: Amount, out: &mut Actions) {
        let victims = self.seats().filter(|seat| *seat != user && self.can_steal(*seat, amount));
        out.extend(victims.map(Action::StealFrom));
    }

    pub(super) fn choose_steal(
        &mut self,
        frame: Frame,
        amount: Amount,
        action: Action,
        events: &mut impl EventSink,
    ) {
        let (user, Action::StealFrom(from)) = (frame.user(), action) else { return };
        let amount = self.take_from(from, amount);
        self.gain(user, amount);
        events.put(Event::Stolen { seat: user, from, amount });
        self.finish_op();
    }

    /// R10.17 Returns the maximum number of units that the user can convert into `into`.
    ///
    /// The user must hold as many units of the other resource, and have room for the new ones.
    pub(crate) fn most_units(&self, into: Resource, user: Seat, held: Amount) -> u8 {
        held.get(into.other()).min(self.cap(user).saturating_sub(held.get(into)))
    }

    /// R10.17 Lists the numbers of units that can be converted, from 1.
    pub(crate) fn list_units(&self, into: Resource, user: Seat, out: &mut Actions) {
        let most = self.most_units(into, user, self.held(user));
        out.extend((1..=most).map(Action::ConvertUnits));
    }

    pub(super) fn choose_units(
        &mut self,
        frame: Frame,
        into: Resource,
        action: Action,
        events: &mut impl EventSink,
    ) {
        let (user, Action::ConvertUnits(units)) = (frame.user(), action) else { return };
        self.take_from(user, Amount::of(into.other(), units));
        self.gain(user, Amount::of(into, units));
        events.put(Event::Turned { seat: user, units, into });
        self.finish_op();
    }
}
