//! Everything that must hold before a change is kept. This is what `./test` runs.
//!
//! Steps that mostly wait run next to steps that compute. All of them use the same build artifacts.

use crate::{Done, process, project};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Instant;

/// How much is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Everything.
    Full,
    /// Everything but the slow steps: many crashes, lost packets, attacks, many simulated worlds, other
    /// programs that read our files and call our server, fuzzing, and the browser.
    Quick,
}

/// A step of `./test`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// What it is called.
    pub name: &'static str,
    /// The shell command, which can be run alone just as it stands here.
    pub line: &'static str,
}

/// Steps that run one after another, next to those of other lanes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lane {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// How nice they are to the steps of other lanes, as for `nice`. Steps that compute give way to
    /// steps that wait, whose servers must keep their deadlines.
    niceness: u8,
}

impl Lane {
    fn waiting<const N: usize>(steps: [Step; N]) -> Self {
        Self { steps: steps.to_vec(), niceness: 0 }
    }

    fn computing<const N: usize>(steps: [Step; N]) -> Self {
        Self { steps: steps.to_vec(), niceness: 10 }
    }
}

const fn step(name: &'static str, line: &'static str) -> Step {
    Step { name, line }
}

const FORMAT: Step = step("format", "cargo fmt --all --check");
/// Before the tests, which fail where PostgreSQL or NATS are missing.
const SERVICES: Step = step("services", "cargo xtask services");
const BUILD: Step = step("build", "cargo test --quiet --workspace --no-run");
/// Tests that take long or need root (`test = false` in their manifests), which steps run by name.
const BUILD_NAMED: Step = step(
    "build named",
    "cargo test --quiet --workspace --no-run --test abuse --test network --test partition --test soak",
);
const DENY: Step = step("deny", "cargo xtask deny");
const CLIPPY: Step =
    step("clippy", "cargo clippy --quiet --workspace --all-targets -- -D warnings");
const CLIPPY_NAMED: Step = step(
    "clippy named",
    "cargo clippy --quiet --workspace --test abuse --test network --test partition --test soak -- \
     -D warnings",
);
const DOCUMENTATION: Step =
    step("documentation", "RUSTDOCFLAGS=-Dwarnings cargo doc --quiet --no-deps --workspace");
const DOC_TESTS: Step = step("doc tests", "cargo test --quiet --workspace --doc");
const NEXTEST: Step = step("tests", "cargo nextest run --workspace --no-fail-fast");
/// Without those that follow at length (`.config/nextest.toml`).
const NEXTEST_FULL: Step =
    step("tests", "cargo nextest run --workspace --no-fail-fast --profile full");
const PLAIN_TESTS: Step = step("tests", "cargo test --workspace --no-fail-fast");
const CRASH: Step = step("crash", "ORRERY_CRASH=full cargo test --workspace --test crash");
const NODES: Step =
    step("nodes", "ORRERY_CLUSTER=full cargo test --workspace --test cluster -- --test-threads=1");
const NETWORK: Step = step(
    "network",
    "cargo test --workspace --test network --test partition -- --test-threads=1 --nocapture",
);
const ABUSE: Step = step("abuse", "cargo xtask abuse");
const WORLDS: Step =
    step("worlds", "ORRERY_SEEDS=10000 cargo test --package orrery-server --lib cluster::sim");
const READERS: Step = step("readers", "cargo xtask readers");
const API: Step = step("api", "cargo xtask api");
const FUZZ: Step = step("fuzz", "cargo xtask fuzz");
const WEB_BUILD: Step = step("web build", "cargo xtask web build");
const WEB: Step = step("web", "cargo xtask web");

/// Runs the steps; one that fails does not keep the others from running.
///
/// # Errors
///
/// Steps fail; the text says which ones, and how to run each alone.
pub fn run(extent: Extent) -> Done {
    let start = Instant::now();
    let mut taken = Vec::new();
    for phase in phases(extent, has_nextest()) {
        taken.extend(run_phase(phase)?);
    }
    println!("{}", table(&taken));
    println!("{} steps in {:.0} s", taken.len(), start.elapsed().as_secs_f64());
    let failed: Vec<String> = taken
        .iter()
        .filter(|it| it.failed)
        .map(|it| format!("FAILED: {}. Alone: {}", it.step.name, it.step.line))
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// Returns the phases of a run, which follow each other; the lanes of a phase run next to each other.
#[must_use]
pub fn phases(extent: Extent, nextest: bool) -> Vec<Vec<Lane>> {
    match (extent, nextest) {
        (Extent::Quick, true) => quick(NEXTEST),
        (Extent::Quick, false) => quick(PLAIN_TESTS),
        (Extent::Full, true) => full(NEXTEST_FULL),
        (Extent::Full, false) => full(PLAIN_TESTS),
    }
}

fn quick(tests: Step) -> Vec<Vec<Lane>> {
    vec![
        vec![Lane::waiting([FORMAT, SERVICES, BUILD])],
        vec![Lane::computing([CLIPPY, DOCUMENTATION, DOC_TESTS]), Lane::waiting([tests])],
    ]
}

fn full(tests: Step) -> Vec<Vec<Lane>> {
    vec![
        vec![Lane::waiting([FORMAT, BUILD, BUILD_NAMED]), Lane::computing([SERVICES, DENY])],
        vec![
            // Worlds first: Clippy locks the build directory, and the tests beside it would wait.
            Lane::computing([
                WORLDS,
                CLIPPY,
                CLIPPY_NAMED,
                DOCUMENTATION,
                WEB_BUILD,
                FUZZ,
                DOC_TESTS,
            ]),
            Lane::waiting([tests, CRASH, NODES, NETWORK, ABUSE, READERS, API]),
        ],
        vec![Lane::waiting([WEB])],
    ]
}

fn has_nextest() -> bool {
    process::works(&mut project::cargo(&["nextest", "--version"]))
}

/// A step that was taken.
struct Taken {
    step: Step,
    seconds: f64,
    /// User and system time, as the shell prints it.
    cpu: String,
    failed: bool,
}

fn run_phase(lanes: Vec<Lane>) -> Done<Vec<Taken>> {
    let logs = project::target_dir().join("test-logs");
    fs::create_dir_all(&logs).map_err(|error| project::failed(&logs, error))?;
    let run_lane = |lane: Lane| {
        let steps = lane.steps.into_iter();
        steps.map(|step| take(step, lane.niceness, &logs)).collect::<Done<Vec<_>>>()
    };
    thread::scope(|scope| {
        let running: Vec<_> =
            lanes.into_iter().map(|lane| scope.spawn(|| run_lane(lane))).collect();
        let mut taken = Vec::new();
        for lane in running {
            taken.extend(lane.join().map_err(|_| "a lane of the test panicked")??);
        }
        Ok(taken)
    })
}

/// Runs a step. What it prints is shown when it ends, so that lanes do not mix, and kept in a log.
fn take(step: Step, niceness: u8, logs: &Path) -> Done<Taken> {
    println!("== {}: {}", step.name, step.line);
    let file = logs.join(format!("{}.log", step.name.replace(' ', "-")));
    let start = Instant::now();
    let failed = process::show(&mut command(step, niceness, &file)?).is_err();
    let seconds = start.elapsed().as_secs_f64();
    let printed = String::from_utf8_lossy(&fs::read(&file).unwrap_or_default()).into_owned();
    let (printed, cpu) = split_times(&printed);
    let result = if failed { "FAILED" } else { "ok" };
    println!("{printed}== {}: {result} in {seconds:.1} s", step.name);
    Ok(Taken { step, seconds, cpu: cpu.to_owned(), failed })
}

/// The shell runs the line and prints its CPU time; everything goes to the log.
fn command(step: Step, niceness: u8, log: &Path) -> Done<Command> {
    let file = File::create(log).map_err(|error| project::failed(log, error))?;
    let error = file.try_clone().map_err(|error| project::failed(log, error))?;
    let mut command = project::command("bash");
    let nice = match niceness {
        0 => String::new(),
        niceness => format!("renice -n {niceness} $$ >/dev/null; "),
    };
    command.arg("-c").arg(format!("{nice}TIMEFORMAT='{TIMES}%U %S'; time {}", step.line));
    command.stdin(std::process::Stdio::null()).stdout(file).stderr(error);
    Ok(command)
}

const TIMES: &str = "cpu seconds: ";

/// Splits what a step printed from the line with its CPU time.
#[must_use]
pub fn split_times(printed: &str) -> (&str, &str) {
    match printed.rsplit_once(TIMES) {
        Some((printed, times)) => (printed, times.trim()),
        None => (printed, "-"),
    }
}

fn table(taken: &[Taken]) -> String {
    let rows = taken.iter().map(|it| {
        let result = if it.failed { "FAILED" } else { "ok" };
        format!("{:<14} {:>7.1} s   {:>18}   {result}", it.step.name, it.seconds, it.cpu)
    });
    let head = format!("{:<14} {:>9}   {:>18}", "step", "wall", "cpu (user, system)");
    std::iter::once(head).chain(rows).collect::<Vec<_>>().join("\n")
}
