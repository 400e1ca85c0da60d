//! Builds one row per game.

use super::columns::Columns;
use super::plan::SimulationPlan;
use super::row::GameRow;
use anyhow::Result;
use arrow_array::RecordBatch;
use orrery_batch::{ColumnValues, RowContext, game_columns};

/// Returns the columns of these games; `docs/SIMULATE.md` describes them.
pub(crate) fn batch(plan: &SimulationPlan, rows: &[GameRow]) -> Result<RecordBatch> {
    let context = RowContext { rules: &plan.rules, bots: &plan.bots, seats: plan.player_count() };
    let mut columns = Columns::default();
    for column in game_columns(&context, rows) {
        let name = &column.name;
        match column.values {
            ColumnValues::Int(values) => columns.int(name, values.into_iter()),
            ColumnValues::OptionalInt(values) => columns.optional_int(name, values.into_iter()),
            ColumnValues::Long(values) => columns.long(name, values.into_iter()),
            ColumnValues::Unsigned(values) => columns.unsigned(name, values.into_iter()),
            ColumnValues::Text(values) => columns.text(name, values.into_iter()),
            ColumnValues::OptionalText(values) => columns.optional_text(name, values.into_iter()),
        }
    }
    columns.batch()
}
