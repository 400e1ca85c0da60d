//! The server as a process on its own port. It is ended only by its id.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// Default settings without the limits that stop one machine from playing for a hundred people.
const CONFIG: &str = "[limits]
messages_per_second = 1000000
requests_per_minute = 1000000
identities_per_hour = 1000000
tables_per_hour = 1000000
megabytes_per_day = 4000
";

/// A running server.
pub(crate) struct Process {
    child: Child,
    /// Kept open, so that the server can print.
    _out: BufReader<ChildStdout>,
    /// The address it listens on.
    pub(crate) address: SocketAddr,
}

impl Process {
    /// Starts a server with its games in a directory, and waits until it listens.
    pub(crate) fn start(folder: &Path) -> Self {
        let mut child = spawn(folder);
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        out.read_line(&mut line).expect("it says where it is");
        let address = line.trim().rsplit('/').next().and_then(|text| text.parse().ok());
        let log_text = || std::fs::read_to_string(log(folder)).unwrap_or_default();
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}: {}", log_text()));
        Self { child, _out: out, address }
    }

    /// Starts a server and kills it a moment later, most likely before it listens.
    pub(crate) fn start_and_kill(folder: &Path, after: Duration) {
        let mut child = spawn(folder);
        std::thread::sleep(after);
        child.kill().expect("it runs");
        child.wait().expect("it has ended");
    }

    /// Kills it without a chance to write or print anything.
    pub(crate) fn kill(&mut self) {
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

fn spawn(folder: &Path) -> Child {
    let config = folder.join("orrery.toml");
    std::fs::write(&config, CONFIG).expect("the settings are written");
    let log = std::fs::File::options().append(true).create(true).open(log(folder));
    Command::new(env!("CARGO_BIN_EXE_orrery"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder)
        .arg("--config")
        .arg(config)
        .env("NO_COLOR", "1")
        .stdout(Stdio::piped())
        .stderr(log.expect("a log"))
        .spawn()
        .expect("the server starts")
}

fn log(folder: &Path) -> std::path::PathBuf {
    folder.join("log")
}

/// Returns the lines of the log that report an error or a warning.
pub(crate) fn complaints(folder: &Path) -> String {
    let log = std::fs::read_to_string(log(folder)).expect("a log");
    let bad =
        log.lines().filter(|line| ["ERROR", "WARN", "panicked"].iter().any(|it| line.contains(it)));
    bad.collect::<Vec<_>>().join("\n")
}
