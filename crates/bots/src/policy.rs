//! One-step lookahead: evaluates the position after each legal action.
//!
//! The policy makes the choices that complete an action. It does not look past chance outcomes and
//! decisions of other seats.

use crate::Budget;
use crate::budget::EvalBudget;
use crate::memo::Memo;
use crate::network::{Evaluator, PartialSums};
use arrayvec::ArrayVec;
use orrery_rules::{Action, Actions, Berth, Seat, State, Step};

/// Maximum number of actions in a line. A test shows that real positions need fewer.
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

    /// Puts an action before the line. A line that is too long loses its last action.
    fn prepend(&mut self, action: Action) {
        if self.line.is_full() {
            self.line.remove(0);
        }
        self.line.push(action);
    }

    /// Returns the best candidate; in a tie, the first one.
    pub(crate) fn best_of<'c>(choices: impl IntoIterator<Item = &'c Self>) -> Option<&'c Self> {
        choices.into_iter().reduce(|best, next| if next.chance > best.chance { next } else { best })
    }
}

/// The candidates of a decision.
pub(crate) struct Candidates {
    /// The activations of dice.
    pub(crate) dice: Vec<Candidate>,
    /// The other actions; empty if using some die does not lower the evaluation.
    pub(crate) others: Vec<Candidate>,
}

/// The candidates that get a complete action line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines {
    /// All candidates.
    All,
    /// All candidates except the second and further moves from home.
    ///
    /// Ships at home are interchangeable, so these moves get the chance of the first one, and a
    /// line of just one action.
    OfDifferentMoves,
}

/// Maximum number of positions that are visited to complete one action.
///
/// Nested abilities can have very many continuations. At the limit, the policy takes the best
/// choice so far.
const MAX_VISITS: u32 = 500;

/// The caches of a policy; they are valid for one evaluator only.
#[derive(Clone)]
pub(crate) struct Scratch {
    sums: PartialSums,
    memo: Memo,
}

impl Scratch {
    pub(crate) fn new() -> Box<Self> {
        Box::new(Self { sums: PartialSums::default(), memo: Memo::default() })
    }

    /// Forgets the completions of earlier actions.
    pub(crate) fn forget(&mut self) {
        self.memo.clear();
    }
}

/// A one-step lookahead policy.
pub(crate) struct Policy<'a> {
    evaluator: &'a Evaluator<'a>,
    scratch: Box<Scratch>,
    budget: EvalBudget,
    /// The positions that may still be visited to complete the current action.
    visits: u32,
    /// Whether different choices of the current action may lead to the same unfinished position.
    has_transpositions: bool,
    /// The number of results so far that must not be cached.
    ///
    /// The result of a search that was cut short depends on the remaining visits. The result of a
    /// finished game depends on the missions of other seats.
    uncacheable: u32,
}

impl<'a> Policy<'a> {
    pub(crate) fn new(evaluator: &'a Evaluator<'a>, budget: Budget) -> Self {
        Self::with_scratch(evaluator, budget, Scratch::new())
    }

    /// Creates a policy with the caches of an earlier policy of this evaluator.
    pub(crate) fn with_scratch(
        evaluator: &'a Evaluator<'a>,
        budget: Budget,
        scratch: Box<Scratch>,
    ) -> Self {
        let budget = EvalBudget::new(budget);
        Self { evaluator, scratch, budget, visits: 0, has_transpositions: true, uncacheable: 0 }
    }

    pub(crate) fn into_scratch(self) -> Box<Scratch> {
        self.scratch
    }

    /// Starts a new decision with this budget.
    pub(crate) fn renew(&mut self, budget: Budget) {
        self.budget = EvalBudget::new(budget);
        self.scratch.forget();
    }

    /// Returns whether the budget is exhausted.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.budget.is_exhausted()
    }

    /// Evaluates a position.
    #[inline]
    pub(crate) fn chance(&mut self, state: &State<'_>, seat: Seat) -> f32 {
        self.visit();
        self.uncacheable += u32::from(state.is_over());
        self.scratch.sums.chance(self.evaluator, state, seat)
    }

    #[inline]
    fn visit(&mut self) {
        self.budget.consume();
        self.visits = self.visits.saturating_sub(1);
    }

    /// Returns the candidate with the best evaluation.
    pub(crate) fn best(&mut self, state: &State<'_>, seat: Seat) -> Option<Candidate> {
        let Candidates { dice, others } = self.candidates(state, seat, Lines::All);
        Candidate::best_of(dice.iter().chain(&others)).cloned()
    }

    /// Returns the candidates that a level chooses from.
    ///
    /// In a turn, if using a die does not lower the evaluation, the policy does not try rerolls and
    /// the converter, because they have by far the most continuations.
    pub(crate) fn candidates(&mut self, state: &State<'_>, seat: Seat, lines: Lines) -> Candidates {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        let (dice, others) = split_dice(&legal);
        let dice = self.candidates_for(state, seat, dice, lines);
        let best_chance = dice.iter().map(|die| die.chance).max_by(f32::total_cmp);
        let is_die_useful = best_chance.is_some_and(|best| best >= self.chance(state, seat));
        let others = if is_die_useful {
            Vec::new()
        } else {
            self.candidates_for(state, seat, others, lines)
        };
        Candidates { dice, others }
    }

    /// Returns the best use of a die that does not lower the evaluation.
    pub(crate) fn useful_die(&mut self, state: &State<'_>, seat: Seat) -> Option<Candidate> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        let (dice, _) = split_dice(&legal);
        let candidates = self.candidates_for(state, seat, dice, Lines::All);
        let best = Candidate::best_of(&candidates)?;
        (best.chance >= self.chance(state, seat)).then(|| best.clone())
    }

    /// Returns the best candidate of each legal action.
    pub(crate) fn all_candidates(&mut self, state: &State<'_>, seat: Seat) -> Vec<Candidate> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        self.candidates_for(state, seat, &legal, Lines::All)
    }

    /// Completes an action with the first legal choices and evaluates it once.
    ///
    /// This ignores the budget.
    pub(crate) fn quick_candidate(
        &mut self,
        state: &State<'_>,
        seat: Seat,
        action: Action,
    ) -> Candidate {
        self.visits = 0;
        self.complete(state, seat, action)
    }

    /// Returns a candidate for each action until the budget is exhausted.
    fn candidates_for(
        &mut self,
        state: &State<'_>,
        seat: Seat,
        actions: &[Action],
        lines: Lines,
    ) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::with_capacity(actions.len());
        // The chance of the first move from home; the other moves from home have the same chance.
        let mut home_chance = None;
        for &action in actions {
            if !candidates.is_empty() && self.is_exhausted() {
                break;
            }
            self.visits = MAX_VISITS;
            let is_from_home = moves_from_home(state, seat, action);
            let is_shortcut = is_from_home && lines == Lines::OfDifferentMoves;
            if let Some(chance) = home_chance.filter(|_| is_shortcut) {
                candidates.push(Candidate { chance, line: ActionLine::from_iter([action]) });
                continue;
            }
            let uncacheable_before = self.uncacheable;
            let candidate = self.complete(state, seat, action);
            if is_from_home && self.uncacheable == uncacheable_before {
                home_chance = Some(candidate.chance);
            }
            candidates.push(candidate);
        }
        candidates
    }

    /// Returns an action completed by the best choices, with its evaluation.
    fn complete(&mut self, state: &State<'_>, seat: Seat, action: Action) -> Candidate {
        // A reroll and the converter choose dice in a fixed order.
        self.has_transpositions = !matches!(action, Action::Reroll | Action::Convert);
        let mut next = *state;
        next.apply_unchecked(Step::Action(action));
        let mut choice = match next.is_between_moves(seat) {
            true => Candidate { chance: self.chance(&next, seat), line: ActionLine::new() },
            false => self.completion(&next, seat),
        };
        choice.prepend(action);
        choice
    }

    /// Returns the best choices in the middle of an action, from the cache or by search.
    fn completion(&mut self, state: &State<'_>, seat: Seat) -> Candidate {
        if !self.has_transpositions {
            return self.search(state, seat);
        }
        let key = state.search_key(seat);
        if let Some(choice) = self.scratch.memo.get(key) {
            self.visit();
            return choice;
        }
        let uncacheable_before = self.uncacheable;
        let choice = self.search(state, seat);
        if self.uncacheable == uncacheable_before {
            self.scratch.memo.put(key, &choice);
        }
        choice
    }

    /// Returns the best choices in the middle of an action by search.
    #[inline]
    fn search(&mut self, state: &State<'_>, seat: Seat) -> Candidate {
        self.best_choice(state, seat).unwrap_or_else(|| Candidate {
            chance: self.chance(state, seat),
            line: ActionLine::new(),
        })
    }

    /// Searches for the best choice in the middle of an action.
    fn best_choice(&mut self, state: &State<'_>, seat: Seat) -> Option<Candidate> {
        let mut legal = Actions::new();
        state.legal_actions(&mut legal);
        let mut best: Option<Candidate> = None;
        let mut has_home_move = false;
        for &action in legal.iter() {
            if best.is_some() && self.visits == 0 {
                self.uncacheable += 1;
                break;
            }
            let is_from_home = moves_from_home(state, seat, action);
            if is_from_home && has_home_move {
                continue;
            }
            let uncacheable_before = self.uncacheable;
            self.improve(state, seat, action, &mut best);
            has_home_move |= is_from_home && self.uncacheable == uncacheable_before;
        }
        best
    }

    /// Replaces the best choice if this action, with the best choices after it, is better.
    #[inline]
    fn improve(
        &mut self,
        state: &State<'_>,
        seat: Seat,
        action: Action,
        best: &mut Option<Candidate>,
    ) {
        let mut next = *state;
        next.apply_unchecked(Step::Action(action));
        let best_chance = best.as_ref().map(|best| best.chance);
        let is_better = |chance: f32| best_chance.is_none_or(|best| chance > best);
        if next.is_between_moves(seat) {
            let chance = self.chance(&next, seat);
            if is_better(chance) {
                *best = Some(Candidate { chance, line: ActionLine::from_iter([action]) });
            }
        } else {
            let mut choice = self.completion(&next, seat);
            if is_better(choice.chance) {
                choice.prepend(action);
                *best = Some(choice);
            }
        }
    }
}

/// Returns whether an action moves a ship from home.
///
/// Ships at home are interchangeable, so their moves lead to the same evaluations.
#[inline]
fn moves_from_home(state: &State<'_>, seat: Seat, action: Action) -> bool {
    matches!(action, Action::MoveShip(ship) if state.berth(seat, ship) == Berth::Home)
}

/// Splits legal actions into activations of dice, which come first in the list, and others.
fn split_dice(legal: &[Action]) -> (&[Action], &[Action]) {
    let is_die = |action: &&Action| matches!(action, Action::Activate(_));
    legal.split_at(legal.iter().take_while(is_die).count())
}

#[cfg(test)]
mod tests;
