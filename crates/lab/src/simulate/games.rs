//! The rows per game.

use super::columns::Columns;
use super::plan::SimulationPlan;
use super::row::{GameRow, SeatRow, decided_word};
use anyhow::Result;
use arrow_array::RecordBatch;
use orrery_rules::ruleset::MAX_LEVELS;

/// Returns the columns of these games; `docs/SIMULATE.md` describes them.
pub(crate) fn batch(plan: &SimulationPlan, rows: &[GameRow]) -> Result<RecordBatch> {
    let mut columns = Columns::default();
    let all = || rows.iter();
    let rogue = |row: &GameRow| row.rogue.map(|rogue| &*plan.rules.rogues[rogue as usize].id);
    columns.long("game", all().map(|row| row.game as i64));
    columns.unsigned("seed", all().map(|row| row.seed));
    columns.int("turns", all().map(|row| row.turns.into()));
    columns.int("decisions", all().map(|row| row.decisions.cast_signed()));
    columns.int("steps", all().map(|row| row.steps.cast_signed()));
    columns.int("start", all().map(|row| row.start.into()));
    columns.int("winners", all().map(|row| row.winners.into()));
    columns.int("winner_count", all().map(|row| row.winners.count_ones().cast_signed()));
    columns.text("decided_by", all().map(|row| decided_word(row.decided_by)));
    columns.optional_text("rogue", all().map(rogue));
    for seat in 0..plan.seat_count() {
        add_seat(&mut columns, plan, (b'a' + seat as u8) as char, || {
            rows.iter().map(move |row| &row.seats()[seat])
        });
    }
    columns.batch()
}

/// Adds the columns of a seat.
fn add_seat<'r, I: Iterator<Item = &'r SeatRow>>(
    columns: &mut Columns,
    plan: &SimulationPlan,
    letter: char,
    rows: impl Fn() -> I,
) {
    let name = |column: &str| format!("{letter}_{column}");
    let bot = |row: &SeatRow| row.bot.map(|bot| &*plan.bots[bot as usize]);
    let mission = |row: &SeatRow| row.mission.map(|card| &*plan.rules.missions[card.index()].id);
    columns.optional_text(&name("bot"), rows().map(bot));
    columns.int(&name("points"), rows().map(|row| row.points.into()));
    columns.int(&name("planet_points"), rows().map(|row| row.planet_points.into()));
    columns.int(&name("empire_points"), rows().map(|row| row.empire_points.into()));
    columns.int(&name("mission_points"), rows().map(|row| row.mission_points.into()));
    columns.optional_text(&name("mission"), rows().map(mission));
    columns.int(&name("level"), rows().map(|row| row.level.into()));
    columns.int(&name("energy"), rows().map(|row| row.energy.into()));
    columns.int(&name("culture"), rows().map(|row| row.culture.into()));
    columns.int(&name("colonies"), rows().map(|row| row.planets.len() as i32));
    columns.long(&name("planets"), rows().map(|row| row.planets.bits().cast_signed()));
    for level in 0..levels(plan) {
        let turn = |row: &SeatRow| Some(row.reached[level].into()).filter(|turn| *turn > 0);
        columns.optional_int(&name(&format!("level_{}_turn", level + 2)), rows().map(turn));
    }
}

/// Returns the number of reported levels above the first: those of the longer track.
fn levels(plan: &SimulationPlan) -> usize {
    let top =
        plan.rules.track.top().max(if plan.is_solo() { plan.rules.rogue_track.top() } else { 0 });
    usize::from(top).saturating_sub(1).min(MAX_LEVELS)
}
