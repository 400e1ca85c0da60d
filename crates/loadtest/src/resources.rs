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
    peak: Arc<Mutex<ResourceUsage>>,
    sampling: AbortHandle,
}

impl ResourceMonitor {
    /// Starts to monitor a process and its data directory.
    #[must_use]
    pub fn new(process: u32, folder: &Path) -> Self {
        let peak = Arc::new(Mutex::new(ResourceUsage::default()));
        let (shared_peak, data) = (Arc::clone(&peak), folder.to_owned());
        let sampling = tokio::spawn(async move {
            loop {
                update_peak(&shared_peak, sample(process, &data));
                tokio::time::sleep(SAMPLE_INTERVAL).await;
            }
        });
        Self { process, folder: folder.to_owned(), peak, sampling: sampling.abort_handle() }
    }

    /// Returns the peak usage since the last call.
    pub async fn peak(&mut self) -> ResourceUsage {
        tokio::time::sleep(SAMPLE_INTERVAL * 2).await;
        std::mem::take(&mut *self.peak.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until at most this many files are open, or time is up. Returns the last sample.
    pub async fn wait_for_handles(&self, max_handles: u64, timeout: Duration) -> ResourceUsage {
        let until = Instant::now() + timeout;
        loop {
            let usage = sample(self.process, &self.folder);
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

fn update_peak(peak: &Mutex<ResourceUsage>, usage: ResourceUsage) {
    let mut peak = peak.lock().unwrap_or_else(PoisonError::into_inner);
    *peak = peak.max(usage);
}

/// Returns the current resource usage of a process and its data directory.
#[must_use]
pub fn sample(process: u32, folder: &Path) -> ResourceUsage {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    let files = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    let handles = files(Path::new(&format!("/proc/{process}/fd"))).count() as u64;
    let bytes = files(folder).filter_map(|file| Some(file.metadata().ok()?.len()));
    ResourceUsage { memory: kilobytes.unwrap_or(0) * 1024, handles, disk: bytes.sum() }
}
