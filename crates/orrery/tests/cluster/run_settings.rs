//! The settings of a test run, which is small by default.

use std::time::Duration;

/// The settings of a test run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunSettings {
    /// Number of tables.
    pub(crate) tables: u64,
    /// Time for which the test injects faults.
    pub(crate) fault_time: Duration,
    /// Seed of the random number generators.
    pub(crate) seed: u64,
}

impl RunSettings {
    /// Reads the settings from `ORRERY_CLUSTER` and `ORRERY_CLUSTER_SEED`.
    pub(crate) fn from_env() -> Self {
        let seed = std::env::var("ORRERY_CLUSTER_SEED").ok().and_then(|text| text.parse().ok());
        let seed = seed.unwrap_or(1);
        match std::env::var("ORRERY_CLUSTER").as_deref() {
            Ok("full") => Self { tables: 150, fault_time: Duration::from_secs(65), seed },
            _ => Self { tables: 24, fault_time: Duration::from_secs(15), seed },
        }
    }
}
