//! Soak test: scripted clients play on one server for hours.
//!
//! In the first half, the test regularly cuts connections and suspends the server. In the second
//! half, it repeatedly kills or restarts the server. Memory, open files and disk space per step
//! must not grow. No acknowledged step may be lost, and all viewers of a game must have seen the
//! same steps.
//!
//! `cargo xtask soak MINUTES` runs the test; `ORRERY_SOAK_MINUTES` sets the duration (120 by
//! default).
#![cfg(target_os = "linux")]

mod balancer;
#[allow(dead_code, reason = "only the cluster test uses all of this module")]
mod run_settings;
mod table;
#[allow(dead_code, reason = "only the cluster test uses all of this module")]
mod takeover;
mod trend;
mod watcher;
#[allow(dead_code, reason = "only the cluster test uses all of this module")]
mod world;

use balancer::Balancer;
use orrery_loadtest::process::{self, Process, ServerSettings, UNLIMITED};
use orrery_loadtest::report::{Report, Section, Threshold};
use orrery_loadtest::resources;
use orrery_services as services;
use run_settings::RunSettings;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use trend::{Sample, Trend};
use world::World;

/// Number of tables, each with two players and a spectator.
const TABLES: u64 = 60;

/// Returns the settings of a server that parks tables early, which keeps its memory stable.
fn server_settings() -> ServerSettings {
    let config = format!("{UNLIMITED}park_after_seconds = 5\n");
    ServerSettings { config, ..ServerSettings::unlimited(env!("CARGO_BIN_EXE_orrery")) }
}

/// Interval between two samples.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(2);
/// Interval between two cuts of connections.
const CUT_INTERVAL: Duration = Duration::from_secs(7);
/// Interval between two suspensions of the server.
const PAUSE_INTERVAL: Duration = Duration::from_secs(31);
/// Duration of a suspension.
const PAUSE_TIME: Duration = Duration::from_secs(1);
/// Running time of each server in the second half.
const SERVER_LIFETIME: Duration = Duration::from_secs(20);
/// Time limit for a graceful shutdown.
const STOP_TIMEOUT: Duration = Duration::from_secs(60);

/// Maximum growth of memory in each half, in MB.
///
/// The first third of the first half does not count. In the second half, each server is sampled
/// just before it is stopped.
const MAX_MEMORY_GROWTH: f64 = 16.0;
/// Maximum growth of the number of open files.
const MAX_FILE_GROWTH: f64 = 20.0;
/// Maximum disk space per step in bytes, including the share of the game's row and all indexes.
const MAX_STEP_BYTES: f64 = 1000.0;
/// Maximum ratio of the bytes per step in the second half to those in the first half.
const MAX_DISK_RATIO: f64 = 1.25;

#[tokio::test(flavor = "multi_thread")]
async fn memory_files_and_disk_do_not_grow() {
    let minutes = std::env::var("ORRERY_SOAK_MINUTES").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs_f64(minutes.unwrap_or(120.0) * 60.0);
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Process::start(folder.path(), &server_settings());
    let balancer = Balancer::start(vec![server.address]);
    let world = Arc::new(World::new(balancer.address));
    let settings = RunSettings { tables: TABLES, fault_time: time, ..RunSettings::from_env() };
    let tables = table::start_all(&world, settings);
    world.wait_until_playing(TABLES).await;
    let mut soak = Soak { world: Arc::clone(&world), balancer, samples: Vec::new() };
    let began = Instant::now();
    soak.pause_and_cut(&server, folder.path(), began + time / 2).await;
    let first = std::mem::take(&mut soak.samples);
    soak.restart(&mut server, folder.path(), began + time).await;
    world.end_faults();
    let games = table::finish(&world, tables).await;
    let text = report(&first, &soak.samples);
    println!("{games} games, {world}\n{text}");
    assert_eq!(process::logged_problems(folder.path()), "", "the server logged an error");
    assert!(!text.contains("FAIL"), "a limit is exceeded: see the table above");
}

/// The state of the test.
struct Soak {
    world: Arc<World>,
    balancer: Balancer,
    samples: Vec<Sample>,
}

impl Soak {
    /// Regularly cuts connections and suspends the server.
    async fn pause_and_cut(&mut self, server: &Process, folder: &Path, until: Instant) {
        let (mut cut, mut pause) = (Instant::now() + CUT_INTERVAL, Instant::now() + PAUSE_INTERVAL);
        while Instant::now() < until {
            self.sample(server.id(), folder).await;
            if Instant::now() > cut {
                self.balancer.cut(3);
                cut += CUT_INTERVAL;
            }
            if Instant::now() > pause {
                services::pause(server.child());
                tokio::time::sleep(PAUSE_TIME).await;
                services::resume(server.child());
                pause += PAUSE_INTERVAL;
            }
        }
    }

    /// Alternately kills and shuts down the server, and starts a new one each time.
    ///
    /// Takes a sample of each server just before it is stopped.
    async fn restart(&mut self, server: &mut Process, folder: &Path, until: Instant) {
        let mut kills = true;
        while Instant::now() < until {
            tokio::time::sleep(SERVER_LIFETIME).await;
            self.sample(server.id(), folder).await;
            if kills {
                server.kill();
            } else {
                services::terminate(server.child());
                assert!(server.ends_within(STOP_TIMEOUT).await, "the server does not exit");
            }
            *server = Process::start(folder, &server_settings());
            self.balancer.set_node(0, server.address);
            kills = !kills;
        }
    }

    async fn sample(&mut self, process: u32, folder: &Path) {
        tokio::time::sleep(SAMPLE_INTERVAL).await;
        let usage = resources::sample(process, folder).expect("the server runs");
        let steps = self.world.acknowledged();
        self.samples.push(Sample { at: Instant::now(), steps, usage });
    }
}

fn report(first: &[Sample], second: &[Sample]) -> String {
    let mut section = Section::new("Resources of the server".to_owned());
    let (first, second) = (Trend::new(&first[first.len() / 3..]), Trend::new(second));
    for (name, trend) in [("pauses and cuts", &first), ("kills and restarts", &second)] {
        section.add_figure(format!("{name}: samples"), trend.len() as f64, "");
        section.add_figure("  steps", trend.steps(), "");
        section.add_figure("  memory, median", trend.median(|usage| usage.memory) / 1e6, "MB");
        let growth = trend.growth(|usage| usage.memory) / 1e6;
        section.check("  memory growth", growth, "MB", Threshold::AtMost(MAX_MEMORY_GROWTH));
        section.add_figure("  open files, median", trend.median(|usage| usage.handles), "");
        let growth = trend.growth(|usage| usage.handles);
        section.check("  open files, growth", growth, "", Threshold::AtMost(MAX_FILE_GROWTH));
        section.check(
            "  disk per step",
            trend.disk_per_step(),
            "bytes",
            Threshold::AtMost(MAX_STEP_BYTES),
        );
    }
    let ratio = second.disk_per_step() / first.disk_per_step();
    section.check(
        "disk per step, second half / first half",
        ratio,
        "",
        Threshold::AtMost(MAX_DISK_RATIO),
    );
    let mut report = Report::default();
    report.add(section);
    report.text()
}
