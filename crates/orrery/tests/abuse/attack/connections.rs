//! Attacks with connections that send nothing, or send their data very slowly.

use super::{Round, goes_on};
use crate::field::{RESPONSE_TIMEOUT, status};
use anyhow::{Context, Result};
use futures_util::future::try_join_all;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Number of connections that one address tries to open.
const ATTEMPTS: usize = 1200;
/// Number of connections that one address may have.
const ALLOWED: u64 = 600;
/// Number of slow connections, each from its own address.
const SLOW: usize = 100;

/// Opens as many connections as possible from one address, and keeps them open.
pub(super) async fn silent(round: Round) -> Result<()> {
    let attacker = round.field.attacker();
    let mut connections = Vec::new();
    for _ in 0..ATTEMPTS {
        connections.push(attacker.connect().await?);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    // Count the open connections now, because the server closes silent connections later.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let open = connections.iter().filter(|stream| is_open(stream)).count() as u64;
    round.at_most("open at once", open, ALLOWED);
    tokio::time::sleep_until(round.until.into()).await;
    drop(connections);
    Ok(())
}

fn is_open(stream: &TcpStream) -> bool {
    let read = stream.try_read(&mut [0; 16]);
    read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

/// Sends request headers at a rate of one byte every half second.
pub(super) async fn slow_heads(round: Round) -> Result<()> {
    let attacks = (0..SLOW).map(|_| async {
        let mut stream = round.field.attacker().connect().await?;
        stream.write_all(b"GET /api/me HTTP/1.1\r\nHost: 192.0.2.1\r\nX-Slow: ").await?;
        let status = dribble(&mut stream).await.context("the server waits for a slow head")?;
        round.answered(status, &[0, 408]);
        anyhow::Ok(())
    });
    try_join_all(attacks).await.map(drop)
}

/// Sends request bodies at a rate of one byte every half second.
pub(super) async fn slow_bodies(round: Round) -> Result<()> {
    let head = "POST /api/me HTTP/1.1\r\nHost: 192.0.2.1\r\nContent-Type: application/json\r\n\
        Content-Length: 100000\r\n\r\n{\"name\":\"";
    let attacks = (0..SLOW).map(|_| async {
        let mut stream = round.field.attacker().connect().await?;
        stream.write_all(head.as_bytes()).await?;
        let status = dribble(&mut stream).await.context("the server waits for a slow body")?;
        round.answered(status, &[0, 408, 503]);
        anyhow::Ok(())
    });
    try_join_all(attacks).await.map(drop)
}

/// Sends a byte every half second until the server responds or closes the connection.
///
/// Returns the status, or 0 if the server closed the connection.
async fn dribble(stream: &mut TcpStream) -> Result<u16> {
    let until = Instant::now() + RESPONSE_TIMEOUT;
    while goes_on(until, Duration::from_millis(500)).await {
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
    anyhow::bail!("it is open after {} s", RESPONSE_TIMEOUT.as_secs())
}

/// Reads until the server closes the connection, and returns the number of bytes.
pub(super) async fn read_to_end(stream: &mut TcpStream) -> Result<usize> {
    let (mut total, mut buffer) = (0, vec![0; 65_536]);
    loop {
        let read = timeout(RESPONSE_TIMEOUT, stream.read(&mut buffer)).await;
        match read.context("it stays open")? {
            Ok(count @ 1..) => total += count,
            _ => return Ok(total),
        }
    }
}
