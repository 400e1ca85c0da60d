//! Tests of distributed simulations and tournaments, with real workers and a real NATS server.
//!
//! Despite crashes and duplicates, the result is identical, byte for byte, to that of a single
//! machine.
#![cfg(unix)]

mod cli_common;
mod pool_common;

use async_nats::jetstream;
use cli_common::{Scratch, orrery, printed, refused};
use orrery_services::{Nats, Persistence};
use pool_common::{ResultListener, Running, streams, wait_until, worker, workers};
use std::collections::BTreeSet;
use std::fs::{copy, read, read_to_string};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn nats() -> Nats {
    Nats::start(Persistence::JetStream).expect("a NATS that keeps streams")
}

/// A simulation of three different bots that writes all kinds of output files.
struct Simulation {
    scratch: Scratch,
    arguments: Vec<String>,
}

/// Standard output and files of a simulation.
type RunOutput = (String, Vec<Vec<u8>>);

impl Simulation {
    fn new(name: &str, games: &str, bot: &str) -> Self {
        let scratch = Scratch::new(name);
        let mut arguments = ["simulate", "-n", games, "-s", "3", "--seed", "7"].to_vec();
        arguments.extend(["-b", bot, "-b", "greedy", "-b", "random"]);
        let mut arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        for (option, name) in [
            ("--games-out", "games.parquet"),
            ("--decisions-out", "decisions.parquet"),
            ("--html", "report.html"),
        ] {
            arguments.extend([option.to_owned(), scratch.file(name)]);
        }
        Self { scratch, arguments }
    }

    /// Runs the simulation on this machine only.
    fn alone(&self) -> RunOutput {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        (printed(&arguments), self.files())
    }

    /// Starts a run whose games are played by the workers of this NATS server.
    fn begin(&self, nats: &Nats) -> Running {
        let mut arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let url = nats.url();
        arguments.extend(["--workers", &url]);
        Running::start(&arguments)
    }

    fn end(&self, running: Running) -> RunOutput {
        (running.succeeds(), self.files())
    }

    /// Reads and removes the files.
    fn files(&self) -> Vec<Vec<u8>> {
        let paths = self.scratch.names().into_iter().map(|name| self.scratch.path().join(name));
        paths.map(|path| (read(&path).expect("a file"), std::fs::remove_file(path)).0).collect()
    }
}

#[test]
fn one_or_three_workers_give_the_bytes_of_one_machine() {
    let (nats, simulation) = (nats(), Simulation::new("pool-equal", "150", "greedy"));
    let alone = simulation.alone();
    assert_eq!(alone.1.len(), 3);
    for count in [1, 3] {
        let _workers = workers(&nats, count);
        let result = simulation.end(simulation.begin(&nats));
        assert!(result == alone, "{count} workers differ from one machine");
    }
    assert_eq!(streams(&nats), [""; 0], "a stream is left over");
}

#[test]
fn killed_workers_change_nothing() {
    let (nats, simulation) = (nats(), Simulation::new("pool-killed", "60", "captain"));
    let alone = simulation.alone();
    let listener = ResultListener::new(&nats);
    let running = simulation.begin(&nats);
    let mut all = workers(&nats, 3);
    // The first sixteen chunks are single games, so there are at least sixteen results.
    for killed in 1..=4 {
        listener.wait_for(killed * 3);
        all.remove(0).kill();
        assert!(running.is_running(), "the run ended before worker {killed} was killed");
        all.push(worker(&nats));
    }
    assert!(simulation.end(running) == alone);
}

#[test]
fn late_results_of_a_stalled_worker_change_nothing() {
    let (nats, simulation) = (nats(), Simulation::new("pool-stalled", "60", "captain"));
    let alone = simulation.alone();
    let listener = ResultListener::new(&nats);
    let running = simulation.begin(&nats);
    let stalled = worker(&nats);
    listener.wait_for(2);
    stalled.signal(orrery_services::pause);
    let chunk = listener.wait_for_redelivery();
    let _other = worker(&nats);
    wait_until("another worker plays the chunk", || listener.results_of(chunk) > 0);
    stalled.signal(orrery_services::resume);
    wait_until("the chunk has two results", || {
        listener.results_of(chunk) > 1 || !running.is_running()
    });
    assert!(simulation.end(running) == alone);
}

#[test]
fn a_simulation_can_be_restarted_after_its_coordinator_died() {
    let (nats, simulation) = (nats(), Simulation::new("pool-again", "40", "captain"));
    let alone = simulation.alone();
    let listener = ResultListener::new(&nats);
    let dead = simulation.begin(&nats);
    let _workers = workers(&nats, 2);
    listener.wait_for(3);
    dead.kill();
    // The workers also play the chunks of the dead run, whose results nobody merges.
    assert!(simulation.end(simulation.begin(&nats)) == alone);
}

#[test]
fn duplicate_and_invalid_results_change_nothing() {
    let (nats, simulation) = (nats(), Simulation::new("pool-doubled", "150", "greedy"));
    let alone = simulation.alone();
    let listener = ResultListener::with(&nats, |client, result| async move {
        // Send this result again, then an invalid one, and then this result as that of the next
        // chunk.
        let context = jetstream::new(client);
        for payload in [result.payload.clone(), b"\x01\x00\x00".as_slice().into()] {
            let sent = context.publish(result.subject.clone(), payload).await;
            sent.expect("sent").await.expect("stored");
        }
        let (before, number) = result.subject.rsplit_once('.').expect("a number");
        let next = number.parse::<u64>().expect("a number") + 1;
        let sent = context.publish(format!("{before}.{next}"), result.payload.clone()).await;
        sent.expect("sent").await.expect("stored");
    });
    let _workers = workers(&nats, 2);
    assert!(simulation.end(simulation.begin(&nats)) == alone);
    assert!(listener.result_count() >= 16);
}

#[test]
fn a_run_continues_when_nats_is_back() {
    let (mut nats, simulation) = (nats(), Simulation::new("pool-away", "60", "captain"));
    let alone = simulation.alone();
    let running = simulation.begin(&nats);
    let _workers = workers(&nats, 2);
    ResultListener::new(&nats).wait_for(4);
    nats.kill();
    running.wait_for("lost NATS");
    nats.restart().expect("the same port is free");
    running.wait_for("reconnected to NATS");
    assert!(simulation.end(running) == alone);
}

/// Deletes all NATS streams after the first result.
#[test]
fn a_run_continues_after_nats_lost_everything() {
    let (nats, simulation) = (nats(), Simulation::new("pool-forgotten", "200", "captain"));
    let alone = simulation.alone();
    let listener = ResultListener::new(&nats);
    let running = simulation.begin(&nats);
    let _workers = workers(&nats, 2);
    listener.wait_for(1);
    let context = listener.block_on(async { jetstream::new(listener.client()) });
    for stream in streams(&nats) {
        listener.block_on(context.delete_stream(stream)).expect("it is there");
    }
    assert!(simulation.end(running) == alone);
}

#[test]
fn a_run_continues_after_nats_lost_the_specification() {
    let (nats, simulation) = (nats(), Simulation::new("pool-order", "200", "captain"));
    let alone = simulation.alone();
    let listener = ResultListener::new(&nats);
    let running = simulation.begin(&nats);
    let first = worker(&nats);
    listener.wait_for(1);
    let context = listener.block_on(async { jetstream::new(listener.client()) });
    let store = streams(&nats).into_iter().find(|name| name.starts_with("OBJ_")).expect("a store");
    listener.block_on(context.delete_stream(store)).expect("it is there");
    first.kill();
    let _workers = workers(&nats, 2);
    assert!(simulation.end(running) == alone);
}

#[test]
fn ctrl_c_keeps_results_and_cleans_up() {
    let nats = nats();
    let scratch = Scratch::new("pool-interrupt");
    let games = scratch.file("games.csv");
    let url = nats.url();
    let arguments = ["simulate", "-n", "100000000", "--games-out", &games, "--workers", &url];
    let running = Running::start(&arguments);
    running.wait_for("no workers; start some on any machine with `orrery work nats:");
    let _worker = worker(&nats);
    running.wait_for("worker connected");
    ResultListener::new(&nats).wait_for(20);
    running.signal(orrery_services::interrupt);
    let (status, _, stderr) = running.end();
    assert_eq!(status, Some(130), "{stderr}");
    let rows = read_to_string(&games).expect("written").lines().count() - 1;
    let stderr: String = stderr.chars().filter(|c| *c != ',').collect();
    assert!(
        stderr.contains(&format!("interrupted after {rows} of 100000000 games")),
        "{rows}: {stderr}"
    );
    assert!(rows > 0);
    assert_eq!(streams(&nats), [""; 0]);
}

#[test]
fn a_stopped_worker_returns_its_chunk() {
    let (nats, simulation) = (nats(), Simulation::new("pool-goodbye", "40", "captain"));
    let alone = simulation.alone();
    let listener = ResultListener::new(&nats);
    let running = simulation.begin(&nats);
    let first = worker(&nats);
    listener.wait_for(3);
    first.signal(orrery_services::terminate);
    let (status, _, stderr) = first.end();
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("slots: 1") && stderr.contains("joined run: Classic, 3 seats"));
    let _second = worker(&nats);
    assert!(simulation.end(running) == alone);
}

#[test]
fn another_build_is_refused_and_both_sides_report_it() {
    let (nats, scratch) = (nats(), Scratch::new("pool-build"));
    let other = scratch.file("orrery");
    copy(env!("CARGO_BIN_EXE_orrery"), &other).expect("a copy");
    let mut bytes = read(&other).expect("the copy");
    bytes.push(0);
    std::fs::write(&other, bytes).expect("another build with the same behaviour");
    std::fs::set_permissions(&other, std::fs::Permissions::from_mode(0o755)).expect("its owner");
    let other_build = Running::program(&other, &["work", &nats.url(), "-t", "1"]);
    let arguments = ["simulate", "-n", "200", "-b", "greedy"];
    let alone = printed(&arguments);
    let running = Running::start(&[&arguments[..], &["--workers", &nats.url()]].concat());
    running.wait_for("a worker cannot take part: the worker runs another build of orrery");
    other_build.wait_for("refused run: the worker runs another build of orrery");
    running.wait_for("no workers");
    assert!(running.is_running());
    let _worker = worker(&nats);
    assert_eq!(running.succeeds(), alone);
}

#[test]
fn decks_and_networks_are_sent_to_workers() {
    let (nats, scratch) = (nats(), Scratch::new("pool-files"));
    let root = cli_common::repository();
    let network = scratch.file("mine.mind");
    copy(root.join("crates/bots/weights/orrery.mind"), &network).expect("a network");
    let deck = read_to_string(root.join("crates/rules/decks/revised.toml")).expect("a deck");
    std::fs::write(scratch.path().join("my.toml"), deck).expect("writable");
    let bot = format!("cadet@{network}");
    let deck = scratch.file("my.toml");
    let arguments = ["simulate", "-n", "12", "--deck", &deck, "-b", &bot, "-b", "random"];
    let alone = printed(&arguments);
    let running = Running::start(&[&arguments[..], &["--workers", &nats.url()]].concat());
    running.wait_for("no workers");
    // The coordinator has read the files. Delete them, to prove that the workers do not read them.
    for name in ["mine.mind", "my.toml"] {
        std::fs::remove_file(scratch.path().join(name)).expect("it was there");
    }
    let _workers = workers(&nats, 2);
    assert_eq!(running.succeeds(), alone);
}

/// Returns the files of a tournament whose contents depend only on settings and bots.
fn results(folder: &str) -> [String; 2] {
    ["arena.json", "arena.svg"].map(|name| {
        read_to_string(Path::new(folder).join(name)).expect("a finished tournament writes it")
    })
}

/// Returns the line-up and number of each finished deal in a tournament's journal.
fn deals(folder: &str) -> Vec<String> {
    let text = read_to_string(Path::new(folder).join("deals.jsonl")).unwrap_or_default();
    let deals = text.lines().filter_map(|line| line.split_once(",\"won\"").map(|(key, _)| key));
    deals.map(str::to_owned).collect()
}

#[test]
fn a_tournament_survives_crashes_with_the_result_of_one_machine() {
    let (nats, scratch) = (nats(), Scratch::new("pool-arena"));
    let (alone, away) = (scratch.file("alone"), scratch.file("away"));
    let table = ["arena", "-b", "pilot", "-b", "greedy", "-b", "cadet", "-n", "24", "--out"];
    let expected_output = printed(&[&table[..], &[&alone]].concat());
    let url = nats.url();
    let command = [&table[..], &[&away, "--workers", &url]].concat();
    let listener = ResultListener::new(&nats);
    let first = Running::start(&command);
    let all = workers(&nats, 3);
    listener.wait_for(4);
    all.into_iter().for_each(Running::kill);
    wait_until("deals are kept", || deals(&away).len() >= 4);
    first.kill();
    assert!(deals(&away).len() < 36, "the tournament ended before it was killed");
    let again = Running::start(&command);
    let mut all = workers(&nats, 2);
    listener.wait_for(10);
    all.remove(0).kill();
    let again = again.succeeds();
    assert_eq!(results(&alone), results(&away));
    let (found, expected) = (deals(&away), deals(&alone));
    let different: BTreeSet<&String> = found.iter().collect();
    assert_eq!(
        (found.len(), different.len()),
        (expected.len(), expected.len()),
        "a deal is missing or was played twice"
    );
    let tables = |text: &str| text.split("Time per decision").next().map(str::to_owned);
    assert_eq!(tables(&expected_output), tables(&again));
}

#[test]
fn a_sequential_test_is_decided_by_the_same_deal() {
    let (nats, scratch) = (nats(), Scratch::new("pool-sprt"));
    let (alone, away) = (scratch.file("alone"), scratch.file("away"));
    let table = ["arena", "-b", "greedy", "-b", "random", "--sprt", "0,100", "-n", "5000", "--out"];
    printed(&[&table[..], &[&alone]].concat());
    let _workers = workers(&nats, 3);
    Running::start(&[&table[..], &[&away, "--workers", &nats.url()]].concat()).succeeds();
    assert_eq!(results(&alone), results(&away));
}

#[test]
fn errors_are_one_line() {
    let nats = Nats::start(Persistence::None).expect("a NATS");
    let url = nats.url();
    let simulate = ["simulate", "-n", "10", "--workers", &url];
    assert!(refused(&simulate).contains("has no JetStream"));
    assert!(refused(&["work", &url]).contains("start nats-server with --jetstream"));
    let programs = refused(&[&simulate[..], &["-b", "cmd:./bot"]].concat());
    assert!(programs.contains("cannot use external programs (cmd:…) with --workers"), "{programs}");
    let arena = ["arena", "-b", "random", "-b", "x=cmd:./bot", "--workers", &url];
    assert!(refused(&arena).contains("cannot use external programs (cmd:…) with --workers"));
    let nowhere = "nats://user:secret@127.0.0.1:1";
    let unreachable = refused(&["simulate", "--workers", nowhere]);
    assert!(unreachable.contains("cannot connect to NATS at nats://127.0.0.1:1"), "{unreachable}");
    assert!(!unreachable.contains("secret"));
    let both = orrery(&[&simulate[..], &["--threads", "2"]].concat());
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn a_forged_specification_cannot_start_programs() {
    let (nats, scratch) = (nats(), Scratch::new("pool-hostile"));
    let proof = scratch.file("proof");
    let listener = ResultListener::new(&nats);
    let worker = worker(&nats);
    let arguments = ["simulate", "-n", "100000000", "--workers", &nats.url()];
    let running = Running::start(&arguments);
    listener.wait_for(1);
    // Replace the bot in the run specification by an external program.
    let spec = listener.read_spec();
    let bot = format!("cmd:touch {proof}");
    let mut forged = spec.clone();
    let start = spec.windows(7).position(|bytes| bytes == b"\x06random").expect("the bot");
    forged.splice(start..start + 7, [&[bot.len() as u8][..], bot.as_bytes()].concat());
    listener.write_spec(&forged);
    worker.kill();
    let second = pool_common::worker(&nats);
    second.wait_for("refused run: cannot use external programs (cmd:…) with --workers");
    running.signal(orrery_services::interrupt);
    assert_eq!(running.end().0, Some(130));
    assert!(!Path::new(&proof).exists());
}
