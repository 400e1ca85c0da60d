//! R10.6, R10.10 Regressing ships.

use crate::actions::Actions;
use crate::event::EventSink;
use crate::frame::{Frame, Progress};
use crate::ids::{Seat, Ship};
use crate::rule::Flow;
use crate::ruleset::{Op, TrackFilter};
use crate::step::Action;
use crate::table::{PackedBerth, Table};

/// The progress of regressing other players' ships (R10.6): the first ship, once it has regressed.
#[derive(Clone, Copy)]
pub(crate) struct RegressProgress {
    pub(crate) regressed: Option<(Seat, Ship)>,
}

impl Progress for RegressProgress {
    fn decode(_: u8, y: u8) -> Self {
        let ship = |code: u8| (Seat::at((code >> 2) as usize), Ship::at((code & 3) as usize));
        Self { regressed: y.checked_sub(1).map(ship) }
    }

    fn encode(self) -> (u8, u8) {
        let code = |(seat, ship): (Seat, Ship)| (seat.index() << 2 | ship.index()) as u8 + 1;
        (0, self.regressed.map_or(0, code))
    }
}

/// The progress of advancing another ship (R10.10).
///
/// It contains the ship that has regressed, because this ship cannot advance.
#[derive(Clone, Copy)]
pub(crate) struct AdvanceAnotherProgress {
    pub(crate) regressed: Option<Ship>,
}

impl Progress for AdvanceAnotherProgress {
    fn decode(_: u8, y: u8) -> Self {
        Self { regressed: Ship::from_code(y) }
    }

    fn encode(self) -> (u8, u8) {
        (0, Ship::code(self.regressed))
    }
}

impl Table<'_> {
    /// R10.6 Waits until the user chooses a second ship to regress.
    ///
    /// Ends the operation if there is none.
    pub(crate) fn begin_second_regress(&mut self, on: TrackFilter, frame: Frame) -> Flow {
        let has_second =
            self.enemy_ships(frame.user()).any(|target| self.is_target(frame, on, target));
        if has_second { Flow::Wait } else { self.finish_op() }
    }

    /// Returns the ships of all players except `user`.
    pub(super) fn enemy_ships(
        &self,
        user: Seat,
    ) -> impl Iterator<Item = (Seat, Ship, PackedBerth)> {
        let seats = self.seats().filter(move |seat| *seat != user);
        seats.flat_map(|seat| self.ships(seat).map(move |(ship, berth)| (seat, ship, berth)))
    }

    fn is_target(
        &self,
        frame: Frame,
        on: TrackFilter,
        (seat, ship, berth): (Seat, Ship, PackedBerth),
    ) -> bool {
        let progress: RegressProgress = frame.progress();
        self.can_regress(berth, on) && progress.regressed != Some((seat, ship))
    }

    /// R8.3, R10.6 Lists the enemy ships that can regress.
    ///
    /// They are on a matching track and past its start space, and have not already regressed.
    pub(crate) fn list_regress(&self, frame: Frame, on: TrackFilter, out: &mut Actions) {
        let targets =
            self.enemy_ships(frame.user()).filter(|target| self.is_target(frame, on, *target));
        out.extend(targets.map(|(seat, ship, _)| Action::RegressShip(seat, ship)));
    }

    pub(super) fn choose_regress(
        &mut self,
        (frame, steps, ships): (Frame, u8, u8),
        action: Action,
        events: &mut impl EventSink,
    ) {
        let Action::RegressShip(seat, ship) = action else { return };
        self.regress(seat, ship, steps, events);
        let progress: RegressProgress = frame.progress();
        if progress.regressed.is_some() || ships < 2 {
            self.finish_op();
        } else {
            self.store_progress(RegressProgress { regressed: Some((seat, ship)) });
        }
    }

    /// R10.10 Returns the tracks of the advance right after the regress, if there is one.
    fn tracks_of_next_advance(&self, frame: Frame) -> Option<TrackFilter> {
        match self.op_at(frame, frame.pc() as usize + 1) {
            Some(Op::AdvanceAnother(on, _)) => Some(on),
            _ => None,
        }
    }

    fn can_pay_by_regressing(&self, frame: Frame, ship: Ship, berth: PackedBerth) -> bool {
        match self.tracks_of_next_advance(frame) {
            Some(on) => self.can_regress_and_advance(frame.user(), ship, on),
            None => self.can_regress(berth, TrackFilter::Any),
        }
    }

    /// R13 Waits until the user chooses which of their ships regresses to pay the cost.
    ///
    /// Ends the operation if no ship can regress.
    pub(crate) fn begin_regress_own(&mut self, frame: Frame) -> Flow {
        let has_choice = self
            .ships(frame.user())
            .any(|(ship, berth)| self.can_pay_by_regressing(frame, ship, berth));
        if has_choice { Flow::Wait } else { self.finish_op() }
    }

    /// R10.10 Lists the ships that can regress. If an advance of another ship follows, this advance
    /// must be possible, too.
    pub(crate) fn list_regress_own(&self, frame: Frame, out: &mut Actions) {
        let user = frame.user();
        let ships = self
            .ships(user)
            .filter(|(ship, berth)| self.can_pay_by_regressing(frame, *ship, *berth));
        out.extend(ships.map(|(ship, _)| Action::RegressShip(user, ship)));
    }

    pub(super) fn choose_regress_own(
        &mut self,
        frame: Frame,
        action: Action,
        events: &mut impl EventSink,
    ) {
        let Action::RegressShip(_, ship) = action else { return };
        self.regress(frame.user(), ship, 1, events);
        let advance_comes_next = self.tracks_of_next_advance(frame).is_some();
        self.finish_op();
        if advance_comes_next {
            self.store_progress(AdvanceAnotherProgress { regressed: Some(ship) });
        }
    }

    fn is_advance_another_target(
        &self,
        frame: Frame,
        on: TrackFilter,
        ship: Ship,
        berth: PackedBerth,
    ) -> bool {
        let progress: AdvanceAnotherProgress = frame.progress();
        self.orbits_on(berth, on) && progress.regressed != Some(ship)
    }

    /// R10.10 Waits until the user chooses the ship to advance.
    ///
    /// Ends the operation if there is none.
    pub(crate) fn begin_advance_another(&mut self, frame: Frame, on: TrackFilter) -> Flow {
        let has_choice = self
            .ships(frame.user())
            .any(|(ship, berth)| self.is_advance_another_target(frame, on, ship, berth));
        if has_choice { Flow::Wait } else { self.finish_op() }
    }

    /// R10.10 Lists the ships that can advance, except the one that has regressed.
    pub(crate) fn list_advance_another(&self, frame: Frame, on: TrackFilter, out: &mut Actions) {
        let ships = self.ships(frame.user());
        let ships =
            ships.filter(|(ship, berth)| self.is_advance_another_target(frame, on, *ship, *berth));
        out.extend(ships.map(|(ship, _)| Action::AdvanceShip(ship)));
    }
}
