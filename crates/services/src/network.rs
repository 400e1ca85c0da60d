//! Isolated networks for tests, made of Linux network namespaces.
//!
//! [`isolate`] moves a test into a new namespace. [`Network`] connects further namespaces
//! ([`Machine`]) by a bridge. Tests can drop packets from one machine to another, in one direction
//! or both. The kernel removes everything when the test ends.

use crate::ServiceResult;
use crate::programs::ip_program;
use nix::sched::{CloneFlags, setns, unshare};
use std::fs::File;
use std::net::Ipv4Addr;
use std::os::fd::AsRawFd;
use std::process::Command;
use std::thread;

/// A MAC address that no machine has. Packets to this address are lost.
const UNUSED_MAC: &str = "02:00:00:00:00:01";
/// The address of the bridge in the network 10.88.0.0/24, which is visible only in the namespaces.
const BRIDGE_ADDRESS: Ipv4Addr = Ipv4Addr::new(10, 88, 0, 1);

/// Moves this thread into a new network namespace, which has only a loopback device.
///
/// Threads and processes that this thread starts later are in the same namespace.
///
/// # Errors
/// Fails if the system does not allow it. The error says what to do.
pub fn isolate() -> ServiceResult<()> {
    ip_program()?;
    unshare(CloneFlags::CLONE_NEWNET).map_err(|error| {
        format!(
            "cannot create a network namespace: {error}; run this as root (in a container, with \
             --privileged)"
        )
    })?;
    ip(&["link", "set", "lo", "up"])
}

/// Adds all addresses of a network, such as `192.0.2.0/24`, to this namespace's loopback interface.
///
/// Clients and servers can then use addresses that are not loopback addresses.
///
/// # Errors
/// Fails if `ip` fails.
pub fn add_addresses(network: &str) -> ServiceResult<()> {
    ip(&["route", "add", "local", network, "dev", "lo"])
}

/// A bridge in the current namespace, and the machines on it.
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
    /// Creates a bridge, on which the current namespace also has an address.
    ///
    /// # Errors
    /// Fails if `ip` fails.
    pub fn new() -> ServiceResult<Self> {
        ip(&["link", "add", "bridge", "type", "bridge"])?;
        ip(&["address", "add", &format!("{BRIDGE_ADDRESS}/24"), "dev", "bridge"])?;
        ip(&["link", "set", "bridge", "up"])?;
        Ok(Self::default())
    }

    /// Adds a machine.
    ///
    /// # Errors
    /// Fails if `ip` fails or namespaces are not allowed.
    pub fn add_machine(&mut self) -> ServiceResult<Machine> {
        self.machines += 1;
        let address = Ipv4Addr::new(10, 88, 0, 10 + self.machines);
        let machine = Machine { namespace: new_namespace()?, address };
        let (port, file) = (format!("port{}", self.machines), machine.path());
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
    /// Returns the address on the bridge.
    #[must_use]
    pub const fn address(&self) -> Ipv4Addr {
        self.address
    }

    /// Runs code on the machine. Sockets and processes that the code creates belong to the machine.
    ///
    /// # Panics
    /// Panics if the code panics, or if the namespace cannot be entered.
    pub fn run<T: Send>(&self, code: impl FnOnce() -> T + Send) -> T {
        thread::scope(|scope| {
            let thread = scope.spawn(|| {
                setns(&self.namespace, CloneFlags::CLONE_NEWNET)
                    .expect("the namespace can be entered");
                code()
            });
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Drops packets from this machine to another one, until [`Machine::deliver_packets_to`].
    ///
    /// Packets in the other direction still arrive.
    ///
    /// # Errors
    /// Fails if `ip` fails.
    pub fn drop_packets_to(&self, other: &Self) -> ServiceResult<()> {
        let address = other.address.to_string();
        let redirect = ["neighbour", "replace", &address, "lladdr", UNUSED_MAC, "dev", "wire"];
        self.run(|| ip(&[&redirect[..], &["nud", "permanent"]].concat()))
    }

    /// Delivers packets to another machine again.
    ///
    /// # Errors
    /// Fails if `ip` fails.
    pub fn deliver_packets_to(&self, other: &Self) -> ServiceResult<()> {
        let address = other.address.to_string();
        self.run(|| ip(&["neighbour", "del", &address, "dev", "wire"]))
    }

    /// Returns the path of the namespace in `/proc`, for `ip`.
    fn path(&self) -> String {
        format!("/proc/{}/fd/{}", std::process::id(), self.namespace.as_raw_fd())
    }
}

/// Creates a network namespace. It exists as long as a process is in it or its file is open.
fn new_namespace() -> ServiceResult<File> {
    let creator = thread::spawn(|| {
        unshare(CloneFlags::CLONE_NEWNET).map_err(std::io::Error::from)?;
        File::open("/proc/thread-self/ns/net")
    });
    let namespace = creator
        .join()
        .map_err(|_| "the thread that creates a network namespace panicked".to_owned())?;
    namespace
        .map_err(|error| format!("cannot create a network namespace: {error}; run this as root"))
}

fn ip(arguments: &[&str]) -> ServiceResult<()> {
    let output = Command::new(ip_program()?).args(arguments).output();
    let output = output.map_err(|error| format!("cannot start ip: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let reason = String::from_utf8_lossy(&output.stderr);
    Err(format!("ip {}: {}", arguments.join(" "), reason.trim()))
}
