//! NATS: a server that carries messages, and keeps streams of them if it is asked to.

use crate::process::{Running, free_port};
use crate::{Done, Host, programs};
use nix::sys::signal::Signal;
use std::io::Read;
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Attempts with different ports.
const TRIES: u32 = 5;

/// The persistence of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeping {
    /// They are carried and forgotten.
    Nothing,
    /// JetStream keeps streams of them on the disk.
    Streams,
}

/// A NATS server.
#[derive(Debug)]
pub struct Nats {
    running: Option<Running>,
    port: u16,
    keeping: Keeping,
    host: Host,
    folder: TempDir,
}

impl Nats {
    /// Starts one and waits until it answers.
    ///
    /// # Errors
    /// It is not installed, or does not start.
    pub fn start(keeping: Keeping) -> Done<Self> {
        Self::start_on(Host::Loopback, keeping)
    }

    /// Starts one on a host.
    ///
    /// # Errors
    /// It is not installed, or does not start.
    pub fn start_on(host: Host, keeping: Keeping) -> Done<Self> {
        let folder = tempfile::tempdir().map_err(|error| format!("no folder: {error}"))?;
        for _ in 0..TRIES {
            let port = host.run(free_port)?;
            if let Some(running) = run(&folder, &host, port, keeping)? {
                return Ok(Self { running: Some(running), port, keeping, host, folder });
            }
        }
        Err(format!("nats-server does not start: {}", log(&folder)))
    }

    /// Where it is.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://{}:{}", self.host.address(), self.port)
    }

    /// Its port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Ends it as `kill -9` does.
    pub fn kill(&mut self) {
        drop(self.running.take());
    }

    /// It stops where it is, until [`Nats::resume`].
    pub fn pause(&self) {
        self.running.iter().for_each(|running| running.signal(Signal::SIGSTOP));
    }

    /// It goes on.
    pub fn resume(&self) {
        self.running.iter().for_each(|running| running.signal(Signal::SIGCONT));
    }

    /// Starts it again on the same port, with what it has kept.
    ///
    /// # Errors
    /// It does not start.
    pub fn start_again(&mut self) -> Done<()> {
        self.kill();
        self.running = run(&self.folder, &self.host, self.port, self.keeping)?;
        let failed = || format!("nats-server does not start again: {}", log(&self.folder));
        self.running.as_ref().map(drop).ok_or_else(failed)
    }
}

fn run(folder: &TempDir, host: &Host, port: u16, keeping: Keeping) -> Done<Option<Running>> {
    let mut server = Command::new(programs::nats_program()?);
    let address = host.address();
    server.args(["--addr", &address.to_string(), "--port", &port.to_string(), "--log"]);
    server.arg(folder.path().join("log"));
    if keeping == Keeping::Streams {
        server.args(["--jetstream", "--store_dir"]).arg(folder.path().join("streams"));
    }
    server.stdout(Stdio::null()).stderr(Stdio::null());
    host.run(|| Running::start(&mut server, || greets(address, port)))
}

/// A NATS server speaks first.
fn greets(address: Ipv4Addr, port: u16) -> bool {
    let Ok(mut stream) = TcpStream::connect((address, port)) else { return false };
    let mut first = [0; 5];
    let waits = stream.set_read_timeout(Some(Duration::from_secs(1)));
    waits.and_then(|()| stream.read_exact(&mut first)).is_ok() && first == *b"INFO "
}

fn log(folder: &TempDir) -> String {
    std::fs::read_to_string(folder.path().join("log")).unwrap_or_default()
}
