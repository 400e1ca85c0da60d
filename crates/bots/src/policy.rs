//! One-step lookahead: evaluates the position after each legal action.
//!
//! It makes the choices that complete an action, but does not look past chance outcomes and decisions
//! of other seats.

use crate::Budget;
use crate::budget::EvalBudget;
use crate::network::Evaluator;
use arrayvec::ArrayVec;
use orrery_rules::{Action, Actions, Question, Seat, State, Step};

/// The most actions of a line; a test shows that no position needs as many.
pub(crate) const MAX_LINE: usize = 24;

/// An action and the choices that complete it, last one first.
pub(crate) type ActionLine = ArrayVec<Action, MAX_LINE>;

/// An action line with the chance to win after it.
#[derive(Clone, Default)]
pub(crate) struct Candidate {
    pub(crate) chance: f32,
    pub(crate) line: ActionLine,
}

impl Candidate {
    /// Returns the first action of the line.
    pub(crate) fn action(&self) -> Option<Action> {
        self.line.last().copied()
    }

    /// Returns the best candidate; the first one in a tie.
    pub(crate) fn best(choices: impl IntoIterator<Item = Self>) -> Option<Self> {
        choices.into_iter().reduce(|best, next| if next.chance > best.chance { next } else { best })
    }
}

/// The candidates of a decision.
pub(crate) struct Candidates {
    /// The activations of dice.
    pub(crate) dice: Vec<Candidate>,
    /// The other actions; empty if a die is used anyway.
    pub(crate) others: Vec<Candidate>,
}

/// The most evaluations to complete one action: nested abilities can have very many continuations.
/// After that, the best choice so far is taken.
const TRIES: u32 = 1500;

/// A one-step lookahead policy.
pub(crate) struct Policy<'a> {
    pub(crate) evaluator: &'a Evaluator<'a>,
    budget: EvalBudget,
    tries: u32,
}

impl<'a> Policy<'a> {
    pub(crate) fn new(evaluator: &'a Evaluator<'a>, budget: Budget) -> Self {
        Self { evaluator, budget: EvalBudget::new(budget), tries: 0 }
    }

    /// Starts a new decision with this budget.
    pub(crate) fn renew(&mut self, budget: Budget) {
        self.budget = EvalBudget::new(budget);
    }

    /// Returns whether the budget is exhausted.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.budget.is_exhausted()
    }

    /// Evaluates a position.
    #[inline]
    pub(crate) fn chance(&mut self, state: &State<'_>, seat: Seat) -> f32 {
        self.budget.consume();
        self.tries = self.tries.saturating_sub(1);
        self.evaluator.chance(state, seat)
    }

    /// Returns the candidate with the best evaluation.
    pub(crate) fn best(&mut self, state: &State<'_>, seat: Seat) -> Option<Candidate> {
        let Candidates { dice, others } = self.candidates(state, seat);
        Candidate::best(dice.into_iter().chain(others))
    }

    /// Returns the candidates that a level chooses from.
    ///
    /// In a turn, a die that does not lower the evaluation is used before rerolls and the converter
    /// are tried, since those have by far the most continuations.
    pub(crate) fn candidates(&mut self, state: &State<'_>, seat: Seat) -> Candidates {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        // Activations come first, because the list is sorted.
        let is_die = |action: &&Action| matches!(action, Action::Activate(_));
        let (dice, others) = legal.split_at(legal.iter().take_while(is_die).count());
        let dice = self.each(state, seat, dice);
        let most = dice.iter().map(|die| die.chance).max_by(f32::total_cmp);
        let is_die_useful = most.is_some_and(|most| most >= self.chance(state, seat));
        let others = if is_die_useful { Vec::new() } else { self.each(state, seat, others) };
        Candidates { dice, others }
    }

    /// Returns the best use of a die that does not lower the evaluation.
    pub(crate) fn useful_die(&mut self, state: &State<'_>, seat: Seat) -> Option<Candidate> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        let is_die = |action: &&Action| matches!(action, Action::Activate(_));
        let (dice, _) = legal.split_at(legal.iter().take_while(is_die).count());
        let best = Candidate::best(self.each(state, seat, dice))?;
        (best.chance >= self.chance(state, seat)).then_some(best)
    }

    /// Returns the best candidate of each legal action.
    pub(crate) fn all(&mut self, state: &State<'_>, seat: Seat) -> Vec<Candidate> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        self.each(state, seat, &legal)
    }

    /// Completes an action with the first legal choices and evaluates it once.
    ///
    /// It ignores the budget.
    pub(crate) fn quick_candidate(
        &mut self,
        state: &State<'_>,
        seat: Seat,
        action: Action,
    ) -> Candidate {
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

    /// Returns an action completed by the best choices, with its evaluation.
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

    /// Returns the best choice in the middle of an action.
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

/// Returns whether a position is quiet: this seat is not in the middle of an action.
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
