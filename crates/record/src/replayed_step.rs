//! The types of a replayed step: with full information, and as one viewer may see it.

use crate::model::{RecordedStep, TurnLabel};
use orrery_rules::{Event, State, Step, View};

/// One step of a replay, with full information.
#[derive(Clone, Copy, Debug)]
pub struct ReplayedStep<'a, 'r> {
    /// The step number, counted from 1.
    pub number: usize,
    /// The turn of the step.
    pub label: TurnLabel,
    /// The step in the record.
    pub entry: &'a RecordedStep,
    /// The parsed step.
    pub step: Step,
    /// The position before the step.
    pub before: &'a State<'r>,
    /// The position after the step.
    pub after: &'a State<'r>,
    /// The events of the step.
    pub events: &'a [Event],
}

/// One step of a replay, as a seat or a spectator may see it.
#[derive(Clone, Debug)]
pub struct ObservedStep<'a, 'r> {
    /// The step number, counted from 1.
    pub number: usize,
    /// The turn of the step.
    pub label: TurnLabel,
    /// The step in notation, as the viewer may see it.
    pub words: String,
    /// The view before the step.
    pub before: View<'r>,
    /// The view after the step.
    pub after: View<'r>,
    /// The events, as the viewer may see them.
    pub events: &'a [Event],
}
