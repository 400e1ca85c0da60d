//! Thousands of connections: the limit of open files, and source addresses.
//!
//! One source address does not have enough ports for all of them.

use anyhow::{Context, Result};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::{TcpSocket, TcpStream};

/// Open files besides sockets: databases, pipes, connections for requests.
const OTHER_FILES: u64 = 150;
/// Connections per source address, which has some 28,000 ports, of which some are in TIME_WAIT.
const PER_ADDRESS: u32 = 10_000;

/// Raises the limit of open files; returns how many of the wanted sockets it allows.
pub(crate) fn raise_file_limit(wanted: u32) -> Result<u32> {
    let allowed = rlimit::increase_nofile_limit(files(wanted))
        .context("cannot raise the limit of open files")?;
    Ok(wanted.min(u32::try_from(allowed.saturating_sub(OTHER_FILES)).unwrap_or(u32::MAX)))
}

/// Returns the number of open files for this many sockets.
pub(crate) fn files(sockets: u32) -> u64 {
    u64::from(sockets) + OTHER_FILES
}

/// Opens connection `number`; the first ones come from 127.0.0.1, the next from 127.0.0.2.
pub(crate) async fn connect(server: SocketAddr, number: u32) -> Result<TcpStream> {
    let from = u8::try_from(1 + number / PER_ADDRESS)
        .context("too many connections for the loopback addresses")?;
    let socket = TcpSocket::new_v4()?;
    if from > 1 {
        socket.bind((Ipv4Addr::new(127, 0, 0, from), 0).into())?;
    }
    socket.connect(server).await.with_context(|| format!("connection {number}"))
}
