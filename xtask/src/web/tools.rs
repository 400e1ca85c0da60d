//! The tools of the web client: Node, the packages of `web/package-lock.json`, and a browser.
//!
//! Missing Debian packages are installed if possible; otherwise an error says what to install.

use super::folder;
use crate::{TaskResult, apt, process, project};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Oldest version of Node that Vite supports.
const MIN_NODE_VERSION: (u32, u32) = (20, 19);
/// Paths of Chromium; `CHROMIUM` overrides them.
const BROWSERS: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/// The first words of npm's error lines that do not say what failed.
const NPM_DETAILS: [&str; 5] = ["code ", "dest ", "errno ", "path ", "syscall "];

/// Returns an npm command that runs in `web`.
#[must_use]
pub fn npm(arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.args(arguments).current_dir(folder());
    if let Some(path) = path_with_downloaded_node() {
        npm.env("PATH", path);
    }
    npm
}

/// Returns the search path with the downloaded Node first, if there is one.
fn path_with_downloaded_node() -> Option<std::ffi::OsString> {
    let programs = downloaded_node().join("node_modules/.bin");
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(programs.clone()).chain(env::split_paths(&path));
    if programs.join("node").exists() { env::join_paths(folders).ok() } else { None }
}

/// Returns the directory of the Node that `ensure_node` downloads.
fn downloaded_node() -> PathBuf {
    project::target_dir().join("node")
}

/// Makes sure that Node is new enough: the machine's, Debian's, or one from npm below `target`.
pub(super) fn ensure_node() -> TaskResult {
    if has_node() {
        return Ok(());
    }
    if !process::succeeds(Command::new("npm").arg("--version")) {
        apt::install(&["nodejs", "npm"])?;
    }
    if !has_node() {
        println!("web: fetching a newer Node");
        let mut install = Command::new("npm");
        install.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"]);
        download(install.arg(downloaded_node()).arg("node@22"), "Node")?;
    }
    let help = format!(
        "the web client needs npm and Node {}.{} or newer; install them and run this again",
        MIN_NODE_VERSION.0, MIN_NODE_VERSION.1
    );
    if has_node() { Ok(()) } else { Err(help) }
}

fn has_node() -> bool {
    let version = process::quiet(&mut npm(&["version", "--json"]));
    version.is_ok_and(|printed| node_version(&printed.out).is_some_and(is_new_enough))
}

/// Returns the version of Node from the output of `npm version --json`.
fn node_version(json: &str) -> Option<(u32, u32)> {
    let versions: serde_json::Value = serde_json::from_str(json).ok()?;
    let mut parts = versions["node"].as_str()?.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

/// Returns whether this version of Node is new enough.
#[must_use]
pub fn is_new_enough(version: (u32, u32)) -> bool {
    version >= MIN_NODE_VERSION
}

/// Installs the packages of `package-lock.json` unless they are current.
pub(super) fn ensure_packages() -> TaskResult {
    let (lock, installed) = ("package-lock.json", "node_modules/.package-lock.json");
    let modified = |file: &str| folder().join(file).metadata().and_then(|it| it.modified()).ok();
    if modified(installed).is_some() && modified(installed) >= modified(lock) {
        return Ok(());
    }
    println!("web: installing the packages of web/package-lock.json");
    // Not `npm ci`: it rejects a lock file without the packages of other platforms.
    let mut install = npm(&["install", "--no-save", "--no-audit", "--no-fund"]);
    download(&mut install, "the npm packages of the web client")
}

/// Runs `npm install`; an error is one line that says what to do.
fn download(install: &mut Command, what: &str) -> TaskResult {
    let failed = |problem: String| project::download_failed(what, npm_reason(&problem));
    process::quiet(install).map(drop).map_err(failed)
}

/// Returns the line of npm's output that says what failed, without codes and paths.
#[must_use]
pub fn npm_reason(printed: &str) -> &str {
    let text =
        |line| str::strip_prefix(line, "npm error ").or(str::strip_prefix(line, "npm ERR! "));
    let errors = || printed.lines().filter_map(text);
    let is_detail = |line: &str| NPM_DETAILS.iter().any(|it| line.starts_with(it));
    let reason = errors().find(|line| !is_detail(line)).or_else(|| errors().next());
    reason.or_else(|| printed.lines().last()).unwrap_or(printed)
}

/// Makes sure that a browser is installed.
pub(super) fn ensure_browser() -> TaskResult {
    let is_installed = || {
        let is_configured = env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).exists());
        is_configured || BROWSERS.iter().any(|path| Path::new(path).exists())
    };
    if is_installed() {
        return Ok(());
    }
    apt::install(&["chromium"])?;
    if is_installed() {
        Ok(())
    } else {
        Err("Chromium is missing; set CHROMIUM to its path".to_owned())
    }
}

/// Returns the size of a file after gzip, in bytes.
///
/// # Errors
///
/// If the file cannot be compressed.
pub fn gzip_size(file: &Path) -> TaskResult<usize> {
    let output = Command::new("gzip").args(["-9", "--stdout"]).arg(file).output();
    let output = output.map_err(|error| format!("cannot start gzip: {error}"))?;
    if output.status.success() {
        Ok(output.stdout.len())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}
