//! Soak: people play on one server for as long as is wanted, and come back after lost connections. In
//! the first half the server stops for a moment now and then; in the second it is killed or restarted
//! again and again. Memory, open files and disk per step must stay flat, nothing that was acknowledged
//! may be lost, and all must have seen the same games.
//!
//! `cargo xtask soak MINUTES` runs it; `ORRERY_SOAK_MINUTES` says how long.
#![cfg(target_os = "linux")]

mod balancer;
#[path = "../crash/check.rs"]
mod check;
mod client;
#[allow(dead_code, reason = "the cluster test needs more of it")]
mod extent;
mod player;
#[path = "../crash/process.rs"]
#[allow(dead_code, reason = "the crash test needs more of it")]
mod process;
mod table;
#[allow(dead_code, reason = "the cluster test needs more of it")]
mod takeover;
mod trend;
#[path = "../abuse/watch.rs"]
#[allow(dead_code, reason = "the abuse test needs more of it")]
mod watch;
mod watcher;
#[allow(dead_code, reason = "the cluster test needs more of it")]
mod world;

use balancer::Balancer;
use extent::Extent;
use orrery_loadtest::report::{Bar, Report, Section};
use orrery_services as services;
use process::{Process, Setup};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use trend::{Sample, Trend};
use world::World;

/// How many tables are played at, by two people and somebody who watches.
const TABLES: u64 = 60;
/// As in the crash test; tables that nobody looks at are parked soon, so that memory is soon as it
/// stays.
const SETUP: Setup = Setup {
    listen: "127.0.0.1:0",
    config: "[limits]
messages_per_second = 1000000
requests_per_minute = 1000000
identities_per_hour = 1000000
tables_per_hour = 1000000
megabytes_per_day = 4000
park_after_seconds = 5
",
};

/// How often everything is looked at, and some connections are cut.
const LOOK: Duration = Duration::from_secs(2);
const CUT: Duration = Duration::from_secs(7);
/// How often, and how long, the server stops.
const STOP: Duration = Duration::from_secs(31);
const STOPPED: Duration = Duration::from_secs(1);
/// How long a server runs in the second half.
const LIFE: Duration = Duration::from_secs(20);
/// How long a server may take to end when it is asked to.
const GOODBYE: Duration = Duration::from_secs(60);

/// Most that memory grows from the first third of the first half to its end, in MB; and that a server
/// has more at the end of its life in the second half.
const MEMORY: f64 = 16.0;
/// Most that open files grow.
const HANDLES: f64 = 20.0;
/// Most bytes on the disk for a step, with the row of its game and all indexes.
const DISK: f64 = 1000.0;
/// Bytes per step in the second half over those in the first, at most.
const TIMES: f64 = 1.25;

#[tokio::test(flavor = "multi_thread")]
async fn hours_of_play_leave_nothing_behind() {
    let minutes = std::env::var("ORRERY_SOAK_MINUTES").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs_f64(minutes.unwrap_or(120.0) * 60.0);
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Process::start(folder.path(), SETUP);
    let balancer = Balancer::start(vec![server.address]);
    let world = Arc::new(World::new(balancer.address));
    let extent = Extent { tables: TABLES, faults: time, ..Extent::chosen() };
    let tables = table::everywhere(&world, extent);
    world.wait_until_playing(TABLES).await;
    let mut soak = Soak { world: Arc::clone(&world), balancer, samples: Vec::new() };
    let began = Instant::now();
    soak.stop_and_go(&server, folder.path(), began + time / 2).await;
    let first = std::mem::take(&mut soak.samples);
    soak.restart(&mut server, folder.path(), began + time).await;
    world.calm();
    let games = table::finish(tables).await;
    let text = report(&first, &soak.samples);
    println!("{games} games, {world}\n{text}");
    assert_eq!(process::complaints(folder.path()), "", "the server has nothing to complain about");
    assert!(!text.contains("FAIL"), "something grows: see the table above");
}

/// What is needed to disturb play, and to look.
struct Soak {
    world: Arc<World>,
    balancer: Balancer,
    samples: Vec<Sample>,
}

impl Soak {
    /// Connections are cut, and the server stops for moments.
    async fn stop_and_go(&mut self, server: &Process, folder: &Path, until: Instant) {
        let (mut cut, mut stop) = (Instant::now() + CUT, Instant::now() + STOP);
        while Instant::now() < until {
            self.look(server.id(), folder).await;
            if Instant::now() > cut {
                self.balancer.cut(3);
                cut += CUT;
            }
            if Instant::now() > stop {
                services::pause(server.child());
                tokio::time::sleep(STOPPED).await;
                services::resume(server.child());
                stop += STOP;
            }
        }
    }

    /// The server is killed, or asked to end, and another takes its place. Each is looked at once, at
    /// the end of its life.
    async fn restart(&mut self, server: &mut Process, folder: &Path, until: Instant) {
        let mut kills = true;
        while Instant::now() < until {
            tokio::time::sleep(LIFE).await;
            self.look(server.id(), folder).await;
            if kills {
                server.kill();
            } else {
                services::terminate(server.child());
                assert!(server.ends_within(GOODBYE).await, "the server does not end");
            }
            *server = Process::start(folder, SETUP);
            self.balancer.set(0, server.address);
            kills = !kills;
        }
    }

    async fn look(&mut self, process: u32, folder: &Path) {
        tokio::time::sleep(LOOK).await;
        let held = watch::look(process, folder);
        let steps = self.world.acknowledged();
        self.samples.push(Sample { at: Instant::now(), steps, held });
    }
}

fn report(first: &[Sample], second: &[Sample]) -> String {
    let mut section = Section::new("What the server holds".to_owned());
    let (first, second) = (Trend::new(&first[first.len() / 3..]), Trend::new(second));
    for (name, trend) in [("stops and cuts", &first), ("kills and restarts", &second)] {
        section.tell(format!("{name}: looked at"), trend.len() as f64, "times");
        section.tell("  steps", trend.steps(), "");
        section.tell("  memory, median", trend.median(|held| held.memory) / 1e6, "MB");
        let grows = trend.growth(|held| held.memory) / 1e6;
        section.check("  memory grows by", grows, "MB", Bar::AtMost(MEMORY));
        section.tell("  open files, median", trend.median(|held| held.handles), "");
        let grows = trend.growth(|held| held.handles);
        section.check("  open files grow by", grows, "", Bar::AtMost(HANDLES));
        section.check("  disk for a step", trend.disk_per_step(), "bytes", Bar::AtMost(DISK));
    }
    let times = second.disk_per_step() / first.disk_per_step();
    section.check("disk for a step, second half over first", times, "", Bar::AtMost(TIMES));
    let mut report = Report::default();
    report.add(section);
    report.text()
}
