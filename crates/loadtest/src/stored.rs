//! The startup time of a server with very many stored games.
//!
//! The games are copies of a real game with the same seed and log, so the server can continue each
//! of them.

use crate::child::{Child, Cores};
use crate::client::{Person, Requests};
use crate::play::{create_people, start_game};
use crate::player::{Phase, Player};
use crate::report::{Section, Threshold};
use anyhow::{Context, Result, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use orrery_protocol::Seat;
use orrery_store::{GameRow, GameStatus, Sqlite, Store, StoreError};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;

/// Limit of the startup time in seconds: less than one second.
const MAX_STARTUP_SECONDS: f64 = 0.999;
/// Time for which the copied game is played.
const PLAY_TIME: Duration = Duration::from_secs(1);
/// Maximum number of log entries to copy, to limit disk usage.
const MAX_ENTRIES: usize = 50;
/// Number of copies to write concurrently, enough for full batches of the store.
const MAX_CONCURRENT_COPIES: usize = 2000;

/// Measures the startup time of a server with this many stored games.
pub async fn measure(games: u32, rounds: u32) -> Result<Section> {
    let folder = tempfile::tempdir().context("no temporary folder")?;
    let table = play_one(folder.path()).await?;
    let last =
        store_copies(folder.path(), &table, games).await.context("cannot store so many games")?;
    let mut startup_time = Duration::MAX;
    for _ in 0..rounds {
        let child = Child::serve(folder.path(), Cores::All).await?;
        startup_time = startup_time.min(child.startup_time);
        let mut requests = Requests::open(child.address).await?;
        let view = requests.get(&Person::nobody(), &format!("/api/tables/{last}/view")).await?;
        ensure!(view.contains("\"actor\""), "cannot view a stored game: {view}");
        child.end().await?;
    }
    let mut section = Section::new(format!("{games} games are stored"));
    let size = size(folder.path()).context("cannot read the size of the database")?;
    section.add_figure("size of the database", size as f64 / 1e6, "MB");
    section.check(
        "start, until it is ready",
        startup_time.as_secs_f64(),
        "s",
        Threshold::AtMost(MAX_STARTUP_SECONDS),
    );
    Ok(section)
}

/// Plays at a table for [`PLAY_TIME`], and returns its id.
async fn play_one(folder: &Path) -> Result<String> {
    let child = Child::serve(folder, Cores::All).await?;
    let people = create_people(child.address).await?;
    let table = start_game(&mut Requests::open(child.address).await?, &people).await?;
    let phase = Arc::new(Phase::default());
    let player = async |seat: usize| {
        let stream = TcpStream::connect(child.address).await?;
        Player::new(stream, &people[seat], &table, Seat::ALL[seat], Arc::clone(&phase)).await
    };
    let (ada, ben) = (player(0).await?, player(1).await?);
    let end = async {
        tokio::time::sleep(PLAY_TIME).await;
        phase.end();
    };
    let (ada, ben, ()) = tokio::join!(ada.play(), ben.play(), end);
    ada.and(ben)?;
    child.end().await?;
    Ok(table)
}

/// Stores copies of a table, and returns the id of the last one.
async fn store_copies(folder: &Path, table: &str, games: u32) -> Result<String> {
    let store = Sqlite::open(folder)?;
    let game = store.game(table).await?.context("the game was not stored")?;
    let mut log = store.log(table, 0).await?;
    log.truncate(MAX_ENTRIES);
    let id = |number: u32| copy_id(number, table.len());
    let copies = (1..games).map(|number| copy(&store, &game, &log, id(number)));
    stream::iter(copies).buffer_unordered(MAX_CONCURRENT_COPIES).try_collect::<()>().await?;
    store.ready().await?;
    store.close().await;
    Ok(if games > 1 { id(games - 1) } else { table.to_owned() })
}

/// Returns the id of a copy: its number, written with letters instead of digits.
fn copy_id(number: u32, length: usize) -> String {
    let letter = |digit: u8| char::from(digit - b'0' + b'a');
    format!("{number:0length$}").bytes().map(letter).collect()
}

async fn copy(
    store: &Sqlite,
    game: &GameRow,
    log: &[Vec<u8>],
    id: String,
) -> Result<(), StoreError> {
    store.add_game(GameRow { id: id.clone(), ..game.clone() }).await?;
    let lease = store.claim(&id).await?;
    store.append(lease, 0, log.to_vec()).await?;
    store.update_status(
        lease,
        GameStatus { changed: game.changed, due: None, waits: game.waits, live: false },
    );
    Ok(())
}

fn size(folder: &Path) -> std::io::Result<u64> {
    std::fs::read_dir(folder)?.map(|file| Ok(file?.metadata()?.len())).sum()
}
