//! What a server endures: attacks for a minute, and play for hours.

use crate::{Done, process, project, services};

/// Attacks a server and compares what it holds, and how long honest players wait, with bounds.
///
/// # Errors
///
/// A bound is exceeded, or there can be no network of its own; the text says what to do.
pub fn abuse(profile: &[&str]) -> Done {
    services::run()?;
    let mut test = project::cargo(&["test", "--quiet", "--package", "orrery", "--test", "abuse"]);
    process::show(test.args(profile).args(["--", "strangers", "--nocapture"]))
}

/// Plays for so many minutes, with faults and restarts, and fails if the server holds ever more.
///
/// # Errors
///
/// Something grows, or was lost.
pub fn soak(minutes: &str) -> Done {
    let number = minutes.parse::<f64>().map_err(|_| format!("not a number: {minutes}"))?;
    if number < 2.0 {
        return Err("a soak takes at least 2 minutes".to_owned());
    }
    let mut test = project::cargo(&["test", "--quiet", "--package", "orrery", "--test", "soak"]);
    process::show(test.env("ORRERY_SOAK_MINUTES", minutes).args(["--", "hours", "--nocapture"]))
}
