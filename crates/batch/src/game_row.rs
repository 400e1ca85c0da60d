//! The row of a simulated game, the source of all columns.

use crate::row_encoding;
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::ruleset::MAX_LEVELS;
use orrery_rules::{DecidedBy, Mission, Planets, Seat, Seats, State};
use serde::{Deserialize, Serialize};

/// A finished or abandoned game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRow {
    /// The number of the game, from 0.
    pub game: u64,
    /// The seed of the game.
    pub seed: u64,
    /// The number of turns begun.
    pub turns: u16,
    /// The number of decisions by seats.
    pub decisions: u32,
    /// The number of decisions and chance outcomes.
    pub steps: u32,
    /// The starting seat.
    pub start: u8,
    /// The winning seats; several are a shared victory, none an abandoned game.
    #[serde(with = "row_encoding::seats")]
    pub winners: Seats,
    /// The deciding criterion; `None` if the game was abandoned at the turn limit.
    #[serde(with = "row_encoding::decided_by")]
    pub decided_by: Option<DecidedBy>,
    /// The index of the Rogue in a solo game.
    pub rogue: Option<u8>,
    /// The number of seats, including the Rogue's.
    pub seat_count: u8,
    seat_rows: [SeatRow; MAX_SEATS],
}

/// A seat at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRow {
    /// The index of the bot; `None` for the Rogue.
    pub bot: Option<u8>,
    /// All points, including the mission.
    pub points: u8,
    /// The points of the colonies.
    pub planet_points: u8,
    /// The points of the empire level.
    pub empire_points: u8,
    /// The points of the mission; 0 if the game was abandoned.
    pub mission_points: u8,
    /// The mission that the seat kept; `None` if it has none.
    #[serde(with = "row_encoding::mission")]
    pub mission: Option<Mission>,
    /// The empire level, or the level of the Rogue.
    pub level: u8,
    /// The units of energy.
    pub energy: u8,
    /// The units of culture.
    pub culture: u8,
    /// The colonised planets.
    #[serde(with = "row_encoding::planets")]
    pub planets: Planets,
    /// The turn in which each level was reached, starting with level 2; 0 if never.
    pub reached: [u16; MAX_LEVELS],
}

impl GameRow {
    /// Creates the row of a finished or abandoned game.
    #[must_use]
    pub fn new(state: &State<'_>, game: u64, seed: u64) -> Self {
        let outcome = state.outcome();
        let mut row = Self {
            game,
            seed,
            turns: state.turn(),
            decisions: 0,
            steps: 0,
            start: state.starting_seat().map_or(0, |seat| seat.index() as u8),
            winners: outcome.map_or(Seats::NONE, |result| result.winners()),
            decided_by: outcome.map(|result| result.decided_by),
            rogue: state.rogue().map(|rogue| rogue as u8),
            seat_count: state.seat_count() as u8,
            seat_rows: [SeatRow::default(); MAX_SEATS],
        };
        for seat in state.seats() {
            row.seat_rows[seat.index()] = SeatRow::new(state, seat);
        }
        row
    }

    /// Returns the rows of all seats, including the Rogue's.
    #[must_use]
    pub fn seats(&self) -> &[SeatRow] {
        &self.seat_rows[..MAX_SEATS.min(self.seat_count.into())]
    }

    /// Returns the rows of all seats, including the Rogue's, for modification.
    pub fn seats_mut(&mut self) -> &mut [SeatRow] {
        &mut self.seat_rows[..MAX_SEATS.min(self.seat_count.into())]
    }
}

impl SeatRow {
    fn new(state: &State<'_>, seat: Seat) -> Self {
        let resources = state.held(seat);
        let outcome = state.outcome();
        let score = outcome.and_then(|result| result.scores().get(seat.index()).copied());
        let mission_points = score.map_or(0, |score| score.mission_points);
        let planet_points = state.planet_points(seat);
        Self {
            bot: None,
            points: state.points(seat).saturating_add(mission_points),
            planet_points,
            empire_points: state.points(seat) - planet_points,
            mission_points,
            mission: state.mission(seat),
            level: state.level(seat),
            energy: resources.energy,
            culture: resources.culture,
            planets: state.colonies(seat),
            reached: [0; MAX_LEVELS],
        }
    }
}

/// Returns the word that stands for the deciding criterion in output files.
#[must_use]
pub const fn decided_word(decided_by: Option<DecidedBy>) -> &'static str {
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

/// The turns in which the seats of a game reach their levels.
#[derive(Clone, Debug, Default)]
pub struct LevelTurns {
    /// The turn of the last call of [`Self::note`].
    turn: u16,
    /// The turn in which each level was reached, by seat, starting with level 2; 0 if never.
    reached: [[u16; MAX_LEVELS]; MAX_SEATS],
}

impl LevelTurns {
    /// Records the levels at the end of each turn; call it before every step.
    #[inline]
    pub fn note(&mut self, state: &State<'_>) {
        if state.turn() != self.turn {
            self.note_levels(state);
            self.turn = state.turn();
        }
    }

    fn note_levels(&mut self, state: &State<'_>) {
        for (seat, reached) in state.seats().zip(&mut self.reached) {
            let levels = usize::from(state.level(seat).saturating_sub(1)).min(MAX_LEVELS);
            for turn in reached[..levels].iter_mut().rev().take_while(|turn| **turn == 0) {
                *turn = self.turn;
            }
        }
    }

    /// Writes the turns into the row of the game; `state` must be the last position.
    pub fn write(mut self, state: &State<'_>, row: &mut GameRow) {
        self.note_levels(state);
        for (seat, reached) in row.seats_mut().iter_mut().zip(self.reached) {
            seat.reached = reached;
        }
    }
}
