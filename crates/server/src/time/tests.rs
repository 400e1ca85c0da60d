//! Clocks that jump while no server runs: nobody loses a turn, and nobody gets time.

use super::Clock;
use crate::cluster::sim::game;
use crate::config::Config;
use crate::hub::{Bus, Hub};
use crate::table::command::{Command, Reply, Request, What, Who};
use orrery_protocol::{Seat, ServerMessage};
use orrery_store::{GameRow, Sqlite, Store};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::sleep;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// Some day of the system's clock.
const NOW: i64 = 20_000 * DAY;
const SETTINGS: &str = r#"{"seats":2,"start":"A","clock":{"kind":"days","hours":4},
    "absent":{"kind":"end-turn"}}"#;

/// A data directory with a game of four hours a decision.
struct Place {
    _folder: tempfile::TempDir,
    store: Arc<Sqlite>,
}

/// A server that runs, and what it does by itself.
struct Running {
    hub: Arc<Hub>,
    waking: tokio::task::JoinHandle<()>,
}

impl Place {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Arc::new(Sqlite::open(folder.path()).expect("it opens"));
        let row = GameRow { settings: SETTINGS.to_owned(), ..game("slow") };
        store.add_game(row).await.expect("it is stored");
        Self { _folder: folder, store }
    }

    /// A server that starts while the system's clock shows this.
    async fn start(&self, wall: i64) -> Running {
        let store: Arc<Sqlite> = Arc::clone(&self.store);
        let hub = Hub::new(Config::default(), store, Clock::at(wall), |_| None);
        hub.begin_run().await.expect("it begins");
        let left = self.store.orphaned_games().await.expect("a list");
        let waking = tokio::spawn(crate::serve::wake_due(Arc::clone(&hub), left));
        Running { hub, waking }
    }
}

impl Running {
    /// How long seat A has, and how many steps were taken.
    async fn left(&self) -> (i64, u32) {
        let (reply, answer) = oneshot::channel();
        let who = Some(Who { id: "ada".into(), name: "ada".to_owned(), program: false });
        let request = Request { who, what: What::View(None), reply };
        self.hub.hand("slow", Command::Request(Box::new(request))).await;
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

/// Whether two times differ by less than the time that tests take, and what is rounded.
#[track_caller]
fn about(time: i64, expected: i64) {
    assert!((expected - 120_000..=expected + 120_000).contains(&time), "{time}, not {expected}");
}

#[tokio::test(start_paused = true)]
async fn a_jump_between_two_runs_costs_nobody_the_turn() {
    for jump in [3 * DAY, 30 * DAY] {
        let place = Place::new().await;
        let first = place.start(NOW).await;
        let (left, asked) = first.left().await;
        about(left, 4 * HOUR);
        sleep(Duration::from_secs(3600)).await;
        first.stop().await;
        let second = place.start(NOW + HOUR + jump).await;
        let (left, version) = second.left().await;
        about(left, 3 * HOUR);
        sleep(Duration::from_secs(3600)).await;
        second.stop().await;
        // The jump before the last start counts no more than that one.
        let third = place.start(NOW + 2 * HOUR + 2 * jump).await;
        about(third.left().await.0, 2 * HOUR);
        assert_eq!((version, third.left().await.1), (asked, asked), "nothing was answered for A");
        sleep(Duration::from_secs(6600)).await;
        assert_eq!(third.left().await.1, asked, "there is time");
        sleep(Duration::from_secs(900)).await;
        assert!(third.left().await.1 > asked, "the time is over in the end");
        third.stop().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_jump_back_gives_nobody_time() {
    let place = Place::new().await;
    let first = place.start(NOW).await;
    about(first.left().await.0, 4 * HOUR);
    sleep(Duration::from_secs(3600)).await;
    first.stop().await;
    let second = place.start(NOW - 5 * DAY).await;
    about(second.left().await.0, 3 * HOUR);
    assert!(second.hub.clock.now() >= NOW + HOUR, "time does not run backwards");
    sleep(Duration::from_secs(3600)).await;
    about(second.left().await.0, 2 * HOUR);
    second.stop().await;
}

/// Nobody closes the server; the last time that it noted is a minute old.
#[tokio::test(start_paused = true)]
async fn a_jump_after_a_kill_costs_nobody_the_turn() {
    let place = Place::new().await;
    let first = place.start(NOW).await;
    about(first.left().await.0, 4 * HOUR);
    sleep(Duration::from_secs(3600)).await;
    place.store.record_running(first.hub.clock.now());
    place.store.ready().await.expect("it is written");
    sleep(Duration::from_secs(60)).await;
    first.waking.abort();
    let second = place.start(NOW + HOUR + 3 * DAY).await;
    about(second.left().await.0, 3 * HOUR);
    second.stop().await;
}
