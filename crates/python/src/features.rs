//! The network's inputs as observations.

use crate::bots::PyNetwork;
use crate::errors;
use crate::rules::PyRules;
use crate::state::PyState;
use crate::states::{PyStates, rows};
use numpy::{PyArray1, PyArray2};
use orrery_batch::ObservationKind;
use orrery_bots::{FEATURE_SLOTS, FEATURES, SparseFeatures, feature_blocks};
use orrery_rules::Actor;
use pyo3::prelude::*;

/// The sparse features of positions of one ruleset: the active inputs of a network.
#[pyclass(frozen, name = "Features", module = "orrery")]
pub(crate) struct PyFeatures {
    rules: PyRules,
    network: Option<PyNetwork>,
    features: SparseFeatures,
}

impl PyFeatures {
    fn check(&self, rules: &PyRules) -> PyResult<()> {
        let is_same = **rules == *self.rules;
        is_same.then_some(()).ok_or_else(|| errors::value("the position has another ruleset"))
    }
}

#[pymethods]
impl PyFeatures {
    #[new]
    #[pyo3(signature = (rules, network = None))]
    fn new(rules: &PyRules, network: Option<PyRef<'_, PyNetwork>>) -> Self {
        let features = PyNetwork::shared(network.as_deref()).features(rules);
        let network = network.map(|network| (*network).clone());
        Self { rules: rules.clone(), network, features }
    }

    /// Returns the active inputs from the viewpoint of a seat, by default the deciding seat.
    #[pyo3(signature = (state, seat = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        state: &PyState,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        self.check(state.rules_of())?;
        let position = state.state();
        let seat = match (seat, position.actor()) {
            (Some(index), _) => state.seat(index)?,
            (None, Actor::Seat(seat)) => seat,
            (None, _) => position.active(),
        };
        let mut values = vec![0; FEATURE_SLOTS];
        self.features.write(&position, seat, &mut values);
        Ok(PyArray1::from_vec(py, values))
    }

    /// Returns the active inputs of the deciding seats, one row per position.
    ///
    /// If no seat decides, the row has only padding.
    fn observe_all<'py>(
        &self,
        py: Python<'py>,
        states: &PyStates,
    ) -> PyResult<Bound<'py, PyArray2<u16>>> {
        self.check(states.rules_of())?;
        let values = py.detach(|| {
            let mut values = vec![FEATURES as u16; states.len() * FEATURE_SLOTS];
            for (state, row) in states.each().zip(values.chunks_exact_mut(FEATURE_SLOTS)) {
                if let Actor::Seat(seat) = state.actor() {
                    self.features.write(&state, seat, row);
                }
            }
            values
        });
        rows(py, values, FEATURE_SLOTS)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, FeatureArguments) {
        let class = py.get_type::<Self>().into_any();
        (class, (self.rules.clone(), self.network.clone()))
    }
}

/// The arguments from which Python recreates pickled features.
type FeatureArguments = (PyRules, Option<PyNetwork>);

/// Returns the kind of observation with this name: `vector` or `features`.
pub(crate) fn observation_kind(name: &str, rules: &PyRules) -> PyResult<ObservationKind> {
    match name {
        "vector" => Ok(ObservationKind::Vector),
        "features" => Ok(ObservationKind::Features(PyNetwork::shared(None).features(rules))),
        _ => Err(errors::value(format!("unknown observation `{name}`; known: vector, features"))),
    }
}

/// Returns the blocks of features: first input, kinds, values, name and meaning.
#[pyfunction]
pub(crate) fn feature_table() -> Vec<(usize, usize, usize, &'static str, &'static str)> {
    let blocks = feature_blocks();
    let rows = blocks
        .iter()
        .map(|block| (block.start, block.kinds, block.values, block.name, block.meaning));
    rows.collect()
}
