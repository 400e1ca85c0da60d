//! Abuse test: attackers attack `orrery serve` for about a minute while honest players play.
//!
//! The server must not crash. The response times of honest players, memory, open files and disk
//! usage must stay within limits. Quiet periods and attacks alternate in one run, so that other
//! load on the machine affects both equally. The attackers share the cores with the server. In
//! quiet periods and during attacks, background threads with the attackers' priority keep all cores
//! busy. So the CPU usage of the attackers makes no difference between the two.
//!
//! `ORRERY_ABUSE=parsers` runs only the round `parsers`, to find the cause of a slowdown.
//!
//! The data are on a RAM disk, because other programs would delay writes to a physical disk.
//!
//! Server and clients run in their own network namespace, so that clients can have non-loopback
//! addresses: the server's limits do not apply to loopback addresses. `cargo xtask abuse` runs this
//! test as root.
#![cfg(target_os = "linux")]

mod attack;
mod background_load;
mod honest;
mod target;

use attack::{Attack, AttackContext, ROUNDS};
use background_load::BackgroundLoad;
use honest::{Honest, Latency};
use orrery_loadtest::process::{self, Process, ServerSettings};
use orrery_loadtest::report::{Report, Section, Threshold};
use orrery_loadtest::resources::{self, ResourceMonitor, ResourceUsage};
use orrery_services::{RamDisk, network};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use target::Target;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// The network of honest players (reserved for documentation by RFC 5737).
const HONEST_NETWORK: &str = "192.0.2.0/24";
/// The network of attackers (reserved for benchmarks by RFC 2544).
const ATTACKER_NETWORK: &str = "198.18.0.0/16";
/// The server's default settings, but with a short timeout for unread responses.
const CONFIG: &str = "hosts = [\"192.0.2.1\"]\n[limits]\nunread_seconds = 5\n";

/// The niceness of this process and the server.
const PRIORITY: i32 = -10;
/// The niceness of the attackers and of the background load, relative to the server.
const ATTACKER_NICENESS: i32 = 10;
/// Duration of a quiet period.
const QUIET_TIME: Duration = Duration::from_millis(2500);
/// Duration of a round of attacks.
const ATTACK_TIME: Duration = Duration::from_secs(10);
/// Pause after a round, in which the server releases resources.
const REST_TIME: Duration = Duration::from_millis(500);
/// Time at the end after which files that are still open count as leaked.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum ratio of the honest players' p99 latency under attack to that in quiet periods.
const MAX_SLOWDOWN: f64 = 3.0;
/// Maximum response time of a bot in seconds. It may have to wait for an oracle's move at another
/// table.
const MAX_BOT_SECONDS: f64 = 2.0;
/// Maximum growth of memory at any time, in MB, compared with the first quiet period.
const MAX_MEMORY_GROWTH: f64 = 160.0;
/// Maximum growth of memory at the end of the run, in MB.
const MAX_FINAL_MEMORY_GROWTH: f64 = 128.0;
/// Maximum number of open files at any time, in addition to those of an idle server.
///
/// One address may have 600 connections. Attackers with many addresses have a few hundred more.
const MAX_ADDED_FILES: f64 = 1500.0;
/// Maximum number of additional open files at the end of the run.
const MAX_FINAL_ADDED_FILES: f64 = 20.0;
/// Maximum growth of disk usage in MB.
const MAX_DISK_GROWTH: f64 = 40.0;

/// The measurements of a run.
#[derive(Default)]
struct Measured {
    quiet: Latency,
    attacked: Latency,
    peak: ResourceUsage,
    rounds: Vec<(&'static str, Latency, ResourceUsage)>,
}

#[test]
fn attacks_neither_stop_nor_fill_nor_slow_the_server() {
    network::isolate().unwrap_or_else(|problem| panic!("{problem}"));
    for addresses in [HONEST_NETWORK, ATTACKER_NETWORK] {
        network::add_addresses(addresses).expect("addresses");
    }
    let disk = RamDisk::mount(2000).unwrap_or_else(|problem| panic!("{problem}"));
    rlimit::increase_nofile_limit(u64::MAX).expect("open files");
    raise_priority();
    let players = runtime(0);
    // Attackers have a lower priority, so that their own CPU load does not slow the server.
    let attackers = runtime(ATTACKER_NICENESS);
    let background_load = BackgroundLoad::start(ATTACKER_NICENESS);
    let text = players.block_on(run(disk.path(), &attackers));
    drop(background_load);
    println!("{text}");
    // Repeat the failures in the panic message, because a truncated log keeps only its end.
    let failures: Vec<&str> = text.lines().filter(|line| line.contains("FAIL")).collect();
    assert!(failures.is_empty(), "exceeded bounds:\n{}", failures.join("\n"));
}

/// Raises the priority of this process, so that other load affects the response times less.
///
/// The process gets its own session, because Linux can schedule sessions as groups (autogroup).
fn raise_priority() {
    rustix::process::setsid().expect("a session");
    rustix::process::setpriority_process(None, PRIORITY).expect("a priority");
    let group = Path::new("/proc/self/autogroup");
    if group.exists() {
        std::fs::write(group, PRIORITY.to_string()).expect("a priority of the session");
    }
}

fn runtime(niceness: i32) -> Runtime {
    let mut builder = Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().on_thread_start(move || {
        rustix::process::nice(niceness).expect("a lower priority");
    });
    builder.build().expect("a runtime")
}

async fn run(folder: &Path, attackers: &Runtime) -> String {
    let program = env!("CARGO_BIN_EXE_orrery");
    let setup = ServerSettings { program, listen: "192.0.2.1:0", config: CONFIG.to_owned() };
    let mut server = Process::start(folder, &setup);
    let idle = resources::sample(server.id(), folder).expect("the server runs");
    let honest = Arc::new(Honest::new(server.address).await.expect("honest players"));
    let target = Arc::new(Target::new(server.address));
    let mut monitor = ResourceMonitor::new(server.id(), folder);
    honest.play(QUIET_TIME).await.expect("a warm-up");
    let base = ResourceUsage { handles: idle.handles, ..monitor.peak().await };
    let (mut measured, mut running) = (Measured::default(), Vec::new());
    let only = std::env::var("ORRERY_ABUSE").ok();
    let is_selected = |name: &str| only.as_deref().is_none_or(|only| only == name);
    for (name, attacks) in ROUNDS.into_iter().filter(|(name, _)| is_selected(name)) {
        measured
            .quiet
            .merge(&honest.play(QUIET_TIME).await.expect("honest players play without attacks"));
        monitor.peak().await;
        running.extend(begin(attackers, &target, attacks));
        let latency = honest.play(ATTACK_TIME).await;
        let latency = latency.unwrap_or_else(|why| panic!("{name}: honest players fail: {why:#}"));
        let peak = monitor.peak().await;
        measured.add(name, latency, peak);
        assert!(server.is_running(), "{name}: the server has ended");
        tokio::time::sleep(REST_TIME).await;
    }
    for attack in running {
        attack.await.expect("an attack is carried out");
    }
    let end =
        monitor.wait_for_handles(base.handles + MAX_FINAL_ADDED_FILES as u64, SETTLE_TIMEOUT).await;
    let logged_problems = process::logged_problems(folder);
    let mut report = Report::default();
    report.add(measured.rounds());
    report.add(measured.bounds(base, end));
    format!("{}{}{}", report.text(), target.text(), target.verdict(&logged_problems))
}

/// Starts the attacks of a round.
fn begin(attackers: &Runtime, target: &Arc<Target>, attacks: &[Attack]) -> Vec<JoinHandle<()>> {
    let until = Instant::now() + ATTACK_TIME;
    let begin = |attack: &Attack| {
        let Attack { name, run } = *attack;
        let context = AttackContext { target: Arc::clone(target), until, name };
        attackers.spawn(async move {
            let target = Arc::clone(&context.target);
            if let Err(why) = run(context).await {
                target.report_failure(name, format!("cannot be carried out: {why:#}"));
            }
        })
    };
    attacks.iter().map(begin).collect()
}

impl Measured {
    fn add(&mut self, name: &'static str, latency: Latency, peak: ResourceUsage) {
        self.attacked.merge(&latency);
        self.peak = self.peak.max(peak);
        self.rounds.push((name, latency, peak));
    }

    fn rounds(&self) -> Section {
        let mut section = Section::new("Rounds of attack".to_owned());
        for (name, latency, peak) in &self.rounds {
            section.add_figure(format!("{name}: steps, p99"), latency.steps.millis(0.99), "ms");
            section.add_figure("  requests, p99", latency.requests.millis(0.99), "ms");
            section.add_figure("  bots, p99", latency.bots.millis(0.99), "ms");
            section.add_figure("  memory", peak.memory as f64 / 1e6, "MB");
            section.add_figure("  open files", peak.handles as f64, "");
        }
        section
    }

    fn bounds(&self, base: ResourceUsage, end: ResourceUsage) -> Section {
        let mut section = Section::new(
            "Response times of honest players, and resources of the server".to_owned(),
        );
        for (name, quiet, attacked) in [
            ("steps", &self.quiet.steps, &self.attacked.steps),
            ("requests", &self.quiet.requests, &self.attacked.requests),
        ] {
            let quiet = quiet.millis(0.99);
            section.add_figure(format!("{name} while it is quiet, p99"), quiet, "ms");
            let max_p99 = Threshold::AtMost(MAX_SLOWDOWN * quiet);
            section.check("  attacked, p99", attacked.millis(0.99), "ms", max_p99);
        }
        section.add_figure("bots while it is quiet, p99", self.quiet.bots.millis(0.99), "ms");
        let bots = Threshold::AtMost(MAX_BOT_SECONDS * 1000.0);
        section.check("  attacked, p99", self.attacked.bots.millis(0.99), "ms", bots);
        let above = |value: u64, base: u64| value.saturating_sub(base) as f64;
        let mega = |value: u64, base: u64| above(value, base) / 1e6;
        let (peak, at_most) = (self.peak, Threshold::AtMost);
        section.add_figure("memory at the start", base.memory as f64 / 1e6, "MB");
        let growth = mega(peak.memory, base.memory);
        section.check("  growth under attack", growth, "MB", at_most(MAX_MEMORY_GROWTH));
        let remaining = mega(end.memory, base.memory);
        section.check("  growth at the end", remaining, "MB", at_most(MAX_FINAL_MEMORY_GROWTH));
        section.add_figure("open files at the start", base.handles as f64, "");
        let growth = above(peak.handles, base.handles);
        section.check("  growth under attack", growth, "", at_most(MAX_ADDED_FILES));
        let remaining = above(end.handles, base.handles);
        section.check("  growth at the end", remaining, "", at_most(MAX_FINAL_ADDED_FILES));
        section.check(
            "disk growth at the end",
            mega(end.disk, base.disk),
            "MB",
            at_most(MAX_DISK_GROWTH),
        );
        section
    }
}
