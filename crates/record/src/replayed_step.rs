//! One step of a replay with the positions around it: with full information, and for one viewer.

use crate::model::{RecordedStep, TurnLabel};
use orrery_rules::{Event, State, Step, View};

/// One step of a replay, with full information.
#[derive(Clone, Copy, Debug)]
pub struct ReplayedStep<'a, 'r> {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its turn.
    pub label: TurnLabel,
    /// The step in the record.
    pub entry: &'a RecordedStep,
    /// The parsed step.
    pub step: Step,
    /// The position before it.
    pub before: &'a State<'r>,
    /// The position after it.
    pub after: &'a State<'r>,
    /// The events of the step.
    pub events: &'a [Event],
}

/// One step of a replay, as a seat or a spectator may see it.
#[derive(Clone, Debug)]
pub struct ObservedStep<'a, 'r> {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its turn.
    pub label: TurnLabel,
    /// The step in notation, as the viewer may see it.
    pub words: String,
    /// The view before it.
    pub before: View<'r>,
    /// The view after it.
    pub after: View<'r>,
    /// The events, as the viewer may see them.
    pub events: &'a [Event],
}
