//! The row of a finished game.

use super::encoding;
use super::plan::SimulationPlan;
use crate::stats::WHOLE;
use orrery_rules::ids::{MAX_SEATS, Seat};
use orrery_rules::ruleset::MAX_LEVELS;
use orrery_rules::{DecidedBy, Mission, Planets, State};
use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameRow {
    /// Number of the game, from 0.
    pub(crate) game: u64,
    /// Seed of all its randomness.
    pub(crate) seed: u64,
    pub(crate) turns: u16,
    /// Number of decisions by seats.
    pub(crate) decisions: u32,
    /// Number of decisions and chance outcomes.
    pub(crate) steps: u32,
    /// The starting seat.
    pub(crate) start: u8,
    /// Bit set of seats. Several bits: shared victory. None: abandoned.
    pub(crate) winners: u8,
    /// `None`: abandoned at the turn limit.
    #[serde(with = "encoding::decided_by")]
    pub(crate) decided_by: Option<DecidedBy>,
    pub(crate) rogue: Option<u8>,
    seats: u8,
    places: [SeatRow; MAX_SEATS],
}

/// A seat at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeatRow {
    /// Index of the bot; `None` for the Rogue.
    pub(crate) bot: Option<u8>,
    pub(crate) points: u8,
    pub(crate) planet_points: u8,
    pub(crate) empire_points: u8,
    pub(crate) mission_points: u8,
    #[serde(with = "encoding::mission")]
    pub(crate) mission: Option<Mission>,
    pub(crate) level: u8,
    pub(crate) energy: u8,
    pub(crate) culture: u8,
    #[serde(with = "encoding::planets")]
    pub(crate) planets: Planets,
    /// The turn in which each level was reached, starting with level 2; 0 if never.
    pub(crate) reached: [u16; MAX_LEVELS],
}

impl GameRow {
    /// Creates the row of a finished or abandoned game.
    pub(crate) fn new(state: &State<'_>, game: u64, seed: u64) -> Self {
        let outcome = state.outcome();
        let mut row = Self {
            game,
            seed,
            turns: state.turn(),
            decisions: 0,
            steps: 0,
            start: state.starting_seat().map_or(0, |seat| seat.index() as u8),
            winners: outcome.map_or(0, |result| result.winners().bits()),
            decided_by: outcome.map(|result| result.decided_by),
            rogue: state.rogue().map(|rogue| rogue as u8),
            seats: state.seat_count() as u8,
            places: [SeatRow::default(); MAX_SEATS],
        };
        for seat in state.seats() {
            row.places[seat.index()] = SeatRow::new(state, seat);
        }
        row
    }

    pub(crate) fn seats(&self) -> &[SeatRow] {
        &self.places[..self.seats as usize]
    }

    pub(crate) fn seats_mut(&mut self) -> &mut [SeatRow] {
        &mut self.places[..self.seats as usize]
    }

    /// Returns whether this can be the row of that game; workers are not trusted.
    pub(crate) fn fits(&self, plan: &SimulationPlan, game: u64) -> bool {
        let fits = |(i, seat): (usize, &SeatRow)| {
            seat.bot == plan.bot_at(game, i)
                && seat.mission.is_none_or(|mission| mission.index() < plan.rules.missions.len())
        };
        self.game == game
            && self.seed == plan.game_seed(game)
            && self.rogue == plan.rogue(game).map(|rogue| rogue as u8)
            && self.seats as usize == plan.seat_count()
            && self.start < self.seats
            && self.winners >> self.seats == 0
            && self.seats().iter().enumerate().all(fits)
    }

    /// Returns a seat's share of the victory, in units of 1/60.
    pub(crate) fn share(&self, seat: usize) -> u64 {
        let won = u64::from(self.winners >> seat & 1);
        won * WHOLE / u64::from(self.winners.count_ones().max(1))
    }

    /// Returns a seat's position in the turn order, from 0.
    pub(crate) fn order(&self, seat: usize) -> usize {
        let count = self.seats as usize;
        (seat + count - self.start as usize % count) % count
    }
}

impl SeatRow {
    fn new(state: &State<'_>, seat: Seat) -> Self {
        let held = state.held(seat);
        let outcome = state.outcome();
        let score = outcome.and_then(|result| result.scores().get(seat.index()).copied());
        let mission_points = score.map_or(0, |score| score.mission_points);
        let planet_points = state.planet_points(seat);
        Self {
            bot: None,
            points: state.points(seat) + mission_points,
            planet_points,
            empire_points: state.points(seat) - planet_points,
            mission_points,
            mission: state.mission(seat),
            level: state.level(seat),
            energy: held.energy,
            culture: held.culture,
            planets: state.colonies(seat),
            reached: [0; MAX_LEVELS],
        }
    }
}

/// Returns the name of the deciding criterion in files.
pub(crate) const fn decided_word(decided_by: Option<DecidedBy>) -> &'static str {
    match decided_by {
        Some(DecidedBy::Points) => "points",
        Some(DecidedBy::Colonies) => "colonies",
        Some(DecidedBy::Level) => "level",
        Some(DecidedBy::Resources) => "resources",
        Some(DecidedBy::Shared) => "shared",
        Some(DecidedBy::AtOnce) => "at-once",
        None => "unfinished",
    }
}

/// All deciding criteria.
pub(crate) const ENDS: [DecidedBy; 6] = [
    DecidedBy::Points,
    DecidedBy::Colonies,
    DecidedBy::Level,
    DecidedBy::Resources,
    DecidedBy::Shared,
    DecidedBy::AtOnce,
];
