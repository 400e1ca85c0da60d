//! A RAM disk for tests that must not depend on the speed of the disk.

use crate::ServiceResult;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, unshare};
use std::path::Path;
use tempfile::TempDir;

/// A temporary directory in memory. Dropping the value removes it.
#[derive(Debug)]
pub struct RamDisk {
    folder: TempDir,
}

impl RamDisk {
    /// Mounts a RAM disk of this many megabytes, in a new mount namespace of this thread.
    ///
    /// Only this thread, and threads and processes that it starts later, can see the RAM disk.
    ///
    /// # Errors
    /// Fails if the system does not allow it. The error says what to do.
    pub fn mount(megabytes: u32) -> ServiceResult<Self> {
        let failed = |error| {
            format!(
                "cannot mount a RAM disk: {error}; run this as root (in a container, with \
                 --privileged)"
            )
        };
        let folder = TempDir::new().map_err(|error| format!("no temporary directory: {error}"))?;
        unshare(CloneFlags::CLONE_NEWNS).map_err(failed)?;
        let (none, size) = (None::<&str>, format!("size={megabytes}m"));
        let private = MsFlags::MS_REC | MsFlags::MS_PRIVATE;
        mount(none, "/", none, private, none).map_err(failed)?;
        let tmpfs = Some("tmpfs");
        mount(tmpfs, folder.path(), tmpfs, MsFlags::empty(), Some(&*size)).map_err(failed)?;
        Ok(Self { folder })
    }

    /// Returns the path of the directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for RamDisk {
    fn drop(&mut self) {
        // Ignore an error: the kernel unmounts the RAM disk with the last process of the namespace.
        let _ = umount2(self.folder.path(), MntFlags::MNT_DETACH);
    }
}
