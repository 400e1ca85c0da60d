//! The summary of a simulation.
//!
//! Its sums and counts take the same memory for any number of games.

use super::plan::SimulationPlan;
use super::row::{GameRow, RowValues as _, SeatRow, decided_word};
use crate::stats::{FULL_SHARE, Share, Sums};
use orrery_rules::ids::{MAX_MISSIONS, MAX_PLANETS, MAX_SEATS};
use orrery_rules::ruleset::MAX_LEVELS;
use std::collections::BTreeMap;

/// Last bin of the points histogram, which also counts higher scores.
pub(crate) const MAX_POINTS: usize = 63;

/// Statistics of a group of seats, such as all seats of one bot.
#[derive(Clone, Debug)]
pub(crate) struct SeatStats {
    pub(crate) wins: Share,
    pub(crate) points: Sums,
    pub(crate) planet_points: Sums,
    pub(crate) empire_points: Sums,
    pub(crate) mission_points: Sums,
    pub(crate) colonies: Sums,
    /// Number of seats by points.
    pub(crate) histogram: [u64; MAX_POINTS + 1],
}

impl Default for SeatStats {
    fn default() -> Self {
        let sums = Sums::default();
        Self {
            wins: Share::default(),
            points: sums,
            planet_points: sums,
            empire_points: sums,
            mission_points: sums,
            colonies: sums,
            histogram: [0; MAX_POINTS + 1],
        }
    }
}

impl SeatStats {
    fn add(&mut self, seat: &SeatRow, share: u64) {
        self.wins.add(share);
        self.points.add(u64::from(seat.points));
        self.planet_points.add(u64::from(seat.planet_points));
        self.empire_points.add(u64::from(seat.empire_points));
        self.mission_points.add(u64::from(seat.mission_points));
        self.colonies.add(seat.planets.len() as u64);
        self.histogram[usize::from(seat.points).min(MAX_POINTS)] += 1;
    }
}

/// Statistics of the owners of a mission.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MissionStats {
    pub(crate) scored: Share,
    pub(crate) points: Sums,
    pub(crate) wins: Share,
}

/// Statistics of the seats that reach an empire level.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LevelPace {
    pub(crate) reached: Share,
    pub(crate) turn: Sums,
    /// Wins of the seats that reached the level.
    pub(crate) wins: Share,
}

/// The summary of a simulation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) games: u64,
    pub(crate) turns: Sums,
    pub(crate) turn_counts: BTreeMap<u16, u64>,
    pub(crate) decisions: Sums,
    pub(crate) steps: Sums,
    /// Statistics by position in the turn order.
    pub(crate) orders: [SeatStats; MAX_SEATS],
    /// Statistics by seat.
    pub(crate) seats: [SeatStats; MAX_SEATS],
    /// Statistics by bot of the plan.
    pub(crate) bots: Vec<SeatStats>,
    /// Wins of the owners, by planet.
    pub(crate) planets: Vec<Share>,
    pub(crate) missions: Vec<MissionStats>,
    /// Wins of the player, by Rogue.
    pub(crate) rogues: Vec<Share>,
    /// Pace of the players, by empire level from level 2.
    pub(crate) pace: [LevelPace; MAX_LEVELS],
    /// Pace of the Rogue, by level from level 2.
    pub(crate) rogue_pace: [LevelPace; MAX_LEVELS],
    /// Games by deciding criterion.
    pub(crate) decided: BTreeMap<&'static str, Share>,
}

impl Summary {
    /// Creates an empty summary.
    pub(crate) fn new(plan: &SimulationPlan) -> Self {
        Self {
            bots: vec![SeatStats::default(); plan.bots.len()],
            planets: vec![Share::default(); MAX_PLANETS],
            missions: vec![MissionStats::default(); MAX_MISSIONS],
            rogues: vec![Share::default(); plan.rules.rogues.len()],
            ..Self::default()
        }
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, row: &GameRow) {
        self.games += 1;
        self.turns.add(u64::from(row.turns));
        *self.turn_counts.entry(row.turns).or_default() += 1;
        self.decisions.add(u64::from(row.decisions));
        self.steps.add(u64::from(row.steps));
        self.decided.entry(decided_word(row.decided_by)).or_default().add(FULL_SHARE);
        if let Some(rogue) = row.rogue {
            self.rogues[rogue as usize].add(row.share(0));
        }
        for (i, seat) in row.seats().iter().enumerate() {
            self.add_seat(row, i, seat);
        }
    }

    fn add_seat(&mut self, row: &GameRow, i: usize, seat: &SeatRow) {
        let share = row.share(i);
        self.seats[i].add(seat, share);
        self.orders[row.order(i)].add(seat, share);
        let Some(bot) = seat.bot else {
            add_pace(&mut self.rogue_pace, seat, share);
            return;
        };
        add_pace(&mut self.pace, seat, share);
        self.bots[bot as usize].add(seat, share);
        for planet in seat.planets {
            self.planets[planet.index()].add(share);
        }
        if let Some(mission) = seat.mission {
            let stats = &mut self.missions[mission.index()];
            stats.scored.add(if seat.mission_points > 0 { FULL_SHARE } else { 0 });
            stats.points.add(u64::from(seat.mission_points));
            stats.wins.add(share);
        }
    }
}

fn add_pace(pace: &mut [LevelPace], seat: &SeatRow, share: u64) {
    for (level, turn) in pace.iter_mut().zip(seat.reached) {
        level.reached.add(if turn > 0 { FULL_SHARE } else { 0 });
        if turn > 0 {
            level.turn.add(u64::from(turn));
            level.wins.add(share);
        }
    }
}
