//! Power failures: no acknowledged entry is lost.
//!
//! A store runs in a separate process under strace, which records every change to its files and
//! every flush. The test replays the trace on a model of a disk. At many points of the trace, the
//! test simulates a power failure: the model keeps all flushed data, and none, some or all sectors
//! of the unflushed data. The test opens the resulting files, which must contain every entry that
//! was acknowledged before.

#![cfg(target_os = "linux")]

mod disk;
mod trace;

use disk::{Disk, Surviving};
use orrery_store::conformance::a_game;
use orrery_store::{OnDamage, Sqlite, Store, backup, check, restore};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use trace::Event;

/// The environment variable with the folder of the recorded store.
const RECORDED: &str = "ORRERY_RECORDED_FOLDER";
const GAMES: [&str; 2] = ["one", "two"];
const BACKUP_FILE: &str = "saved.sqlite";
/// Maximum number of evenly spaced points at which the power fails.
///
/// The power also fails before every flush.
const MAX_SPACED_FAILURES: usize = 150;

fn entry(game: &str, seq: u64) -> Vec<u8> {
    format!("{{\"game\":\"{game}\",\"seq\":{seq}}}").repeat(8).into_bytes()
}

/// Runs the recorded workload: appends, closing and reopening the store, and a backup.
async fn run_workload(folder: &Path) {
    let mut next = [0_u64; 2];
    for round in 0..3 {
        let store = Sqlite::open(folder).expect("it opens");
        for game in GAMES.iter().filter(|_| round == 0) {
            store.add_game(a_game(game, "p")).await.expect("a game is added");
        }
        for step in 0..8_u64 {
            for (game, next) in GAMES.iter().zip(&mut next) {
                let lease = store.claim(game).await.expect("it is claimed");
                let entries = (*next..=*next + step % 3).map(|seq| entry(game, seq)).collect();
                store.append(lease, *next, entries).await.expect("it is appended");
                *next += 1 + step % 3;
                println!("ack {game} {next}");
            }
            if (round, step) == (1, 4) {
                let saved = folder.join(BACKUP_FILE);
                backup(folder, &saved, OnDamage::Refuse).expect("it is saved");
                println!("ack saved {}", next[0]);
            }
        }
        store.close().await;
    }
}

/// Records the workload with strace.
fn record(folder: &Path, trace: &Path) -> Vec<Event> {
    let own = std::env::current_exe().expect("this program");
    let calls = "openat,pwrite64,write,ftruncate,fsync,fdatasync,rename,unlink";
    let recorded = Command::new("strace")
        .args(["-f", "-y", "-xx", "-s", "10000000", "-e", &format!("trace={calls}"), "-o"])
        .arg(trace)
        .arg(own)
        .args(["--exact", "power_failure_loses_no_acknowledged_entry", "--nocapture"])
        .env(RECORDED, folder)
        .output()
        .expect("strace runs; on Debian: apt-get install strace");
    assert!(recorded.status.success(), "{}", String::from_utf8_lossy(&recorded.stderr));
    trace::read(&std::fs::read_to_string(trace).expect("a record"), folder)
}

/// The acknowledged writes.
#[derive(Clone, Default)]
struct Acknowledged {
    /// Number of entries in each game.
    entries: HashMap<String, u64>,
    /// Number of entries of the first game in the backup.
    saved: Option<u64>,
}

impl Acknowledged {
    fn add(&mut self, text: &str) {
        let (name, number) = text.split_once(' ').expect("two words");
        let number = number.trim().parse().expect("a number");
        match name {
            "saved" => self.saved = Some(number),
            game => drop(self.entries.insert(game.to_owned(), number)),
        }
    }
}

/// Opens the store after a power failure and checks its content.
async fn check_after_failure(folder: &Path, received: &Acknowledged, moment: &str) {
    let store = Sqlite::open(folder).unwrap_or_else(|error| panic!("{moment}: {error}"));
    for game in GAMES {
        let at_least = received.entries.get(game).copied().unwrap_or(0);
        if store.game(game).await.expect("it reads").is_none() {
            assert_eq!(at_least, 0, "{moment}: game {game} is lost");
            continue;
        }
        let log = store.log(game, 0).await.unwrap_or_else(|error| panic!("{moment}: {error}"));
        assert!(log.len() as u64 >= at_least, "{moment}: {} of {at_least} entries", log.len());
        assert!(log.iter().zip(0..).all(|(found, seq)| *found == entry(game, seq)), "{moment}");
    }
    store.close().await;
    let report = check(folder).expect("it is checked");
    assert!(report.is_intact(), "{moment}: {report:?}");
    let saved = folder.join(BACKUP_FILE);
    assert!(saved.exists() || received.saved.is_none(), "{moment}: the backup is lost");
    if saved.exists() {
        let elsewhere = tempfile::tempdir().expect("a folder");
        let restored = restore(&saved, elsewhere.path(), OnDamage::Refuse);
        restored.unwrap_or_else(|error| panic!("{moment}: {error}"));
        let store = Sqlite::open(elsewhere.path()).expect("it opens");
        let log = store.log("one", 0).await.expect("it reads");
        assert!(
            log.len() as u64 >= received.saved.unwrap_or(0),
            "{moment}: the backup is too short"
        );
        store.close().await;
    }
}

#[test]
fn power_failure_loses_no_acknowledged_entry() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    if let Some(folder) = std::env::var_os(RECORDED) {
        return runtime.block_on(run_workload(&PathBuf::from(folder)));
    }
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("data");
    std::fs::create_dir(&folder).expect("a folder");
    let events = record(&folder, &parent.path().join("trace"));
    let flushes = events.iter().filter(|event| matches!(event, Event::Sync(_))).count();
    let acknowledged = events.iter().filter(|event| matches!(event, Event::Ack(_))).count();
    assert!(
        flushes > 60 && acknowledged == 49,
        "{flushes} flushes, {acknowledged} acknowledgements"
    );

    let (mut disk, mut received) = (Disk::new(&folder), Acknowledged::default());
    let every = events.len().div_ceil(MAX_SPACED_FAILURES);
    let mut failures = 0;
    for (number, event) in events.iter().enumerate() {
        // The points before a flush are the most critical ones.
        let is_flush = matches!(event, Event::Sync(_));
        if is_flush || number % every == 0 {
            for kept in [Surviving::Nothing, Surviving::Some(number as u64), Surviving::Everything]
            {
                let image = tempfile::tempdir().expect("a folder");
                disk.write(image.path(), kept);
                let moment = format!("before event {number}, {kept:?} of the unflushed data");
                runtime.block_on(check_after_failure(image.path(), &received, &moment));
                failures += 1;
            }
        }
        disk.apply_event(event);
        if let Event::Ack(text) = event {
            received.add(text);
        }
    }
    assert!(failures > 300, "only {failures} power failures");
}

/// The test detects a disk that loses flushed data.
#[test]
#[should_panic(expected = " entries")]
fn disk_that_ignores_flushes_is_detected() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("data");
    std::fs::create_dir(&folder).expect("a folder");
    let events = record(&folder, &parent.path().join("trace"));
    let (mut disk, mut received) = (Disk::new(&folder), Acknowledged::default());
    for event in events {
        match &event {
            Event::Ack(text) => received.add(text),
            Event::Sync(_) if received.entries.is_empty() => disk.apply_event(&event),
            Event::Sync(_) => {}
            other => disk.apply_event(other),
        }
    }
    let image = tempfile::tempdir().expect("a folder");
    disk.write(image.path(), Surviving::Nothing);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(check_after_failure(
        image.path(),
        &received,
        "at the end",
    ));
}
