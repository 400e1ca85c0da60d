//! Writes to standard output. A closed pipe, as with `head`, is not an error.

use anyhow::{Context, Result};
use std::io::{ErrorKind, Result as IoResult, Write};

/// Returns whether standard output is still open after a write.
///
/// # Errors
/// If the write failed for a reason other than a closed pipe.
pub(crate) fn still_open(written: IoResult<()>) -> Result<bool> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        other => other.map(|()| true).context("cannot write to standard output"),
    }
}

/// Prints a text, and returns whether standard output is still open.
pub(crate) fn print(text: &str) -> Result<bool> {
    let mut out = std::io::stdout().lock();
    still_open(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Ignores an error that a closed pipe caused.
///
/// # Errors
/// Every other error.
#[cfg(feature = "play")]
pub(crate) fn ignore_closed_pipe(result: Result<()>) -> Result<()> {
    let is_closed = |error: &anyhow::Error| {
        let cause = error.downcast_ref::<std::io::Error>();
        cause.is_some_and(|cause| cause.kind() == ErrorKind::BrokenPipe)
    };
    result.or_else(|error| if is_closed(&error) { Ok(()) } else { Err(error) })
}
