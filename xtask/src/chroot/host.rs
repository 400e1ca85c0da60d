//! Copies the host's network settings into a root.
//!
//! The settings are apt's mirrors, proxies and keys; CA certificates; and the network settings of
//! cargo, npm and pip.

use super::sources::{Source, parse_list, parse_stanzas};
use crate::{TaskResult, process};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Files and directories that are copied unchanged.
const COPIED_PATHS: [&str; 10] = [
    "/etc/apt/apt.conf",
    "/etc/apt/keyrings",
    "/etc/apt/trusted.gpg",
    "/etc/apt/trusted.gpg.d",
    "/etc/hosts",
    "/etc/npmrc",
    "/etc/pip.conf",
    "/etc/resolv.conf",
    "/etc/ssl/certs/ca-certificates.crt",
    "/usr/local/share/ca-certificates",
];
/// Files that are copied from the home directory of the host's user to one inside the root.
const HOME_FILES: [&str; 5] =
    [".cargo/config.toml", ".cargo/config", ".npmrc", ".config/pip/pip.conf", ".pip/pip.conf"];
/// Prefixes of variables with network settings.
const PREFIXES: [&str; 8] = [
    "CARGO_HTTP_",
    "CARGO_NET_",
    "CARGO_REGISTRIES_",
    "CARGO_SOURCE_",
    "NPM_CONFIG_",
    "PIP_",
    "RUSTUP_DIST_",
    "RUSTUP_UPDATE_",
];
/// Names of variables with network settings.
const NAMES: [&str; 11] = [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "CURL_CA_BUNDLE",
    "REQUESTS_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS",
    "GIT_SSL_CAINFO",
    "RUSTUP_AUTO_INSTALL",
];

/// Words in the names of variables that hold secrets.
const SECRET_WORDS: [&str; 3] = ["AUTH", "PASSWORD", "TOKEN"];

/// Returns whether a variable holds network settings and no secret.
#[must_use]
pub fn is_passed_on(name: &str) -> bool {
    let name = name.to_uppercase();
    let is_known = NAMES.contains(&&*name) || PREFIXES.iter().any(|it| name.starts_with(it));
    is_known && !SECRET_WORDS.iter().any(|part| name.contains(part))
}

/// Returns the host's environment variables that commands in a root inherit.
pub(super) fn variables() -> Vec<(String, String)> {
    env::vars().filter(|(name, _)| is_passed_on(name)).collect()
}

/// Returns the name of the host's release.
pub(super) fn release() -> TaskResult<String> {
    let text = fs::read_to_string("/etc/os-release").map_err(|error| error.to_string())?;
    let name = text.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    name.map(|name| name.trim_matches('"').to_owned())
        .ok_or_else(|| "/etc/os-release has no VERSION_CODENAME; run this on Debian".to_owned())
}

/// Returns the host's package sources.
pub(super) fn sources() -> Vec<Source> {
    let main = fs::read_to_string("/etc/apt/sources.list").unwrap_or_default();
    let files = files("/etc/apt/sources.list.d").into_iter();
    let more = files.flat_map(|file| {
        let text = fs::read_to_string(&file).unwrap_or_default();
        match file.extension().and_then(|it| it.to_str()) {
            Some("list") => parse_list(&text),
            Some("sources") => parse_stanzas(&text),
            _ => Vec::new(),
        }
    });
    parse_list(&main).into_iter().chain(more).collect()
}

/// Returns apt's HTTP proxy, if it has one.
pub(super) fn proxy() -> Option<String> {
    let printed = process::quiet(Command::new("apt-config").args(["dump", "Acquire::http::Proxy"]));
    let printed = printed.ok()?.out;
    let value = printed.lines().find_map(|line| line.strip_prefix("Acquire::http::Proxy \""))?;
    Some(value.trim_end_matches("\";").to_owned()).filter(|proxy| proxy.contains("://"))
}

/// Copies the system-wide settings into a root.
pub(super) fn copy_settings(root: &Path) -> TaskResult {
    for file in files("/etc/apt/apt.conf.d") {
        // Other files configure packages that the root does not have.
        if fs::read_to_string(&file).is_ok_and(|text| text.contains("Acquire")) {
            copy(&file, root)?;
        }
    }
    let sources = sources();
    let keys = sources.iter().filter_map(|source| source.option("signed-by"));
    // Debian's own keys are already there, in the version of the root's release.
    let keys = keys.map(Path::new).filter(|key| !path_inside(root, key).exists());
    let paths = COPIED_PATHS.iter().map(Path::new).chain(keys);
    paths.filter(|path| path.is_absolute() && path.exists()).try_for_each(|path| copy(path, root))
}

/// Copies the current user's settings into a home directory.
pub(super) fn copy_home(home: &Path) -> TaskResult {
    let Some(host_home) = env::home_dir() else { return Ok(()) };
    for file in HOME_FILES.iter().filter(|file| host_home.join(file).exists()) {
        let to = home.join(file);
        let folder = to.parent().unwrap_or(home);
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        fs::copy(host_home.join(file), &to)
            .map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(())
}

fn copy(path: &Path, root: &Path) -> TaskResult {
    let inside = path_inside(root, path);
    let folder = inside.parent().unwrap_or(root);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut copy = Command::new("cp");
    copy.args(["--recursive", "--dereference", "--preserve=mode", "--no-target-directory"]);
    process::quiet(copy.arg(path).arg(&inside)).map(drop)
}

/// Returns the path on the host of an absolute path in a root.
fn path_inside(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}

fn files(folder: &str) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = read.map(|entry| entry.path()).collect();
    files.sort();
    files
}
