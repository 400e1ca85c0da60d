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
/// Without those that follow at length (`.config/nextest.toml`).
const NEXTEST_FULL: Step = ("tests", "cargo nextest run --workspace --no-fail-fast --profile full");
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
    ("fuzz", "cargo xtask fuzz"),
    ("web", "cargo xtask web"),
];

/// Runs the steps in order; one that fails does not keep the others from being run.
///
/// # Errors
///
/// Steps fail; the text says which ones, and how to run each alone.
pub fn run(extent: Extent) -> Done {
    let start = Instant::now();
    let taken: Vec<Taken> = steps(extent, has_nextest()).into_iter().map(take).collect();
    let times: Vec<String> =
        taken.iter().map(|it| format!("{} {:.0} s", it.step.0, it.seconds)).collect();
    println!("{}; all in all {:.0} s", times.join(", "), start.elapsed().as_secs_f64());
    let failed: Vec<String> = taken
        .iter()
        .filter(|it| it.failed)
        .map(|it| format!("FAILED: {}. Alone: {}", it.step.0, it.step.1))
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// The steps of a run.
#[must_use]
pub fn steps(extent: Extent, nextest: bool) -> Vec<Step> {
    let slow: &[Step] = if extent == Extent::Full { &SLOW } else { &[] };
    let tests = match (nextest, extent) {
        (false, _) => PLAIN_TESTS,
        (true, Extent::Quick) => NEXTEST,
        (true, Extent::Full) => NEXTEST_FULL,
    };
    [&FIRST, &[SERVICES, tests][..], &DOCS, slow].concat()
}

fn has_nextest() -> bool {
    process::works(&mut project::cargo(&["nextest", "--version"]))
}

/// A step that was taken.
struct Taken {
    step: Step,
    seconds: f64,
    failed: bool,
}

fn take(step: Step) -> Taken {
    let (name, line) = step;
    println!("== {name}: {line}");
    let start = Instant::now();
    let failed = process::show(&mut command(line)).is_err();
    let seconds = start.elapsed().as_secs_f64();
    println!("== {name}: {seconds:.1} s");
    Taken { step, seconds, failed }
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
