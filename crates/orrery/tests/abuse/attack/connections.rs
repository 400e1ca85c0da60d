//! Attacks with connections that send nothing, or send their data very slowly.

use super::{AttackContext, has_time_after};
use crate::target::{RESPONSE_TIMEOUT, status};
use anyhow::{Context, Result};
use futures_util::future::try_join_all;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Number of connections that one address tries to open.
const ATTEMPTED_CONNECTIONS: usize = 1200;
/// Maximum number of connections that the server allows per address.
const MAX_CONNECTIONS: u64 = 600;
/// Time in which the server must close the excess connections; it closes idle ones later.
const CLOSING_TIME: Duration = Duration::from_secs(8);
/// Number of slow connections, each from its own address.
const SLOW_CONNECTIONS: usize = 100;

/// Opens as many connections as possible from one address, and keeps them open.
pub(super) async fn silent(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let (began, mut connections) = (Instant::now(), Vec::new());
    for _ in 0..ATTEMPTED_CONNECTIONS {
        connections.push(attacker.connect().await?);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    // The server closes the excess connections soon, and all idle ones after 10 seconds.
    let count_open = || connections.iter().filter(|stream| is_open(stream)).count() as u64;
    let mut open = count_open();
    while open > MAX_CONNECTIONS && began.elapsed() < CLOSING_TIME {
        tokio::time::sleep(Duration::from_millis(20)).await;
        open = count_open();
    }
    context.check_at_most("open at once", open, MAX_CONNECTIONS);
    tokio::time::sleep_until(context.until.into()).await;
    drop(connections);
    Ok(())
}

fn is_open(stream: &TcpStream) -> bool {
    let read = stream.try_read(&mut [0; 16]);
    read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

/// Sends request headers at a rate of one byte every half second.
pub(super) async fn slow_heads(context: AttackContext) -> Result<()> {
    let attacks = (0..SLOW_CONNECTIONS).map(|_| async {
        let mut stream = context.target.attacker().connect().await?;
        stream.write_all(b"GET /api/me HTTP/1.1\r\nHost: 192.0.2.1\r\nX-Slow: ").await?;
        let status = send_slowly(&mut stream).await.context("the server waits for a slow head")?;
        context.record_response(status, &[0, 408]);
        anyhow::Ok(())
    });
    try_join_all(attacks).await.map(drop)
}

/// Sends request bodies at a rate of one byte every half second.
pub(super) async fn slow_bodies(context: AttackContext) -> Result<()> {
    let head = "POST /api/me HTTP/1.1\r\nHost: 192.0.2.1\r\nContent-Type: application/json\r\n\
        Content-Length: 100000\r\n\r\n{\"name\":\"";
    let attacks = (0..SLOW_CONNECTIONS).map(|_| async {
        let mut stream = context.target.attacker().connect().await?;
        stream.write_all(head.as_bytes()).await?;
        let status = send_slowly(&mut stream).await.context("the server waits for a slow body")?;
        context.record_response(status, &[0, 408, 503]);
        anyhow::Ok(())
    });
    try_join_all(attacks).await.map(drop)
}

/// Sends a byte every half second until the server responds or closes the connection.
///
/// Returns the status, or 0 if the server closed the connection.
async fn send_slowly(stream: &mut TcpStream) -> Result<u16> {
    let until = Instant::now() + RESPONSE_TIMEOUT;
    while has_time_after(until, Duration::from_millis(500)).await {
        if stream.write_all(b"x").await.is_err() {
            return Ok(0);
        }
        let mut first = [0; 1];
        match timeout(Duration::from_millis(1), stream.peek(&mut first)).await {
            Err(_) => {}
            Ok(Ok(1..)) => return status(stream).await,
            Ok(_) => return Ok(0),
        }
    }
    anyhow::bail!("the connection is still open after {} s", RESPONSE_TIMEOUT.as_secs())
}

/// Reads until the server closes the connection, and returns the number of bytes read.
pub(super) async fn read_to_end(stream: &mut TcpStream) -> Result<usize> {
    let (mut total, mut buffer) = (0, vec![0; 65_536]);
    loop {
        let read = timeout(RESPONSE_TIMEOUT, stream.read(&mut buffer)).await;
        match read.context("the connection stays open")? {
            Ok(count @ 1..) => total += count,
            _ => return Ok(total),
        }
    }
}
