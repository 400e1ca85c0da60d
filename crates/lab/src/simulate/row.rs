//! Values that the summary and the coordinator derive from the row of a game.

use super::plan::SimulationPlan;
use crate::stats::FULL_SHARE;
pub(crate) use orrery_batch::{GameRow, SeatRow, decided_word};
use orrery_rules::Seat;

/// Derived values of a row.
pub(crate) trait RowValues {
    /// Returns whether this can be the row of `game`. Rows from workers are not trusted.
    fn fits(&self, plan: &SimulationPlan, game: u64) -> bool;

    /// Returns a seat's share of the victory, in units of 1/60.
    fn share(&self, seat: usize) -> u64;

    /// Returns a seat's position in the turn order, from 0.
    fn order(&self, seat: usize) -> usize;
}

impl RowValues for GameRow {
    fn fits(&self, plan: &SimulationPlan, game: u64) -> bool {
        let fits = |(i, seat): (usize, &SeatRow)| {
            seat.bot == plan.bot_at(game, i)
                && seat.mission.is_none_or(|mission| mission.index() < plan.rules.missions.len())
        };
        self.game == game
            && self.seed == plan.game_seed(game)
            && self.rogue == plan.rogue(game).map(|rogue| rogue as u8)
            && self.seat_count as usize == plan.seat_count()
            && self.start < self.seat_count
            && self.winners.iter().all(|seat| seat.index() < self.seat_count as usize)
            && self.seats().iter().enumerate().all(fits)
    }

    fn share(&self, seat: usize) -> u64 {
        let won = Seat::new(seat).is_some_and(|seat| self.winners.has(seat));
        u64::from(won) * FULL_SHARE / self.winners.len().max(1) as u64
    }

    fn order(&self, seat: usize) -> usize {
        let count = self.seat_count as usize;
        (seat + count - self.start as usize % count) % count
    }
}
