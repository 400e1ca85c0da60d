//! Actions and chance outcomes as Python objects.

use crate::errors;
use crate::rules::PyRules;
use orrery_batch::actions;
use orrery_describe::{Context, Language};
use orrery_rules::ids::MAX_ROW;
use orrery_rules::{Action, Actor, ChanceOutcome, Illegal, Planet, Seat, Slot, State, Step};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The part of a position that the text of a step needs.
#[derive(Clone)]
pub(crate) struct StepContext {
    pub(crate) rules: PyRules,
    row: [Option<Planet>; MAX_ROW],
    seats: u8,
    rogue: Option<u8>,
    seat: Option<Seat>,
}

impl StepContext {
    pub(crate) fn new(rules: &PyRules, state: &State<'_>) -> Self {
        let mut row = [None; MAX_ROW];
        for (i, planet) in row.iter_mut().enumerate() {
            *planet = Slot::new(i).and_then(|slot| state.planet_in(slot));
        }
        let seat = match state.actor() {
            Actor::Seat(seat) => Some(seat),
            _ => None,
        };
        let rogue = state.rogue().map(|rogue| rogue as u8);
        Self { rules: rules.clone(), row, seats: state.seat_count() as u8, rogue, seat }
    }

    fn notation(&self, step: Step) -> String {
        step.notation(&self.rules).to_string()
    }

    fn text(&self, step: Step, language: &str) -> PyResult<String> {
        let known =
            || Language::ALL.iter().map(|language| language.tag()).collect::<Vec<_>>().join(", ");
        let language = Language::from_tag(language).ok_or_else(|| {
            errors::value(format!("unknown language `{language}`; known: {}", known()))
        })?;
        let mut names = vec!["A", "B", "C", "D", "E"];
        if let Some(rogue) = self.rogue.and_then(|rogue| self.rules.rogues.get(rogue as usize)) {
            names[1] = &rogue.name;
        }
        let context = Context { rules: &self.rules, seats: &names, row: self.row };
        Ok(language.localizer().text(&orrery_describe::step(&step), &context))
    }
}

fn hash_of(item: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    item.hash(&mut hasher);
    hasher.finish()
}

/// An action of the deciding seat.
#[pyclass(frozen, name = "Action", module = "orrery")]
pub(crate) struct PyAction {
    pub(crate) action: Action,
    context: StepContext,
}

impl PyAction {
    pub(crate) const fn new(action: Action, context: StepContext) -> Self {
        Self { action, context }
    }
}

#[pymethods]
impl PyAction {
    /// Returns the number of the action in the fixed action space.
    #[getter]
    fn index(&self) -> Option<usize> {
        let seat = self.context.seat?;
        Some(actions::index(self.action, seat, self.context.seats.into()))
    }

    /// Returns the action as text in a language, `en` or `de`.
    #[pyo3(signature = (language = "en"))]
    fn text(&self, language: &str) -> PyResult<String> {
        self.context.text(Step::Action(self.action), language)
    }

    fn __str__(&self) -> String {
        self.context.notation(Step::Action(self.action))
    }

    fn __repr__(&self) -> String {
        format!("<orrery.Action {}>", self.__str__())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.action == other.action
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.action)
    }
}

/// A chance outcome: a roll or a draw.
#[pyclass(frozen, name = "Outcome", module = "orrery")]
pub(crate) struct PyOutcome {
    pub(crate) outcome: ChanceOutcome,
    context: StepContext,
}

impl PyOutcome {
    pub(crate) const fn new(outcome: ChanceOutcome, context: StepContext) -> Self {
        Self { outcome, context }
    }
}

#[pymethods]
impl PyOutcome {
    /// Returns the outcome as text in a language, `en` or `de`.
    #[pyo3(signature = (language = "en"))]
    fn text(&self, language: &str) -> PyResult<String> {
        self.context.text(Step::Chance(self.outcome), language)
    }

    fn __str__(&self) -> String {
        self.context.notation(Step::Chance(self.outcome))
    }

    fn __repr__(&self) -> String {
        format!("<orrery.Outcome {}>", self.__str__())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.outcome == other.outcome
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.outcome)
    }
}

/// A step argument: an action, an outcome, the notation of either, or the number of an action.
#[derive(FromPyObject)]
pub(crate) enum StepArgument<'py> {
    Action(PyRef<'py, PyAction>),
    Outcome(PyRef<'py, PyOutcome>),
    Notation(String),
    Number(i64),
}

impl StepArgument<'_> {
    /// Returns the step in this position, and its notation for error messages.
    pub(crate) fn step(&self, py: Python<'_>, state: &State<'_>) -> PyResult<(Step, String)> {
        let step = match self {
            Self::Action(action) if actions::is_in_deck(action.action, state.rules()) => {
                Step::Action(action.action)
            }
            Self::Action(_) => {
                return Err(errors::value("the action names a card of another deck"));
            }
            Self::Outcome(outcome) => Step::Chance(outcome.outcome),
            Self::Notation(text) => Step::parse(state.rules(), text).map_err(|error| {
                errors::OrreryError::new_err(format!("`{}`: {error}", clip(text)))
            })?,
            Self::Number(number) => {
                let action = actions::action_in(*number, state);
                Step::Action(action.map_err(|reason| wrong_number(py, *number, reason))?)
            }
        };
        Ok((step, step.notation(state.rules()).to_string()))
    }
}

fn clip(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Creates the exception of an action number that does not stand for an action of this position.
fn wrong_number(py: Python<'_>, number: i64, reason: Illegal) -> PyErr {
    let message = match reason {
        Illegal::NotAsked => {
            format!("{number} is not the number of an action in this game ({})", reason.rule())
        }
        _ => format!("action {number}: {reason}"),
    };
    errors::illegal_step(py, message, reason)
}
