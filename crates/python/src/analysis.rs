//! The analysis of records.

use crate::errors::{self, RecordError};
use crate::records::PyRecord;
use orrery_analysis::{Analysis, AnalysisOptions, EvaluatorKind, Game};
use pyo3::prelude::*;

/// The size of a slice in lines of play: about 25 ms of work between two checks for signals.
const SLICE: u64 = 256;

/// Analyses a record and returns the review as JSON.
///
/// Calls `progress` with the amount of work done and the total amount, which may still grow.
#[pyfunction]
#[pyo3(signature = (record, *, seed = 0, rollouts = 0, evaluator = "blend", progress = None))]
pub(crate) fn review_json(
    py: Python<'_>,
    record: &PyRecord,
    seed: u64,
    rollouts: u32,
    evaluator: &str,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let evaluator = match evaluator {
        "blend" => EvaluatorKind::Blend,
        "lookahead" => EvaluatorKind::Lookahead,
        "network" => EvaluatorKind::Network,
        _ => {
            let known = "known: blend, lookahead, network";
            return Err(errors::value(format!("unknown evaluator `{evaluator}`; {known}")));
        }
    };
    let game = Game::from_record(record.record(), record.loaded()?);
    let game = game.map_err(|error| RecordError::new_err(error.to_string()))?;
    let mut analysis = Analysis::new(game, AnalysisOptions { seed, evaluator, rollouts });
    while !py.detach(|| analysis.advance(SLICE)) {
        py.check_signals()?;
        if let Some(progress) = &progress {
            let so_far = analysis.progress();
            progress.call1((so_far.done + so_far.checked, so_far.total + so_far.marks))?;
        }
    }
    serde_json::to_string(&analysis.review()).map_err(errors::value)
}
