//! A server process for tests. Every failure panics.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Settings for the start of a server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The path of `orrery`.
    pub program: &'static str,
    /// The address on which the server listens.
    pub listen: &'static str,
    /// The content of the settings file.
    pub config: String,
}

/// Settings that lift the limits per client, so that one machine can play for a hundred people.
pub const UNLIMITED: &str = "[limits]
messages_per_second = 1000000
requests_per_minute = 100000000
identities_per_hour = 100000000
tables_per_hour = 100000000
unfinished_tables = 100000000
megabytes_per_day = 4000
";

impl ServerSettings {
    /// Returns the settings for a server without limits per client, on a free port.
    #[must_use]
    pub fn unlimited(program: &'static str) -> Self {
        Self { program, listen: "127.0.0.1:0", config: UNLIMITED.to_owned() }
    }
}

/// A running server.
pub struct Process {
    child: Child,
    /// The output of the server, kept open so that the server can print.
    _out: BufReader<ChildStdout>,
    /// The address on which the server listens.
    pub address: SocketAddr,
}

impl Process {
    /// Starts a server with a data directory, and waits until it listens.
    #[must_use]
    pub fn start(folder: &Path, settings: &ServerSettings) -> Self {
        let log_text = || std::fs::read_to_string(log_path(folder)).unwrap_or_default();
        let started = Self::serve(&mut command(folder, settings));
        started.unwrap_or_else(|| panic!("the server does not listen: {}", log_text()))
    }

    /// Starts a server with a command, and waits until it listens; `None` if it exits instead.
    #[must_use]
    pub fn serve(command: &mut Command) -> Option<Self> {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        out.read_line(&mut line).expect("it prints its address");
        match line.trim().rsplit('/').next().and_then(|text| text.parse().ok()) {
            Some(address) => Some(Self { child, _out: out, address }),
            None => {
                let _ = child.kill();
                child.wait().expect("it has ended");
                None
            }
        }
    }

    /// Returns the URL of the server.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Starts a server and kills it after the given time, most likely before it listens.
    pub fn start_and_kill(folder: &Path, settings: &ServerSettings, after: Duration) {
        let mut command = command(folder, settings);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        std::thread::sleep(after);
        child.kill().expect("it runs");
        child.wait().expect("it has ended");
    }

    /// Returns the process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the process, to which tests send signals.
    #[must_use]
    pub const fn child(&self) -> &Child {
        &self.child
    }

    /// Returns whether the server exits by itself within this time.
    pub async fn ends_within(&mut self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        while self.is_running() && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        !self.is_running()
    }

    /// Waits until the server exits by itself, and returns whether it succeeded.
    ///
    /// Panics after the timeout.
    pub fn succeeds_within(&mut self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        loop {
            match self.child.try_wait().expect("its state") {
                Some(status) => return status.success(),
                None => assert!(Instant::now() < until, "the server does not exit"),
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns whether the server is still running.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("its state").is_none()
    }

    /// Kills the server, so that it cannot write or print anything more.
    pub fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it has ended");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(folder: &Path, settings: &ServerSettings) -> Command {
    let config = folder.join("orrery.toml");
    std::fs::write(&config, &settings.config).expect("the settings are written");
    let log = std::fs::File::options().append(true).create(true).open(log_path(folder));
    let mut command = Command::new(settings.program);
    command.args(["serve", "--listen", settings.listen, "--data"]).arg(folder);
    command.arg("--config").arg(config).env("NO_COLOR", "1").stderr(log.expect("a log"));
    command
}

fn log_path(folder: &Path) -> std::path::PathBuf {
    folder.join("log")
}

/// Returns the lines of the log that report an error or a warning.
#[must_use]
pub fn logged_problems(folder: &Path) -> String {
    let log = std::fs::read_to_string(log_path(folder)).expect("a log");
    let is_problem =
        |line: &&str| ["ERROR", "WARN", "panicked"].iter().any(|word| line.contains(word));
    log.lines().filter(is_problem).collect::<Vec<_>>().join("\n")
}
