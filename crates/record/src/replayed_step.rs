//! One step of a replay, with what was before and what is after it: for somebody who may know
//! everything, and for one seat.

use crate::model::{RecordedStep, TurnLabel};
use orrery_rules::{Event, State, Step, View};

/// One step of a replay, for somebody who may know everything.
#[derive(Clone, Copy, Debug)]
pub struct ReplayedStep<'a, 'r> {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its turn.
    pub label: TurnLabel,
    /// What the record says.
    pub entry: &'a RecordedStep,
    /// What that means.
    pub step: Step,
    /// The position before it.
    pub before: &'a State<'r>,
    /// The position after it.
    pub after: &'a State<'r>,
    /// What happened.
    pub events: &'a [Event],
}

/// One step of a replay, as a seat or a spectator sees it.
#[derive(Clone, Debug)]
pub struct ObservedStep<'a, 'r> {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its turn.
    pub label: TurnLabel,
    /// What was seen before it.
    pub before: View<'r>,
    /// What is seen after it.
    pub after: View<'r>,
    /// What was seen to happen.
    pub events: &'a [Event],
}
