//! What the client is built and tested with: Node, the packages of `web/package-lock.json`, and a
//! browser. What Debian has is installed where we may; otherwise it is said what to install.

use super::folder;
use crate::{Done, apt, process, project};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest Node that Vite runs with.
const NODE: (u32, u32) = (20, 19);
/// Where Chromium may be; `CHROMIUM` goes first.
const BROWSERS: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// npm with these arguments, to be run in `web`.
#[must_use]
pub fn npm(arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.args(arguments).current_dir(folder());
    if let Some(path) = path_with_own_node() {
        npm.env("PATH", path);
    }
    npm
}

/// The search path with the Node that we fetched in front, if we did.
fn path_with_own_node() -> Option<std::ffi::OsString> {
    let own = own_node().join("node_modules/.bin");
    let usual = env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(own.clone()).chain(env::split_paths(&usual));
    if own.join("node").exists() { env::join_paths(folders).ok() } else { None }
}

fn own_node() -> PathBuf {
    project::target_dir().join("node")
}

/// A Node that is new enough: the machine's, Debian's, or one from npm below `target`.
pub(super) fn have_node() -> Done {
    if has_node() {
        return Ok(());
    }
    if !process::works(Command::new("npm").arg("--version")) {
        apt::install(&["nodejs", "npm"])?;
    }
    if !has_node() {
        println!("web: fetching a newer Node");
        let mut install = Command::new("npm");
        install.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"]);
        process::quiet(install.arg(own_node()).arg("node@22"))?;
    }
    let help = format!("the web client needs Node {}.{} or newer, and npm", NODE.0, NODE.1);
    if has_node() { Ok(()) } else { Err(help) }
}

fn has_node() -> bool {
    let version = process::quiet(&mut npm(&["version", "--json"]));
    version.is_ok_and(|printed| node_version(&printed.out).is_some_and(is_new_enough))
}

/// The version of Node in what `npm version --json` prints.
fn node_version(json: &str) -> Option<(u32, u32)> {
    let versions: serde_json::Value = serde_json::from_str(json).ok()?;
    let mut parts = versions["node"].as_str()?.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

/// Whether this version of Node will do.
#[must_use]
pub fn is_new_enough(version: (u32, u32)) -> bool {
    version >= NODE
}

/// The packages are installed as `package-lock.json` names them, unless they are already.
pub(super) fn have_packages() -> Done {
    let (lock, installed) = ("package-lock.json", "node_modules/.package-lock.json");
    let age = |file: &str| folder().join(file).metadata().and_then(|it| it.modified()).ok();
    if age(installed).is_some() && age(installed) >= age(lock) {
        return Ok(());
    }
    println!("web: installing the packages of web/package-lock.json");
    // Not `npm ci`: it refuses a lock that lacks the packages of other platforms.
    process::quiet(&mut npm(&["install", "--no-save", "--no-audit", "--no-fund"])).map(drop)
}

/// A browser for the tests.
pub(super) fn have_browser() -> Done {
    let is_there = || {
        let named = env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).exists());
        named || BROWSERS.iter().any(|path| Path::new(path).exists())
    };
    if is_there() {
        return Ok(());
    }
    apt::install(&["chromium"])?;
    if is_there() {
        Ok(())
    } else {
        Err("Chromium is missing; set CHROMIUM to its path".to_owned())
    }
}

/// How many bytes a file has when it is sent compressed by gzip.
///
/// # Errors
///
/// It cannot be read.
pub fn packed_size(file: &Path) -> Done<usize> {
    let output = Command::new("gzip").args(["-9", "--stdout"]).arg(file).output();
    let output = output.map_err(|error| format!("gzip cannot be started: {error}"))?;
    if output.status.success() {
        Ok(output.stdout.len())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}
