//! The echo baseline: an axum WebSocket server that only echoes messages.
//!
//! Its measurement has as many sockets, and as many messages in flight, as that of the game server.

use crate::child::Child;
use crate::client::Socket;
use crate::figures::{Measurement, Samples};
use anyhow::{Context, Result};
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use std::str::FromStr;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};

/// Size of a message in bytes.
const MESSAGE_SIZE: usize = 200;

/// Buffer sizes of the echo server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Buffers {
    /// The library's defaults.
    Default,
    /// A read buffer of 4 KiB, as in the game server, and no write buffer.
    Small,
}

impl Buffers {
    /// Returns the name on the command line.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Default => "usual",
            Self::Small => "small",
        }
    }
}

impl FromStr for Buffers {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let known = [Self::Default, Self::Small].into_iter().find(|buffers| buffers.word() == text);
        known.context("expected usual or small")
    }
}

/// Runs the echo server until standard input ends.
///
/// # Errors
/// If the server cannot listen.
pub async fn serve(buffers: Buffers) -> Result<()> {
    let listener =
        TcpListener::bind("127.0.0.1:0").await.context("cannot listen on a free port")?;
    println!("Echo is at http://{}", listener.local_addr()?);
    let open = move |upgrade| async move { open(upgrade, buffers) };
    let router = Router::new().route("/", get(open));
    let ended = async { drop(tokio::io::stdin().read_to_end(&mut Vec::new()).await) };
    tokio::select! {
        served = axum::serve(listener, router) => served.context("cannot serve"),
        () = ended => Ok(()),
    }
}

fn open(upgrade: WebSocketUpgrade, buffers: Buffers) -> Response {
    let upgrade = match buffers {
        Buffers::Default => upgrade,
        Buffers::Small => upgrade.read_buffer_size(4096).write_buffer_size(0),
    };
    upgrade.on_upgrade(answer)
}

async fn answer(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        let is_text = matches!(message, Message::Text(_));
        if is_text && socket.send(message).await.is_err() {
            return;
        }
    }
}

/// Measures the echo server: pairs of sockets, with one message in flight per pair.
pub(crate) async fn measure(pairs: u32, buffers: Buffers, time: Duration) -> Result<Measurement> {
    let child = Child::echo(buffers).await?;
    let mut sockets = Vec::new();
    for _ in 0..pairs {
        sockets.push([connect(&child).await?, connect(&child).await?]);
    }
    let began = Instant::now();
    let (from, until) = (began + time / 5, began + time / 5 + time);
    let before = child.cpu_time();
    let tasks: Vec<_> =
        sockets.into_iter().map(|pair| tokio::spawn(exchange_echoes(pair, from, until))).collect();
    let mut times = Samples::default();
    for task in tasks {
        times.merge(&task.await??);
    }
    let cpu_time = child.cpu_time().zip(before).map(|(after, before)| after - before);
    child.end().await?;
    let rate = times.count() as f64 / time.as_secs_f64();
    // The CPU time includes the warm-up, so estimate the number of messages since its start.
    let all_messages = rate * began.elapsed().as_secs_f64();
    Ok(Measurement {
        times,
        rate,
        cpu_time: cpu_time.map(|cpu_time| cpu_time / all_messages.max(1.0)),
    })
}

async fn connect(child: &Child) -> Result<Socket> {
    let stream = TcpStream::connect(child.address).await?;
    Socket::open(stream, &format!("ws://{}/", child.address), "").await
}

async fn exchange_echoes(mut pair: [Socket; 2], from: Instant, until: Instant) -> Result<Samples> {
    let text = "x".repeat(MESSAGE_SIZE);
    let mut times = Samples::default();
    for turn in 0.. {
        let socket = &mut pair[turn % 2];
        let sent = Instant::now();
        socket.send_text(text.as_str().into()).await?;
        socket.receive().await?;
        let arrived = Instant::now();
        if arrived >= until {
            break;
        }
        if sent >= from {
            times.add_time(arrived - sent);
        }
    }
    Ok(times)
}
