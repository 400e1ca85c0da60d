//! Measures how long `./orrery` takes until the page answers, for this commit and another one.
//!
//! It measures three starts: in a fresh clone, after a change to the page, and after a change to
//! one crate.

use crate::http::LocalClient;
use crate::{TaskResult, process, project};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Time limit for the page.
const PAGE_TIMEOUT: Duration = Duration::from_secs(3600);
/// Interval between requests for the page.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Clock ticks per second in `/proc`.
const TICKS_PER_SECOND: f64 = 100.0;

/// Measures this commit, and another one if given.
///
/// # Errors
///
/// If a commit cannot be cloned, or its page does not come up.
pub fn run(other: Option<&str>) -> TaskResult {
    println!("| commit | start | wall | CPU |\n|---|---|---|---|");
    let commits = other.into_iter().chain(["HEAD"]);
    commits.into_iter().try_for_each(measure_commit)
}

fn measure_commit(commit: &str) -> TaskResult {
    let folder = clone(commit)?;
    let name = process::quiet(git(&folder).args(["rev-parse", "--short", "HEAD"]))?.out;
    let row = |start: &str, cost: &Cost| {
        println!("| {} | {start} | {:.0} s | {:.0} s |", name.trim(), cost.wall, cost.cpu);
    };
    row("fresh clone", &start(&folder, "")?);
    let mark = "<!-- measured -->";
    append(&folder.join("web/index.html"), mark)?;
    row("web/index.html changed", &start(&folder, mark)?);
    append(&folder.join("crates/rules/src/lib.rs"), "// Measured.")?;
    row("crates/rules changed", &start(&folder, mark)?);
    fs::remove_dir_all(&folder).map_err(|error| project::failed(&folder, error))
}

fn clone(commit: &str) -> TaskResult<PathBuf> {
    let hash = process::quiet(git(project::root()).args(["rev-parse", commit]))?.out;
    let folder = project::target_dir().join("bench-start").join(hash.trim());
    let _ = fs::remove_dir_all(&folder);
    process::quiet(
        Command::new("git").args(["clone", "--quiet"]).arg(project::root()).arg(&folder),
    )?;
    process::quiet(git(&folder).args(["checkout", "--quiet", hash.trim()]))?;
    Ok(folder)
}

fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder);
    git
}

fn append(file: &Path, line: &str) -> TaskResult {
    let text = fs::read_to_string(file).map_err(|error| project::failed(file, error))?;
    fs::write(file, format!("{text}{line}\n")).map_err(|error| project::failed(file, error))
}

/// The cost of a start, in seconds.
struct Cost {
    wall: f64,
    cpu: f64,
}

/// Runs `./orrery serve` in a clone until its page contains this text and it is ready.
fn start(folder: &Path, text: &str) -> TaskResult<Cost> {
    let client = LocalClient::on_free_port()?;
    let begin = Instant::now();
    let mut server = Server(serve(folder, client.port)?);
    let shows =
        |text: &str| client.send("GET", "/", None).is_ok_and(|page| page.body.contains(text));
    while !(shows(text) && client.has("/readyz")) {
        if begin.elapsed() > PAGE_TIMEOUT || server.0.try_wait().is_ok_and(|ended| ended.is_some())
        {
            let log = folder.join("start.log");
            return Err(format!("the page did not come up; see {}", log.display()));
        }
        sleep(POLL_INTERVAL);
    }
    Ok(Cost { wall: begin.elapsed().as_secs_f64(), cpu: cpu_seconds(server.0.id())? })
}

fn serve(folder: &Path, port: u16) -> TaskResult<Child> {
    let log = folder.join("start.log");
    let log = fs::File::create(&log).map_err(|error| project::failed(&log, error))?;
    let errors = log.try_clone().map_err(|error| error.to_string())?;
    let mut serve = Command::new("./orrery");
    serve.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data", "bench-data"]);
    serve.current_dir(folder).env_remove("CARGO_TARGET_DIR").stdin(Stdio::null());
    serve.stdout(log).stderr(errors).spawn().map_err(|error| format!("./orrery: {error}"))
}

/// A server; killed on drop.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the CPU time of a process and its children.
///
/// This includes the build: the server runs in the process that built it, because `./orrery` ends
/// with `exec`.
fn cpu_seconds(id: u32) -> TaskResult<f64> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).map_err(|error| error.to_string())?;
    cpu_ticks(&stat)
        .map(|ticks| ticks as f64 / TICKS_PER_SECOND)
        .ok_or_else(|| "unreadable /proc".to_owned())
}

/// Returns user and system time, including children, from a line of `/proc/PID/stat`.
#[must_use]
pub fn cpu_ticks(stat: &str) -> Option<u64> {
    // The program name, in parentheses, may contain spaces; the times are fields 14 to 17.
    let fields = stat.rsplit_once(')')?.1.split_whitespace();
    fields.skip(11).take(4).map(|field| field.parse::<u64>().ok()).sum()
}
