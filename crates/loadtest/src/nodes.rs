//! The rate of a node with PostgreSQL, compared with pgbench and with a server with SQLite.
//!
//! This module also measures the delay of watching a game from another node.

use crate::child::{Child, Cores, Site};
use crate::client::{Requests, Socket};
use crate::figures::{Measured, Samples};
use crate::partial_message::PartialMessage;
use crate::play::{self, begin, people};
use crate::player::{Phase, Player};
use crate::report::{Section, Threshold};
use crate::{dial, pgbench};
use anyhow::{Context, Result};
use orrery_protocol::Seat;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;

/// Share of pgbench's rate that durable steps must reach.
const MIN_RATE_SHARE: f64 = 0.5;
/// Number of watched tables: so few that waiting in queues does not distort the delay.
const WATCHED_TABLES: u32 = 20;
/// Limit of the additional delay in milliseconds: less than 10 ms.
const MAX_EXTRA_DELAY_MS: f64 = 9.999;
/// Thinking time of a player at a watched table.
const THINKING_TIME: Duration = Duration::from_millis(100);

/// Measures a node with as many tables as pgbench has clients. Reports the best of all rounds.
pub async fn play(site: &Site, tables: u32, time: Duration, rounds: u32) -> Result<Section> {
    dial::raise_file_limit(tables * 2)?;
    let (mut best_pgbench, mut best_postgres, mut best_sqlite) =
        (Measured::default(), Measured::default(), Measured::default());
    for _ in 0..rounds {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        best_pgbench.keep_better(pgbench::measure(site, tables, time, folder.path()).await?);
        let node = Child::node(folder.path(), site).await?;
        best_postgres.keep_better(play::play(node, tables, time).await?.0);
        let sqlite_server = Child::serve(folder.path(), Cores::All).await?;
        best_sqlite.keep_better(play::play(sqlite_server, tables, time).await?.0);
    }
    let mut section = Section::new(format!("{tables} tables play on one node with PostgreSQL"));
    section.add_figure("pgbench, single rows, one client per table", best_pgbench.rate, "/s");
    let min_rate = Threshold::AtLeast(MIN_RATE_SHARE * best_pgbench.rate);
    section.check("steps acknowledged, each durable", best_postgres.rate, "/s", min_rate);
    section.add_figure("  send to acknowledgement, p99", best_postgres.times.millis(0.99), "ms");
    play::report_cpu_time(&mut section, &best_postgres);
    section.add_figure("steps with SQLite", best_sqlite.rate, "/s");
    section.add_figure("  send to acknowledgement, p99", best_sqlite.times.millis(0.99), "ms");
    Ok(section)
}

/// Measures how much later a spectator on another node sees the steps of a game.
pub async fn watch(site: &Site, time: Duration) -> Result<Section> {
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let here = Child::node(folder.path(), site).await?;
    let there = Child::node(folder.path(), site).await?;
    let phase = Arc::new(Phase::default());
    let people = people(here.address).await?;
    let mut requests = Requests::open(here.address).await?;
    let spectator = requests.person("Cat").await?;
    let (mut players, mut watchers) = (Vec::new(), Vec::new());
    for _ in 0..WATCHED_TABLES {
        let table = begin(&mut requests, &people).await?;
        let watch_on = async |node: &Child| {
            let stream = TcpStream::connect(node.address).await?;
            let socket = Socket::at_table(stream, &spectator, &table, None).await?;
            anyhow::Ok(tokio::spawn(watch_steps(socket, Arc::clone(&phase))))
        };
        watchers.push((watch_on(&here).await?, watch_on(&there).await?));
        for (who, seat) in people.iter().zip(Seat::ALL) {
            let stream = TcpStream::connect(here.address).await?;
            let player = Player::new(stream, who, &table, seat, Arc::clone(&phase)).await?;
            players.push(tokio::spawn(player.with_thinking_time(THINKING_TIME).play()));
        }
    }
    tokio::time::sleep(time).await;
    phase.end();
    for player in players {
        player.await??;
    }
    let mut extra_delays = Samples::default();
    for (near, far) in watchers {
        compare(&near.await??, &far.await??, &mut extra_delays);
    }
    here.end().await?;
    there.end().await?;
    let mut section = Section::new(format!("{WATCHED_TABLES} games watched from another node"));
    section.add_figure("steps seen on both nodes", extra_delays.count() as f64, "");
    section.add_figure(
        "additional delay on the other node, median",
        extra_delays.millis(0.5),
        "ms",
    );
    section.check("  p99", extra_delays.millis(0.99), "ms", Threshold::AtMost(MAX_EXTRA_DELAY_MS));
    Ok(section)
}

/// The time at which each version of a game was seen.
type Seen = HashMap<u32, Instant>;

/// Watches a game until the phase ends, and returns when each version arrived.
async fn watch_steps(mut socket: Socket, phase: Arc<Phase>) -> Result<Seen> {
    let mut seen = Seen::new();
    let mut ended = pin!(phase.until_ended());
    loop {
        let text = tokio::select! {
            text = socket.receive() => text?,
            () = &mut ended => return Ok(seen),
        };
        let message = PartialMessage::read(&text)?;
        if let ("steps", Some(version)) = (&*message.kind, message.version) {
            seen.insert(version, Instant::now());
        }
    }
}

/// Adds the additional delay of each version on the other node.
fn compare(here: &Seen, there: &Seen, extra_delays: &mut Samples) {
    for (version, at) in here {
        if let Some(other) = there.get(version) {
            extra_delays.add_time(other.saturating_duration_since(*at));
        }
    }
}
