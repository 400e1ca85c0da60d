//! The hosts of test servers: this machine, or a machine of a test network.

#[cfg(target_os = "linux")]
use crate::network::Machine;
use std::net::Ipv4Addr;
#[cfg(target_os = "linux")]
use std::sync::Arc;

/// The host of a server.
#[derive(Clone, Debug, Default)]
pub enum Host {
    /// The loopback interface of the current network namespace.
    #[default]
    Loopback,
    /// A machine of a test network.
    #[cfg(target_os = "linux")]
    Machine(Arc<Machine>),
}

impl Host {
    /// Returns the address for servers on this host.
    #[must_use]
    pub fn address(&self) -> Ipv4Addr {
        match self {
            Self::Loopback => Ipv4Addr::LOCALHOST,
            #[cfg(target_os = "linux")]
            Self::Machine(machine) => machine.address(),
        }
    }

    /// Runs code on this host. Sockets and processes that the code creates belong to the host.
    pub fn run<T: Send>(&self, code: impl FnOnce() -> T + Send) -> T {
        match self {
            Self::Loopback => code(),
            #[cfg(target_os = "linux")]
            Self::Machine(machine) => machine.run(code),
        }
    }
}
