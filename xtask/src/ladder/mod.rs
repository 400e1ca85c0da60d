//! `cargo xtask ladder`: plays every match that `docs/BOTS.md` quotes, and writes the results.
//!
//! Results are kept in `target/ladder`, so a run can be interrupted and continued.

mod page;

use crate::project::{cargo, command, root, target_dir};
use crate::{TaskResult, process};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// A match: its name, the number of games, and the arguments of the arena.
struct Match {
    name: &'static str,
    games: u32,
    arguments: &'static str,
}

const fn new_match(name: &'static str, games: u32, arguments: &'static str) -> Match {
    Match { name, games, arguments }
}

/// All levels, for the solo tables.
const LEVELS: &str = "-b oracle -b admiral -b captain -b pilot -b cadet";

const MATCHES: [Match; 10] = [
    new_match("oracle-admiral", 1000, "-b oracle -b admiral"),
    new_match("admiral-captain", 1000, "-b admiral -b captain"),
    new_match("captain-pilot", 1000, "-b captain -b pilot"),
    new_match("pilot-cadet", 1000, "-b pilot -b cadet"),
    new_match("oracle-greedy", 1000, "-b oracle -b greedy"),
    new_match("field-captain", 1000, "-s 4 --field -b oracle -b captain"),
    new_match("solo-revised-relentless", 1000, "-e revised -s 1 --rogue all --relentless LEVELS"),
    new_match("solo-revised", 1000, "-e revised -s 1 --rogue all LEVELS"),
    new_match("solo-classic", 1000, "-s 1 --rogue all LEVELS"),
    new_match("oracle-random", 2000, "-b oracle -b random"),
];

/// The results and thinking times of a match.
struct MatchFigures {
    name: &'static str,
    results: Value,
    times: Value,
}

/// Plays the missing matches, and writes `data/ladder` and `docs/LADDER.md`.
///
/// # Errors
///
/// If a match fails, or a file cannot be written.
pub fn run() -> TaskResult {
    process::show(&mut cargo(&["build", "--profile", "dist", "-p", "orrery"]))?;
    MATCHES.iter().try_for_each(play)?;
    calibrate()?;
    page()
}

/// Writes `data/ladder` and `docs/LADDER.md` from the played matches; the page lists missing ones.
///
/// # Errors
///
/// If a file cannot be written, or is not a result of the arena.
pub fn page() -> TaskResult {
    let played = |the_match: &&Match| folder(the_match.name).join("arena.json").exists();
    let (played, missing): (Vec<&Match>, Vec<&Match>) = MATCHES.iter().partition(played);
    let all: Vec<MatchFigures> = played.into_iter().map(figures).collect::<TaskResult<_>>()?;
    let calibration = folder("calibration");
    if calibration.exists() {
        write("data/ladder/calibration.json", &read(calibration.join("calibration.json"))?)?;
        write("docs/img/calibration.svg", &read(calibration.join("calibration.svg"))?)?;
    }
    let missing: Vec<&str> = missing.iter().map(|the_match| the_match.name).collect();
    write("docs/LADDER.md", &page::page(&all, &missing)?)
}

fn play(the_match: &Match) -> TaskResult {
    println!("{}", the_match.name);
    let mut arena = command(&orrery());
    arena
        .args(["arena", "-q", "-n", &the_match.games.to_string(), "--out"])
        .arg(folder(the_match.name));
    arena.args(the_match.arguments.replace("LEVELS", LEVELS).split_whitespace());
    process::show(&mut arena)
}

/// Compares predicted win probabilities with results.
fn calibrate() -> TaskResult {
    let mut calibrate = command(&orrery());
    calibrate.args(["calibrate", "--positions", "10000", "--out"]).arg(folder("calibration"));
    process::show(&mut calibrate)
}

fn figures(the_match: &Match) -> TaskResult<MatchFigures> {
    let folder = folder(the_match.name);
    let results = read(folder.join("arena.json"))?;
    write(&format!("data/ladder/{}.json", the_match.name), &results)?;
    let times = parse(&read(folder.join("timing.json"))?)?;
    Ok(MatchFigures { name: the_match.name, results: parse(&results)?, times })
}

/// Returns the directory of a match.
fn folder(name: &str) -> PathBuf {
    target_dir().join("ladder").join(name)
}

fn orrery() -> String {
    target_dir().join("dist/orrery").to_string_lossy().into_owned()
}

fn read(path: PathBuf) -> TaskResult<String> {
    fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn parse(text: &str) -> TaskResult<Value> {
    serde_json::from_str(text).map_err(|error| format!("the arena's results: {error}"))
}

fn write(path: &str, text: &str) -> TaskResult {
    let path = root().join(path);
    let folder = path.parent().unwrap_or(&path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}
