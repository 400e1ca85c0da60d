//! The servers that tests talk to: PostgreSQL and NATS, as Debian packages them.

use crate::{Done, apt};

/// Installs those that are missing.
///
/// # Errors
///
/// One is missing and cannot be installed.
pub fn run() -> Done {
    let missing = orrery_services::missing_packages();
    if !missing.is_empty() {
        apt::install(&missing)?;
    }
    match orrery_services::missing_packages().as_slice() {
        [] => Ok(()),
        still => Err(format!("still missing after installing: {}", still.join(" "))),
    }
}
