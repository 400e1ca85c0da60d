//! Stress tests: a minute of attacks on a server, hours of play, and repeated tests on busy cores.

use crate::test::{self, Step, last_lines};
use crate::{TaskResult, process, project, services, web};
use std::thread;
use std::time::Instant;

/// The tests whose timing matters most: those with browsers, killed servers and clusters.
const REPEATED: [Step; 3] = [test::BROWSER, test::CRASH, test::NODES];
/// Default number of runs.
const DEFAULT_RUNS: usize = 20;
/// Number of lines of a failed test to show.
const SHOWN_LINES: usize = 120;

/// Attacks a server and compares its resources and the latency of honest players with bounds.
///
/// # Errors
///
/// If a bound is exceeded, or the system does not allow a network namespace; the text says what to do.
pub fn abuse(profile: &[&str]) -> TaskResult {
    services::run()?;
    let mut test = project::cargo(&["test", "--quiet", "--workspace", "--test", "abuse"]);
    process::show(test.args(profile).args(["--", "--nocapture"]))
}

/// Plays for this many minutes with faults and restarts.
///
/// Memory, open files and disk per step must not grow.
///
/// # Errors
///
/// If a resource grows, or a step is lost.
pub fn soak(minutes: &str) -> TaskResult {
    let number = minutes.parse::<f64>().map_err(|_| format!("not a number: {minutes}"))?;
    if number < 2.0 {
        return Err("a soak takes at least 2 minutes".to_owned());
    }
    let mut test = project::cargo(&["test", "--quiet", "--workspace", "--test", "soak"]);
    process::show(test.env("ORRERY_SOAK_MINUTES", minutes).args(["--", "--nocapture"]))
}

/// Repeats the browser, crash and cluster tests while threads keep all cores busy.
///
/// `words` are the number of runs and the names of the steps; without names, all steps run.
///
/// # Errors
///
/// If a word is unknown, something does not build, or a test fails; the tests are then not repeated
/// again.
pub fn repeat(words: &[&str]) -> TaskResult {
    let (runs, steps) = select(words)?;
    services::run()?;
    process::show(&mut project::cargo(&["test", "--quiet", "--workspace", "--no-run"]))?;
    if steps.contains(&test::BROWSER) {
        web::build_tests()?;
    }
    keep_cores_busy();
    repeat_steps(&steps, runs)
}

/// Returns the number of runs and the steps that the words select.
///
/// # Errors
///
/// If a word is neither a number nor the name of a step.
pub fn select(words: &[&str]) -> TaskResult<(usize, Vec<Step>)> {
    let number = words.first().and_then(|word| word.parse().ok());
    let names = &words[usize::from(number.is_some())..];
    let known = REPEATED.map(|step| step.name);
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        return Err(format!("cargo xtask stress: no step {unknown}; steps: {}", known.join(" ")));
    }
    let is_selected = |step: &Step| names.is_empty() || names.contains(&step.name);
    Ok((number.unwrap_or(DEFAULT_RUNS), REPEATED.into_iter().filter(is_selected).collect()))
}

/// Starts a thread per core that computes until this program ends.
fn keep_cores_busy() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for _ in 0..cores {
        thread::spawn(|| {
            loop {
                std::hint::spin_loop();
            }
        });
    }
}

/// Runs the steps several times, and prints a row with the duration of each step per run.
///
/// # Errors
///
/// If a step fails; the text contains the end of its output.
pub fn repeat_steps(steps: &[Step], runs: usize) -> TaskResult {
    let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
    println!("| run | {} |", names.join(" | "));
    println!("|---|{}", "---|".repeat(steps.len()));
    for run in 1..=runs {
        let seconds = steps.iter().map(|step| time(*step, run)).collect::<TaskResult<Vec<_>>>()?;
        println!("| {run} | {} |", seconds.join(" | "));
    }
    Ok(())
}

/// Runs a step without showing its output, and returns its duration.
fn time(step: Step, run: usize) -> TaskResult<String> {
    let start = Instant::now();
    process::quiet(project::command("bash").args(["-c", step.line])).map_err(|problem| {
        let Step { name, line } = step;
        format!(
            "{}\nFAILED in run {run}: {name}; run it alone with: {line}",
            last_lines(&problem, SHOWN_LINES)
        )
    })?;
    Ok(format!("{:.0} s", start.elapsed().as_secs_f64()))
}
