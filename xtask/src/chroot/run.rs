//! Runs a command in a root with a time limit, logs its output and measures its cost.

use crate::{TaskResult, process};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Time between two checks of the command.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Time that a program gets to exit after an interrupt.
const GRACE_PERIOD: Duration = Duration::from_secs(30);

/// A running command; killed on drop.
pub struct RunningCommand {
    child: Child,
    log: PathBuf,
    start: Instant,
    /// CPU seconds of earlier commands.
    cpu_before: f64,
}

/// A command that has ended.
#[derive(Debug)]
pub struct CommandResult {
    /// Exit status; `None` if the command was killed at the time limit.
    pub status: Option<ExitStatus>,
    /// Complete output.
    pub output: String,
    /// Elapsed seconds.
    pub wall: f64,
    /// CPU seconds, including children.
    pub cpu: f64,
}

impl CommandResult {
    /// Returns whether the command succeeded.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

impl RunningCommand {
    /// Starts a command with its output in a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or the command cannot be started.
    pub fn start(mut command: Command, log: &Path) -> TaskResult<Self> {
        let log_error = |error: std::io::Error| format!("{}: {error}", log.display());
        let file = File::create(log).map_err(log_error)?;
        command.stdout(file.try_clone().map_err(log_error)?).stderr(file);
        command.stdin(Stdio::null());
        let (start, cpu_before) = (Instant::now(), cpu_seconds());
        let child =
            command.spawn().map_err(|error| format!("{}: {error}", process::line(&command)))?;
        Ok(Self { child, log: log.to_owned(), start, cpu_before })
    }

    /// Waits until the command ends, and kills it at the time limit.
    #[must_use]
    pub fn wait(mut self, limit: Duration) -> CommandResult {
        self.wait_until(limit, || false);
        let status = self.status();
        self.kill();
        self.result(status)
    }

    /// Waits for a condition; returns false if the command ends first or the time is up.
    pub fn wait_until(&mut self, limit: Duration, mut condition: impl FnMut() -> bool) -> bool {
        let deadline = Instant::now() + limit;
        while Instant::now() < deadline && self.status().is_none() {
            if condition() {
                return true;
            }
            sleep(POLL_INTERVAL);
        }
        false
    }

    /// Sends SIGINT, as Ctrl-C does, and waits until the command ends.
    #[must_use]
    pub fn interrupt(self) -> CommandResult {
        let group = format!("-{}", self.child.id());
        let _ = process::succeeds(Command::new("kill").args(["-s", "INT", "--", &group]));
        self.wait(GRACE_PERIOD)
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Returns the output so far.
    #[must_use]
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap_or_default()).into_owned()
    }

    /// Kills the command; the kernel then kills the rest of its PID namespace.
    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn result(&self, status: Option<ExitStatus>) -> CommandResult {
        let wall = self.start.elapsed().as_secs_f64();
        CommandResult { status, output: self.output(), wall, cpu: cpu_seconds() - self.cpu_before }
    }
}

impl Drop for RunningCommand {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns the CPU time of all ended children, in seconds.
fn cpu_seconds() -> f64 {
    // `/proc` reports times in units of 1/100 s.
    children_ticks(&fs::read_to_string("/proc/self/stat").unwrap_or_default()) / 100.0
}

/// Returns the CPU time of children in the text of `/proc/PID/stat`: the fields `cutime` and `cstime`.
#[must_use]
pub fn children_ticks(stat: &str) -> f64 {
    // The program name, in parentheses, may contain spaces; the third field follows it.
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let times = rest.split(' ').skip(13).take(2);
    times.filter_map(|field| field.parse::<f64>().ok()).sum()
}
