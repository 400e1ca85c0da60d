//! A one-step greedy mover: of all it can do now, what leaves the best position.

use crate::heuristic::heuristic;
use crate::{Bot, BotError, Random};
use orrery_rules::{Action, Actions, Actor, Question, Seat, State, Step, View};

/// Takes what colonises, else advances, else upgrades, else gains most; follows where that pays.
///
/// It tries every legal action on a copy, answers the questions that follow from it as well as it
/// can, and takes the action that leaves the best position. Chance and others' answers it does not
/// foresee. It cannot dither: whatever it does in a turn uses up a die or something paid for.
#[derive(Clone, Debug, Default)]
pub struct GreedyBot {
    random: Random,
    /// Positions that may still be looked at for this decision.
    budget: u32,
}

/// Positions looked at for one decision, at most.
const BUDGET: u32 = 600;
/// An activation that brings this much is taken before rerolls and the converter are looked at.
const GOOD: i32 = 20;

impl Bot for GreedyBot {
    fn start(&mut self, seat: Seat, seed: u64) {
        self.random = Random(seed ^ seat.index() as u64);
    }

    fn choose(&mut self, view: &View<'_>, legal: &Actions) -> Result<Action, BotError> {
        let nothing = || BotError("there is nothing to choose".to_owned());
        let first = *legal.first().ok_or_else(nothing)?;
        let (Actor::Seat(seat), true) = (view.actor(), legal.len() > 1) else { return Ok(first) };
        let state = view.complete(self.random.bits());
        let asked = view.decision().map(|decision| decision.question);
        self.budget = BUDGET;
        if asked == Some(Question::Turn) {
            return Ok(self.in_turn(&state, seat, legal));
        }
        Ok(self.best(&state, seat, legal).map_or(first, |(action, _)| action))
    }
}

impl GreedyBot {
    /// A die that brings something comes before rerolls and the converter.
    fn in_turn(&mut self, state: &State<'_>, seat: Seat, legal: &[Action]) -> Action {
        let dice = legal.iter().filter(|action| matches!(action, Action::Activate(_)));
        let dice: Vec<Action> = dice.copied().collect();
        let now = heuristic(state, seat);
        match self.best(state, seat, &dice) {
            Some((action, value)) if value >= now + GOOD => action,
            _ => self.best(state, seat, legal).map_or(Action::EndTurn, |(action, _)| action),
        }
    }

    /// The best of these actions, the later one of equals: it is the more modest.
    fn best(&mut self, state: &State<'_>, seat: Seat, actions: &[Action]) -> Option<(Action, i32)> {
        let mut best = None;
        for &action in actions {
            let value = self.value(state, seat, action);
            if best.is_none_or(|(_, most)| value >= most) {
                best = Some((action, value));
            }
        }
        best
    }

    /// What an action leads to, if this seat answers well what is asked of it at once.
    fn value(&mut self, state: &State<'_>, seat: Seat, action: Action) -> i32 {
        let mut next = *state;
        next.apply_unchecked(Step::Action(action));
        self.budget = self.budget.saturating_sub(1);
        let asked = next.decision().filter(|decision| decision.seat == seat);
        let goes_on = asked.is_some_and(|decision| decision.question != Question::Turn);
        if !goes_on || self.budget == 0 {
            return heuristic(&next, seat);
        }
        let mut legal = Actions::new();
        next.legal_actions(&mut legal);
        self.best(&next, seat, &legal).map_or_else(|| heuristic(&next, seat), |(_, value)| value)
    }
}
