//! Options that several commands of the lab share.

use anyhow::{Context, Result, bail};
use orrery_lab::pool::{Backend, ServerAddr};
use std::time::Duration;

/// The time limit for external bots.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct BotTimeoutArgs {
    /// Wait at most this long for an external program to start or to answer.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) bot_timeout: Duration,
}

/// Parses a number of seconds: more than 0 and at most a day.
fn seconds(text: &str) -> Result<Duration> {
    let number: f64 = text.parse().context("expected a number of seconds")?;
    let is_in_range = number > 0.0 && number <= 86_400.0;
    let time = is_in_range.then(|| Duration::try_from_secs_f64(number).ok()).flatten();
    time.filter(|time| !time.is_zero()).context("expected more than 0 and at most 86400 seconds")
}

/// The argument that distributes a run to workers.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PoolArgs {
    /// Distribute the games to all `orrery work` processes of this NATS server.
    #[arg(
        long,
        value_name = "NATS",
        env = "ORRERY_WORKERS",
        hide_env_values = true,
        value_delimiter = ',',
        conflicts_with = "threads"
    )]
    workers: Vec<ServerAddr>,
}

impl PoolArgs {
    /// Returns the backend of the run: the workers, or this many threads.
    pub(crate) fn backend(&self, requested: Option<usize>) -> Result<Backend> {
        if self.workers.is_empty() {
            threads(requested).map(Backend::Threads)
        } else {
            Ok(Backend::Workers(self.workers.clone()))
        }
    }
}

/// Returns the number of threads: the requested one, or one per core.
pub(crate) fn threads(requested: Option<usize>) -> Result<usize> {
    match requested {
        Some(0) => bail!("--threads must be at least 1"),
        Some(threads) => Ok(threads.min(1024)),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}
