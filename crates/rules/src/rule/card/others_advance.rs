//! R10.13 Abilities that let the other players advance.

use crate::event::{Event, EventSink};
use crate::frame::{Frame, Progress};
use crate::rule::Flow;
use crate::ruleset::TrackFilter;
use crate::step::Action;
use crate::table::Table;

/// The progress of letting the other players advance (R10.13).
///
/// It is the number of other seats that are done, because they have decided or cannot advance.
#[derive(Clone, Copy)]
pub(crate) struct OthersAdvanceProgress {
    pub(crate) decided: u8,
}

impl Progress for OthersAdvanceProgress {
    #[inline]
    fn decode(_: u8, y: u8) -> Self {
        Self { decided: y }
    }

    fn encode(self) -> (u8, u8) {
        (0, self.decided)
    }
}

impl Table<'_> {
    /// R10.13 Lets every other player, clockwise, advance one ship or decline. The Rogue always
    /// advances (R12.11).
    pub(crate) fn begin_others_advance(
        &mut self,
        on: TrackFilter,
        steps: u8,
        frame: Frame,
        events: &mut impl EventSink,
    ) -> Flow {
        let progress: OthersAdvanceProgress = frame.progress();
        let count = self.seat_count();
        for n in progress.decided as usize..count - 1 {
            let seat = Self::clockwise(frame.user(), n + 1, count);
            if !self.has_orbiter(seat, on) {
                continue;
            }
            self.store_progress(OthersAdvanceProgress { decided: n as u8 });
            if !self.is_rogue(seat) {
                return Flow::Wait;
            }
            self.store_progress(OthersAdvanceProgress { decided: n as u8 + 1 });
            self.advance_rogue_as_other(on, steps, events);
            return Flow::Continue;
        }
        self.finish_op()
    }

    pub(crate) fn choose_others_advance(
        &mut self,
        (frame, steps): (Frame, u8),
        action: Action,
        events: &mut impl EventSink,
    ) {
        let seat = self.deciding_seat(frame);
        let progress: OthersAdvanceProgress = frame.progress();
        self.store_progress(OthersAdvanceProgress { decided: progress.decided + 1 });
        match action {
            Action::AdvanceShip(ship) => self.advance(seat, ship, steps, events),
            _ => events.put(Event::Declined { seat }),
        }
    }
}
