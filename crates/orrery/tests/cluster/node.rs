//! A node: `orrery serve` as a process of its own, on a port of its own. It is ended by its id and
//! no other way.

use orrery_loadtest::process::UNLIMITED;
use orrery_services::{self as services, Host};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a node may take to end when it is asked to.
const GOODBYE: Duration = Duration::from_secs(60);

/// What nodes share: the addresses of the database and of the bus.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    pub(crate) store: String,
    pub(crate) bus: String,
}

/// A running node.
pub(crate) struct Node {
    child: Child,
    /// Held, so that it can go on speaking.
    _out: BufReader<ChildStdout>,
    /// What operators call it.
    pub(crate) name: String,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Node {
    /// Starts a node and waits until it listens; nothing if it ends at once, as it does when the
    /// database is away.
    pub(crate) fn start(folder: &Path, host: &Host, name: &str, links: &Links) -> Option<Self> {
        let mut child = host.run(|| spawn(folder, host, name, links));
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        out.read_line(&mut line).expect("it says where it is");
        let Some(address) = line.trim().rsplit('/').next().and_then(|text| text.parse().ok())
        else {
            child.wait().expect("it has ended");
            return None;
        };
        Some(Self { child, _out: out, name: name.to_owned(), address })
    }

    /// Ends it at once, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it has ended");
    }

    /// It stops where it is, until [`Node::resume`].
    pub(crate) fn pause(&self) {
        services::pause(&self.child);
    }

    /// It goes on.
    pub(crate) fn resume(&self) {
        services::resume(&self.child);
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn leave(&mut self) {
        services::terminate(&self.child);
        let began = Instant::now();
        loop {
            match self.child.try_wait().expect("its state") {
                Some(status) => return assert!(status.success(), "{} ends: {status}", self.name),
                None => assert!(began.elapsed() < GOODBYE, "{} does not end", self.name),
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

fn spawn(folder: &Path, host: &Host, name: &str, links: &Links) -> Child {
    let config = folder.join("orrery.toml");
    std::fs::write(&config, UNLIMITED).expect("the settings are written");
    let log = File::create(folder.join(format!("{name}.log"))).expect("a log");
    Command::new(env!("CARGO_BIN_EXE_orrery"))
        .args(["serve", "--listen", &format!("{}:0", host.address()), "--node", name])
        .args(["--store", &links.store, "--bus", &links.bus, "--config"])
        .arg(config)
        .env("NO_COLOR", "1")
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .expect("the node starts")
}
