//! Simulated games as NumPy columns.

use crate::bots::BotArgument;
use crate::errors;
use crate::rules::PyRules;
use numpy::PyArray1;
use orrery_batch::{ColumnValues, SimulationSpec};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::collections::HashMap;

/// Plays games between bots and returns one array or list per column.
#[pyfunction]
#[pyo3(signature = (
    rules, seats, bots, games, *, seed = 1, rogue = None, start = None, options = Vec::new(),
    max_turns = 10_000, threads = 1,
))]
#[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    rules: &PyRules,
    seats: usize,
    bots: Vec<BotArgument<'py>>,
    games: u64,
    seed: u64,
    rogue: Option<&str>,
    start: Option<usize>,
    options: Vec<String>,
    max_turns: u16,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let options = rules.options(seats, rogue, start, &options)?;
    let shared = rules.shared();
    let spec = SimulationSpec {
        rules: &shared,
        options,
        names: bots.iter().map(BotArgument::label).collect(),
        bots: bots.iter().map(BotArgument::spec).collect::<PyResult<_>>()?,
        games,
        seed,
        max_turns,
        threads: threads.clamp(1, 256),
    };
    let columns = py.detach(|| orrery_batch::simulate(&spec));
    let (mut converter, dict) = (ColumnConverter { py, strings: HashMap::new() }, PyDict::new(py));
    for column in columns.map_err(|error| errors::batch(py, &error))? {
        dict.set_item(column.name, converter.column(column.values)?)?;
    }
    Ok(dict)
}

/// A converter of columns that creates each Python string only once.
struct ColumnConverter<'py, 't> {
    py: Python<'py>,
    strings: HashMap<&'t str, Bound<'py, PyString>>,
}

impl<'py, 't> ColumnConverter<'py, 't> {
    /// Converts a column to an array of numbers or a list of texts. An absent number becomes 0.
    fn column(&mut self, values: ColumnValues<'t>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        Ok(match values {
            ColumnValues::Int(values) => PyArray1::from_vec(py, values).into_any(),
            ColumnValues::OptionalInt(values) => {
                let values = values.into_iter().map(Option::unwrap_or_default);
                PyArray1::from_vec(py, values.collect()).into_any()
            }
            ColumnValues::Long(values) => PyArray1::from_vec(py, values).into_any(),
            ColumnValues::Unsigned(values) => PyArray1::from_vec(py, values).into_any(),
            ColumnValues::Text(values) => {
                let texts: Vec<_> = values.into_iter().map(|text| self.text(text)).collect();
                PyList::new(py, texts)?.into_any()
            }
            ColumnValues::OptionalText(values) => {
                let texts = values.into_iter().map(|text| text.map(|text| self.text(text)));
                PyList::new(py, texts.collect::<Vec<_>>())?.into_any()
            }
        })
    }

    fn text(&mut self, text: &'t str) -> Bound<'py, PyString> {
        let py = self.py;
        self.strings.entry(text).or_insert_with(|| PyString::new(py, text)).clone()
    }
}
