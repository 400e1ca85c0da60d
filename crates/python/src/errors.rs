//! The exceptions of the package.

use orrery_batch::BatchError;
use orrery_rules::Illegal;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

pyo3::create_exception!(
    orrery,
    OrreryError,
    PyValueError,
    "The base of all errors of the package."
);
pyo3::create_exception!(
    orrery,
    IllegalStep,
    OrreryError,
    "A step is illegal; `rule` is the number of the rule."
);
pyo3::create_exception!(orrery, OptionError, OrreryError, "The options do not fit the ruleset.");
pyo3::create_exception!(orrery, DeckError, OrreryError, "A deck file has problems.");
pyo3::create_exception!(
    orrery,
    RecordError,
    OrreryError,
    "A record is invalid or does not replay."
);
pyo3::create_exception!(orrery, StateError, OrreryError, "Bytes or a set-up are not a position.");
pyo3::create_exception!(orrery, BotError, OrreryError, "A bot or network cannot be used.");

/// Creates the exception of an illegal step.
pub(crate) fn illegal(py: Python<'_>, step: &str, reason: Illegal) -> PyErr {
    illegal_step(py, format!("`{step}`: {reason}"), reason)
}

/// Creates the exception of an illegal step with this message.
pub(crate) fn illegal_step(py: Python<'_>, message: String, reason: Illegal) -> PyErr {
    let error = IllegalStep::new_err(message);
    match error.value(py).setattr("rule", reason.rule()) {
        Ok(()) => error,
        Err(failure) => failure,
    }
}

/// Creates the exception of a batch.
pub(crate) fn batch(py: Python<'_>, error: &BatchError) -> PyErr {
    match error {
        BatchError::Options(_) => OptionError::new_err(error.to_string()),
        BatchError::Bot(_) | BatchError::Opponents => BotError::new_err(error.to_string()),
        BatchError::Action(.., reason) => illegal_step(py, error.to_string(), *reason),
        BatchError::Length(..) | BatchError::Kind(_) => PyValueError::new_err(error.to_string()),
    }
}

/// Creates the exception of a file that cannot be read or written.
pub(crate) fn file(path: &std::path::Path, error: &std::io::Error) -> PyErr {
    pyo3::exceptions::PyOSError::new_err(format!("{}: {error}", path.display()))
}

/// Creates a `ValueError`.
pub(crate) fn value(text: impl Display) -> PyErr {
    PyValueError::new_err(text.to_string())
}
