//! The rows per decision.

use super::frame::{ColumnType, Field, Frame, StringTable};
use super::plan::SimulationPlan;
use orrery_rules::{Action, State, Step};
use std::collections::HashMap;
use std::sync::Arc;

/// Returns the columns in order; `docs/SIMULATE.md` describes them.
pub(crate) fn fields() -> Vec<Field> {
    vec![
        Field::new("game", ColumnType::Long),
        Field::new("decision", ColumnType::Int),
        Field::new("turn", ColumnType::Int),
        Field::new("seat", ColumnType::Int),
        Field::optional("bot", ColumnType::Text),
        Field::new("question", ColumnType::Text),
        Field::new("legal", ColumnType::Int),
        Field::new("action", ColumnType::Text),
        Field::new("points", ColumnType::Int),
        Field::new("energy", ColumnType::Int),
        Field::new("culture", ColumnType::Int),
    ]
}

/// Collects the decisions of a chunk of games.
pub(crate) struct Log<'p> {
    plan: &'p SimulationPlan,
    texts: Arc<StringTable>,
    /// Cached string numbers of actions.
    actions: HashMap<Action, u16>,
    words: HashMap<&'static str, u16>,
    bots: Vec<u16>,
    frame: Frame,
}

impl<'p> Log<'p> {
    pub(crate) fn new(plan: &'p SimulationPlan, texts: Arc<StringTable>) -> Self {
        let bots = plan.bots.iter().map(|name| texts.number(name)).collect();
        let (actions, words) = (HashMap::new(), HashMap::new());
        Self { plan, texts, actions, words, bots, frame: Frame::new(&fields()) }
    }

    /// Adds a decision just before it is applied.
    pub(crate) fn put(
        &mut self,
        state: &State<'_>,
        (game, number): (u64, u32),
        legal: usize,
        action: Action,
    ) {
        let Some(decision) = state.decision() else { return };
        let seat = decision.seat;
        let held = state.held(seat);
        let bot = self.plan.bot_at(game, seat.index());
        let bot = bot.map_or(super::frame::NO_TEXT, |bot| self.bots[bot as usize]);
        let question = self.word(decision.question.word());
        let action = self.action(action);
        let frame = &mut self.frame;
        frame.number(game as i64);
        frame.number(i64::from(number));
        frame.number(i64::from(state.turn()));
        frame.number(seat.index() as i64);
        frame.text(bot);
        frame.text(question);
        frame.number(legal as i64);
        frame.text(action);
        frame.number(i64::from(state.points(seat)));
        frame.number(i64::from(held.energy));
        frame.number(i64::from(held.culture));
        frame.end_row();
    }

    /// Returns the number of collected rows.
    pub(crate) const fn len(&self) -> usize {
        self.frame.rows()
    }

    /// Drops the rows of an unfinished game.
    pub(crate) fn cut(&mut self, rows: usize) {
        self.frame.truncate(rows);
    }

    /// Returns the collected rows and starts over.
    pub(crate) fn take(&mut self) -> Frame {
        std::mem::replace(&mut self.frame, Frame::new(&fields()))
    }

    fn word(&mut self, word: &'static str) -> u16 {
        *self.words.entry(word).or_insert_with(|| self.texts.number(word))
    }

    fn action(&mut self, action: Action) -> u16 {
        let (rules, texts) = (&self.plan.rules, &self.texts);
        let number = || texts.number(&Step::Action(action).notation(rules).to_string());
        *self.actions.entry(action).or_insert_with(number)
    }
}
