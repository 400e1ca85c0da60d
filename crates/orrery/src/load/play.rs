//! Tables that play at once, each as quick as its server answers, beside the bare parts.

use super::child::Child;
use super::client::Person;
use super::player::{Phase, Player, Tally};
use super::{allow_sockets, append, echo, report};
use anyhow::{Context, Result};
use orrery_protocol::Seat;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A table of programs: nobody needs a beat to look.
pub(super) const SETTINGS: &str = "{\"seats\":2,\"beat_ms\":0}";
/// How long all tables may take to begin.
const PATIENCE: Duration = Duration::from_secs(300);

/// What tables that play have come to.
pub(super) struct Played {
    /// What the players saw.
    pub(super) tally: Tally,
    /// How long was measured.
    pub(super) time: Duration,
    /// The time of processors that the server used meanwhile.
    pub(super) work: Option<f64>,
    /// The memory that it held at the end.
    pub(super) memory: Option<u64>,
}

/// Everything in one run.
pub(super) async fn measure(tables: u32, time: Duration) -> Result<String> {
    allow_sockets(u64::from(tables) * 2)?;
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let echo = echo::measure(tables * 2, time).await.context("the bare echo")?;
    let path = folder.path().to_owned();
    let append = tokio::task::spawn_blocking(move || append::measure(&path, time)).await?;
    let append = append.context("the bare append")?;
    let played = play(tables, time, folder.path()).await?;
    Ok(report::playing(tables, &echo, &append, &played))
}

async fn play(tables: u32, time: Duration, folder: &std::path::Path) -> Result<Played> {
    let child = Child::serve(folder).await?;
    let server = child.address;
    let (phase, begun) = (Arc::new(Phase::default()), Arc::new(AtomicU32::new(0)));
    let people = [Person::new(server, "Ada").await?, Person::new(server, "Ben").await?];
    let people = Arc::new(people);
    let tasks: Vec<_> = (0..tables)
        .map(|_| {
            let (phase, begun) = (Arc::clone(&phase), Arc::clone(&begun));
            let people = Arc::clone(&people);
            tokio::spawn(async move { keep_playing(server, &people, &phase, &begun).await })
        })
        .collect();
    wait_for(&begun, tables).await?;
    tokio::time::sleep(time / 5).await;
    let work = child.work();
    phase.measuring.store(true, Ordering::Relaxed);
    let began = Instant::now();
    tokio::time::sleep(time).await;
    phase.measuring.store(false, Ordering::Relaxed);
    let time = began.elapsed();
    let work = child.work().zip(work).map(|(after, before)| after - before);
    let memory = child.memory();
    phase.ended.store(true, Ordering::Relaxed);
    let mut tally = Tally::default();
    for task in tasks {
        tally.merge(&task.await??);
    }
    child.end().await?;
    Ok(Played { tally, time, work, memory })
}

async fn wait_for(begun: &AtomicU32, tables: u32) -> Result<()> {
    let all = async {
        while begun.load(Ordering::Relaxed) < tables {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, all).await.context("not all tables begin in time")
}

/// One game after the other at a table.
async fn keep_playing(
    server: SocketAddr,
    people: &[Person; 2],
    phase: &Phase,
    begun: &AtomicU32,
) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut first = true;
    while !phase.ended.load(Ordering::Relaxed) {
        let table = begin(server, people).await?;
        let seats = [Seat::A, Seat::B];
        let ada = Player::new(server, &people[0], &table, seats[0], phase).await?;
        let ben = Player::new(server, &people[1], &table, seats[1], phase).await?;
        begun.fetch_add(u32::from(first), Ordering::Relaxed);
        first = false;
        // When the phase ends one of them may be waiting for the other, who has got up.
        let both = async { tokio::join!(ada.play(), ben.play()) };
        let (ada, ben) = both.await;
        tally.merge(&ada?);
        tally.merge(&Tally { games: 0, ..ben? });
    }
    Ok(tally)
}

/// A table that has begun.
pub(super) async fn begin(server: SocketAddr, people: &[Person; 2]) -> Result<String> {
    let table = people[0].table(server, SETTINGS).await?.table;
    people[0].sit(server, &table, Seat::A).await?;
    people[1].sit(server, &table, Seat::B).await?;
    people[0].start(server, &table).await?;
    Ok(table)
}
