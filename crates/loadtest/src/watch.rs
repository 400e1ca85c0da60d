//! Resources of the server: memory, open files, disk. A task samples them and keeps the peaks.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::AbortHandle;

/// The time between two samples.
const LOOK: Duration = Duration::from_millis(50);

/// The most of each since it was last asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Peak {
    /// Resident memory in bytes.
    pub memory: u64,
    /// Open files.
    pub handles: u64,
    /// Bytes of the data directory.
    pub disk: u64,
}

impl Peak {
    /// Returns the higher value of each resource.
    #[must_use]
    pub fn most(self, other: Self) -> Self {
        Self {
            memory: self.memory.max(other.memory),
            handles: self.handles.max(other.handles),
            disk: self.disk.max(other.disk),
        }
    }
}

/// Watches a process.
pub struct Watch {
    process: u32,
    folder: PathBuf,
    peak: Arc<Mutex<Peak>>,
    looking: AbortHandle,
}

impl Watch {
    /// Watches a process with its data in a folder.
    #[must_use]
    pub fn new(process: u32, folder: &Path) -> Self {
        let peak = Arc::new(Mutex::new(Peak::default()));
        let (kept, data) = (Arc::clone(&peak), folder.to_owned());
        let looking = tokio::spawn(async move {
            loop {
                keep(&kept, look(process, &data));
                tokio::time::sleep(LOOK).await;
            }
        });
        Self { process, folder: folder.to_owned(), peak, looking: looking.abort_handle() }
    }

    /// Returns the most since the last call.
    pub async fn peak(&mut self) -> Peak {
        tokio::time::sleep(LOOK * 2).await;
        std::mem::take(&mut *self.peak.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits a limited time until at most this many files are open; returns the last sample.
    pub async fn settled(&self, handles: u64, patience: Duration) -> Peak {
        let until = Instant::now() + patience;
        loop {
            let now = look(self.process, &self.folder);
            if now.handles <= handles || Instant::now() > until {
                return now;
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.looking.abort();
    }
}

fn keep(peak: &Mutex<Peak>, now: Peak) {
    let mut peak = peak.lock().unwrap_or_else(PoisonError::into_inner);
    *peak = peak.most(now);
}

/// Returns what a process uses now.
#[must_use]
pub fn look(process: u32, folder: &Path) -> Peak {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    let files = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    let handles = files(Path::new(&format!("/proc/{process}/fd"))).count() as u64;
    let bytes = files(folder).filter_map(|file| Some(file.metadata().ok()?.len()));
    Peak { memory: kilobytes.unwrap_or(0) * 1024, handles, disk: bytes.sum() }
}
