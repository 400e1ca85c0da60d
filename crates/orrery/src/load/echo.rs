//! The bare echo: what axum's WebSockets carry when there is nothing to do but answer. Buffers and
//! the number of sockets are those of the server that it stands beside.

use super::child::Child;
use super::client::Socket;
use super::figures::{Measured, Samples};
use anyhow::{Context, Result};
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

/// The bytes of a message.
const SIZE: usize = 200;
/// The buffer of a socket, as the server has it.
const BUFFER: usize = 4096;

/// Echoes until standard input ends.
pub(super) async fn be() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await.context("no port is free")?;
    println!("Echo is at http://{}", listener.local_addr()?);
    let router = Router::new().route("/", get(open));
    let ended = async { drop(tokio::io::stdin().read_to_end(&mut Vec::new()).await) };
    tokio::select! {
        served = axum::serve(listener, router) => served.context("cannot serve"),
        () = ended => Ok(()),
    }
}

async fn open(upgrade: WebSocketUpgrade) -> Response {
    upgrade.read_buffer_size(BUFFER).write_buffer_size(0).on_upgrade(answer)
}

async fn answer(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        let text = matches!(message, Message::Text(_));
        if text && socket.send(message).await.is_err() {
            return;
        }
    }
}

/// So many sockets, each of which sends as soon as it is answered.
pub(super) async fn measure(sockets: u32, time: Duration) -> Result<Measured> {
    let child = Child::echo().await?;
    let mut open = Vec::new();
    for _ in 0..sockets {
        let address = format!("ws://{}/", child.address);
        open.push(Socket::open(child.address, &address, "").await?);
    }
    let began = Instant::now();
    let (from, until) = (began + time / 5, began + time / 5 + time);
    let tasks: Vec<_> =
        open.into_iter().map(|socket| tokio::spawn(bounce(socket, from, until))).collect();
    let mut times = Samples::default();
    for task in tasks {
        times.merge(&task.await??);
    }
    child.end().await?;
    let rate = times.len() as f64 / time.as_secs_f64();
    Ok(Measured { times, rate })
}

async fn bounce(mut socket: Socket, from: Instant, until: Instant) -> Result<Samples> {
    let text = "x".repeat(SIZE);
    let mut times = Samples::default();
    loop {
        let sent = Instant::now();
        socket.say_text(text.as_str().into()).await?;
        socket.hear().await?;
        let heard = Instant::now();
        if heard >= until {
            return Ok(times);
        }
        if sent >= from {
            times.add_time(heard - sent);
        }
    }
}
