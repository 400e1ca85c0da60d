//! Simulated games as NumPy columns.

use crate::bots::BotArgument;
use crate::errors;
use crate::rules::PyRules;
use numpy::{Element, PyArray1};
use orrery_batch::{DECIDED_WORDS, GameColumns, SelfPlaySpec};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Plays games between bots and returns one NumPy array per column.
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
    let bots = bots.iter().map(BotArgument::spec).collect::<PyResult<_>>()?;
    let shared = rules.shared();
    let spec = SelfPlaySpec {
        rules: &shared,
        options,
        bots,
        games,
        seed,
        max_turns,
        threads: threads.clamp(1, 256),
    };
    let columns = py.detach(|| orrery_batch::simulate(&spec));
    let columns = columns.map_err(|error| errors::batch(&error))?;
    let seats = if seats == 1 { 2 } else { seats };
    ColumnWriter { dict: PyDict::new(py), seats }.write(columns)
}

struct ColumnWriter<'py> {
    dict: Bound<'py, PyDict>,
    seats: usize,
}

impl<'py> ColumnWriter<'py> {
    fn put<T: Element>(&self, name: &str, values: Vec<T>) -> PyResult<()> {
        self.dict.set_item(name, PyArray1::from_vec(self.dict.py(), values))
    }

    /// Splits a column of all seats into one column per seat.
    fn put_seats<T: Element + Copy>(&self, name: &str, values: &[T]) -> PyResult<()> {
        for seat in 0..self.seats {
            let letter = char::from(b'a' + seat as u8);
            let column = values.iter().skip(seat).step_by(self.seats).copied().collect();
            self.put(&format!("{letter}_{name}"), column)?;
        }
        Ok(())
    }

    fn write(self, columns: GameColumns) -> PyResult<Bound<'py, PyDict>> {
        self.put("game", (0..columns.seed.len() as i64).collect())?;
        self.put("seed", columns.seed)?;
        self.put("turns", columns.turns)?;
        self.put("decisions", columns.decisions)?;
        self.put("steps", columns.steps)?;
        self.put("start", columns.start)?;
        let counts = columns.winners.iter().map(|winners| winners.count_ones() as u8).collect();
        self.put("winners", columns.winners)?;
        self.put("winner_count", counts)?;
        let word = |number: &u8| DECIDED_WORDS[usize::from(*number)];
        let words: Vec<&str> = columns.decided_by.iter().map(word).collect();
        self.dict.set_item("decided_by", words)?;
        self.put_seats("points", &columns.seat_points)?;
        self.put_seats("planet_points", &columns.seat_planet_points)?;
        self.put_seats("empire_points", &columns.seat_empire_points)?;
        self.put_seats("mission_points", &columns.seat_mission_points)?;
        self.put_seats("mission", &columns.seat_mission)?;
        self.put_seats("level", &columns.seat_level)?;
        self.put_seats("energy", &columns.seat_energy)?;
        self.put_seats("culture", &columns.seat_culture)?;
        let colonies: Vec<u8> =
            columns.seat_planets.iter().map(|planets| planets.count_ones() as u8).collect();
        self.put_seats("colonies", &colonies)?;
        self.put_seats("planets", &columns.seat_planets)?;
        Ok(self.dict)
    }
}
