//! Every fuzz target for a while.

use crate::{Done, process, project};
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// Runs each target of `fuzz/fuzz_targets` for so many seconds.
///
/// # Errors
///
/// A target fails, there are none, or cargo-fuzz cannot be had.
pub fn run(seconds: &str) -> Done {
    let seconds: u32 = seconds.parse().map_err(|_| format!("not a number: {seconds}"))?;
    have_cargo_fuzz()?;
    targets()?.iter().try_for_each(|target| run_target(target, seconds))
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

fn run_target(target: &str, seconds: u32) -> Done {
    let start = Instant::now();
    let mut command = project::cargo(&["fuzz", "run", target, "--sanitizer", "none"]);
    command.env("RUSTC_BOOTSTRAP", "1").args(folders(target)?);
    command.arg("--").arg(format!("-max_total_time={seconds}")).args(dictionary(target));
    process::quiet(&mut command)?;
    println!("fuzz {target}: nothing found ({:.0} s with building)", start.elapsed().as_secs_f64());
    Ok(())
}

/// Where findings are kept, and where to begin: the folders in `fuzz`, as far as there are any.
fn folders(target: &str) -> Done<Vec<PathBuf>> {
    let corpus = project::root().join("fuzz/corpus").join(target);
    fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    let seeds = project::root().join("fuzz/seeds").join(target);
    Ok([corpus, seeds].into_iter().filter(|folder| folder.is_dir()).collect())
}

/// The words of the target's language, if they are written down.
fn dictionary(target: &str) -> Option<String> {
    let file = project::root().join(format!("fuzz/dictionaries/{target}.dict"));
    file.is_file().then(|| format!("-dict={}", file.display()))
}
