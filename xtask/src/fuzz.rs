//! Runs every fuzz target, with fixed inputs for `./test` or with new random inputs.

use crate::cargo_tool::{CargoTool, UNOPTIMISED};
use crate::{TaskResult, process, project};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const CARGO_FUZZ: CargoTool =
    CargoTool { name: "cargo-fuzz", version: "0.13.2", arguments: UNOPTIMISED };

/// The choice of inputs.
#[derive(Clone, Copy, Debug)]
enum FuzzMode {
    /// The inputs of `./test`, which are always the same for the same code.
    Fixed,
    /// New inputs for this many seconds, continuing from the corpus.
    Search(u32),
}

/// Returns the number of inputs per target in `./test`: a few seconds each.
fn run_count(target: &str) -> u32 {
    match target {
        "message" | "body" => 200_000,
        "answer" => 10_000,
        "state" => 300,
        "steps" => 20_000,
        _ => 2000,
    }
}

/// Runs each target of `fuzz/fuzz_targets` with the inputs of `./test`.
///
/// # Errors
///
/// If a target fails, there are none, or cargo-fuzz cannot be installed.
pub fn run() -> TaskResult {
    run_all(FuzzMode::Fixed)
}

/// Searches with each target of `fuzz/fuzz_targets` for this many seconds.
///
/// # Errors
///
/// If a target fails, there are none, or cargo-fuzz cannot be installed.
pub fn search(seconds: &str) -> TaskResult {
    run_all(FuzzMode::Search(seconds.parse().map_err(|_| format!("not a number: {seconds}"))?))
}

fn run_all(mode: FuzzMode) -> TaskResult {
    let program = CARGO_FUZZ.ensure()?;
    let start = Instant::now();
    process::quiet(&mut cargo_fuzz(&program, "build", mode))?;
    println!("fuzz: targets built in {:.0} s", start.elapsed().as_secs_f64());
    targets()?.iter().try_for_each(|target| run_target(&program, target, mode))
}

/// Returns a command of cargo-fuzz; fixed inputs need less optimisation, which compiles faster.
fn cargo_fuzz(program: &Path, command: &str, mode: FuzzMode) -> Command {
    let mut cargo_fuzz = project::command(&program.to_string_lossy());
    cargo_fuzz.args(["fuzz", command, "--sanitizer", "none"]).env("RUSTC_BOOTSTRAP", "1");
    if matches!(mode, FuzzMode::Fixed) {
        cargo_fuzz.arg("--dev");
    }
    cargo_fuzz
}

fn targets() -> TaskResult<Vec<String>> {
    let folder = project::root().join("fuzz/fuzz_targets");
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut targets: Vec<String> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    targets.sort();
    if targets.is_empty() { Err(format!("no target in {}", folder.display())) } else { Ok(targets) }
}

fn run_target(program: &Path, target: &str, mode: FuzzMode) -> TaskResult {
    let start = Instant::now();
    let mut command = cargo_fuzz(program, "run", mode);
    command.arg(target).args(corpus_folders(target, mode)?).arg("--");
    command.args(match mode {
        FuzzMode::Fixed => {
            vec![
                format!("-runs={}", run_count(target)),
                "-seed=1".to_owned(),
                "-reload=0".to_owned(),
            ]
        }
        FuzzMode::Search(seconds) => vec![format!("-max_total_time={seconds}")],
    });
    let printed = process::quiet(command.args(dictionary(target)))?;
    let tried = run_summary(&printed.err).ok_or("libFuzzer does not say how much it tried")?;
    let seconds = start.elapsed().as_secs_f64();
    println!("fuzz {target}: nothing found in {tried} ({seconds:.0} s)");
    Ok(())
}

/// Returns the last summary that libFuzzer printed, such as `2000 runs in 3 second(s)`.
#[must_use]
pub fn run_summary(printed: &str) -> Option<&str> {
    printed.lines().rev().find_map(|line| line.strip_prefix("Done "))
}

/// Returns the corpus directories: one for new inputs, emptied in fixed mode, and the seeds.
fn corpus_folders(target: &str, mode: FuzzMode) -> TaskResult<Vec<PathBuf>> {
    let corpus = match mode {
        FuzzMode::Fixed => project::target_dir().join("fuzz").join(target),
        FuzzMode::Search(_) => project::root().join("fuzz/corpus").join(target),
    };
    if matches!(mode, FuzzMode::Fixed) {
        let _ = fs::remove_dir_all(&corpus);
    }
    fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    let seeds = project::root().join("fuzz/seeds").join(target);
    Ok([corpus, seeds].into_iter().filter(|folder| folder.is_dir()).collect())
}

/// Returns the option for the target's dictionary, if it has one.
fn dictionary(target: &str) -> Option<String> {
    let file = project::root().join(format!("fuzz/dictionaries/{target}.dict"));
    file.is_file().then(|| format!("-dict={}", file.display()))
}
