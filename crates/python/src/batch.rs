//! Batched games, which write to buffers of the caller.

use crate::arrays::{readable, writable};
use crate::bots::BotArgument;
use crate::errors;
use crate::features::observation_kind;
use crate::rules::PyRules;
use crate::state::PyState;
use numpy::PyReadwriteArrayDyn;
use orrery_batch::actions::ACTIONS;
use orrery_batch::{BatchBuffers, BatchEnv, BatchSpec, ObservationKind, ObservationRows};
use orrery_rules::Random;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard};

/// A batch of games that native threads play at the same time, without the GIL.
#[pyclass(frozen, name = "BatchEnv", module = "orrery")]
pub(crate) struct PyBatchEnv {
    rules: PyRules,
    batch: Mutex<(BatchEnv, Random)>,
}

/// A borrowed buffer of observations.
enum ObservationArray<'py> {
    Vector(PyReadwriteArrayDyn<'py, i8>),
    Features(PyReadwriteArrayDyn<'py, u16>),
}

impl<'py> ObservationArray<'py> {
    fn new(
        name: &str,
        array: &Bound<'py, PyAny>,
        games: usize,
        kind: &ObservationKind,
    ) -> PyResult<Self> {
        let shape = [games, kind.width()];
        Ok(match kind {
            ObservationKind::Vector => Self::Vector(writable(name, array, &shape)?),
            ObservationKind::Features(_) => Self::Features(writable(name, array, &shape)?),
        })
    }

    fn rows(&mut self) -> PyResult<ObservationRows<'_>> {
        Ok(match self {
            Self::Vector(array) => ObservationRows::Vector(array.as_slice_mut()?),
            Self::Features(array) => ObservationRows::Features(array.as_slice_mut()?),
        })
    }
}

/// The borrowed buffers of a call.
struct Buffers<'py> {
    observations: ObservationArray<'py>,
    masks: PyReadwriteArrayDyn<'py, i8>,
    rewards: PyReadwriteArrayDyn<'py, f32>,
    seats: PyReadwriteArrayDyn<'py, i8>,
    terminated: PyReadwriteArrayDyn<'py, bool>,
    truncated: PyReadwriteArrayDyn<'py, bool>,
    finals: ObservationArray<'py>,
}

impl<'py> Buffers<'py> {
    fn new(arrays: &BufferArguments<'py>, batch: &BatchEnv) -> PyResult<Self> {
        let (observations, masks, rewards, deciding, terminated, truncated, finals) = arrays;
        let (games, seats, kind) = (batch.len(), batch.seat_count(), batch.observation());
        Ok(Self {
            observations: ObservationArray::new("observations", observations, games, kind)?,
            masks: writable("masks", masks, &[games, ACTIONS])?,
            rewards: writable("rewards", rewards, &[games, seats])?,
            seats: writable("seats", deciding, &[games])?,
            terminated: writable("terminated", terminated, &[games])?,
            truncated: writable("truncated", truncated, &[games])?,
            finals: ObservationArray::new("finals", finals, games, kind)?,
        })
    }

    fn rows(&mut self) -> PyResult<BatchBuffers<'_>> {
        Ok(BatchBuffers {
            observations: self.observations.rows()?,
            masks: self.masks.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            seats: self.seats.as_slice_mut()?,
            terminated: self.terminated.as_slice_mut()?,
            truncated: self.truncated.as_slice_mut()?,
            finals: self.finals.rows()?,
        })
    }
}

/// The buffers: observations, masks, rewards, seats, terminated, truncated, final observations.
type BufferArguments<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

impl PyBatchEnv {
    fn locked(&self) -> PyResult<MutexGuard<'_, (BatchEnv, Random)>> {
        self.batch.try_lock().map_err(|_| errors::value("another thread uses this batch"))
    }
}

#[pymethods]
impl PyBatchEnv {
    #[new]
    #[pyo3(signature = (
        rules, games, seats = 2, *, rogue = None, start = None, options = Vec::new(),
        opponents = Vec::new(), max_decisions = 0, shaping = 0.0, observation = "vector",
        threads = 1, seed = 0,
    ))]
    #[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
    fn new(
        py: Python<'_>,
        rules: &PyRules,
        games: usize,
        seats: usize,
        rogue: Option<&str>,
        start: Option<usize>,
        options: Vec<String>,
        opponents: Vec<Option<BotArgument<'_>>>,
        max_decisions: u32,
        shaping: f32,
        observation: &str,
        threads: usize,
        seed: u64,
    ) -> PyResult<Self> {
        if games == 0 || games > MAX_GAMES {
            return Err(errors::value(format!("`games` must be from 1 to {MAX_GAMES}")));
        }
        let options = rules.options(seats, rogue, start, &options)?;
        let opponents = opponents.iter().map(|bot| bot.as_ref().map(BotArgument::spec).transpose());
        let spec = BatchSpec {
            rules: rules.shared(),
            options,
            games,
            opponents: opponents.collect::<PyResult<_>>()?,
            max_decisions,
            shaping,
            observation: observation_kind(observation, rules)?,
            threads: threads.clamp(1, MAX_THREADS),
        };
        let batch = BatchEnv::new(spec).map_err(|error| errors::batch(py, &error))?;
        Ok(Self { rules: rules.clone(), batch: Mutex::new((batch, Random(seed))) })
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.locked()?.0.len())
    }

    /// Returns the number of seats of a game. A solo game has 2, including the Rogue's.
    #[getter]
    fn seat_count(&self) -> PyResult<usize> {
        Ok(self.locked()?.0.seat_count())
    }

    /// Returns the position of a game.
    fn state(&self, game: usize) -> PyResult<PyState> {
        let state = self.locked()?.0.state(game);
        let state = state.ok_or_else(|| PyIndexError::new_err(format!("no game {game}")))?;
        Ok(PyState::new(self.rules.clone(), state))
    }

    /// Restarts every game with its seed and fills the buffers.
    fn reset<'py>(
        &self,
        py: Python<'py>,
        seeds: &Bound<'py, PyAny>,
        buffers: BufferArguments<'py>,
    ) -> PyResult<()> {
        let mut batch = self.locked()?;
        let seeds = readable::<u64>("seeds", seeds, &[batch.0.len()])?;
        let seeds = seeds.as_slice()?;
        let mut buffers = Buffers::new(&buffers, &batch.0)?;
        let rows = buffers.rows()?;
        let batch = &mut batch.0;
        py.detach(|| batch.reset(seeds, rows)).map_err(|error| errors::batch(py, &error))
    }

    /// Applies one action per game and fills the buffers.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        buffers: BufferArguments<'py>,
    ) -> PyResult<()> {
        let mut batch = self.locked()?;
        let actions = readable::<i64>("actions", actions, &[batch.0.len()])?;
        let actions = actions.as_slice()?;
        let mut buffers = Buffers::new(&buffers, &batch.0)?;
        let rows = buffers.rows()?;
        let batch = &mut batch.0;
        py.detach(|| batch.step(actions, rows)).map_err(|error| errors::batch(py, &error))
    }

    /// Writes a uniformly chosen legal action per game.
    fn sample<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<()> {
        let mut batch = self.locked()?;
        let mut actions = writable::<i64>("actions", actions, &[batch.0.len()])?;
        let actions = actions.as_slice_mut()?;
        let (batch, random) = &mut *batch;
        py.detach(|| batch.sample(random, actions)).map_err(|error| errors::batch(py, &error))
    }
}

/// Maximum number of games in a batch.
const MAX_GAMES: usize = 1 << 20;
/// Maximum number of threads of a batch.
const MAX_THREADS: usize = 256;
