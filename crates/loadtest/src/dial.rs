//! Thousands of connections to one server.
//!
//! They need a higher limit of open files, and several source addresses, because one address does
//! not have enough ports.

use anyhow::{Context, Result};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::{TcpSocket, TcpStream};

/// Number of open files besides sockets: databases, pipes, connections for requests.
const OTHER_FILES: u64 = 150;
/// Number of connections per source address. An address has about 28,000 ports, some in TIME_WAIT.
const PER_ADDRESS: u32 = 10_000;

/// Raises the limit of open files, and returns how many of the wanted sockets it allows.
pub(crate) fn raise_file_limit(wanted: u32) -> Result<u32> {
    let allowed = rlimit::increase_nofile_limit(required_files(wanted))
        .context("cannot raise the limit of open files")?;
    Ok(wanted.min(u32::try_from(allowed.saturating_sub(OTHER_FILES)).unwrap_or(u32::MAX)))
}

/// Returns the number of open files that a process with this many sockets needs.
pub(crate) fn required_files(sockets: u32) -> u64 {
    u64::from(sockets) + OTHER_FILES
}

/// Opens the connection with this number.
///
/// The first [`PER_ADDRESS`] connections come from 127.0.0.1, the next ones from 127.0.0.2, and so
/// on.
pub(crate) async fn connect(server: SocketAddr, number: u32) -> Result<TcpStream> {
    let host = u8::try_from(1 + number / PER_ADDRESS)
        .context("too many connections for the loopback addresses")?;
    let socket = TcpSocket::new_v4()?;
    if host > 1 {
        socket.bind((Ipv4Addr::new(127, 0, 0, host), 0).into())?;
    }
    socket.connect(server).await.with_context(|| format!("connection {number}"))
}
