//! One step ahead: tries every legal action, answers well what is asked of the same seat at once,
//! and judges where that leads. Chance and others' answers are left to the judgement.

use crate::Budget;
use crate::budget::Purse;
use crate::mind::Judge;
use arrayvec::ArrayVec;
use orrery_rules::{Action, Actions, Question, Seat, State, Step};

/// An action and the answers that go with it, last answer first.
pub(crate) type Line = ArrayVec<Action, 24>;

/// A line and the chance to win that it leads to.
#[derive(Clone, Default)]
pub(crate) struct Choice {
    pub(crate) chance: f32,
    pub(crate) line: Line,
}

impl Choice {
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
    pub(crate) judge: &'a Judge<'a>,
    purse: Purse,
    tries: u32,
}

impl<'a> Policy<'a> {
    pub(crate) fn new(judge: &'a Judge<'a>, budget: Budget) -> Self {
        Self { judge, purse: Purse::new(budget), tries: 0 }
    }

    /// Whether the budget is spent.
    pub(crate) fn is_spent(&self) -> bool {
        self.purse.is_empty()
    }

    /// The judgement of a position.
    #[inline]
    pub(crate) fn chance(&mut self, state: &State<'_>, seat: Seat) -> f32 {
        self.purse.spend();
        self.tries = self.tries.saturating_sub(1);
        self.judge.chance(state, seat)
    }

    /// The line that leads to the best judgement.
    ///
    /// In a turn, a die that keeps what the position promises is used before rerolls and the
    /// converter are looked at, as people do it: those have by far the most ways.
    pub(crate) fn best(&mut self, state: &State<'_>, seat: Seat) -> Option<Choice> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        let (dice, others): (Vec<Action>, Vec<Action>) =
            legal.iter().partition(|action| matches!(action, Action::Activate(_)));
        let die = Choice::best(self.each(state, seat, &dice));
        if die.as_ref().is_some_and(|die| die.chance >= self.chance(state, seat)) {
            return die;
        }
        Choice::best(die.into_iter().chain(self.each(state, seat, &others)))
    }

    /// The best line of each legal action.
    pub(crate) fn all(&mut self, state: &State<'_>, seat: Seat) -> Vec<Choice> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        self.each(state, seat, &legal)
    }

    /// An action with the first answers that come to mind: one position is judged, whatever is left
    /// of the budget.
    pub(crate) fn glance(&mut self, state: &State<'_>, seat: Seat, action: Action) -> Choice {
        self.tries = 0;
        self.line(state, seat, action)
    }

    fn each(&mut self, state: &State<'_>, seat: Seat, actions: &[Action]) -> Vec<Choice> {
        let mut lines = Vec::with_capacity(actions.len());
        for &action in actions {
            if !lines.is_empty() && self.is_spent() {
                break;
            }
            self.tries = TRIES;
            lines.push(self.line(state, seat, action));
        }
        lines
    }

    /// An action, the best answers to what it leads to, and the judgement after them.
    fn line(&mut self, state: &State<'_>, seat: Seat, action: Action) -> Choice {
        let mut next = *state;
        next.apply_unchecked(Step::Action(action));
        let mut choice = match is_settled(&next, seat) {
            true => None,
            false => self.answers(&next, seat),
        }
        .unwrap_or_else(|| Choice { chance: self.chance(&next, seat), line: Line::new() });
        let _ = choice.line.try_push(action);
        choice
    }

    /// The best answer in the middle of an action.
    fn answers(&mut self, state: &State<'_>, seat: Seat) -> Option<Choice> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        let mut best: Option<Choice> = None;
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
pub(crate) fn is_settled(state: &State<'_>, seat: Seat) -> bool {
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
