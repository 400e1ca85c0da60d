//! Every fuzz target: with the same inputs each time for `./test`, or searching for a while.

use crate::{Done, process, project};
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
enum Extent {
    /// As many inputs as `./test` tries: the same ones each time, as long as the code is the same.
    Same,
    /// Others each time, for so many seconds, going on from what was found before.
    Search(u32),
}

/// How many inputs of a target `./test` tries: some seconds of each.
fn runs(target: &str) -> u32 {
    match target {
        "message" | "body" => 200_000,
        "steps" => 20_000,
        _ => 2000,
    }
}

/// Runs each target of `fuzz/fuzz_targets` with as many inputs as `./test` does.
///
/// # Errors
///
/// A target fails, there are none, or cargo-fuzz cannot be had.
pub fn run() -> Done {
    run_all(Extent::Same)
}

/// Searches with each target of `fuzz/fuzz_targets` for so many seconds.
///
/// # Errors
///
/// A target fails, there are none, or cargo-fuzz cannot be had.
pub fn search(seconds: &str) -> Done {
    run_all(Extent::Search(seconds.parse().map_err(|_| format!("not a number: {seconds}"))?))
}

fn run_all(extent: Extent) -> Done {
    have_cargo_fuzz()?;
    targets()?.iter().try_for_each(|target| run_target(target, extent))
}

fn have_cargo_fuzz() -> Done {
    let is_there = || process::works(&mut project::cargo(&["fuzz", "--version"]));
    if is_there() {
        return Ok(());
    }
    println!("cargo-fuzz is missing and gets installed");
    process::quiet(&mut project::cargo(&["install", "cargo-fuzz", "--locked"]))?;
    if is_there() { Ok(()) } else { Err("cargo-fuzz was installed, but does not run".to_owned()) }
}

fn targets() -> Done<Vec<String>> {
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

fn run_target(target: &str, extent: Extent) -> Done {
    let start = Instant::now();
    let mut command = project::cargo(&["fuzz", "run", target, "--sanitizer", "none"]);
    command.env("RUSTC_BOOTSTRAP", "1").args(folders(target, extent)?).arg("--");
    command.args(match extent {
        Extent::Same => {
            vec![format!("-runs={}", runs(target)), "-seed=1".to_owned(), "-reload=0".to_owned()]
        }
        Extent::Search(seconds) => vec![format!("-max_total_time={seconds}")],
    });
    let printed = process::quiet(command.args(dictionary(target)))?;
    let tried = tried(&printed.err).ok_or("libFuzzer does not say how much it tried")?;
    let seconds = start.elapsed().as_secs_f64();
    println!("fuzz {target}: nothing found in {tried} ({seconds:.0} s with building)");
    Ok(())
}

/// Returns what libFuzzer says at its end, such as `2000 runs in 3 second(s)`.
#[must_use]
pub fn tried(printed: &str) -> Option<&str> {
    printed.lines().rev().find_map(|line| line.strip_prefix("Done "))
}

/// Where findings are kept, which is an empty folder if the inputs are to be the same, and where to
/// begin.
fn folders(target: &str, extent: Extent) -> Done<Vec<PathBuf>> {
    let found = match extent {
        Extent::Same => project::target_dir().join("fuzz").join(target),
        Extent::Search(_) => project::root().join("fuzz/corpus").join(target),
    };
    if matches!(extent, Extent::Same) {
        let _ = fs::remove_dir_all(&found);
    }
    fs::create_dir_all(&found).map_err(|error| format!("{}: {error}", found.display()))?;
    let seeds = project::root().join("fuzz/seeds").join(target);
    Ok([found, seeds].into_iter().filter(|folder| folder.is_dir()).collect())
}

/// The words of the target's language, if they are written down.
fn dictionary(target: &str) -> Option<String> {
    let file = project::root().join(format!("fuzz/dictionaries/{target}.dict"));
    file.is_file().then(|| format!("-dict={}", file.display()))
}
