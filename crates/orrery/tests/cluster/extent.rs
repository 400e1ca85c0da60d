//! How much a test does: little in the quick loop.

use std::time::Duration;

/// How much there is to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// How many tables are played at.
    pub(crate) tables: u64,
    /// How long things fail.
    pub(crate) faults: Duration,
    /// What is random follows from it.
    pub(crate) seed: u64,
}

impl Extent {
    /// As the environment says.
    pub(crate) fn chosen() -> Self {
        let seed = std::env::var("ORRERY_CLUSTER_SEED").ok().and_then(|text| text.parse().ok());
        let seed = seed.unwrap_or(1);
        match std::env::var("ORRERY_CLUSTER").as_deref() {
            Ok("full") => Self { tables: 150, faults: Duration::from_secs(65), seed },
            _ => Self { tables: 24, faults: Duration::from_secs(15), seed },
        }
    }
}
