//! The paths of the programs of PostgreSQL, NATS and iproute2.

use crate::ServiceResult;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder on Debian that contains one folder for each installed version of PostgreSQL.
const POSTGRES_VERSIONS: &str = "/usr/lib/postgresql";
/// Folders with server programs that may be missing in a user's `PATH`.
const SERVER_FOLDERS: [&str; 2] = ["/usr/sbin", "/usr/local/sbin"];

/// Returns the path of a program of the newest PostgreSQL version, such as `initdb`.
///
/// # Errors
/// Fails if the program is not installed.
pub fn postgres_program(name: &str) -> ServiceResult<PathBuf> {
    let found = postgres_folders().into_iter().find_map(|folder| existing_file(&folder, name));
    found.or_else(|| find_in_path(name)).ok_or_else(|| missing(name, "postgresql"))
}

/// Returns the path of `nats-server`.
pub(crate) fn nats_program() -> ServiceResult<PathBuf> {
    find_in_path("nats-server").ok_or_else(|| missing("nats-server", "nats-server"))
}

/// Returns the path of `ip`, which configures networks.
#[cfg(target_os = "linux")]
pub(crate) fn ip_program() -> ServiceResult<PathBuf> {
    find_in_path("ip").ok_or_else(|| missing("ip", "iproute2"))
}

/// Returns the required Debian packages that are not installed.
#[must_use]
pub fn missing_packages() -> Vec<&'static str> {
    let postgres = postgres_program("postgres").is_err().then_some("postgresql");
    let nats = nats_program().is_err().then_some("nats-server");
    let strace = find_in_path("strace").is_none().then_some("strace");
    let network = find_in_path("ip").is_none().then_some("iproute2");
    postgres.into_iter().chain(nats).chain(strace).chain(network).collect()
}

fn missing(program: &str, package: &str) -> String {
    format!(
        "{program} is not installed: run `cargo xtask services` (on Debian: apt-get install {package})"
    )
}

/// Returns the program folders of all installed PostgreSQL versions, newest first.
fn postgres_folders() -> Vec<PathBuf> {
    let versions = fs::read_dir(POSTGRES_VERSIONS).into_iter().flatten().flatten();
    let number = |folder: &PathBuf| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path()).collect();
    versions.sort_by_key(|folder| std::cmp::Reverse(number(folder)));
    versions.into_iter().map(|version| version.join("bin")).collect()
}

fn find_in_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = env::split_paths(&path).chain(SERVER_FOLDERS.map(PathBuf::from));
    folders.find_map(|folder| existing_file(&folder, name))
}

fn existing_file(folder: &Path, name: &str) -> Option<PathBuf> {
    Some(folder.join(name)).filter(|path| path.is_file())
}
