//! Connections by the thousand: how many this process may have, and from which addresses, since one
//! address has ports for some of them only.

use anyhow::{Context, Result};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::{TcpSocket, TcpStream};

/// Files that are open beside sockets: databases, pipes, connections for requests.
const OTHER_FILES: u64 = 150;
/// Connections of one address; it has some 28,000 ports, and some of them rest.
const PER_ADDRESS: u32 = 10_000;

/// How many of the wanted sockets can be open at once. The server is allowed as many as we are.
pub(super) fn allowed(wanted: u32) -> Result<u32> {
    let allowed =
        rlimit::increase_nofile_limit(files(wanted)).context("cannot ask for open files")?;
    Ok(wanted.min(u32::try_from(allowed.saturating_sub(OTHER_FILES)).unwrap_or(u32::MAX)))
}

/// How many files a process opens that has so many sockets.
pub(super) fn files(sockets: u32) -> u64 {
    u64::from(sockets) + OTHER_FILES
}

/// The connection of this number: 127.0.0.1 has the first ones, 127.0.0.2 the next.
pub(super) async fn connect(server: SocketAddr, number: u32) -> Result<TcpStream> {
    let from = u8::try_from(1 + number / PER_ADDRESS).context("too many connections")?;
    let socket = TcpSocket::new_v4()?;
    if from > 1 {
        socket.bind((Ipv4Addr::new(127, 0, 0, from), 0).into())?;
    }
    socket.connect(server).await.with_context(|| format!("connection {number}"))
}
