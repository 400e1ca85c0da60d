//! One step ahead: tries every legal action, answers well what is asked of the same seat at once,
//! and judges where that leads. Chance and others' answers are left to the judgement.

use crate::Budget;
use crate::budget::EvalBudget;
use crate::network::Evaluator;
use arrayvec::ArrayVec;
use orrery_rules::{Action, Actions, Question, Seat, State, Step};

/// An action and the answers that go with it, last answer first.
pub(crate) type ActionLine = ArrayVec<Action, 24>;

/// A line and the chance to win that it leads to.
#[derive(Clone, Default)]
pub(crate) struct Candidate {
    pub(crate) chance: f32,
    pub(crate) line: ActionLine,
}

impl Candidate {
    /// The action itself.
    pub(crate) fn action(&self) -> Option<Action> {
        self.line.last().copied()
    }

    /// The better of some choices, the first of equals.
    pub(crate) fn best(choices: impl IntoIterator<Item = Self>) -> Option<Self> {
        choices.into_iter().reduce(|best, next| if next.chance > best.chance { next } else { best })
    }
}

/// Positions judged to find the answers that go with one action: abilities that lead to others can
/// have very many. Past that, the best answer so far is taken.
const TRIES: u32 = 1500;

/// Looks one step ahead.
pub(crate) struct Policy<'a> {
    pub(crate) evaluator: &'a Evaluator<'a>,
    budget: EvalBudget,
    tries: u32,
}

impl<'a> Policy<'a> {
    pub(crate) fn new(evaluator: &'a Evaluator<'a>, budget: Budget) -> Self {
        Self { evaluator, budget: EvalBudget::new(budget), tries: 0 }
    }

    /// Whether the budget is spent.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.budget.is_exhausted()
    }

    /// The judgement of a position.
    #[inline]
    pub(crate) fn chance(&mut self, state: &State<'_>, seat: Seat) -> f32 {
        self.budget.consume();
        self.tries = self.tries.saturating_sub(1);
        self.evaluator.chance(state, seat)
    }

    /// The line that leads to the best judgement.
    ///
    /// In a turn, a die that keeps what the position promises is used before rerolls and the
    /// converter are looked at, as people do it: those have by far the most ways.
    pub(crate) fn best(&mut self, state: &State<'_>, seat: Seat) -> Option<Candidate> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        let (dice, others): (Vec<Action>, Vec<Action>) =
            legal.iter().partition(|action| matches!(action, Action::Activate(_)));
        let die = Candidate::best(self.each(state, seat, &dice));
        if die.as_ref().is_some_and(|die| die.chance >= self.chance(state, seat)) {
            return die;
        }
        Candidate::best(die.into_iter().chain(self.each(state, seat, &others)))
    }

    /// The best line of each legal action.
    pub(crate) fn all(&mut self, state: &State<'_>, seat: Seat) -> Vec<Candidate> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        self.each(state, seat, &legal)
    }

    /// An action with the first answers that come to mind: one position is judged, whatever is left
    /// of the budget.
    pub(crate) fn glance(&mut self, state: &State<'_>, seat: Seat, action: Action) -> Candidate {
        self.tries = 0;
        self.line(state, seat, action)
    }

    fn each(&mut self, state: &State<'_>, seat: Seat, actions: &[Action]) -> Vec<Candidate> {
        let mut lines = Vec::with_capacity(actions.len());
        for &action in actions {
            if !lines.is_empty() && self.is_exhausted() {
                break;
            }
            self.tries = TRIES;
            lines.push(self.line(state, seat, action));
        }
        lines
    }

    /// An action, the best answers to what it leads to, and the judgement after them.
    fn line(&mut self, state: &State<'_>, seat: Seat, action: Action) -> Candidate {
        let mut next = *state;
        next.apply_unchecked(Step::Action(action));
        let mut choice = match is_quiet(&next, seat) {
            true => None,
            false => self.answers(&next, seat),
        }
        .unwrap_or_else(|| Candidate { chance: self.chance(&next, seat), line: ActionLine::new() });
        let _ = choice.line.try_push(action);
        choice
    }

    /// The best answer in the middle of an action.
    fn answers(&mut self, state: &State<'_>, seat: Seat) -> Option<Candidate> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        let mut best: Option<Candidate> = None;
        for &action in legal.iter() {
            if best.is_some() && self.tries == 0 {
                break;
            }
            let choice = self.line(state, seat, action);
            if best.as_ref().is_none_or(|best| choice.chance > best.chance) {
                best = Some(choice);
            }
        }
        best
    }
}

/// Whether a position can be judged: this seat is not in the middle of an action.
pub(crate) fn is_quiet(state: &State<'_>, seat: Seat) -> bool {
    state.decision().is_none_or(|asked| {
        asked.seat != seat
            || matches!(
                asked.question,
                Question::Turn | Question::Follow { .. } | Question::ForceReroll { .. }
            )
    })
}

#[cfg(test)]
mod tests;
