//! What a bot may spend on a decision.

use crate::clock::now;
use std::time::Duration;

/// What a bot may spend on one decision. Given in evaluations, what it does follows from its seed;
/// given in time, it depends on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Budget {
    /// What its level is meant to spend.
    #[default]
    Standard,
    /// So many positions judged.
    Evaluations(u32),
    /// So long.
    Time(Duration),
}

/// What is left of a budget.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EvalBudget {
    left: u32,
    /// On [`now`]'s clock.
    until: Option<Duration>,
}

/// Far more than any decision needs, as a brake on the strangest positions.
const STANDARD_EVALUATIONS: u32 = 400_000;

impl EvalBudget {
    pub(crate) fn new(budget: Budget) -> Self {
        match budget {
            Budget::Standard => Self { left: STANDARD_EVALUATIONS, until: None },
            Budget::Evaluations(left) => Self { left, until: None },
            Budget::Time(time) => Self { left: u32::MAX, until: Some(now() + time) },
        }
    }

    /// One position more was judged.
    #[inline]
    pub(crate) fn consume(&mut self) {
        self.left = self.left.saturating_sub(1);
    }

    #[inline]
    pub(crate) fn is_exhausted(&self) -> bool {
        self.left == 0 || self.until.is_some_and(|until| now() >= until)
    }
}
