//! Attacks with malformed, oversized or too many WebSocket messages.

use super::AttackContext;
use super::connections::read_to_end;
use crate::target::{Attacker, RESPONSE_TIMEOUT, Target, status};
use anyhow::{Context, Result, ensure};
use orrery_loadtest::client::{Person, Requests, Socket};
use orrery_protocol::Seat;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Frames that violate the WebSocket protocol (RFC 6455).
const MALFORMED: [&[u8]; 8] = [
    // A frame without a mask; clients must mask their frames.
    &[0x81, 0x02, b'h', b'i'],
    // A reserved opcode.
    &[0x83, 0x80, 0, 0, 0, 0],
    // A length of 2^63 bytes.
    &[0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    // A length of one megabyte.
    &[0x81, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0],
    // A continuation frame without a first frame.
    &[0x80, 0x80, 0, 0, 0, 0],
    // Text that is not UTF-8.
    &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe],
    // A fragmented ping.
    &[0x09, 0x80, 0, 0, 0, 0],
    // Reserved bits.
    &[0xf1, 0x80, 0, 0, 0, 0],
];

/// Creates a solo table for the attacker and starts its game.
async fn start_table(attacker: Attacker) -> Result<(Requests, Person, String)> {
    let (person, mut requests) = (attacker.person().await?, attacker.requests().await?);
    let table = requests.table(&person, "{\"seats\":1,\"beat_ms\":0}").await?.table;
    requests.sit(&person, &table, Seat::A).await?;
    requests.start(&person, &table).await?;
    Ok((requests, person, table))
}

/// Performs the WebSocket handshake, and returns the TCP connection before the first frame.
async fn open_raw_socket(target: &Target, attacker: Attacker, table: &str) -> Result<TcpStream> {
    let mut stream = attacker.connect().await?;
    let request = format!(
        "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        target.server
    );
    stream.write_all(request.as_bytes()).await?;
    ensure!(status(&mut stream).await? == 101, "the socket does not open");
    let mut head = vec![0; 1024];
    let read = timeout(RESPONSE_TIMEOUT, stream.read(&mut head)).await.context("no head")??;
    ensure!(head[..read].ends_with(b"\r\n\r\n"), "the response head is incomplete");
    Ok(stream)
}

/// Sends malformed frames; the server must close the connection after each one.
pub(super) async fn malformed(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let (_requests, _, table) = start_table(attacker).await?;
    let mut number = 0;
    while context.has_time_after(Duration::from_millis(50)).await {
        let frame = MALFORMED[number % MALFORMED.len()];
        let mut stream = open_raw_socket(&context.target, attacker, &table).await?;
        stream.write_all(frame).await?;
        let read = read_to_end(&mut stream).await;
        read.with_context(|| format!("after {frame:02x?}"))?;
        context.record_response(0, &[0]);
        number += 1;
    }
    Ok(())
}

/// Sends messages of a megabyte.
pub(super) async fn oversized(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let (_requests, person, table) = start_table(attacker).await?;
    while context.has_time_after(Duration::from_millis(200)).await {
        let stream = attacker.connect().await?;
        let mut socket = Socket::at_table(stream, &person, &table, None).await?;
        // The server may close the connection before it has read everything.
        let _ = socket.send_text("x".repeat(1_000_000).into()).await;
        wait_until_closed(&mut socket).await.context("after a megabyte")?;
        context.record_response(0, &[0]);
    }
    Ok(())
}

/// Sends invalid messages until the server closes the connection.
pub(super) async fn bad_messages(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let (_requests, person, table) = start_table(attacker).await?;
    let nested = "[".repeat(8000);
    let texts = [&nested, "{", "null", "{\"do\":\"act\"}", "{\"do\":\"nothing\"}", ""];
    while context.has_time_after(Duration::from_millis(100)).await {
        let stream = attacker.connect().await?;
        let mut socket = Socket::at_table(stream, &person, &table, None).await?;
        for number in 0..60 {
            if socket.send_text(texts[number % texts.len()].into()).await.is_err() {
                break;
            }
        }
        wait_until_closed(&mut socket).await.context("after 60 bad messages")?;
        context.record_response(0, &[0]);
    }
    Ok(())
}

async fn wait_until_closed(socket: &mut Socket) -> Result<()> {
    let closed = timeout(RESPONSE_TIMEOUT, async { while socket.receive().await.is_ok() {} });
    closed.await.context("the connection stays open")
}

/// Sends changing standing orders and chat messages as fast as possible.
///
/// The server closes the connection after too many chat messages. The attack then opens another
/// one.
pub(super) async fn orders(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let (_requests, person, table) = start_table(attacker).await?;
    let mut number = 0_u64;
    while context.has_time_after(Duration::from_millis(10)).await {
        let stream = attacker.connect().await?;
        let mut socket = Socket::at_table(stream, &person, &table, None).await?;
        context.count("connections", 1);
        while Instant::now() < context.until
            && send_orders_and_chat(&mut socket, number).await.is_ok()
        {
            number += 1;
        }
    }
    context.count("sent", number * 2);
    Ok(())
}

async fn send_orders_and_chat(socket: &mut Socket, number: u64) -> Result<()> {
    let (id, following) = (number.to_string(), ["fast", "normal"][number as usize % 2]);
    let orders =
        serde_json::json!({ "do": "orders", "id": id, "orders": [], "following": following });
    let chat = serde_json::json!({ "do": "chat", "id": format!("c{id}"), "text": "!" });
    for message in [orders, chat] {
        socket.send_text(message.to_string().into()).await?;
    }
    while let Ok(received) = timeout(Duration::from_millis(1), socket.receive()).await {
        received?;
    }
    Ok(())
}
