//! Tests of system clocks that jump while no server runs. Players neither lose nor gain time.

use super::Clock;
use crate::cluster::sim::game;
use crate::config::Config;
use crate::hub::{CommandRouter, Hub};
use crate::table::command::{Command, Reply, Request, RequestKind, User};
use orrery_protocol::{Seat, ServerMessage};
use orrery_store::{GameRow, Sqlite, Store};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::sleep;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// An arbitrary time of the system clock.
const NOW: i64 = 20_000 * DAY;
const SETTINGS: &str = r#"{"seats":2,"start":"A","clock":{"kind":"days","hours":4},
    "absent":{"kind":"end-turn"}}"#;

/// A data directory with a game whose clock allows four hours per decision.
struct GameDirectory {
    _folder: tempfile::TempDir,
    store: Arc<Sqlite>,
}

/// A running server with its background tasks.
struct Running {
    hub: Arc<Hub>,
    waking: tokio::task::JoinHandle<()>,
}

impl GameDirectory {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Arc::new(Sqlite::open(folder.path()).expect("it opens"));
        let row = GameRow { settings: SETTINGS.to_owned(), ..game("slow") };
        store.add_game(row).await.expect("it is stored");
        Self { _folder: folder, store }
    }

    /// Starts a server while the system clock shows this time.
    async fn start(&self, wall: i64) -> Running {
        let store: Arc<Sqlite> = Arc::clone(&self.store);
        let hub = Hub::new(Config::default(), store, Clock::at(wall), |_| None);
        hub.begin_run().await.expect("it begins");
        let remaining = self.store.orphaned_games().await.expect("a list");
        let waking = tokio::spawn(crate::serve::wake_due(Arc::clone(&hub), remaining));
        Running { hub, waking }
    }
}

impl Running {
    /// Returns the remaining time of seat A in milliseconds, and the version of the game.
    async fn remaining(&self) -> (i64, u32) {
        let (reply, answer) = oneshot::channel();
        let user = Some(User { id: "ada".into(), name: "ada".to_owned(), program: false });
        let request = Request { user, kind: RequestKind::View(None), reply };
        self.hub.send("slow", Command::Request(Box::new(request))).await;
        let answered = answer.await.expect("an answer").expect("a view");
        let Reply::View(view) = answered else { panic!("{answered:?}") };
        let ServerMessage::View { clocks, version, .. } = *view else { panic!("no view") };
        let clock = clocks.iter().find(|clock| clock.seat == Seat::A).expect("a clock");
        (clock.move_ms.expect("it is asked").into(), version)
    }

    async fn stop(self) {
        self.waking.abort();
        self.hub.close().await;
    }
}

/// Checks that two times are equal, except for rounding and the duration of the test.
#[track_caller]
fn assert_about(time: i64, expected: i64) {
    assert!((expected - 120_000..=expected + 120_000).contains(&time), "{time}, not {expected}");
}

#[tokio::test(start_paused = true)]
async fn a_clock_jump_between_runs_costs_no_turn() {
    for jump in [3 * DAY, 30 * DAY] {
        let games = GameDirectory::new().await;
        let first = games.start(NOW).await;
        let (remaining, first_version) = first.remaining().await;
        assert_about(remaining, 4 * HOUR);
        sleep(Duration::from_secs(3600)).await;
        first.stop().await;
        let second = games.start(NOW + HOUR + jump).await;
        let (remaining, version) = second.remaining().await;
        assert_about(remaining, 3 * HOUR);
        sleep(Duration::from_secs(3600)).await;
        second.stop().await;
        // The jump before the last start counts only once.
        let third = games.start(NOW + 2 * HOUR + 2 * jump).await;
        assert_about(third.remaining().await.0, 2 * HOUR);
        assert_eq!(
            (version, third.remaining().await.1),
            (first_version, first_version),
            "nothing was answered for A"
        );
        sleep(Duration::from_secs(6600)).await;
        assert_eq!(third.remaining().await.1, first_version, "time is left");
        sleep(Duration::from_secs(900)).await;
        assert!(third.remaining().await.1 > first_version, "the time has run out");
        third.stop().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_jump_back_gives_no_time() {
    let games = GameDirectory::new().await;
    let first = games.start(NOW).await;
    assert_about(first.remaining().await.0, 4 * HOUR);
    sleep(Duration::from_secs(3600)).await;
    first.stop().await;
    let second = games.start(NOW - 5 * DAY).await;
    assert_about(second.remaining().await.0, 3 * HOUR);
    assert!(second.hub.clock.now() >= NOW + HOUR, "time does not run backwards");
    sleep(Duration::from_secs(3600)).await;
    assert_about(second.remaining().await.0, 2 * HOUR);
    second.stop().await;
}

/// The server crashes; the last recorded uptime is a minute old.
#[tokio::test(start_paused = true)]
async fn a_clock_jump_after_a_crash_costs_no_turn() {
    let games = GameDirectory::new().await;
    let first = games.start(NOW).await;
    assert_about(first.remaining().await.0, 4 * HOUR);
    sleep(Duration::from_secs(3600)).await;
    games.store.record_running(first.hub.clock.now());
    games.store.ready().await.expect("it is written");
    sleep(Duration::from_secs(60)).await;
    first.waking.abort();
    let second = games.start(NOW + HOUR + 3 * DAY).await;
    assert_about(second.remaining().await.0, 3 * HOUR);
    second.stop().await;
}
