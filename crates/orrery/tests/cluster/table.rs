//! A table: its two people make it, play at it while somebody watches until it is over, look at the
//! record, and begin again until nothing fails any more.

use crate::client::Person;
use crate::extent::Extent;
use crate::player::Player;
use crate::watcher::Watcher;
use crate::world::World;
use anyhow::Result;
use orrery_loadtest::check;
use orrery_protocol::Seat;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

/// Two seats: with more, an answer that was sealed can become void by what others answered first,
/// and then a record need not have it.
const SETTINGS: &str = "{\"seats\":2,\"beat_ms\":0}";
/// How long something is tried while nodes come and go.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long one try may take.
const TRY: Duration = Duration::from_secs(8);

/// Tables that play.
pub(crate) fn everywhere(world: &Arc<World>, extent: Extent) -> Vec<JoinHandle<u32>> {
    let table = |number| tokio::spawn(keep_playing(Arc::clone(world), extent.seed, number));
    (0..extent.tables).map(table).collect()
}

/// Waits until all games are over and found whole. Returns how many there were.
pub(crate) async fn finish(tables: Vec<JoinHandle<u32>>) -> u32 {
    let mut games = 0;
    for table in tables {
        games += table.await.expect("its games are whole");
    }
    games
}

async fn keep_playing(world: Arc<World>, seed: u64, number: u64) -> u32 {
    let ada = insist(&world, |server| Person::new(server, "Ada")).await;
    let ben = insist(&world, |server| Person::new(server, "Ben")).await;
    let mut random = fastrand::Rng::with_seed(seed * 1_000_000 + number);
    let mut games = 0;
    loop {
        play(&world, &ada, &ben, &mut random).await;
        games += 1;
        if world.is_calm() {
            return games;
        }
    }
}

/// One game, from the empty table to the record.
async fn play(world: &Arc<World>, ada: &Person, ben: &Person, random: &mut fastrand::Rng) {
    let (table, commitment) = make(world, ada, ben).await;
    let mut player = |who, seat| Player::new(world, who, &table, seat, random.fork()).play();
    let (first, second) = (player(ada, Seat::A), player(ben, Seat::B));
    let watcher = Watcher::new(world, &table).watch();
    world.begins();
    let (first, second, watched) = tokio::join!(first, second, watcher);
    assert_eq!(first.seen, second.seen, "both have seen the same game");
    assert_eq!(watched, first.seen, "who watches has seen it, too");
    let path = &format!("/api/tables/{table}/record");
    let record = insist(world, |server| ada.get(server, path)).await;
    let told = [(Seat::A, first.acknowledged), (Seat::B, second.acknowledged)];
    check::record(&record, &commitment, &told);
}

/// A table that has begun, and what its dealer has promised. Where something is refused on the way,
/// or nobody answers, another table is made.
async fn make(world: &World, ada: &Person, ben: &Person) -> (String, String) {
    insist(world, |server| async move {
        let table = ada.table(server, SETTINGS).await?;
        ada.sit(server, &table.table, Seat::A).await?;
        ben.sit(server, &table.table, Seat::B).await?;
        ada.start(server, &table.table).await?;
        Ok((table.table, table.commitment))
    })
    .await
}

/// Tries until it works: nodes, the bus or the database may just be away.
async fn insist<T, F>(world: &World, attempt: impl Fn(SocketAddr) -> F) -> T
where
    F: Future<Output = Result<T>>,
{
    let until = Instant::now() + PATIENCE;
    let mut last = None;
    while Instant::now() < until {
        match timeout(TRY, attempt(world.address)).await {
            Ok(Ok(done)) => return done,
            Ok(Err(error)) => last = Some(error.to_string()),
            Err(_) => last = Some("nobody answers".to_owned()),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("it never works: {last:?}");
}
