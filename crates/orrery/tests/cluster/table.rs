//! Scripted games: two players and a spectator play one game after another until all faults are over.
//!
//! After each game, the test checks the record against the acknowledged steps.

use crate::run_settings::RunSettings;
use crate::watcher::Watcher;
use crate::world::World;
use anyhow::Result;
use orrery_loadtest::check;
use orrery_loadtest::client::{Person, Requests};
use orrery_loadtest::persistent::{PersistentPlayer, World as _};
use orrery_protocol::Seat;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

/// The settings of a table.
///
/// It has only two seats. With more seats, the answers of others can void a sealed answer, so that
/// the record does not contain it.
const SETTINGS: &str = "{\"seats\":2,\"beat_ms\":0}";
/// Time limit for all attempts of a request.
const RETRY_TIMEOUT: Duration = Duration::from_secs(120);
/// Time limit for one attempt.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(8);

/// Starts a task for each table, which plays one game after another.
pub(crate) fn start_all(world: &Arc<World>, settings: RunSettings) -> Vec<JoinHandle<u32>> {
    let table = |number| tokio::spawn(keep_playing(Arc::clone(world), settings.seed, number));
    (0..settings.tables).map(table).collect()
}

/// Waits until all games are over and checked; returns the number of games.
///
/// # Panics
/// If a game cannot end, although all faults are over.
pub(crate) async fn finish(world: &World, tables: Vec<JoinHandle<u32>>) -> u32 {
    world.wait_for(|_| tables.iter().all(JoinHandle::is_finished)).await;
    let mut games = 0;
    for table in tables {
        games += table.await.expect("the games are complete");
    }
    games
}

async fn keep_playing(world: Arc<World>, seed: u64, number: u64) -> u32 {
    let create = async |server, name| Requests::open(server).await?.person(name).await;
    let ada = retry(&world, |server| create(server, "Ada")).await;
    let ben = retry(&world, |server| create(server, "Ben")).await;
    let mut random = fastrand::Rng::with_seed(seed * 1_000_000 + number);
    let mut games = 0;
    loop {
        play(&world, &ada, &ben, &mut random).await;
        games += 1;
        if world.faults_are_over() {
            return games;
        }
    }
}

/// Plays one game and checks its record.
async fn play(world: &Arc<World>, ada: &Person, ben: &Person, random: &mut fastrand::Rng) {
    let (table, commitment) = start_game(world, ada, ben).await;
    let mut player =
        |who, seat| PersistentPlayer::new(world, who, &table, seat, random.fork()).play();
    let (first, second) = (player(ada, Seat::A), player(ben, Seat::B));
    let watcher = Watcher::new(world, &table).watch();
    world.count_game();
    let (first, second, watched) = tokio::join!(first, second, watcher);
    assert_eq!(first.seen, second.seen, "the players have seen different last versions");
    assert_eq!(watched, first.seen, "the spectator has seen another last version");
    let path = &format!("/api/tables/{table}/record");
    let download = |server| async move { Requests::open(server).await?.get(ada, path).await };
    let record = retry(world, download).await;
    let acknowledged = [(Seat::A, first.acknowledged), (Seat::B, second.acknowledged)];
    check::record(&record, &commitment, &acknowledged);
}

/// Creates a table, seats both players and starts the game; returns the table's id and commitment.
///
/// If a request fails, it starts over with another table.
async fn start_game(world: &World, ada: &Person, ben: &Person) -> (String, String) {
    retry(world, |server| async move {
        // Open a connection per request, so that several nodes handle the requests.
        let table = Requests::open(server).await?.table(ada, SETTINGS).await?;
        Requests::open(server).await?.sit(ada, &table.table, Seat::A).await?;
        Requests::open(server).await?.sit(ben, &table.table, Seat::B).await?;
        Requests::open(server).await?.start(ada, &table.table).await?;
        Ok((table.table, table.commitment))
    })
    .await
}

/// Repeats a request until it succeeds, because nodes, the bus or the database may be unavailable.
async fn retry<T, F>(world: &World, attempt: impl Fn(SocketAddr) -> F) -> T
where
    F: Future<Output = Result<T>>,
{
    let until = Instant::now() + RETRY_TIMEOUT;
    let mut last = None;
    while Instant::now() < until {
        match timeout(ATTEMPT_TIMEOUT, attempt(world.address)).await {
            Ok(Ok(done)) => return done,
            Ok(Err(error)) => last = Some(error.to_string()),
            Err(_) => last = Some("no answer".to_owned()),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the request never succeeds: {last:?}");
}
