//! The budget of a decision, in evaluations or time.

use crate::clock::now;
use std::time::Duration;

/// The budget of one decision.
///
/// With a budget in evaluations, the seed determines the play. With a budget in time, the play also
/// depends on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Budget {
    /// The standard budget, which a typical decision does not exhaust.
    #[default]
    Standard,
    /// This many position evaluations.
    Evaluations(u32),
    /// This much time.
    Time(Duration),
}

/// The remaining budget of a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EvalBudget {
    evaluations_left: u32,
    /// The deadline on the clock of [`now`].
    deadline: Option<Duration>,
}

/// The evaluations of [`Budget::Standard`]: a limit for unusual positions.
///
/// A typical decision needs far fewer.
const STANDARD_EVALUATIONS: u32 = 400_000;

impl EvalBudget {
    pub(crate) fn new(budget: Budget) -> Self {
        match budget {
            Budget::Standard => Self { evaluations_left: STANDARD_EVALUATIONS, deadline: None },
            Budget::Evaluations(count) => Self { evaluations_left: count, deadline: None },
            Budget::Time(time) => Self { evaluations_left: u32::MAX, deadline: Some(now() + time) },
        }
    }

    /// Counts one evaluation.
    #[inline]
    pub(crate) fn consume(&mut self) {
        self.evaluations_left = self.evaluations_left.saturating_sub(1);
    }

    #[inline]
    pub(crate) fn is_exhausted(&self) -> bool {
        self.evaluations_left == 0 || self.deadline.is_some_and(|deadline| now() >= deadline)
    }
}
