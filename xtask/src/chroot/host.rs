//! What a root takes over from the host, so that it reaches the network the same way: apt's mirrors,
//! proxies and keys, certificates, and the settings of cargo, npm and pip.

use super::sources::{Source, parse_list, parse_stanzas};
use crate::{Done, process};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Files and folders that are copied as they are.
const COPIED: [&str; 8] = [
    "/etc/apt/apt.conf",
    "/etc/apt/keyrings",
    "/etc/apt/trusted.gpg.d",
    "/etc/hosts",
    "/etc/npmrc",
    "/etc/pip.conf",
    "/etc/ssl/certs/ca-certificates.crt",
    "/usr/local/share/ca-certificates",
];
/// Files of a home directory that are copied into that of the user.
const HOME_FILES: [&str; 5] =
    [".cargo/config.toml", ".cargo/config", ".npmrc", ".config/pip/pip.conf", ".pip/pip.conf"];
/// Variables that say how to reach the network, by the beginning of their name.
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
/// The same by their whole name.
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

/// Parts of the names of variables that hold secrets.
const SECRETS: [&str; 3] = ["AUTH", "PASSWORD", "TOKEN"];

/// Whether a variable says how to reach the network. Secrets are not passed on.
#[must_use]
pub fn is_passed_on(name: &str) -> bool {
    let name = name.to_uppercase();
    let is_known = NAMES.contains(&&*name) || PREFIXES.iter().any(|it| name.starts_with(it));
    is_known && !SECRETS.iter().any(|part| name.contains(part))
}

/// The variables that are passed on.
pub(super) fn variables() -> Vec<(String, String)> {
    env::vars().filter(|(name, _)| is_passed_on(name)).collect()
}

/// The name of the host's release.
pub(super) fn release() -> Done<String> {
    let text = fs::read_to_string("/etc/os-release").map_err(|error| error.to_string())?;
    let name = text.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    name.map(|name| name.trim_matches('"').to_owned())
        .ok_or_else(|| "/etc/os-release has no VERSION_CODENAME; run this on Debian".to_owned())
}

/// The host's package sources.
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

/// The proxy that apt uses for HTTP, if it has one.
pub(super) fn proxy() -> Option<String> {
    let printed = process::quiet(Command::new("apt-config").args(["dump", "Acquire::http::Proxy"]));
    let printed = printed.ok()?.out;
    let value = printed.lines().find_map(|line| line.strip_prefix("Acquire::http::Proxy \""))?;
    Some(value.trim_end_matches("\";").to_owned()).filter(|proxy| proxy.contains("://"))
}

/// Copies what the whole root needs.
pub(super) fn copy_settings(root: &Path) -> Done {
    for file in files("/etc/apt/apt.conf.d") {
        // Other files belong to packages that the root does not have.
        if fs::read_to_string(&file).is_ok_and(|text| text.contains("Acquire")) {
            copy(&file, root)?;
        }
    }
    COPIED.iter().map(Path::new).filter(|path| path.exists()).try_for_each(|path| copy(path, root))
}

/// Copies the settings of the user who runs this into a home directory.
pub(super) fn copy_home(home: &Path) -> Done {
    let Some(own) = env::home_dir() else { return Ok(()) };
    for file in HOME_FILES.iter().filter(|file| own.join(file).exists()) {
        let to = home.join(file);
        let folder = to.parent().unwrap_or(home);
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        fs::copy(own.join(file), &to).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(())
}

fn copy(path: &Path, root: &Path) -> Done {
    let inside = root.join(path.strip_prefix("/").unwrap_or(path));
    let folder = inside.parent().unwrap_or(root);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut copy = Command::new("cp");
    copy.args(["--recursive", "--dereference", "--preserve=mode", "--no-target-directory"]);
    process::quiet(copy.arg(path).arg(&inside)).map(drop)
}

fn files(folder: &str) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = read.map(|entry| entry.path()).collect();
    files.sort();
    files
}
