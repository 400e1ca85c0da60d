//! Everything that must hold before a change is kept. This is what `./test` runs.

use crate::{Done, process, project};
use std::time::Instant;

/// How much is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Everything.
    Full,
    /// All but many crashes, other programs that read our files and ask our server, fuzzing, and
    /// the browser.
    Quick,
}

/// A step: its name and the command, which can be run alone just as it stands here.
type Step = (&'static str, &'static str);

const FIRST: [Step; 2] = [
    ("format", "cargo fmt --all --check"),
    ("clippy", "cargo clippy --workspace --all-targets -- -D warnings"),
];
/// Before the tests, which fail where these are missing.
const SERVICES: Step = ("services", "cargo xtask services");
const NEXTEST: Step = ("tests", "cargo nextest run --workspace --no-fail-fast");
const PLAIN_TESTS: Step = ("tests", "cargo test --workspace --no-fail-fast");
const DOCS: [Step; 2] = [
    ("doc tests", "cargo test --workspace --doc"),
    ("documentation", "RUSTDOCFLAGS=-Dwarnings cargo doc --no-deps --workspace"),
];
const SLOW: [Step; 7] = [
    ("crash", "ORRERY_CRASH=full cargo test --workspace --test crash"),
    ("nodes", "ORRERY_CLUSTER=full cargo test --workspace --test cluster -- --test-threads=1"),
    ("worlds", "ORRERY_SEEDS=10000 cargo test --workspace --lib cluster::sim"),
    ("readers", "cargo xtask readers"),
    ("api", "cargo xtask api"),
    ("fuzz", "cargo xtask fuzz 5"),
    ("web", "cargo xtask web"),
];

/// Runs the steps in order; one that fails does not keep the others from being run.
///
/// # Errors
///
/// Steps fail; the text says which ones, and how to run each alone.
pub fn run(extent: Extent) -> Done {
    let start = Instant::now();
    let steps = steps(extent, has_nextest());
    let failed: Vec<String> =
        steps.iter().filter_map(|(name, line)| take(name, line).err()).collect();
    let seconds = start.elapsed().as_secs_f64();
    if !failed.is_empty() {
        return Err(format!("after {seconds:.1} s:\n{}", failed.join("\n")));
    }
    println!("all passed in {seconds:.1} s");
    Ok(())
}

/// The steps of a run.
#[must_use]
pub fn steps(extent: Extent, nextest: bool) -> Vec<Step> {
    let slow: &[Step] = if extent == Extent::Full { &SLOW } else { &[] };
    let tests = if nextest { NEXTEST } else { PLAIN_TESTS };
    [&FIRST, &[SERVICES, tests][..], &DOCS, slow].concat()
}

fn has_nextest() -> bool {
    process::works(&mut project::cargo(&["nextest", "--version"]))
}

fn take(name: &str, line: &str) -> Done {
    println!("== {name}: {line}");
    let start = Instant::now();
    let done = process::show(&mut command(line));
    let seconds = start.elapsed().as_secs_f64();
    match done {
        Ok(()) => {
            println!("== {name}: {seconds:.1} s");
            Ok(())
        }
        Err(_) => Err(format!("FAILED after {seconds:.1} s: {name}. Alone: {line}")),
    }
}

/// A line like `NAME=value program argument` as a command.
fn command(line: &str) -> std::process::Command {
    let (settings, words): (Vec<&str>, Vec<&str>) =
        line.split_whitespace().partition(|word| is_setting(word));
    let mut command = project::command(words[0]);
    command.args(&words[1..]);
    command.envs(settings.iter().filter_map(|setting| setting.split_once('=')));
    command
}

fn is_setting(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
}
