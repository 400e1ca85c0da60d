//! The games of the crash test: two players play one game after another until no more kills follow.

use crate::World;
use anyhow::Result;
use orrery_loadtest::check;
use orrery_loadtest::client::{Person, Refused, Requests};
use orrery_loadtest::persistent::{PersistentPlayer, World as _};
use orrery_protocol::Seat;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// The settings of a table.
///
/// It has only two seats. With more seats, the answers of others can void a sealed answer, so that
/// the record does not contain it.
const SETTINGS: &str = "{\"seats\":2,\"beat_ms\":0}";
/// Maximum number of attempts of a request while the server restarts.
const MAX_ATTEMPTS: u32 = 5000;

/// Plays one game after another; returns their number.
pub(crate) async fn keep_playing(world: Arc<World>, number: u64) -> u32 {
    let ada = person(&world, "Ada").await;
    let ben = person(&world, "Ben").await;
    let mut games = 0;
    loop {
        let (table, commitment) = start_game(&world, &ada, &ben).await;
        let player = |person: &Person, seat, salt| {
            let random = fastrand::Rng::with_seed(number * 1000 + u64::from(games) * 2 + salt);
            PersistentPlayer::new(&world, person, &table, seat, random)
        };
        let (first, second) = (player(&ada, Seat::A, 0), player(&ben, Seat::B, 1));
        let (first, second) = tokio::join!(first.play(), second.play());
        let record = record(&world, &ada, &table).await;
        let acknowledged = [(Seat::A, first.acknowledged), (Seat::B, second.acknowledged)];
        check::record(&record, &commitment, &acknowledged);
        games += 1;
        if world.faults_are_over() {
            return games;
        }
    }
}

async fn person(world: &World, name: &str) -> Person {
    retry(world, |server| async move { Requests::open(server).await?.person(name).await }).await
}

async fn record(world: &World, person: &Person, table: &str) -> String {
    let path = &format!("/api/tables/{table}/record");
    let attempt = |server| async move { Requests::open(server).await?.get(person, path).await };
    retry(world, attempt).await
}

/// Creates a table and starts its game; returns the table's id and commitment.
async fn start_game(world: &World, ada: &Person, ben: &Person) -> (String, String) {
    let table = retry(world, |server| async move {
        let mut requests = Requests::open(server).await?;
        let table = requests.table(ada, SETTINGS).await?;
        requests.sit(ada, &table.table, Seat::A).await?;
        requests.sit(ben, &table.table, Seat::B).await?;
        Ok(table)
    });
    let orrery_protocol::Table { table: id, commitment, .. } = table.await;
    let table = &id;
    let attempt = |server| async move { Requests::open(server).await?.start(ada, table).await };
    retry(world, attempt).await;
    (id, commitment)
}

/// Repeats a request until it succeeds, because the server may be restarting.
pub(crate) async fn retry<T, F>(world: &World, attempt: impl Fn(SocketAddr) -> F) -> T
where
    F: Future<Output = Result<T>>,
{
    let mut last = None;
    for _ in 0..MAX_ATTEMPTS {
        let server = *world.server.borrow();
        match attempt(server).await {
            Ok(done) => return done,
            Err(error) => {
                assert!(!error.is::<Refused>(), "{error}");
                last = Some(error);
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the request never succeeds: {last:?}");
}
