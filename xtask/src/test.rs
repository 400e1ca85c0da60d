//! `./test`: every check that a change must pass.
//!
//! Steps that mostly wait run in parallel with steps that compute. All of them share one build.

use crate::{TaskResult, process, project};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// Time limit of a step, several times the duration of the longest one on a quiet machine.
const TIME_LIMIT: Duration = Duration::from_secs(20 * 60);
/// The status with which `timeout` exits if it has ended a program.
const TIMED_OUT: i32 = 124;

/// The steps to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestScope {
    /// All steps.
    Full,
    /// All steps except the slow ones.
    ///
    /// Quick runs skip long tests (`.config/nextest.toml`), readers, the Python package, API checks,
    /// fuzzing and the browser.
    Quick,
}

/// A step of `./test`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Name of the step.
    pub name: &'static str,
    /// Shell command, which can also be run alone.
    pub line: &'static str,
}

/// Steps that run one after another, in parallel with other lanes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lane {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// Niceness of the steps: higher for computing steps, because servers of waiting steps have deadlines.
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
/// Runs before the tests, which need PostgreSQL and NATS.
const SERVICES: Step = step("services", "cargo xtask services");
const BUILD: Step = step("build", "cargo test --quiet --workspace --no-run");
/// Builds the tests that later steps run by name (`test = false`): they are slow or need root rights.
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
/// Runs the tests that are quick (`.config/nextest.toml`).
const NEXTEST_QUICK: Step =
    step("tests", "cargo nextest run --workspace --no-fail-fast --profile quick");
/// Runs all tests except those with a step of their own (`.config/nextest.toml`).
const NEXTEST_FULL: Step =
    step("tests", "cargo nextest run --workspace --no-fail-fast --profile full");
const PLAIN_FULL: Step = step("tests", "cargo test --workspace --no-fail-fast");
/// Leaves out the same tests as `NEXTEST_QUICK`, as far as cargo can select them.
const PLAIN_QUICK: Step = step(
    "tests",
    "cargo test --workspace --no-fail-fast \
     --exclude orrery-analysis --exclude orrery-batch --exclude orrery-python --lib --bins \
     --test book --test bots --test check --test checks --test cli --test damage --test decks \
     --test forms --test golden --test online --test project --test properties --test protocol \
     --test records --test revisions --test serve --test sqlite --test start_scripts --test stdio \
     --test texts -- \
     --skip abuse:: --skip cluster:: --skip disk:: --skip games:: --skip python:: --skip sizes:: \
     --skip stand_ins:: --skip train::tests:: --skip whole_games --skip thousands_of \
     --skip screen_and_lines --skip a_review_shows --skip clock_jump --skip changed_byte \
     --skip forged_bytes --skip no_pattern_recurses --skip every_error_code --skip server_restart \
     --skip a_program_in_python --skip programs_play --skip bench_prints",
);
pub(crate) const CRASH: Step =
    step("crash", "ORRERY_CRASH=full cargo test --workspace --test crash");
pub(crate) const NODES: Step =
    step("nodes", "ORRERY_CLUSTER=full cargo test --workspace --test cluster -- --test-threads=1");
const NETWORK: Step = step(
    "network",
    "cargo test --workspace --test network --test partition -- --test-threads=1 --nocapture",
);
const ABUSE: Step = step("abuse", "cargo xtask abuse");
/// Simulates ten thousand clusters with faults.
const WORLDS: Step = step("worlds", "ORRERY_SEEDS=10000 cargo test --workspace --lib cluster::sim");
const READERS: Step = step("readers", "cargo xtask readers");
const PYTHON: Step = step("python", "cargo xtask python");
const API: Step = step("api", "cargo xtask api");
const FUZZ: Step = step("fuzz", "cargo xtask fuzz");
const WEB_BUILD: Step = step("web build", "cargo xtask web build");
const WEB: Step = step("web", "cargo xtask web");
/// The part of the step `web` that depends on time; only `cargo xtask stress` runs it alone.
pub(crate) const BROWSER: Step = step("browser", "cargo xtask web e2e");

/// Runs the steps; a failed step does not stop the others.
///
/// # Errors
///
/// If steps fail; the text names them and how to run each alone.
pub fn run(scope: TestScope) -> TaskResult {
    let start = Instant::now();
    let mut results = Vec::new();
    for phase in phases(scope, has_nextest()) {
        results.extend(run_phase(phase)?);
    }
    let failed = || results.iter().filter(|it| it.outcome != Outcome::Ok);
    for result in failed() {
        println!(
            "== {}: the end of its output\n{}",
            result.step.name,
            last_lines(&result.printed, 120)
        );
    }
    println!("{}", table(&results));
    println!("{} steps in {:.0} s", results.len(), start.elapsed().as_secs_f64());
    let failed: Vec<String> = failed()
        .map(|it| format!("FAILED: {}; run it alone with: {}", it.step.name, it.step.line))
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// Returns the phases of a run in order; the lanes of a phase run in parallel.
#[must_use]
pub fn phases(scope: TestScope, nextest: bool) -> Vec<Vec<Lane>> {
    match (scope, nextest) {
        (TestScope::Quick, true) => quick(NEXTEST_QUICK),
        (TestScope::Quick, false) => quick(PLAIN_QUICK),
        (TestScope::Full, true) => full(NEXTEST_FULL),
        (TestScope::Full, false) => full(PLAIN_FULL),
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
            Lane::computing([WORLDS, WEB_BUILD, FUZZ]),
            Lane::waiting([tests, CRASH, NODES, NETWORK, ABUSE]),
        ],
        vec![
            // Clippy, documentation and doc tests lock the build directory, which would block the tests
            // of the phase before.
            Lane::computing([CLIPPY, CLIPPY_NAMED, DOCUMENTATION, DOC_TESTS, PYTHON]),
            Lane::waiting([WEB, READERS, API]),
        ],
    ]
}

fn has_nextest() -> bool {
    process::succeeds(&mut project::cargo(&["nextest", "--version"]))
}

/// The outcome of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It succeeded.
    Ok,
    /// It failed.
    Failed,
    /// It did not finish within its time limit and was ended.
    TimedOut,
}

impl Outcome {
    const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Failed => "FAILED",
            Self::TimedOut => "FAILED (time limit)",
        }
    }
}

/// The result of a step.
#[derive(Clone, Debug)]
pub struct StepResult {
    step: Step,
    seconds: f64,
    /// User and system time as the shell prints them.
    cpu: String,
    /// Outcome of the step.
    pub outcome: Outcome,
    /// Output of the step.
    pub printed: String,
}

fn run_phase(lanes: Vec<Lane>) -> TaskResult<Vec<StepResult>> {
    let logs = project::target_dir().join("test-logs");
    fs::create_dir_all(&logs).map_err(|error| project::failed(&logs, error))?;
    let run_lane = |lane: Lane| {
        let steps = lane.steps.into_iter();
        let run = |step| run_step(step, lane.niceness, TIME_LIMIT, &logs);
        steps.map(run).collect::<TaskResult<Vec<_>>>()
    };
    thread::scope(|scope| {
        let running: Vec<_> =
            lanes.into_iter().map(|lane| scope.spawn(|| run_lane(lane))).collect();
        let mut results = Vec::new();
        for lane in running {
            results.extend(lane.join().map_err(|_| "a test lane panicked")??);
        }
        Ok(results)
    })
}

/// Runs a step. Its output goes to a log and is shown at the end, so that lanes do not mix.
///
/// # Errors
///
/// If the step cannot be started.
pub fn run_step(step: Step, niceness: u8, limit: Duration, logs: &Path) -> TaskResult<StepResult> {
    println!("== {}: {}", step.name, step.line);
    let file = logs.join(format!("{}.log", step.name.replace(' ', "-")));
    let start = Instant::now();
    let mut command = command(step, niceness, limit, &file)?;
    let status = command.status().map_err(|error| format!("cannot start bash: {error}"))?;
    let seconds = start.elapsed().as_secs_f64();
    let outcome = match status.code() {
        Some(0) => Outcome::Ok,
        Some(TIMED_OUT) => Outcome::TimedOut,
        _ => Outcome::Failed,
    };
    let printed = String::from_utf8_lossy(&fs::read(&file).unwrap_or_default()).into_owned();
    let (printed, cpu) = split_times(&printed);
    println!("{printed}== {}: {} in {seconds:.1} s", step.name, outcome.word());
    Ok(StepResult { step, seconds, cpu: cpu.to_owned(), outcome, printed: printed.to_owned() })
}

/// Returns the last lines of a text.
#[must_use]
pub fn last_lines(text: &str, count: usize) -> &str {
    let start = text.trim_end().rmatch_indices('\n').nth(count - 1);
    start.map_or(text, |(at, _)| &text[at + 1..])
}

/// Returns a shell command that runs the line, prints its CPU time and logs its output.
///
/// A line that exceeds the limit is ended with all its processes, so that one test that waits forever
/// does not hide the results of the others.
fn command(step: Step, niceness: u8, limit: Duration, log: &Path) -> TaskResult<Command> {
    let file = File::create(log).map_err(|error| project::failed(log, error))?;
    let error = file.try_clone().map_err(|error| project::failed(log, error))?;
    let mut command = project::command("bash");
    let nice = match niceness {
        0 => String::new(),
        niceness => format!("renice -n {niceness} $$ >/dev/null; "),
    };
    let seconds = limit.as_secs();
    command.arg("-c").arg(format!(
        "{nice}TIMEFORMAT='{CPU_TIME_PREFIX}%U %S'; \
         time timeout --kill-after=10 {seconds} bash -c \"$0\""
    ));
    command.arg(step.line).stdin(std::process::Stdio::null()).stdout(file).stderr(error);
    Ok(command)
}

/// The start of the line with the CPU time of a step.
const CPU_TIME_PREFIX: &str = "cpu seconds: ";

/// Splits the output of a step from the line with its CPU time.
#[must_use]
pub fn split_times(printed: &str) -> (&str, &str) {
    match printed.rsplit_once(CPU_TIME_PREFIX) {
        Some((printed, times)) => (printed, times.trim()),
        None => (printed, "-"),
    }
}

fn table(results: &[StepResult]) -> String {
    let rows = results.iter().map(|it| {
        let result = it.outcome.word();
        format!("{:<14} {:>7.1} s   {:>18}   {result}", it.step.name, it.seconds, it.cpu)
    });
    let head = format!("{:<14} {:>9}   {:>18}", "step", "wall", "cpu (user, system)");
    std::iter::once(head).chain(rows).collect::<Vec<_>>().join("\n")
}
