//! The tables of actions and observations, for the documentation.

use orrery_batch::{actions, observation};
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
