//! The resource usage of a server with many live tables on one core.
//!
//! The module measures the memory of the tables, and the CPU load while nobody plays and while
//! people play slowly.

use crate::child::{Child, Cores};
use crate::client::{Person, Requests};
use crate::dial;
use crate::play::{create_people, start_game};
use crate::player::{Phase, Player, Tally};
use crate::report::{Section, Threshold};
use anyhow::{Context, Result};
use futures_util::{StreamExt, TryStreamExt, stream};
use orrery_protocol::Seat;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// Number of tables to create, or sockets to open, concurrently.
const MAX_CONCURRENT: usize = 200;
/// Average thinking time, limited to the length of the measurement.
const THINKING_TIME: Duration = Duration::from_secs(5);
/// Idle time before a memory measurement.
const IDLE_TIME: Duration = Duration::from_secs(1);
const MEGABYTE: f64 = 1e6;
/// Limit of the memory of an idle live table, in kilobytes.
const MAX_TABLE_KILOBYTES: f64 = 20.0;
/// Limit of the memory of the server in megabytes: less than 2 GB.
const MAX_SERVER_MEGABYTES: f64 = 1999.0;

/// The task of a player.
type PlayerTask = JoinHandle<Result<Tally>>;

/// Runs all measurements.
pub async fn measure(tables: u32, time: Duration) -> Result<Section> {
    let sockets = dial::raise_file_limit(tables * 2)?;
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let child = Child::serve(folder.path(), Cores::One).await?;
    let mut section = Section::new(format!("{tables} live tables on one core"));
    if sockets < tables * 2 {
        section.note(format!(
            "Only {sockets} sockets are possible; raise the limit of open files \
             (`ulimit -Hn {}` as root) for all of them.",
            dial::required_files(tables * 2)
        ));
    }
    let people = create_people(child.address).await?;
    // Exclude the first table, because it also allocates the memory that all tables share.
    let mut table_ids = create_tables(child.address, &people, 1).await?;
    let before = memory(&child).await?;
    table_ids.extend(create_tables(child.address, &people, tables - 1).await?);
    let with_tables = memory(&child).await?;
    section.check("live tables", child.metric("orrery_tables").await?, "", at_least(tables));
    let per_table = (with_tables - before) / f64::from(tables - 1) / 1e3;
    section.check(
        "memory of an idle live table",
        per_table,
        "kB",
        Threshold::AtMost(MAX_TABLE_KILOBYTES),
    );
    let phase = Arc::new(Phase::default());
    phase.paused.store(true, Ordering::Relaxed);
    let thinking_time = THINKING_TIME.min(time);
    let players =
        connect(child.address, &people, &table_ids, sockets, (&phase, thinking_time)).await?;
    let with_sockets = memory(&child).await?;
    section.check("sockets", child.metric("orrery_sockets").await?, "", at_least(tables * 2));
    let per_socket = (with_sockets - with_tables) / f64::from(sockets) / 1e3;
    section.add_figure("memory of a socket", per_socket, "kB");
    measure_load(&child, &phase, players, (time, thinking_time), &mut section).await?;
    child.end().await?;
    Ok(section)
}

fn at_least(count: u32) -> Threshold {
    Threshold::AtLeast(f64::from(count))
}

async fn memory(child: &Child) -> Result<f64> {
    tokio::time::sleep(IDLE_TIME).await;
    child.memory().context("cannot read the memory of the server on this system")
}

/// Measures the server while nobody plays, and while people play.
async fn measure_load(
    child: &Child,
    phase: &Phase,
    players: Vec<PlayerTask>,
    (time, thinking_time): (Duration, Duration),
    section: &mut Section,
) -> Result<()> {
    section.add_figure("CPU load while nobody plays", cpu_load(child, time).await?, "%");
    phase.paused.store(false, Ordering::Relaxed);
    // Wait until every player has answered once.
    tokio::time::sleep(thinking_time * 2).await;
    phase.measuring.store(true, Ordering::Relaxed);
    let began = Instant::now();
    let load = cpu_load(child, time).await?;
    phase.measuring.store(false, Ordering::Relaxed);
    let time = began.elapsed().as_secs_f64();
    let memory = child.memory().context("cannot read the memory of the server")? / MEGABYTE;
    phase.end();
    let mut tally = Tally::default();
    for player in players {
        tally.merge(&player.await??);
    }
    let title = format!("steps while all play, {} s per decision", thinking_time.as_secs());
    section.add_figure(title, tally.times.count() as f64 / time, "/s");
    section.add_figure("  CPU load", load, "%");
    section.add_figure("  send to acknowledgement, p99", tally.times.millis(0.99), "ms");
    section.check("memory of the server", memory, "MB", Threshold::AtMost(MAX_SERVER_MEGABYTES));
    Ok(())
}

/// Returns the CPU load of the server, in percent of a core.
async fn cpu_load(child: &Child, time: Duration) -> Result<f64> {
    let used = || child.cpu_time().context("cannot read the CPU time of the server on this system");
    let (before, began) = (used()?, Instant::now());
    tokio::time::sleep(time).await;
    Ok((used()? - before) / began.elapsed().as_secs_f64() * 100.0)
}

/// Creates tables with running games.
async fn create_tables(
    server: SocketAddr,
    people: &[Person; 2],
    count: u32,
) -> Result<Vec<String>> {
    let create = |_| async move { start_game(&mut Requests::open(server).await?, people).await };
    stream::iter((0..count).map(create)).buffer_unordered(MAX_CONCURRENT).try_collect().await
}

/// Connects players: first those of seat A at all tables, then those of seat B.
async fn connect(
    server: SocketAddr,
    people: &[Person; 2],
    tables: &[String],
    sockets: u32,
    (phase, thinking_time): (&Arc<Phase>, Duration),
) -> Result<Vec<PlayerTask>> {
    let start_player = |number: u32| async move {
        let (seat, table) = (number as usize / tables.len(), number as usize % tables.len());
        let stream = dial::connect(server, number).await?;
        let (who, seat) = (&people[seat], Seat::ALL[seat]);
        let player = Player::new(stream, who, &tables[table], seat, Arc::clone(phase)).await?;
        Ok(tokio::spawn(player.with_thinking_time(thinking_time).play()))
    };
    stream::iter((0..sockets).map(start_player))
        .buffer_unordered(MAX_CONCURRENT)
        .try_collect()
        .await
}
