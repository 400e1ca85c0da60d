//! The rows per game.

use super::frame::{ColumnType, Field, Frame, NO_NUMBER, NO_TEXT, StringTable};
use super::plan::SimulationPlan;
use super::row::{ENDS, GameRow, SeatRow, decided_word};
use orrery_rules::ruleset::MAX_LEVELS;

/// Returns the columns in order; `docs/SIMULATE.md` describes them.
pub(crate) fn fields(plan: &SimulationPlan) -> Vec<Field> {
    let mut fields = vec![
        Field::new("game", ColumnType::Long),
        Field::new("seed", ColumnType::Seed),
        Field::new("turns", ColumnType::Int),
        Field::new("decisions", ColumnType::Int),
        Field::new("steps", ColumnType::Int),
        Field::new("start", ColumnType::Int),
        Field::new("winners", ColumnType::Int),
        Field::new("winner_count", ColumnType::Int),
        Field::new("decided_by", ColumnType::Text),
        Field::optional("rogue", ColumnType::Text),
    ];
    for seat in 0..plan.seat_count() {
        fields.extend(seat_fields(plan, (b'a' + seat as u8) as char));
    }
    fields
}

fn seat_fields(plan: &SimulationPlan, seat: char) -> Vec<Field> {
    let name = |column: &str| format!("{seat}_{column}");
    let mut fields = vec![
        Field::optional(name("bot"), ColumnType::Text),
        Field::new(name("points"), ColumnType::Int),
        Field::new(name("planet_points"), ColumnType::Int),
        Field::new(name("empire_points"), ColumnType::Int),
        Field::new(name("mission_points"), ColumnType::Int),
        Field::optional(name("mission"), ColumnType::Text),
        Field::new(name("level"), ColumnType::Int),
        Field::new(name("energy"), ColumnType::Int),
        Field::new(name("culture"), ColumnType::Int),
        Field::new(name("colonies"), ColumnType::Int),
        Field::new(name("planets"), ColumnType::Long),
    ];
    let levels = 2..=levels(plan) + 1;
    fields
        .extend(levels.map(|l| Field::optional(name(&format!("level_{l}_turn")), ColumnType::Int)));
    fields
}

/// Returns the number of reported levels above the first: those of the longer track.
fn levels(plan: &SimulationPlan) -> usize {
    let top =
        plan.rules.track.top().max(if plan.is_solo() { plan.rules.rogue_track.top() } else { 0 });
    usize::from(top).saturating_sub(1).min(MAX_LEVELS)
}

/// Converts rows to columns with precomputed string numbers.
pub(crate) struct GameFrames {
    levels: usize,
    bots: Vec<u16>,
    missions: Vec<u16>,
    rogues: Vec<u16>,
    decided: Vec<(&'static str, u16)>,
    fields: Vec<Field>,
}

impl GameFrames {
    pub(crate) fn new(plan: &SimulationPlan, texts: &StringTable) -> Self {
        let words = ENDS.map(Some).into_iter().chain([None]).map(decided_word);
        Self {
            levels: levels(plan),
            bots: plan.bots.iter().map(|name| texts.number(name)).collect(),
            missions: plan.rules.missions.iter().map(|card| texts.number(&card.id)).collect(),
            rogues: plan.rules.rogues.iter().map(|card| texts.number(&card.id)).collect(),
            decided: words.map(|word| (word, texts.number(word))).collect(),
            fields: fields(plan),
        }
    }

    /// Converts rows to columns.
    pub(crate) fn frame(&self, rows: &[GameRow]) -> Frame {
        let mut frame = Frame::new(&self.fields);
        for row in rows {
            self.put_game(row, &mut frame);
            for seat in row.seats() {
                self.put_seat(seat, &mut frame);
            }
            frame.end_row();
        }
        frame
    }

    fn put_game(&self, row: &GameRow, frame: &mut Frame) {
        frame.number(row.game as i64);
        frame.number(row.seed.cast_signed());
        frame.number(i64::from(row.turns));
        frame.number(i64::from(row.decisions));
        frame.number(i64::from(row.steps));
        frame.number(i64::from(row.start));
        frame.number(i64::from(row.winners));
        frame.number(i64::from(row.winners.count_ones()));
        let word = decided_word(row.decided_by);
        let known = self.decided.iter().find(|(known, _)| *known == word);
        frame.text(known.map_or(NO_TEXT, |(_, number)| *number));
        frame.text(row.rogue.map_or(NO_TEXT, |rogue| self.rogues[rogue as usize]));
    }

    fn put_seat(&self, seat: &SeatRow, frame: &mut Frame) {
        frame.text(seat.bot.map_or(NO_TEXT, |bot| self.bots[bot as usize]));
        frame.number(i64::from(seat.points));
        frame.number(i64::from(seat.planet_points));
        frame.number(i64::from(seat.empire_points));
        frame.number(i64::from(seat.mission_points));
        frame.text(seat.mission.map_or(NO_TEXT, |mission| self.missions[mission.index()]));
        frame.number(i64::from(seat.level));
        frame.number(i64::from(seat.energy));
        frame.number(i64::from(seat.culture));
        frame.number(seat.planets.len() as i64);
        frame.number(seat.planets.bits() as i64);
        for turn in &seat.reached[..self.levels] {
            frame.number(if *turn == 0 { NO_NUMBER } else { i64::from(*turn) });
        }
    }
}
