//! Where a server of a test runs.

#[cfg(target_os = "linux")]
use crate::network::Machine;
use std::net::Ipv4Addr;
#[cfg(target_os = "linux")]
use std::sync::Arc;

/// Where a server runs.
#[derive(Clone, Debug, Default)]
pub enum Host {
    /// Here, on the loopback.
    #[default]
    Loopback,
    /// On a machine of a network.
    #[cfg(target_os = "linux")]
    Machine(Arc<Machine>),
}

impl Host {
    /// The address that it listens on.
    #[must_use]
    pub fn address(&self) -> Ipv4Addr {
        match self {
            Self::Loopback => Ipv4Addr::LOCALHOST,
            #[cfg(target_os = "linux")]
            Self::Machine(machine) => machine.address(),
        }
    }

    /// Runs code there: sockets and processes that it makes belong to the host.
    pub fn run<T: Send>(&self, code: impl FnOnce() -> T + Send) -> T {
        match self {
            Self::Loopback => code(),
            #[cfg(target_os = "linux")]
            Self::Machine(machine) => machine.run(code),
        }
    }
}
