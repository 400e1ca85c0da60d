//! Networks of their own for tests: [`isolate`] moves a test into a network namespace, and [`Network`]
//! connects further namespaces by a bridge, as machines are by a switch. Packets from one machine to
//! another can be dropped, in one direction only if wanted. Everything vanishes with the test.

use crate::Done;
use crate::programs::ip_program;
use nix::sched::{CloneFlags, setns, unshare};
use std::fs::File;
use std::net::Ipv4Addr;
use std::os::fd::AsRawFd;
use std::process::Command;
use std::thread;

/// A hardware address that nobody has: what is sent there is lost.
const NOBODY: &str = "02:00:00:00:00:01";
/// The network of the bridge is 10.88.0.0/24. Nobody else sees it.
const BRIDGE: Ipv4Addr = Ipv4Addr::new(10, 88, 0, 1);

/// Moves this thread, and all threads and processes that it starts from now on, into a new network
/// namespace, which has a loopback and nothing else.
///
/// # Errors
/// The system does not allow it; the text says what to do.
pub fn isolate() -> Done<()> {
    ip_program()?;
    unshare(CloneFlags::CLONE_NEWNET).map_err(|error| {
        format!(
            "cannot make a network namespace: {error}; run this as root (in a container, with \
             --privileged)"
        )
    })?;
    ip(&["link", "set", "lo", "up"])
}

/// Gives the loopback of this thread's namespace all addresses of a network, such as `192.0.2.0/24`,
/// so that clients and servers there can have addresses that are not the machine's own.
///
/// # Errors
/// `ip` fails.
pub fn add_addresses(network: &str) -> Done<()> {
    ip(&["route", "add", "local", network, "dev", "lo"])
}

/// A bridge in the namespace of the thread that made it, and the machines on it.
#[derive(Debug, Default)]
pub struct Network {
    machines: u8,
}

/// A network namespace with an address on the bridge.
#[derive(Debug)]
pub struct Machine {
    namespace: File,
    address: Ipv4Addr,
}

impl Network {
    /// Makes a bridge. This thread's namespace has an address on it, too.
    ///
    /// # Errors
    /// `ip` fails.
    pub fn new() -> Done<Self> {
        ip(&["link", "add", "bridge", "type", "bridge"])?;
        ip(&["address", "add", &format!("{BRIDGE}/24"), "dev", "bridge"])?;
        ip(&["link", "set", "bridge", "up"])?;
        Ok(Self::default())
    }

    /// Adds a machine.
    ///
    /// # Errors
    /// `ip` fails, or namespaces are not allowed.
    pub fn add_machine(&mut self) -> Done<Machine> {
        self.machines += 1;
        let address = Ipv4Addr::new(10, 88, 0, 10 + self.machines);
        let machine = Machine { namespace: new_namespace()?, address };
        let (port, file) = (format!("port{}", self.machines), machine.file());
        ip(&["link", "add", &port, "type", "veth", "peer", "name", "wire", "netns", &file])?;
        ip(&["link", "set", &port, "master", "bridge", "up"])?;
        machine.run(|| {
            ip(&["link", "set", "lo", "up"])?;
            ip(&["address", "add", &format!("{address}/24"), "dev", "wire"])?;
            ip(&["link", "set", "wire", "up"])
        })?;
        Ok(machine)
    }
}

impl Machine {
    /// Its address on the bridge.
    #[must_use]
    pub const fn address(&self) -> Ipv4Addr {
        self.address
    }

    /// Runs code there: sockets and processes that it makes belong to the machine.
    ///
    /// # Panics
    /// If the code does, or the namespace cannot be entered.
    pub fn run<T: Send>(&self, code: impl FnOnce() -> T + Send) -> T {
        thread::scope(|scope| {
            let there = scope.spawn(|| {
                setns(&self.namespace, CloneFlags::CLONE_NEWNET).expect("the namespace is ours");
                code()
            });
            there.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Packets from here to another machine are lost, until [`Machine::reach`]. What comes from there
    /// still arrives.
    ///
    /// # Errors
    /// `ip` fails.
    pub fn lose(&self, other: &Self) -> Done<()> {
        let address = other.address.to_string();
        let lost = ["neighbour", "replace", &address, "lladdr", NOBODY, "dev", "wire"];
        self.run(|| ip(&[&lost[..], &["nud", "permanent"]].concat()))
    }

    /// Packets to another machine arrive again.
    ///
    /// # Errors
    /// `ip` fails.
    pub fn reach(&self, other: &Self) -> Done<()> {
        let address = other.address.to_string();
        self.run(|| ip(&["neighbour", "del", &address, "dev", "wire"]))
    }

    /// Where the system shows the namespace, for `ip`.
    fn file(&self) -> String {
        format!("/proc/{}/fd/{}", std::process::id(), self.namespace.as_raw_fd())
    }
}

/// A namespace lives as long as a process is in it or its file is open.
fn new_namespace() -> Done<File> {
    let made = thread::spawn(|| {
        unshare(CloneFlags::CLONE_NEWNET).map_err(std::io::Error::from)?;
        File::open("/proc/thread-self/ns/net")
    });
    let made = made.join().map_err(|_| "making a network namespace panicked".to_owned())?;
    made.map_err(|error| format!("cannot make a network namespace: {error}; run this as root"))
}

fn ip(arguments: &[&str]) -> Done<()> {
    let output = Command::new(ip_program()?).args(arguments).output();
    let output = output.map_err(|error| format!("ip cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let reason = String::from_utf8_lossy(&output.stderr);
    Err(format!("ip {}: {}", arguments.join(" "), reason.trim()))
}
