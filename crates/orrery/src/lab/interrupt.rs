//! The stop flag that Ctrl-C sets.

use crate::exit;
use anyhow::{Context, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Installs the Ctrl-C handler and returns its stop flag.
///
/// The first Ctrl-C sets the flag, so that the command can stop and keep the results so far. The
/// second one exits immediately.
pub(crate) fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            exit::interrupted();
        }
    })
    .context("cannot install the Ctrl-C handler")?;
    Ok(stop)
}
