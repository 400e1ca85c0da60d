//! A node of the cluster: an `orrery serve` process.

use orrery_loadtest::process::UNLIMITED;
use orrery_services::{self as services, Host};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Time limit for a graceful shutdown.
const STOP_TIMEOUT: Duration = Duration::from_secs(60);

/// The addresses of the database and of the bus.
#[derive(Clone, Debug)]
pub(crate) struct ServiceAddresses {
    pub(crate) store: String,
    pub(crate) bus: String,
}

/// A running node.
pub(crate) struct Node {
    child: Child,
    /// The output of the node, kept open so that the node can print.
    _out: BufReader<ChildStdout>,
    /// The name of the node (`--node`).
    pub(crate) name: String,
    /// The address for clients.
    pub(crate) address: SocketAddr,
}

impl Node {
    /// Starts a node and waits until it listens.
    ///
    /// Returns `None` if the node exits at once, as it does when it cannot reach the database.
    pub(crate) fn start(
        folder: &Path,
        host: &Host,
        name: &str,
        addresses: &ServiceAddresses,
    ) -> Option<Self> {
        let mut child = host.run(|| spawn(folder, host, name, addresses));
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        out.read_line(&mut line).expect("it prints its address");
        let Some(address) = line.trim().rsplit('/').next().and_then(|text| text.parse().ok())
        else {
            child.wait().expect("it exits");
            return None;
        };
        Some(Self { child, _out: out, name: name.to_owned(), address })
    }

    /// Kills the node with SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it exits");
    }

    /// Suspends the node (SIGSTOP) until [`Node::resume`].
    pub(crate) fn pause(&self) {
        services::pause(&self.child);
    }

    /// Resumes the node.
    pub(crate) fn resume(&self) {
        services::resume(&self.child);
    }

    /// Shuts down the node (SIGTERM) and waits for its exit.
    pub(crate) fn shut_down(&mut self) {
        services::terminate(&self.child);
        let began = Instant::now();
        loop {
            match self.child.try_wait().expect("its state") {
                Some(status) => {
                    return assert!(status.success(), "{} exits with {status}", self.name);
                }
                None => assert!(began.elapsed() < STOP_TIMEOUT, "{} does not exit", self.name),
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(folder: &Path, host: &Host, name: &str, addresses: &ServiceAddresses) -> Child {
    let config = folder.join("orrery.toml");
    std::fs::write(&config, UNLIMITED).expect("the settings are written");
    let log = File::create(folder.join(format!("{name}.log"))).expect("a log");
    Command::new(env!("CARGO_BIN_EXE_orrery"))
        .args(["serve", "--listen", &format!("{}:0", host.address()), "--node", name])
        .args(["--store", &addresses.store, "--bus", &addresses.bus, "--config"])
        .arg(config)
        .env("NO_COLOR", "1")
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .expect("the node starts")
}
