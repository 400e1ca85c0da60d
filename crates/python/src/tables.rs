//! The tables of actions and observations, for the documentation.

use crate::errors;
use crate::rules::PyRules;
use orrery_batch::{actions, observation};
use orrery_rules::{Seat, Step};
use pyo3::prelude::*;

/// Returns the ranges of the action space: first number, length, verb and object.
#[pyfunction]
pub(crate) fn action_table() -> Vec<(usize, usize, &'static str, &'static str)> {
    actions::ranges()
        .iter()
        .map(|range| (range.start, range.len, range.verb, range.object))
        .collect()
}

/// Returns the blocks of an observation: first index, length, name and meaning.
#[pyfunction]
pub(crate) fn observation_table() -> Vec<(usize, usize, &'static str, &'static str)> {
    let blocks = observation::blocks();
    blocks.iter().map(|block| (block.start, block.len, block.name, block.meaning)).collect()
}

/// Returns the words of the questions, in the order of the block `question`.
#[pyfunction]
pub(crate) fn question_words() -> Vec<&'static str> {
    observation::question_words().to_vec()
}

/// Returns the number of an action in notation, for a seat of a game with this many seats.
#[pyfunction]
pub(crate) fn action_index(
    rules: &PyRules,
    notation: &str,
    seat: usize,
    seat_count: usize,
) -> PyResult<usize> {
    let own_seat = Seat::new(seat).filter(|_| seat < seat_count);
    let own_seat =
        own_seat.ok_or_else(|| errors::value(format!("no seat {seat} of {seat_count}")))?;
    match Step::parse(rules, notation) {
        Ok(Step::Action(action)) => Ok(actions::index(action, own_seat, seat_count)),
        Ok(Step::Chance(_)) => Err(errors::value(format!("`{notation}` is a chance outcome"))),
        Err(error) => Err(errors::value(format!("`{notation}`: {error}"))),
    }
}
