//! A node of the cluster: an `orrery serve` process.

use orrery_loadtest::process::{Process, UNLIMITED};
use orrery_services::{self as services, Host};
use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

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
    process: Process,
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
        let process = host.run(|| Process::serve(&mut command(folder, host, name, addresses)))?;
        let address = process.address;
        Some(Self { process, name: name.to_owned(), address })
    }

    /// Kills the node with SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }

    /// Suspends the node (SIGSTOP) until [`Node::resume`].
    pub(crate) fn pause(&self) {
        services::pause(self.process.child());
    }

    /// Resumes the node.
    pub(crate) fn resume(&self) {
        services::resume(self.process.child());
    }

    /// Shuts down the node (SIGTERM) and waits for its exit.
    pub(crate) fn shut_down(&mut self) {
        services::terminate(self.process.child());
        assert!(self.process.succeeds_within(STOP_TIMEOUT), "{} fails", self.name);
    }
}

fn command(folder: &Path, host: &Host, name: &str, addresses: &ServiceAddresses) -> Command {
    let config = folder.join("orrery.toml");
    std::fs::write(&config, UNLIMITED).expect("the settings are written");
    let log = File::create(folder.join(format!("{name}.log"))).expect("a log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_orrery"));
    command.args(["serve", "--listen", &format!("{}:0", host.address()), "--node", name]);
    command.args(["--store", &addresses.store, "--bus", &addresses.bus, "--config"]).arg(config);
    command.env("NO_COLOR", "1").stderr(log);
    command
}
