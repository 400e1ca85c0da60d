//! Standard output. A reader that has seen enough, as `head` has, is no error.

use anyhow::{Context, Result};
use std::io::{ErrorKind, Result as Written, Write};

/// Whether there is still somebody to write to.
///
/// # Errors
/// If writing failed for another reason than that the reader is gone.
pub(crate) fn still_open(written: Written<()>) -> Result<bool> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        other => other.map(|()| true).context("cannot write to standard output"),
    }
}

/// Writes a text.
pub(crate) fn print(text: &str) -> Result<bool> {
    let mut out = std::io::stdout().lock();
    still_open(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}
