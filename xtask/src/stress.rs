//! Stress tests of the server: a minute of attacks, and hours of play.

use crate::{TaskResult, process, project, services};

/// Attacks a server and compares its resources and the latency of honest players with bounds.
///
/// # Errors
///
/// If a bound is exceeded, or the system does not allow a network namespace; the text says what to do.
pub fn abuse(profile: &[&str]) -> TaskResult {
    services::run()?;
    let mut test = project::cargo(&["test", "--quiet", "--workspace", "--test", "abuse"]);
    process::show(test.args(profile).args(["--", "--nocapture"]))
}

/// Plays for this many minutes with faults and restarts.
///
/// Memory, open files and disk per step must not grow.
///
/// # Errors
///
/// If a resource grows, or a step is lost.
pub fn soak(minutes: &str) -> TaskResult {
    let number = minutes.parse::<f64>().map_err(|_| format!("not a number: {minutes}"))?;
    if number < 2.0 {
        return Err("a soak takes at least 2 minutes".to_owned());
    }
    let mut test = project::cargo(&["test", "--quiet", "--workspace", "--test", "soak"]);
    process::show(test.env("ORRERY_SOAK_MINUTES", minutes).args(["--", "--nocapture"]))
}
