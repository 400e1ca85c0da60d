//! Creates the base system of a release with debootstrap and keeps it as an archive.
//!
//! Unpacking the archive creates a root in seconds.

use super::sources::{Archives, for_release};
use super::{ISOLATE, folder, host, remove};
use crate::{TaskResult, apt, process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Required programs, and their Debian packages.
const TOOLS: [(&str, &str); 2] = [("debootstrap", "debootstrap"), ("unshare", "util-linux")];

/// Checks for superuser rights, installs missing tools, and removes leftovers of interrupted runs.
pub(super) fn prepare() -> TaskResult {
    let user = process::quiet(Command::new("id").arg("-u"))?.out;
    if user.trim() != "0" {
        return Err("creating a Debian root file system needs root; run this with sudo".to_owned());
    }
    let is_installed = |program: &str| process::succeeds(Command::new(program).arg("--version"));
    let missing = TOOLS.iter().filter(|(program, _)| !is_installed(program));
    let missing: Vec<&str> = missing.map(|(_, package)| *package).collect();
    if !missing.is_empty() {
        apt::install(&missing)?;
    }
    fs::create_dir_all(folder()).map_err(|error| format!("{}: {error}", folder().display()))?;
    leftovers().iter().try_for_each(|left| remove(left))
}

/// Returns the roots of runs that have ended.
fn leftovers() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).into_iter().flatten().flatten().map(|it| it.path());
    let has_ended = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let process = name.strip_prefix("root-").or_else(|| name.strip_prefix("base-"));
        process.is_some_and(|id| !Path::new("/proc").join(id).exists())
    };
    entries.filter(has_ended).collect()
}

/// Returns the path of a release's archive, and creates the archive if it is missing.
pub(super) fn archive(release: &str) -> TaskResult<PathBuf> {
    let tar = folder().join(format!("{release}.tar"));
    if !tar.exists() {
        println!("fresh: creating a base of {release} with debootstrap");
        let unpacked = folder().join(format!("base-{}", std::process::id()));
        let created = debootstrap(release, &unpacked).and_then(|()| pack(&unpacked, &tar));
        remove(&unpacked)?;
        created?;
    }
    Ok(tar)
}

fn debootstrap(release: &str, folder: &Path) -> TaskResult {
    let sources = for_release(&host::sources(), (&host::release()?, release), Archives::Published)?;
    // debootstrap mounts file systems in the root; a namespace drops them even if it is killed.
    let mut command = Command::new("setpriv");
    command.args(ISOLATE).args(["--mount-proc", "debootstrap"]);
    command.args(["--variant=minbase", "--components=main"]);
    if let Some(keyring) = sources[0].option("signed-by") {
        command.arg(format!("--keyring={keyring}"));
    }
    command.arg(release).arg(folder).arg(&sources[0].uri);
    process::quiet(command.envs(host::proxy().map(|proxy| ("http_proxy", proxy)))).map(drop)
}

/// Packs a base system, leaving out package lists and downloaded packages.
fn pack(folder: &Path, tar: &Path) -> TaskResult {
    let unfinished = tar.with_extension("unfinished");
    let mut command = Command::new("tar");
    command.args([
        "--numeric-owner",
        "--exclude=./var/lib/apt/lists/*",
        "--exclude=./var/cache/apt/*",
    ]);
    process::quiet(command.arg("-cf").arg(&unfinished).arg("-C").arg(folder).arg("."))?;
    fs::rename(&unfinished, tar).map_err(|error| format!("{}: {error}", tar.display()))
}
