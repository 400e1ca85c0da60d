//! Checks of the dependencies with cargo-deny: licences, duplicate versions, sources and advisories.
//!
//! `deny.toml` holds the rules. They apply to the workspace and to `fuzz/`, which has its own lock
//! file. Advisories come from a git repository that not every machine can reach, so the check of
//! advisories runs only if there is a database.

use crate::cargo_tool::CargoTool;
use crate::{TaskResult, process, project};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CARGO_DENY: CargoTool = CargoTool {
    name: "cargo-deny",
    version: "0.20.2",
    arguments: &["--no-default-features", "--debug", "--config", "profile.dev.debug=false"],
};
/// Manifests with a lock file, and their lint levels.
///
/// An exception for duplicate versions in `deny.toml` that the workspace does not need is an error.
/// `fuzz/` has fewer dependencies, so it may leave exceptions unused.
const MANIFESTS: [(&str, &[&str]); 2] = [
    ("Cargo.toml", &["--deny", "unmatched-skip", "--deny", "unnecessary-skip"]),
    ("fuzz/Cargo.toml", &["--allow", "unmatched-skip"]),
];
/// Checks that need no advisory database.
const OFFLINE_CHECKS: [&str; 3] = ["licenses", "bans", "sources"];

/// Installs cargo-deny if it is missing, and runs all checks that are possible.
///
/// # Errors
///
/// If a dependency breaks a rule of `deny.toml`, or cargo-deny cannot be installed.
pub fn run() -> TaskResult {
    let program = CARGO_DENY.ensure()?;
    println!("{}", check(&program, &databases())?);
    Ok(())
}

/// Runs the checks with this cargo-deny and these advisory databases.
///
/// Returns a line that says which checks ran.
///
/// # Errors
///
/// If a dependency breaks a rule of `deny.toml`.
pub fn check(program: &Path, databases: &Path) -> TaskResult<String> {
    check_all(program, &[], &OFFLINE_CHECKS)?;
    let done = "deny: licences, duplicate versions and sources are fine";
    let fetched = process::quiet(&mut fetch(program));
    let Err(reason) = fetched else {
        check_all(program, &[], &["advisories"])?;
        return Ok(format!("{done}; no advisory concerns a dependency"));
    };
    let reason = reason_of(&reason);
    if !has_database(databases) {
        return Ok(format!(
            "{done}; ADVISORIES NOT CHECKED: cannot fetch the database, and there is no copy in {}: {reason}",
            databases.display()
        ));
    }
    check_all(program, &["--offline"], &["advisories"])?;
    Ok(format!(
        "{done}; no advisory concerns a dependency, according to a local copy of the database, which \
         cannot be updated: {reason}"
    ))
}

fn check_all(program: &Path, options: &[&str], checks: &[&str]) -> TaskResult {
    MANIFESTS.iter().try_for_each(|(manifest, lints)| {
        let mut command = deny(program);
        command.args(["--locked", "--manifest-path", manifest]).args(options);
        command.args(["--config", "deny.toml", "check"]);
        // The lints belong to the check of duplicate versions.
        command.args(if checks.contains(&"bans") { *lints } else { &[] });
        process::quiet(command.args(checks)).map(drop)
    })
}

/// Returns the command that updates the advisory database; a stalled connection is aborted.
fn fetch(program: &Path) -> Command {
    let mut command = deny(program);
    command.args(["--config", "deny.toml", "fetch", "db"]);
    command.env("GIT_HTTP_LOW_SPEED_LIMIT", "1").env("GIT_HTTP_LOW_SPEED_TIME", "20");
    command.env("GIT_TERMINAL_PROMPT", "0");
    command
}

fn deny(program: &Path) -> Command {
    project::command(&program.to_string_lossy())
}

/// Returns the reason for a failure: git's fatal line, or the last line before the status.
fn reason_of(failure: &str) -> &str {
    let mut lines = failure.lines().map(str::trim).filter(|line| !line.is_empty());
    let last = lines.clone().rev().nth(1).unwrap_or(failure);
    lines.find(|line| line.starts_with("fatal:")).unwrap_or(last)
}

/// Returns the directory of cargo-deny's advisory databases.
fn databases() -> PathBuf {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let default = || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".cargo");
    home.unwrap_or_else(default).join("advisory-dbs")
}

/// Returns whether there is a completely cloned database.
fn has_database(databases: &Path) -> bool {
    let mut folders = fs::read_dir(databases).into_iter().flatten().flatten();
    folders.any(|folder| folder.path().join("crates").is_dir())
}
