//! R10.7, R14 Sending ships home.

use crate::actions::Actions;
use crate::event::{Event, EventSink};
use crate::frame::{Frame, Progress};
use crate::ids::{Amount, Resource, Seat};
use crate::ruleset::{Split, TrackFilter};
use crate::step::Action;
use crate::table::{PackedBerth, Table};

/// The progress of a recall (R10.7): the units to gain, once a ship was sent home.
#[derive(Clone, Copy)]
pub(crate) struct RecallProgress {
    pub(crate) units: Option<u8>,
}

impl Progress for RecallProgress {
    fn decode(x: u8, y: u8) -> Self {
        Self { units: (x > 0).then_some(y) }
    }

    fn encode(self) -> (u8, u8) {
        self.units.map_or((0, 0), |units| (1, units))
    }
}

impl Table<'_> {
    /// R10.7 Lists the ships in orbit past the start space.
    ///
    /// After a ship has been sent home, lists the amounts to gain instead.
    pub(crate) fn list_recall(&self, frame: Frame, split: Split, out: &mut Actions) {
        let user = frame.user();
        let RecallProgress { units: Some(units) } = frame.progress() else {
            let ships =
                self.ships(user).filter(|(_, berth)| self.can_regress(*berth, TrackFilter::Any));
            out.extend(ships.map(|(ship, _)| Action::SendHome(user, ship)));
            return;
        };
        let splits = (0..=units).map(|energy| Amount { energy, culture: units - energy });
        let allowed = |amount: &Amount| {
            let one_resource = amount.energy == 0 || amount.culture == 0;
            (split == Split::Free || one_resource)
                && Self::has_room(self.held(user), *amount, self.cap(user))
        };
        out.extend(splits.filter(allowed).map(Action::Take));
    }

    pub(super) fn choose_recall(
        &mut self,
        frame: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) {
        match action {
            Action::SendHome(seat, ship) => {
                let units = Some(self.packed_berth(seat, ship).space());
                self.send_home(seat, ship, events);
                self.store_progress(RecallProgress { units });
            }
            Action::Take(amount) => {
                self.gain_reported(frame.user(), amount, events);
                self.finish_op();
            }
            _ => {}
        }
    }

    /// R14 Lists the enemy ships that the user can pay to send home. The cost in culture is the
    /// number of the space, so a ship on the start space costs nothing.
    pub(crate) fn list_expel(&self, user: Seat, out: &mut Actions) {
        let culture = self.held(user).culture;
        let payable = |berth: PackedBerth| berth.in_orbit() && berth.space() <= culture;
        let targets = self.enemy_ships(user).filter(|(.., berth)| payable(*berth));
        out.extend(targets.map(|(seat, ship, _)| Action::SendHome(seat, ship)));
    }

    pub(super) fn choose_expel(
        &mut self,
        frame: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) {
        let (user, Action::SendHome(seat, ship)) = (frame.user(), action) else { return };
        let price = Amount::of(Resource::Culture, self.packed_berth(seat, ship).space());
        let amount = self.take_from(user, price);
        events.put(Event::Paid { seat: user, amount });
        self.send_home(seat, ship, events);
        self.finish_op();
    }
}
