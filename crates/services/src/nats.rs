//! A NATS server, with or without JetStream.

use crate::process::{ServerProcess, free_port};
use crate::{Host, ServiceResult, programs};
use nix::sys::signal::Signal;
use std::io::Read;
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Maximum number of attempts to start, each on another port.
const MAX_ATTEMPTS: u32 = 5;

/// The persistence of messages in a NATS server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Persistence {
    /// The server stores nothing.
    None,
    /// JetStream stores streams on disk.
    JetStream,
}

/// A NATS server.
#[derive(Debug)]
pub struct Nats {
    running: Option<ServerProcess>,
    port: u16,
    persistence: Persistence,
    host: Host,
    folder: TempDir,
}

impl Nats {
    /// Starts a server on the loopback interface and waits until it answers.
    ///
    /// # Errors
    /// Fails if NATS is not installed or does not start.
    pub fn start(persistence: Persistence) -> ServiceResult<Self> {
        Self::start_on(Host::Loopback, persistence)
    }

    /// Starts a server on a host and waits until it answers.
    ///
    /// # Errors
    /// Fails if NATS is not installed or does not start.
    pub fn start_on(host: Host, persistence: Persistence) -> ServiceResult<Self> {
        let folder = tempfile::tempdir()
            .map_err(|error| format!("cannot create a temporary folder: {error}"))?;
        for _ in 0..MAX_ATTEMPTS {
            let port = host.run(free_port)?;
            if let Some(running) = run(&folder, &host, port, persistence)? {
                return Ok(Self { running: Some(running), port, persistence, host, folder });
            }
        }
        Err(format!("nats-server does not start: {}", log(&folder)))
    }

    /// Returns the address for clients, such as `nats://127.0.0.1:4222`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://{}:{}", self.host.address(), self.port)
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Kills the server with SIGKILL.
    pub fn kill(&mut self) {
        drop(self.running.take());
    }

    /// Suspends the server (SIGSTOP) until [`Nats::resume`].
    pub fn pause(&self) {
        self.running.iter().for_each(|running| running.signal(Signal::SIGSTOP));
    }

    /// Resumes a suspended server.
    pub fn resume(&self) {
        self.running.iter().for_each(|running| running.signal(Signal::SIGCONT));
    }

    /// Restarts the server on the same port, with its stored data.
    ///
    /// # Errors
    /// Fails if the server does not start.
    pub fn restart(&mut self) -> ServiceResult<()> {
        self.kill();
        self.running = run(&self.folder, &self.host, self.port, self.persistence)?;
        let failed = || format!("nats-server does not restart: {}", log(&self.folder));
        self.running.as_ref().map(drop).ok_or_else(failed)
    }
}

/// Starts the server. Returns `None` if it exits before it answers, such as if the port is in use.
fn run(
    folder: &TempDir,
    host: &Host,
    port: u16,
    persistence: Persistence,
) -> ServiceResult<Option<ServerProcess>> {
    let mut server = Command::new(programs::nats_program()?);
    let address = host.address();
    server.args(["--addr", &address.to_string(), "--port", &port.to_string(), "--log"]);
    server.arg(folder.path().join("log"));
    if persistence == Persistence::JetStream {
        server.args(["--jetstream", "--store_dir"]).arg(folder.path().join("streams"));
    }
    server.stdout(Stdio::null()).stderr(Stdio::null());
    host.run(|| ServerProcess::start(&mut server, || sends_info(address, port)))
}

/// Returns whether a NATS server answers. It sends `INFO` to every new connection.
fn sends_info(address: Ipv4Addr, port: u16) -> bool {
    let Ok(mut stream) = TcpStream::connect((address, port)) else { return false };
    let mut first = [0; 5];
    let configured = stream.set_read_timeout(Some(Duration::from_secs(1)));
    configured.and_then(|()| stream.read_exact(&mut first)).is_ok() && first == *b"INFO "
}

fn log(folder: &TempDir) -> String {
    std::fs::read_to_string(folder.path().join("log")).unwrap_or_default()
}
