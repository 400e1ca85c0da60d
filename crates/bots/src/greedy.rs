//! A greedy bot, which takes the action that leads to the best position by a simple heuristic.

use crate::heuristic::heuristic;
use crate::{Bot, BotError, Random};
use orrery_rules::{Action, Actions, Actor, Question, Seat, State, Step, View};

/// A bot that prefers to colonise, then to advance, upgrade and gain; it follows if that pays.
///
/// It tries every legal action on a copy of the state, makes the choices that complete the action,
/// and takes the action with the best resulting position. It does not predict chance or other
/// players. It cannot loop, since everything it does in a turn uses up a die or a resource.
#[derive(Clone, Debug, Default)]
pub struct GreedyBot {
    random: Random,
    /// The remaining evaluations of this decision.
    budget: u32,
}

/// Maximum number of evaluations per decision.
const BUDGET: u32 = 600;
/// The gain, in hundredths of a point, from which the bot activates a die at once.
///
/// Below it, the bot also evaluates rerolls and the converter.
const GOOD_GAIN: i32 = 20;

impl Bot for GreedyBot {
    fn start(&mut self, seat: Seat, seed: u64) {
        self.random = Random(seed ^ seat.index() as u64);
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions) -> Result<Action, BotError> {
        let no_action = || BotError("there is no legal action".to_owned());
        let first = *legal.first().ok_or_else(no_action)?;
        let (Actor::Seat(seat), true) = (view.actor(), legal.len() > 1) else { return Ok(first) };
        let state = view.complete(self.random.bits());
        let question = view.decision().map(|decision| decision.question);
        self.budget = BUDGET;
        if question == Some(Question::Turn) {
            return Ok(self.choose_in_turn(&state, seat, legal));
        }
        Ok(self.best(&state, seat, legal).map_or(first, |(action, _)| action))
    }
}

impl GreedyBot {
    /// Chooses an action of a turn.
    ///
    /// If using a die gains at least [`GOOD_GAIN`], the bot does not consider rerolls and the converter.
    fn choose_in_turn(&mut self, state: &State<'_>, seat: Seat, legal: &[Action]) -> Action {
        let dice = legal.iter().filter(|action| matches!(action, Action::Activate(_)));
        let dice: Vec<Action> = dice.copied().collect();
        let current = heuristic(state, seat);
        match self.best(state, seat, &dice) {
            Some((action, value)) if value >= current + GOOD_GAIN => action,
            _ => self.best(state, seat, legal).map_or(Action::EndTurn, |(action, _)| action),
        }
    }

    /// Returns the best of these actions with its value; in a tie, the last one.
    fn best(&mut self, state: &State<'_>, seat: Seat, actions: &[Action]) -> Option<(Action, i32)> {
        let mut best = None;
        for &action in actions {
            let value = self.value(state, seat, action);
            if best.is_none_or(|(_, best_value)| value >= best_value) {
                best = Some((action, value));
            }
        }
        best
    }

    /// Returns the value of an action after the choices that complete it.
    fn value(&mut self, state: &State<'_>, seat: Seat, action: Action) -> i32 {
        let mut next = *state;
        next.apply_unchecked(Step::Action(action));
        self.budget = self.budget.saturating_sub(1);
        let decision = next.decision().filter(|decision| decision.seat == seat);
        let continues = decision.is_some_and(|decision| decision.question != Question::Turn);
        if !continues || self.budget == 0 {
            return heuristic(&next, seat);
        }
        let mut legal = Actions::new();
        next.legal_actions(&mut legal);
        self.best(&next, seat, &legal).map_or_else(|| heuristic(&next, seat), |(_, value)| value)
    }
}
