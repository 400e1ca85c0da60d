//! The base of a release: what debootstrap unpacks, kept as an archive so that a root takes seconds.

use super::sources::{Archives, for_release};
use super::{folder, host, remove};
use crate::{Done, apt, process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs of a root and the packages that have them.
const TOOLS: [(&str, &str); 2] = [("debootstrap", "debootstrap"), ("unshare", "util-linux")];

/// Checks that this is root on Debian, and removes what an interrupted run left behind.
pub(super) fn prepare() -> Done {
    let user = process::quiet(Command::new("id").arg("-u"))?.out;
    if user.trim() != "0" {
        return Err("only root can create Debian roots; run this with sudo".to_owned());
    }
    let is_there = |program: &str| process::works(Command::new(program).arg("--version"));
    let missing = TOOLS.iter().filter(|(program, _)| !is_there(program));
    let missing: Vec<&str> = missing.map(|(_, package)| *package).collect();
    if !missing.is_empty() {
        apt::install(&missing)?;
    }
    fs::create_dir_all(folder()).map_err(|error| format!("{}: {error}", folder().display()))?;
    leftovers().iter().try_for_each(|left| remove(left))
}

/// The roots of runs that have ended.
fn leftovers() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).into_iter().flatten().flatten().map(|it| it.path());
    let ended = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let process = name.strip_prefix("root-").or_else(|| name.strip_prefix("base-"));
        process.is_some_and(|id| !Path::new("/proc").join(id).exists())
    };
    entries.filter(ended).collect()
}

/// The archive of a release, made if it is missing.
pub(super) fn get(release: &str) -> Done<PathBuf> {
    let tar = folder().join(format!("{release}.tar"));
    if !tar.exists() {
        println!("fresh: creating a base of {release} with debootstrap");
        let unpacked = folder().join(format!("base-{}", std::process::id()));
        let made = debootstrap(release, &unpacked).and_then(|()| pack(&unpacked, &tar));
        remove(&unpacked)?;
        made?;
    }
    Ok(tar)
}

fn debootstrap(release: &str, folder: &Path) -> Done {
    let sources = for_release(&host::sources(), (&host::release()?, release), Archives::Published)?;
    let mut command = Command::new("debootstrap");
    command.args(["--variant=minbase", "--components=main"]);
    if let Some(keyring) = sources[0].option("signed-by") {
        command.arg(format!("--keyring={keyring}"));
    }
    command.arg(release).arg(folder).arg(&sources[0].uri);
    process::quiet(command.envs(host::proxy().map(|proxy| ("http_proxy", proxy)))).map(drop)
}

/// Without package lists and downloads: what is in them is for each root to say.
fn pack(folder: &Path, tar: &Path) -> Done {
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
