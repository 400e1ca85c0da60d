//! Measures how fast the bots of each level play, and optionally compares with another commit.
//!
//! Both versions play the same games. The example `level` prints a hash of all actions. If the hashes
//! of both versions are equal, the ratio compares equal work.

use crate::{TaskResult, process, project};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The measured games: bot, edition, seats.
const GAMES: [[&str; 3]; 8] = [
    ["captain", "classic", "2"],
    ["captain", "classic", "3"],
    ["captain", "classic", "5"],
    ["admiral", "classic", "2"],
    ["admiral", "classic", "3"],
    ["admiral", "classic", "5"],
    ["captain", "blast-off", "3"],
    ["captain", "revised", "1"],
];
/// The number of games per round.
const GAMES_PER_ROUND: u32 = 20;
/// The number of rounds; the best one counts.
const ROUNDS: u32 = 3;
/// The example that plays the games; `build_commit` copies it into the checkout of a commit.
const EXAMPLE: &str = "crates/bots/examples/level.rs";

/// Measures this checkout, and another commit if given.
///
/// # Errors
///
/// If a version cannot be built or does not play.
pub fn run(other: Option<&str>) -> TaskResult {
    let new = build(project::root(), &project::target_dir())?;
    let old = other.map(build_commit).transpose()?;
    println!("{:<30}{:>12}{:>12}{:>8}  actions", "games", "before", "after", "ratio");
    for game in GAMES {
        let mut best: [Option<Figures>; 2] = [None, None];
        for _ in 0..ROUNDS {
            for (best, program) in best.iter_mut().zip([old.as_deref(), Some(&new)]) {
                let Some(program) = program else { continue };
                let figures = play(program, game)?;
                let is_better = best.as_ref().is_none_or(|best| figures.millis < best.millis);
                *best = if is_better { Some(figures) } else { best.take() };
            }
        }
        print!("{}", line(game, &best));
    }
    println!("Milliseconds of CPU time per game, one thread, best of {ROUNDS} rounds.");
    Ok(())
}

/// The figures of one run.
struct Figures {
    /// Milliseconds of CPU time per game.
    millis: f64,
    /// The number of decisions and the hash of all actions.
    actions: String,
}

fn line(game: [&str; 3], [before, after]: &[Option<Figures>; 2]) -> String {
    let millis = |figures: &Option<Figures>| {
        figures.as_ref().map_or("-".to_owned(), |figures| format!("{:.2}", figures.millis))
    };
    let (ratio, actions) = match (before, after) {
        (Some(before), Some(after)) => (
            format!("{:.1}", before.millis / after.millis.max(1e-9)),
            if before.actions == after.actions { "equal" } else { "different" },
        ),
        _ => ("-".to_owned(), "-"),
    };
    let (before, after) = (millis(before), millis(after));
    format!("{:<30}{before:>12}{after:>12}{ratio:>8}  {actions}\n", game.join(" "))
}

fn play(program: &Path, game: [&str; 3]) -> TaskResult<Figures> {
    let mut command = project::command(&program.to_string_lossy());
    let printed = process::quiet(command.args(game).arg(GAMES_PER_ROUND.to_string()))?.out;
    let unreadable = || format!("{}: unreadable output: {printed}", program.display());
    let (millis, actions) = printed.trim().split_once(' ').ok_or_else(unreadable)?;
    let millis: f64 = millis.parse().map_err(|_| unreadable())?;
    Ok(Figures { millis: millis / f64::from(GAMES_PER_ROUND), actions: actions.to_owned() })
}

/// Builds the example in a folder and returns its path.
fn build(folder: &Path, target: &Path) -> TaskResult<PathBuf> {
    println!("building {}", folder.display());
    let arguments = ["build", "--profile", "dist", "-p", "orrery-bots", "--example", "level"];
    let mut cargo = project::cargo(&arguments);
    process::quiet(cargo.current_dir(folder).env("CARGO_TARGET_DIR", target))?;
    Ok(target.join("dist/examples/level"))
}

/// Clones a commit, adds the example and builds it.
fn build_commit(commit: &str) -> TaskResult<PathBuf> {
    let mut git = Command::new("git");
    git.arg("-C").arg(project::root()).args(["rev-parse", commit]);
    let hash = process::quiet(&mut git)?.out.trim().to_owned();
    let folder = project::target_dir().join("bench-bots").join(&hash);
    if !folder.exists() {
        let mut clone = Command::new("git");
        process::quiet(clone.args(["clone", "--quiet"]).arg(project::root()).arg(&folder))?;
        let mut checkout = Command::new("git");
        checkout.arg("-C").arg(&folder).args(["checkout", "--quiet", &hash]);
        process::quiet(&mut checkout)?;
    }
    let example = folder.join(EXAMPLE);
    let examples = example.parent().unwrap_or(&folder);
    fs::create_dir_all(examples).map_err(|error| project::failed(examples, error))?;
    fs::copy(project::root().join(EXAMPLE), &example)
        .map_err(|error| project::failed(&example, error))?;
    build(&folder, &folder.join("target"))
}
