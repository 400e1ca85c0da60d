//! Monitoring of a server's memory, open files and disk usage.
//!
//! A task samples the usage and keeps the peaks.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::AbortHandle;

/// The time between two samples.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(50);

/// The usage of each resource: a sample, or the peaks of several samples.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResourceUsage {
    /// Resident memory in bytes.
    pub memory: u64,
    /// Number of open files (file descriptors).
    pub handles: u64,
    /// Size of the data directory in bytes.
    pub disk: u64,
}

impl ResourceUsage {
    /// Returns the higher value of each resource.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            memory: self.memory.max(other.memory),
            handles: self.handles.max(other.handles),
            disk: self.disk.max(other.disk),
        }
    }
}

/// A monitor of a process.
pub struct ResourceMonitor {
    process: u32,
    folder: PathBuf,
    /// The peaks since the last call of [`ResourceMonitor::peak`]; `None` before the first sample.
    peak: Arc<Mutex<Option<ResourceUsage>>>,
    sampling: AbortHandle,
}

impl ResourceMonitor {
    /// Starts to monitor a process and its data directory.
    #[must_use]
    pub fn new(process: u32, folder: &Path) -> Self {
        let peak = Arc::new(Mutex::new(None));
        let (shared_peak, data) = (Arc::clone(&peak), folder.to_owned());
        let sampling = tokio::spawn(async move {
            loop {
                update_peak(&shared_peak, sample(process, &data));
                tokio::time::sleep(SAMPLE_INTERVAL).await;
            }
        });
        Self { process, folder: folder.to_owned(), peak, sampling: sampling.abort_handle() }
    }

    /// Returns the peak usage since the last call. Panics if the process has ended.
    pub async fn peak(&mut self) -> ResourceUsage {
        tokio::time::sleep(SAMPLE_INTERVAL * 2).await;
        let peak = self.peak.lock().unwrap_or_else(PoisonError::into_inner).take();
        peak.expect("the process can be sampled")
    }

    /// Waits until at most this many files are open, or time is up. Returns the last sample.
    /// Panics if the process has ended.
    pub async fn wait_for_handles(&self, max_handles: u64, timeout: Duration) -> ResourceUsage {
        let until = Instant::now() + timeout;
        loop {
            let usage = sample(self.process, &self.folder).expect("the process can be sampled");
            if usage.handles <= max_handles || Instant::now() > until {
                return usage;
            }
            tokio::time::sleep(SAMPLE_INTERVAL).await;
        }
    }
}

impl Drop for ResourceMonitor {
    fn drop(&mut self) {
        self.sampling.abort();
    }
}

fn update_peak(peak: &Mutex<Option<ResourceUsage>>, usage: Option<ResourceUsage>) {
    let mut peak = peak.lock().unwrap_or_else(PoisonError::into_inner);
    *peak = peak.into_iter().chain(usage).reduce(ResourceUsage::max);
}

/// Returns the current resource usage of a process and its data directory.
///
/// Returns `None` if the process has ended, or if the system does not report its usage.
#[must_use]
pub fn sample(process: u32, folder: &Path) -> Option<ResourceUsage> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = memory.split_whitespace().next()?.parse().ok()?;
    let handles = fs::read_dir(format!("/proc/{process}/fd")).ok()?.count() as u64;
    // SQLite may delete a file after the directory is read.
    let bytes =
        fs::read_dir(folder).ok()?.filter_map(|file| Some(file.ok()?.metadata().ok()?.len()));
    Some(ResourceUsage { memory: kilobytes * 1024, handles, disk: bytes.sum() })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::sample;
    use std::path::Path;

    #[test]
    fn an_unknown_process_has_no_usage() {
        let folder = Path::new(".");
        assert!(sample(std::process::id(), folder).is_some_and(|usage| usage.memory > 0));
        // Process ids are below 2^22.
        assert!(sample(u32::MAX, folder).is_none());
    }
}
