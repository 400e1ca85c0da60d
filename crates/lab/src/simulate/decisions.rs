//! Builds one row per decision.

use super::columns::Columns;
use super::plan::SimulationPlan;
use anyhow::Result;
use arrow_array::RecordBatch;
use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use orrery_rules::{Action, State, Step};
use std::collections::HashMap;

/// Collects the decisions of a chunk of games.
pub(crate) struct DecisionLog<'p> {
    plan: &'p SimulationPlan,
    /// Cache of notations.
    notations: HashMap<Action, String>,
    rows: Rows,
}

/// The rows by column; `docs/SIMULATE.md` describes them.
#[derive(Default)]
struct Rows {
    game: Int64Builder,
    decision: Int32Builder,
    turn: Int32Builder,
    seat: Int32Builder,
    bot: StringBuilder,
    question: StringBuilder,
    legal: Int32Builder,
    action: StringBuilder,
    points: Int32Builder,
    energy: Int32Builder,
    culture: Int32Builder,
    count: usize,
}

impl<'p> DecisionLog<'p> {
    pub(crate) fn new(plan: &'p SimulationPlan) -> Self {
        Self { plan, notations: HashMap::new(), rows: Rows::default() }
    }

    /// Adds a row for a decision; the caller applies the action afterwards.
    pub(crate) fn put(
        &mut self,
        state: &State<'_>,
        (game, number): (u64, u32),
        legal: usize,
        action: Action,
    ) {
        let Some(decision) = state.decision() else { return };
        let (seat, plan) = (decision.seat, self.plan);
        let resources = state.held(seat);
        let bot = plan.bot_at(game, seat.index()).map(|bot| &plan.bots[bot as usize]);
        let notation = || Step::Action(action).notation(&plan.rules).to_string();
        let rows = &mut self.rows;
        rows.game.append_value(game.cast_signed());
        rows.decision.append_value(number.cast_signed());
        rows.turn.append_value(state.turn().into());
        rows.seat.append_value(seat.index() as i32);
        rows.bot.append_option(bot);
        rows.question.append_value(decision.question.word());
        rows.legal.append_value(legal as i32);
        rows.action.append_value(self.notations.entry(action).or_insert_with(notation));
        rows.points.append_value(state.points(seat).into());
        rows.energy.append_value(resources.energy.into());
        rows.culture.append_value(resources.culture.into());
        rows.count += 1;
    }

    /// Returns the number of collected rows.
    pub(crate) const fn len(&self) -> usize {
        self.rows.count
    }

    /// Returns the collected rows and clears the log.
    pub(crate) fn take(&mut self) -> Result<RecordBatch> {
        std::mem::take(&mut self.rows).finish()
    }
}

impl Rows {
    fn finish(mut self) -> Result<RecordBatch> {
        let mut columns = Columns::default();
        columns.add("game", self.game.finish());
        columns.add("decision", self.decision.finish());
        columns.add("turn", self.turn.finish());
        columns.add("seat", self.seat.finish());
        columns.add_optional("bot", self.bot.finish());
        columns.add("question", self.question.finish());
        columns.add("legal", self.legal.finish());
        columns.add("action", self.action.finish());
        columns.add("points", self.points.finish());
        columns.add("energy", self.energy.finish());
        columns.add("culture", self.culture.finish());
        columns.batch()
    }
}

/// Returns an empty batch with the schema of the file.
pub(crate) fn empty() -> Result<RecordBatch> {
    Rows::default().finish()
}
