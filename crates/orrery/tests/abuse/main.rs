//! Abuse: strangers attack `orrery serve` for a minute while honest players play. The server must not
//! crash, honest players must hardly notice, and memory, open files and disk must stay within bounds.
//! Quiet and attacked periods alternate in one run, so that a busy machine slows both.
//!
//! `ORRERY_ABUSE=parsers` attacks in that round only, to find out what is slow.
//!
//! Server and clients run in a network namespace of their own, so that clients have addresses that
//! count. `cargo xtask abuse` runs this as root.
#![cfg(target_os = "linux")]

mod attack;
mod field;
mod honest;

use attack::{Attack, ROUNDS, Round};
use field::Field;
use honest::{Honest, Latency};
use orrery_loadtest::process::{self, Process, ServerSettings};
use orrery_loadtest::report::{Report, Section, Threshold};
use orrery_loadtest::watch::{self, Peak, Watch};
use orrery_services::network;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// The networks of honest players and of attackers (RFC 5737, RFC 2544).
const HONEST: &str = "192.0.2.0/24";
const ATTACKERS: &str = "198.18.0.0/16";
/// As usual, but answers that nobody reads are given up within the run.
const CONFIG: &str = "hosts = [\"192.0.2.1\"]\n[limits]\nunread_seconds = 5\n";

/// The priority of all this, as for `nice`.
const PRIORITY: i32 = -10;
/// The durations of a quiet period and of a round of attacks.
const QUIET: Duration = Duration::from_millis(2500);
const ATTACK: Duration = Duration::from_secs(10);
/// The time after a round in which the server releases what is left.
const REST: Duration = Duration::from_millis(500);
/// The time at the end after which open files count as leaked.
const SETTLE: Duration = Duration::from_secs(20);

/// An attacked p99 of honest players over the quiet one, at most.
const TIMES: f64 = 3.0;
/// Most seconds until a bot of an honest player has answered: an oracle elsewhere may think first.
const BOT_SECONDS: f64 = 2.0;
/// Most memory in MB above that of the first quiet period: at any time, and at the end.
const MEMORY: f64 = 160.0;
const MEMORY_LEFT: f64 = 128.0;
/// Most open files above those of an idle server. An address may have 600 connections; the attackers
/// with many addresses hold some hundreds more.
const HANDLES: f64 = 1500.0;
const HANDLES_LEFT: f64 = 20.0;
/// Most MB on the disk that a minute of attack leaves.
const DISK: f64 = 40.0;

/// The measurements of a run.
#[derive(Default)]
struct Measured {
    quiet: Latency,
    attacked: Latency,
    peak: Peak,
    rounds: Vec<(&'static str, Latency, Peak)>,
}

#[test]
fn strangers_cannot_stop_fill_or_slow_a_server() {
    network::isolate().unwrap_or_else(|problem| panic!("{problem}"));
    for addresses in [HONEST, ATTACKERS] {
        network::add_addresses(addresses).expect("addresses");
    }
    rlimit::increase_nofile_limit(u64::MAX).expect("open files");
    go_ahead();
    let players = runtime(0);
    // Attackers give way, so that the server's work is measured and not theirs.
    let attackers = runtime(10);
    let text = players.block_on(run(&attackers));
    println!("{text}");
    assert!(!text.contains("FAIL"), "a bound is exceeded: see the table above");
}

/// Has other work on this machine give way, so that it does not decide how long players wait. A session
/// of its own has a priority of its own, where the scheduler groups processes by session.
fn go_ahead() {
    rustix::process::setsid().expect("a session");
    rustix::process::setpriority_process(None, PRIORITY).expect("a priority");
    let group = std::path::Path::new("/proc/self/autogroup");
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

async fn run(attackers: &Runtime) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_orrery");
    let setup = ServerSettings { program, listen: "192.0.2.1:0", config: CONFIG.to_owned() };
    let mut server = Process::start(folder.path(), &setup);
    let idle = watch::look(server.id(), folder.path());
    let honest = Arc::new(Honest::new(server.address).await.expect("honest players"));
    let field = Arc::new(Field::new(server.address));
    let mut watch = Watch::new(server.id(), folder.path());
    honest.play(QUIET).await.expect("a warm-up");
    let base = Peak { handles: idle.handles, ..watch.peak().await };
    let (mut measured, mut left) = (Measured::default(), Vec::new());
    let only = std::env::var("ORRERY_ABUSE").ok();
    let chosen = |name: &str| only.as_deref().is_none_or(|only| only == name);
    for (name, attacks) in ROUNDS.into_iter().filter(|(name, _)| chosen(name)) {
        measured.quiet.merge(&honest.play(QUIET).await.expect("nobody attacks"));
        watch.peak().await;
        left.extend(begin(attackers, &field, attacks));
        let latency = honest.play(ATTACK).await;
        let latency = latency.unwrap_or_else(|why| panic!("{name}: honest players fail: {why:#}"));
        let peak = watch.peak().await;
        measured.add(name, latency, peak);
        assert!(server.is_running(), "{name}: the server has ended");
        tokio::time::sleep(REST).await;
    }
    for attack in left {
        attack.await.expect("an attack is carried out");
    }
    let end = watch.settled(base.handles + HANDLES_LEFT as u64, SETTLE).await;
    let complaints = process::complaints(folder.path());
    let mut report = Report::default();
    report.add(measured.rounds());
    report.add(measured.bounds(base, end));
    format!("{}{}{}", report.text(), field.text(), field.verdict(&complaints))
}

/// Starts the attacks of a round.
fn begin(attackers: &Runtime, field: &Arc<Field>, attacks: &[Attack]) -> Vec<JoinHandle<()>> {
    let until = Instant::now() + ATTACK;
    let begin = |attack: &Attack| {
        let Attack { name, run } = *attack;
        let round = Round { field: Arc::clone(field), until, name };
        attackers.spawn(async move {
            let field = Arc::clone(&round.field);
            if let Err(why) = run(round).await {
                field.wrong(name, format!("cannot be carried out: {why:#}"));
            }
        })
    };
    attacks.iter().map(begin).collect()
}

impl Measured {
    fn add(&mut self, name: &'static str, latency: Latency, peak: Peak) {
        self.attacked.merge(&latency);
        self.peak = self.peak.most(peak);
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

    fn bounds(&self, base: Peak, end: Peak) -> Section {
        let mut section = Section::new("Honest players, and what the server holds".to_owned());
        for (name, quiet, attacked) in [
            ("steps", &self.quiet.steps, &self.attacked.steps),
            ("requests", &self.quiet.requests, &self.attacked.requests),
        ] {
            let quiet = quiet.millis(0.99);
            section.add_figure(format!("{name} while it is quiet, p99"), quiet, "ms");
            let most = Threshold::AtMost(TIMES * quiet);
            section.check("  attacked, p99", attacked.millis(0.99), "ms", most);
        }
        section.add_figure("bots while it is quiet, p99", self.quiet.bots.millis(0.99), "ms");
        let bots = Threshold::AtMost(BOT_SECONDS * 1000.0);
        section.check("  attacked, p99", self.attacked.bots.millis(0.99), "ms", bots);
        let above = |now: u64, base: u64| now.saturating_sub(base) as f64;
        let mega = |now: u64, base: u64| above(now, base) / 1e6;
        let (peak, at_most) = (self.peak, Threshold::AtMost);
        section.add_figure("memory at the start", base.memory as f64 / 1e6, "MB");
        let most = mega(peak.memory, base.memory);
        section.check("  more under attack", most, "MB", at_most(MEMORY));
        let left = mega(end.memory, base.memory);
        section.check("  more at the end", left, "MB", at_most(MEMORY_LEFT));
        section.add_figure("open files at the start", base.handles as f64, "");
        let most = above(peak.handles, base.handles);
        section.check("  more under attack", most, "", at_most(HANDLES));
        let left = above(end.handles, base.handles);
        section.check("  more at the end", left, "", at_most(HANDLES_LEFT));
        section.check("disk, more at the end", mega(end.disk, base.disk), "MB", at_most(DISK));
        section
    }
}
