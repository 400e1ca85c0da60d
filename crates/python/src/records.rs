//! Game records: read, write, replay, verify.

use crate::errors::{self, OptionError, RecordError};
use crate::rules::PyRules;
use crate::state::PyState;
use crate::steps::StepArgument;
use orrery_record::{DeckCache, DeckRef, LoadedRules, MAX_BYTES, Record, Recorder, Recording};
use orrery_rules::{DetachedState, Seat, State};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::Mutex;

/// A recorded game.
#[pyclass(frozen, name = "Record", module = "orrery")]
pub(crate) struct PyRecord {
    record: Record,
    rules: PyRules,
}

impl PyRecord {
    fn from_data(data: &[u8]) -> PyResult<Self> {
        let mut decks = DeckCache::default();
        let record = Record::read(data, &mut decks);
        let record = record.map_err(|error| RecordError::new_err(error.to_string()))?;
        let rules = decks.rules(&record.header);
        let rules = rules.map_err(|error| RecordError::new_err(error.to_string()))?;
        Ok(Self { rules: PyRules::of(&rules), record })
    }

    fn decks(&self) -> PyResult<DeckCache> {
        let mut decks = DeckCache::default();
        let loaded = decks.load_embedded(&self.record.header);
        loaded.map_err(|error| RecordError::new_err(error.to_string()))?;
        Ok(decks)
    }

    fn binary(&self) -> PyResult<Vec<u8>> {
        Ok(self.record.to_bytes(&self.decks()?))
    }

    pub(crate) const fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the ruleset of the record.
    pub(crate) fn loaded(&self) -> PyResult<LoadedRules> {
        let rules = self.decks()?.rules(&self.record.header);
        rules.map_err(|error| RecordError::new_err(error.to_string()))
    }
}

#[pymethods]
impl PyRecord {
    /// Reads a record file of any format.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        let metadata = std::fs::metadata(&path).map_err(|error| errors::file(&path, &error))?;
        if metadata.len() > MAX_BYTES as u64 {
            return Err(RecordError::new_err(format!("{}: the file is too long", path.display())));
        }
        let data = std::fs::read(&path).map_err(|error| errors::file(&path, &error))?;
        Self::from_data(&data)
            .map_err(|error| RecordError::new_err(format!("{}: {error}", path.display())))
    }

    /// Parses a record of any format.
    #[staticmethod]
    fn parse(data: TextOrBytes) -> PyResult<Self> {
        match data {
            TextOrBytes::Text(text) => Self::from_data(text.as_bytes()),
            TextOrBytes::Bytes(bytes) => Self::from_data(&bytes),
        }
    }

    /// Writes the record as JSON (`.json`), as binary (`.orrb`) or as text (any other extension).
    fn write(&self, path: PathBuf) -> PyResult<()> {
        let data = match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => self.record.to_json().into_bytes(),
            Some("orrb") => self.binary()?,
            _ => self.record.to_string().into_bytes(),
        };
        std::fs::write(&path, data).map_err(|error| errors::file(&path, &error))
    }

    fn to_json(&self) -> String {
        self.record.to_json()
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.binary()?))
    }

    #[getter]
    fn rules(&self) -> PyRules {
        self.rules.clone()
    }

    #[getter]
    fn seats(&self) -> u8 {
        self.record.header.seats
    }

    /// Returns the names of the players by seat, `None` for a seat without a name.
    #[getter]
    fn names(&self) -> Vec<Option<&str>> {
        let names = &self.record.header.names;
        let seats = (0..self.record.header.seats.into()).filter_map(Seat::new);
        seats.map(|seat| names.get(&seat).map(|name| &**name)).collect()
    }

    /// Returns the steps in notation.
    #[getter]
    fn steps(&self) -> Vec<&str> {
        self.record.entries().map(|(_, entry)| entry.text.as_str()).collect()
    }

    /// Replays the record by the rules and returns every position, including the first one.
    fn replay(&self, py: Python<'_>) -> PyResult<Vec<PyState>> {
        let (record, rules) = (&self.record, &*self.rules);
        let states = py.detach(|| {
            let mut states: Vec<DetachedState> = vec![record.start(rules)?.detach()];
            record.replay(rules, |step| states.push(step.after.detach()))?;
            Ok(states)
        });
        let failed = |error: orrery_record::ReplayProblem| RecordError::new_err(error.to_string());
        let states = states.map_err(failed)?.into_iter();
        Ok(states.map(|state| PyState::new(self.rules.clone(), state)).collect())
    }

    /// Verifies the dice against the record's commitment; returns a report.
    fn verify(&self, py: Python<'_>) -> PyResult<String> {
        let (record, rules) = (&self.record, &*self.rules);
        let verified = py.detach(|| record.verify(rules));
        let verified = verified.map_err(|error| RecordError::new_err(error.to_string()))?;
        Ok(verified.to_string())
    }

    fn __len__(&self) -> usize {
        self.record.len()
    }

    fn __str__(&self) -> String {
        self.record.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<orrery.Record {}, {} steps>", self.record.header.edition, self.record.len())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.record == other.record
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("parse")?, (self.record.to_string(),)))
    }
}

/// Text or bytes.
#[derive(FromPyObject)]
enum TextOrBytes {
    Text(String),
    Bytes(Vec<u8>),
}

/// Records a game while it is played.
#[pyclass(frozen, name = "Recorder", module = "orrery")]
pub(crate) struct PyRecorder {
    rules: PyRules,
    game: Mutex<(DetachedState, Recording)>,
}

impl PyRecorder {
    fn with_game<T>(
        &self,
        function: impl FnOnce(State<'_>, &mut (DetachedState, Recording)) -> T,
    ) -> T {
        let mut game = self.game.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let state = game.0.attach(&self.rules);
        function(state, &mut game)
    }
}

#[pymethods]
impl PyRecorder {
    #[new]
    #[pyo3(signature = (rules, seats = 2, *, rogue = None, start = None, options = Vec::new(), names = Vec::new()))]
    fn new(
        rules: &PyRules,
        seats: usize,
        rogue: Option<&str>,
        start: Option<usize>,
        options: Vec<String>,
        names: Vec<String>,
    ) -> PyResult<Self> {
        let options = rules.options(seats, rogue, start, &options)?;
        let recorder = Recorder::new(rules, &options);
        let mut recorder = recorder.map_err(|error| OptionError::new_err(error.to_string()))?;
        let header = recorder.header_mut();
        header.deck = rules.deck_text().map(|text| DeckRef::of_file(text).under(rules.rulings));
        header.names = (0..).map_while(Seat::new).zip(names).collect();
        let (state, recording) = recorder.split();
        Ok(Self { rules: rules.clone(), game: Mutex::new((state.detach(), recording)) })
    }

    #[getter]
    fn state(&self) -> PyState {
        self.with_game(|state, _| PyState::new(self.rules.clone(), state.detach()))
    }

    /// Applies and records a step; returns the new position.
    fn push(&self, py: Python<'_>, step: StepArgument<'_>) -> PyResult<PyState> {
        self.with_game(|mut state, (detached, recording)| {
            let (step, text) = step.step(py, &state)?;
            let pushed = recording.push(&mut state, step);
            pushed.map_err(|why| errors::illegal(py, &text, why))?;
            *detached = state.detach();
            Ok(PyState::new(self.rules.clone(), *detached))
        })
    }

    /// Returns the record so far, including hidden information.
    fn record(&self) -> PyRecord {
        let record = self.with_game(|state, (_, recording)| recording.record(&state));
        PyRecord { record, rules: self.rules.clone() }
    }
}
