//! Arrays of positions.

use crate::arrays;
use crate::bots::PyNetwork;
use crate::errors::{self, StateError};
use crate::rules::PyRules;
use crate::state::{PyState, actor_number};
use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2, PyUntypedArray, PyUntypedArrayMethods as _, ToPyArray as _};
use orrery_batch::actions::{self, ACTIONS};
use orrery_batch::observation::{self, OBSERVATION};
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{Actions, Actor, DetachedState, STATE_BYTES, State};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

/// An immutable array of positions of one ruleset.
#[pyclass(frozen, name = "States", module = "orrery", sequence)]
pub(crate) struct PyStates {
    rules: PyRules,
    states: Vec<DetachedState>,
}

impl Drop for PyStates {
    /// Recycles the memory for the next expansion.
    fn drop(&mut self) {
        orrery_batch::recycle(std::mem::take(&mut self.states));
    }
}

impl PyStates {
    pub(crate) const fn rules_of(&self) -> &PyRules {
        &self.rules
    }

    pub(crate) const fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = State<'_>> {
        self.states.iter().map(|state| state.attach(&self.rules))
    }

    fn select(&self, indices: impl Iterator<Item = i64>) -> PyResult<Self> {
        let count = self.states.len() as i64;
        let states = indices.map(|index| {
            let from_start = if index < 0 { index + count } else { index };
            let state = usize::try_from(from_start).ok().and_then(|index| self.states.get(index));
            state.copied().ok_or_else(|| {
                PyIndexError::new_err(format!("index {index} of an array of {count} positions"))
            })
        });
        Ok(Self { rules: self.rules.clone(), states: states.collect::<PyResult<_>>()? })
    }
}

#[pymethods]
impl PyStates {
    #[new]
    fn new(states: Vec<PyRef<'_, PyState>>) -> PyResult<Self> {
        let first = states.first().ok_or_else(|| errors::value("there are no positions"))?;
        let rules = first.rules_of().clone();
        if states.iter().any(|state| **state.rules_of() != *rules) {
            return Err(errors::value("the positions belong to different rulesets"));
        }
        Ok(Self { states: states.iter().map(|state| state.detached()).collect(), rules })
    }

    /// Joins arrays of the same ruleset.
    #[staticmethod]
    fn concatenate(parts: Vec<PyRef<'_, Self>>) -> PyResult<Self> {
        let first = parts.first().ok_or_else(|| errors::value("there are no arrays"))?;
        if parts.iter().any(|part| *part.rules != *first.rules) {
            return Err(errors::value("the positions belong to different rulesets"));
        }
        let states = parts.iter().flat_map(|part| part.states.iter().copied());
        Ok(Self { rules: first.rules.clone(), states: states.collect() })
    }

    #[getter]
    fn rules(&self) -> PyRules {
        self.rules.clone()
    }

    fn __len__(&self) -> usize {
        self.states.len()
    }

    /// Returns one position for an integer, or an array for a slice, indices or a mask.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(index) = index.extract::<i64>() {
            let one = self.select(std::iter::once(index))?;
            return Ok(Bound::new(py, PyState::new(self.rules.clone(), one.states[0]))?.into_any());
        }
        let count = self.states.len();
        let chosen = if let Ok(slice) = index.cast::<PySlice>() {
            let range = slice.indices(count as isize)?;
            let steps =
                (0..range.slicelength as isize).map(|i| (range.start + i * range.step) as i64);
            self.select(steps)?
        } else {
            let array = index
                .cast::<PyUntypedArray>()
                .map_err(|_| PyTypeError::new_err("index with an integer, a slice or an array"))?;
            let shape = [array.len()];
            if let Ok(mask) = arrays::readable::<bool>("index", index, &[count]) {
                let mask = mask.as_slice()?;
                self.select((0..).zip(mask).filter(|(_, selected)| **selected).map(|(i, _)| i))?
            } else {
                let indices = arrays::readable::<i64>("index", index, &shape)?;
                self.select(indices.as_slice()?.iter().copied())?
            }
        };
        Ok(Bound::new(py, chosen)?.into_any())
    }

    /// Returns the actor of each position: a seat, `CHANCE` or `OVER`.
    fn actors<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_vec(py, self.each().map(|state| actor_number(state.actor())).collect())
    }

    /// Returns the digest of each position.
    fn digests<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_vec(py, self.each().map(|state| state.digest()).collect())
    }

    /// Returns the observations of the deciding seats, one row per position.
    ///
    /// If no seat decides, the row has only zeros.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let mut values = vec![0; self.states.len() * OBSERVATION];
        py.detach(|| {
            for (state, row) in self.each().zip(values.chunks_exact_mut(OBSERVATION)) {
                if let Actor::Seat(seat) = state.actor() {
                    observation::encode(&state.observe(Some(seat)), row);
                }
            }
        });
        rows(py, values, OBSERVATION)
    }

    /// Returns the masks of the legal actions, one row per position.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let mut values = vec![0; self.states.len() * ACTIONS];
        py.detach(|| {
            let mut legal = Actions::new();
            for (state, row) in self.each().zip(values.chunks_exact_mut(ACTIONS)) {
                let Actor::Seat(seat) = state.actor() else { continue };
                state.legal_actions(&mut legal);
                let count = state.seat_count();
                legal.iter().for_each(|action| row[actions::index(*action, seat, count)] = 1);
            }
        });
        rows(py, values, ACTIONS)
    }

    /// Returns the positions as bytes, one row of `STATE_BYTES` each.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let values = py.detach(|| self.each().flat_map(|state| state.to_bytes()).collect());
        rows(py, values, STATE_BYTES)
    }

    /// Reads positions from the array of `to_numpy`.
    #[staticmethod]
    fn from_numpy(py: Python<'_>, rules: &PyRules, array: &Bound<'_, PyAny>) -> PyResult<Self> {
        let untyped = array.cast::<PyUntypedArray>();
        let untyped = untyped.map_err(|_| PyTypeError::new_err("`array` must be a NumPy array"))?;
        let count = untyped.shape().first().copied().unwrap_or(0);
        let array = arrays::readable::<u8>("array", array, &[count, STATE_BYTES])?;
        let bytes = array.as_slice()?;
        let states = py.detach(|| {
            let rows = bytes.chunks_exact(STATE_BYTES).enumerate();
            let states = rows.map(|(row, bytes)| {
                let state = State::from_bytes(rules, bytes);
                state.map(|state| state.detach()).map_err(|error| (row, error))
            });
            states.collect::<Result<Vec<_>, _>>()
        });
        let states =
            states.map_err(|(row, error)| StateError::new_err(format!("row {row}: {error}")))?;
        Ok(Self { rules: rules.clone(), states })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let class = py.get_type::<Self>();
        Ok((class.getattr("from_numpy")?, (self.rules.clone(), self.to_numpy(py)?)))
    }

    fn __repr__(&self) -> String {
        format!("<orrery.States {}, {} positions>", self.rules.id, self.states.len())
    }
}

/// The constructor and the arguments from which Python recreates a pickled array.
type Reduced<'py> = (Bound<'py, PyAny>, (PyRules, Bound<'py, PyArray2<u8>>));

/// Creates a two-dimensional array with this many columns.
pub(crate) fn rows<T: numpy::Element>(
    py: Python<'_>,
    values: Vec<T>,
    columns: usize,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let shape = (values.len() / columns, columns);
    let array = Array2::from_shape_vec(shape, values).map_err(errors::value)?;
    Ok(PyArray2::from_owned_array(py, array))
}

/// The children of positions, the indices of their parents and their probabilities.
type Expansion<'py> = (PyStates, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f64>>);

/// Returns all children of the positions with the indices of their parents and probabilities.
#[pyfunction]
#[pyo3(signature = (states, *, threads = 1))]
pub(crate) fn expand<'py>(py: Python<'py>, states: &PyStates, threads: usize) -> Expansion<'py> {
    let children =
        py.detach(|| orrery_batch::expand(&states.rules, &states.states, threads.max(1)));
    (
        PyStates { rules: states.rules.clone(), states: children.states },
        PyArray1::from_vec(py, children.parents),
        PyArray1::from_vec(py, children.probabilities),
    )
}

/// Returns each seat's chance to win, one row per position.
#[pyfunction]
#[pyo3(signature = (states, network = None, *, threads = 1))]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    states: &PyStates,
    network: Option<PyRef<'_, PyNetwork>>,
    threads: usize,
) -> Bound<'py, PyArray2<f32>> {
    let network = PyNetwork::shared(network.as_deref());
    let mut values = vec![[0.0; MAX_SEATS]; states.states.len()];
    let columns = states.each().map(|state| state.seat_count()).max().unwrap_or(0);
    py.detach(|| {
        orrery_batch::evaluate(
            &network,
            &states.rules,
            &states.states,
            &mut values,
            threads.max(1),
        );
    });
    let shape = (values.len(), columns);
    Array2::from_shape_fn(shape, |(row, seat)| values[row][seat]).to_pyarray(py)
}
