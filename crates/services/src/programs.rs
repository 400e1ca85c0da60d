//! Paths of the server programs.

use crate::Done;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Where Debian puts the programs of PostgreSQL, by version.
const POSTGRES: &str = "/usr/lib/postgresql";
/// Where Debian puts servers, which is not in everybody's search path.
const SERVERS: [&str; 2] = ["/usr/sbin", "/usr/local/sbin"];

/// A program of PostgreSQL: `postgres`, `initdb`, `pgbench` …, of the newest version that is
/// installed.
///
/// # Errors
/// There is none.
pub fn postgres_program(name: &str) -> Done<PathBuf> {
    let found = postgres_folders().into_iter().find_map(|folder| file(&folder, name));
    found.or_else(|| in_path(name)).ok_or_else(|| missing(name, "postgresql"))
}

pub(crate) fn nats_program() -> Done<PathBuf> {
    in_path("nats-server").ok_or_else(|| missing("nats-server", "nats-server"))
}

/// `ip`, which makes and changes networks.
#[cfg(target_os = "linux")]
pub(crate) fn ip_program() -> Done<PathBuf> {
    in_path("ip").ok_or_else(|| missing("ip", "iproute2"))
}

/// The Debian packages that are needed and not there.
#[must_use]
pub fn missing_packages() -> Vec<&'static str> {
    let postgres = postgres_program("postgres").is_err().then_some("postgresql");
    let nats = nats_program().is_err().then_some("nats-server");
    let strace = in_path("strace").is_none().then_some("strace");
    let network = in_path("ip").is_none().then_some("iproute2");
    postgres.into_iter().chain(nats).chain(strace).chain(network).collect()
}

fn missing(program: &str, package: &str) -> String {
    format!(
        "{program} is missing: run `cargo xtask services` (on Debian: apt-get install {package})"
    )
}

/// The newest version first.
fn postgres_folders() -> Vec<PathBuf> {
    let versions = fs::read_dir(POSTGRES).into_iter().flatten().flatten();
    let number = |folder: &PathBuf| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path()).collect();
    versions.sort_by_key(|folder| std::cmp::Reverse(number(folder)));
    versions.into_iter().map(|version| version.join("bin")).collect()
}

fn in_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = env::split_paths(&path).chain(SERVERS.map(PathBuf::from));
    folders.find_map(|folder| file(&folder, name))
}

fn file(folder: &Path, name: &str) -> Option<PathBuf> {
    Some(folder.join(name)).filter(|path| path.is_file())
}
