//! Connections that say nothing, or say it slowly.

use super::{Round, goes_on};
use crate::field::{PATIENCE, status};
use anyhow::{Context, Result};
use futures_util::future::try_join_all;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Connections that one address tries to hold, and how many it may.
const TRIED: usize = 1200;
const ALLOWED: u64 = 600;
/// Connections that are slow, each from an address of its own.
const SLOW: usize = 100;

/// One address opens as many connections as it can and holds them.
pub(super) async fn silent(round: Round) -> Result<()> {
    let attacker = round.field.attacker();
    let mut held = Vec::new();
    for _ in 0..TRIED {
        held.push(attacker.connect().await?);
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    // Each is asked whether it is open; the server closes those that say nothing after a while.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let open = held.iter().filter(|stream| is_open(stream)).count() as u64;
    round.at_most("open at once", open, ALLOWED);
    tokio::time::sleep_until(round.until.into()).await;
    drop(held);
    Ok(())
}

fn is_open(stream: &TcpStream) -> bool {
    let read = stream.try_read(&mut [0; 16]);
    read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

/// Heads of requests, a byte every half second.
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

/// Bodies, a byte every half second.
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

/// Sends a byte every half second until there is an answer, or the connection is closed.
async fn dribble(stream: &mut TcpStream) -> Result<u16> {
    let until = Instant::now() + PATIENCE;
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
    anyhow::bail!("it is open after {} s", PATIENCE.as_secs())
}

/// Reads until the connection is closed; how many bytes came.
pub(super) async fn read_to_end(stream: &mut TcpStream) -> Result<usize> {
    let (mut all, mut part) = (0, vec![0; 65_536]);
    loop {
        let read = timeout(PATIENCE, stream.read(&mut part)).await.context("it stays open")?;
        match read {
            Ok(count @ 1..) => all += count,
            _ => return Ok(all),
        }
    }
}
