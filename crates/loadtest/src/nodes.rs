//! The step rate of a node with PostgreSQL, compared with pgbench and with a server with SQLite.
//!
//! This module also measures the delay of watching a game from another node.

use crate::child::{Child, ClusterServices, Cores};
use crate::client::{Requests, Socket};
use crate::figures::{Measurement, Samples};
use crate::partial_message::PartialMessage;
use crate::play::{self, create_people, start_game};
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
pub async fn play(
    services: &ClusterServices,
    tables: u32,
    time: Duration,
    rounds: u32,
) -> Result<Section> {
    dial::raise_file_limit(tables * 2)?;
    let (mut best_pgbench, mut best_postgres, mut best_sqlite) =
        (Measurement::default(), Measurement::default(), Measurement::default());
    for _ in 0..rounds {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        best_pgbench.keep_better(pgbench::measure(services, tables, time, folder.path()).await?);
        let node = Child::node(folder.path(), services).await?;
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
pub async fn watch(services: &ClusterServices, time: Duration) -> Result<Section> {
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let owner = Child::node(folder.path(), services).await?;
    let other = Child::node(folder.path(), services).await?;
    let phase = Arc::new(Phase::default());
    let people = create_people(owner.address).await?;
    let mut requests = Requests::open(owner.address).await?;
    let spectator = requests.person("Cat").await?;
    let (mut players, mut watchers) = (Vec::new(), Vec::new());
    for _ in 0..WATCHED_TABLES {
        let table = start_game(&mut requests, &people).await?;
        let watch_on = async |node: &Child| {
            let stream = TcpStream::connect(node.address).await?;
            let socket = Socket::at_table(stream, &spectator, &table, None).await?;
            anyhow::Ok(tokio::spawn(watch_steps(socket, Arc::clone(&phase))))
        };
        watchers.push((watch_on(&owner).await?, watch_on(&other).await?));
        for (who, seat) in people.iter().zip(Seat::ALL) {
            let stream = TcpStream::connect(owner.address).await?;
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
    for (on_owner, on_other) in watchers {
        add_extra_delays(&on_owner.await??, &on_other.await??, &mut extra_delays);
    }
    owner.end().await?;
    other.end().await?;
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

/// The time at which each version of a game arrived.
type ArrivalTimes = HashMap<u32, Instant>;

/// Watches a game until the phase ends, and returns when each version arrived.
async fn watch_steps(mut socket: Socket, phase: Arc<Phase>) -> Result<ArrivalTimes> {
    let mut arrivals = ArrivalTimes::new();
    let mut ended = pin!(phase.until_ended());
    loop {
        let text = tokio::select! {
            text = socket.receive() => text?,
            () = &mut ended => return Ok(arrivals),
        };
        let message = PartialMessage::read(&text)?;
        if let ("steps", Some(version)) = (&*message.kind, message.version) {
            arrivals.insert(version, Instant::now());
        }
    }
}

/// Adds the delay of each version on the other node, compared with the node that owns the table.
fn add_extra_delays(owner: &ArrivalTimes, other: &ArrivalTimes, extra_delays: &mut Samples) {
    for (version, on_owner) in owner {
        if let Some(on_other) = other.get(version) {
            extra_delays.add_time(on_other.saturating_duration_since(*on_owner));
        }
    }
}
