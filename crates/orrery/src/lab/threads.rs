//! The number of worker threads, and the stop flag that Ctrl-C sets.

use crate::exit;
use anyhow::{Context, Result, bail};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns the number of threads: as requested, or all cores.
pub(crate) fn threads(asked: Option<usize>) -> Result<usize> {
    match asked {
        Some(0) => bail!("--threads must be at least 1"),
        Some(threads) => Ok(threads.min(1024)),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// Installs the Ctrl-C handler and returns its stop flag.
///
/// The first Ctrl-C sets the flag, and the command keeps finished results. The second one exits at
/// once.
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
