//! Bots and networks.

use crate::errors::{self, BotError};
use crate::rules::PyRules;
use crate::state::PyState;
use crate::steps::{PyAction, StepContext};
use orrery_batch::BotSpec;
use orrery_bots::{Bot, Budget, NAMES, Network};
use orrery_rules::{Actions, Actor};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Maximum size of a network file, in bytes.
const MAX_NETWORK_BYTES: u64 = 64 * 1024 * 1024;

/// A value network: the embedded one, or one from a file.
#[pyclass(frozen, name = "Network", module = "orrery")]
#[derive(Clone)]
pub(crate) struct PyNetwork(Arc<Network>);

impl PyNetwork {
    pub(crate) fn shared(network: Option<&Self>) -> Arc<Network> {
        network.map_or_else(Network::embedded, |network| Arc::clone(&network.0))
    }
}

#[pymethods]
impl PyNetwork {
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(path: Option<PathBuf>) -> PyResult<Self> {
        let Some(path) = path else { return Ok(Self(Network::embedded())) };
        let metadata = std::fs::metadata(&path).map_err(|error| errors::file(&path, &error))?;
        if metadata.len() > MAX_NETWORK_BYTES {
            return Err(BotError::new_err(format!("{}: the file is too long", path.display())));
        }
        let data = std::fs::read(&path).map_err(|error| errors::file(&path, &error))?;
        Self::from_bytes(&data)
            .map_err(|why| BotError::new_err(format!("{}: {why}", path.display())))
    }

    /// Reads a network from the bytes of a file.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        let network = Network::from_bytes(data);
        Ok(Self(Arc::new(network.map_err(|error| BotError::new_err(error.to_string()))?)))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// Returns each seat's chance to win, as estimated from what `seat` knows.
    ///
    /// The default is the deciding seat.
    #[pyo3(signature = (state, seat = None))]
    fn chances(&self, state: &PyState, seat: Option<usize>) -> PyResult<Vec<f32>> {
        Ok(self.0.chances(&state.view(seat)?).to_vec())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Self>().getattr("from_bytes")?, (self.to_bytes(py),)))
    }
}

/// Returns the specification of a bot, after a check of its name and its network.
pub(crate) fn spec(name: &str, network: Option<&PyNetwork>, budget: Budget) -> PyResult<BotSpec> {
    if !NAMES.contains(&name) {
        let known = NAMES.join(", ");
        return Err(BotError::new_err(format!("unknown bot `{name}`; known: {known}")));
    }
    let network = network.map(|network| Arc::clone(&network.0));
    let spec = BotSpec { name: name.to_owned(), network, budget };
    if spec.network.is_some() && spec.level().is_none() {
        return Err(BotError::new_err(format!("`{name}` does not use a network")));
    }
    Ok(spec)
}

/// An opponent argument: a `Bot`, a name, or `level@file`.
#[derive(FromPyObject)]
pub(crate) enum BotArgument<'py> {
    Name(String),
    Bot(PyRef<'py, PyBot>),
}

impl BotArgument<'_> {
    /// Returns the name of the bot for the columns of a simulation.
    pub(crate) fn label(&self) -> String {
        match self {
            Self::Name(name) => name.clone(),
            Self::Bot(bot) => bot.spec.name.clone(),
        }
    }

    /// Returns the specification of the bot. Reads the network file of `level@file`.
    pub(crate) fn spec(&self) -> PyResult<BotSpec> {
        match self {
            Self::Bot(bot) => Ok(bot.spec.clone()),
            Self::Name(name) => match name.split_once('@') {
                Some((level, path)) => {
                    let network = PyNetwork::new(Some(path.into()))?;
                    spec(level, Some(&network), Budget::Standard)
                }
                None => spec(name, None, Budget::Standard),
            },
        }
    }
}

/// The arguments from which Python recreates a pickled bot.
type PickledBot = (String, Option<PyNetwork>, Option<u32>, Option<f64>);

/// Returns the seed that the bots of a game receive.
#[pyfunction]
pub(crate) fn bot_seed(game_seed: u64) -> u64 {
    orrery_batch::bot_seed(game_seed)
}

/// Returns the seed of game `number`, derived from the seed of all games.
#[pyfunction]
pub(crate) fn game_seed(seed: u64, number: u64) -> u64 {
    orrery_batch::game_seed(seed, number)
}

/// A built-in bot. It sees only what its seat may know.
#[pyclass(frozen, name = "Bot", module = "orrery")]
pub(crate) struct PyBot {
    spec: BotSpec,
    bot: Mutex<Box<dyn Bot>>,
}

#[pymethods]
impl PyBot {
    #[new]
    #[pyo3(signature = (name, *, network = None, evaluations = None, seconds = None))]
    fn new(
        name: &str,
        network: Option<PyRef<'_, PyNetwork>>,
        evaluations: Option<u32>,
        seconds: Option<f64>,
    ) -> PyResult<Self> {
        let budget = match (evaluations, seconds) {
            (None, None) => Budget::Standard,
            (Some(evaluations), None) => Budget::Evaluations(evaluations),
            (None, Some(seconds)) => {
                Budget::Time(Duration::try_from_secs_f64(seconds).map_err(errors::value)?)
            }
            (Some(_), Some(_)) => {
                return Err(errors::value("give a budget in evaluations or in seconds, not both"));
            }
        };
        let spec = spec(name, network.as_deref(), budget)?;
        let bot = spec.bot().ok_or_else(|| BotError::new_err("unknown bot"))?;
        Ok(Self { spec, bot: Mutex::new(bot) })
    }

    #[staticmethod]
    fn _new(
        name: &str,
        network: Option<PyRef<'_, PyNetwork>>,
        evaluations: Option<u32>,
        seconds: Option<f64>,
    ) -> PyResult<Self> {
        Self::new(name, network, evaluations, seconds)
    }

    /// Pickles the bot without the state of its game.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledBot)> {
        let network = self.spec.network.as_ref().map(|network| PyNetwork(Arc::clone(network)));
        let (evaluations, seconds) = match self.spec.budget {
            Budget::Standard => (None, None),
            Budget::Evaluations(evaluations) => (Some(evaluations), None),
            Budget::Time(time) => (None, Some(time.as_secs_f64())),
        };
        let arguments = (self.spec.name.clone(), network, evaluations, seconds);
        Ok((py.get_type::<Self>().getattr("_new")?, arguments))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.spec.name
    }

    /// Starts a game at a seat. The seed determines all random choices of the bot in the game.
    #[pyo3(signature = (seat, seed = 0))]
    fn start(&self, seat: usize, seed: u64) -> PyResult<()> {
        let seat = orrery_rules::Seat::new(seat);
        let seat = seat.ok_or_else(|| errors::value("seats are numbered from 0 to 4"))?;
        self.bot.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).start(seat, seed);
        Ok(())
    }

    /// Chooses an action for the deciding seat.
    fn choose(&self, py: Python<'_>, state: &PyState) -> PyResult<PyAction> {
        let position = state.state();
        let Actor::Seat(seat) = position.actor() else {
            return Err(errors::value("no seat decides in this position"));
        };
        let (view, mut legal) = (position.observe(Some(seat)), Actions::new());
        position.legal_actions(&mut legal);
        let chosen = py.detach(|| {
            let mut bot = self.bot.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            bot.choose(&view, &legal)
        });
        let action = chosen.map_err(|error| BotError::new_err(error.to_string()))?;
        let rules: &PyRules = state.rules_of();
        Ok(PyAction::new(action, StepContext::new(rules, &position)))
    }

    fn __repr__(&self) -> String {
        format!("<orrery.Bot {}>", self.spec.name)
    }
}
