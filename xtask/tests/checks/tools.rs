//! Tests of the other commands that do not start a program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::time::{Duration, SystemTime};
use xtask::apt::new_packages;
use xtask::bench::start::cpu_ticks;
use xtask::bench::{best, merge};
use xtask::fuzz::run_summary;
use xtask::start::{Features, Plan, announcement, explain_failure, free_megabytes};
use xtask::stress::{repeat_steps, select};
use xtask::test::{Outcome, Step, TestScope, last_lines, phases, run_step, split_times};
use xtask::wasm::is_at_least;
use xtask::web::{is_current, is_new_enough, npm_reason};

fn names(scope: TestScope, nextest: bool) -> BTreeSet<&'static str> {
    let lanes = phases(scope, nextest).into_iter().flatten();
    lanes.flat_map(|lane| lane.steps).map(|step| step.name).collect()
}

#[test]
fn the_quick_test_skips_only_slow_steps() {
    let quick = ["build", "clippy", "doc tests", "documentation", "format", "services", "tests"];
    assert_eq!(names(TestScope::Quick, true), BTreeSet::from(quick));
    let slow = [
        "api",
        "crash",
        "deny",
        "fuzz",
        "nodes",
        "python",
        "readers",
        "web",
        "web build",
        "worlds",
    ];
    let by_name = ["abuse", "build named", "clippy named", "network"];
    let all = quick.into_iter().chain(slow).chain(by_name).collect();
    assert_eq!(names(TestScope::Full, true), all);
}

#[test]
fn words_select_the_steps_to_repeat() {
    let names = |words: &[&str]| {
        let (runs, steps) = select(words).expect("known words");
        (runs, steps.iter().map(|step| step.name).collect::<Vec<_>>())
    };
    assert_eq!(names(&[]), (20, vec!["browser", "crash", "nodes"]));
    assert_eq!(names(&["5"]), (5, vec!["browser", "crash", "nodes"]));
    assert_eq!(names(&["20", "nodes", "crash"]), (20, vec!["crash", "nodes"]));
    assert_eq!(names(&["browser"]), (20, vec!["browser"]));
    let problem = select(&["5", "s"]).expect_err("there is no such step");
    assert_eq!(problem, "cargo xtask stress: no step s; steps: browser crash nodes");
}

#[test]
fn repeated_tests_stop_at_the_first_failure() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let line = |text: &str| -> &'static str {
        String::leak(text.replace("LOG", log.to_str().expect("a path")))
    };
    let passes = Step { name: "passes", line: line("echo pass >> LOG") };
    let fails =
        Step { name: "fails", line: line("echo fail | tee -a LOG; [ $(wc -l < LOG) != 4 ]") };
    let problem = repeat_steps(&[passes, fails], 9).expect_err("the second run fails");
    assert!(
        problem.starts_with("fail\n") && problem.contains("FAILED in run 2: fails"),
        "{problem}"
    );
    assert_eq!(std::fs::read_to_string(&log).expect("a log"), "pass\nfail\npass\nfail\n");
    assert!(repeat_steps(&[passes], 2).is_ok());
}

#[test]
fn the_cpu_time_is_split_from_the_output_of_a_step() {
    assert_eq!(split_times("ok\ncpu seconds: 1.5 0.2\n"), ("ok\n", "1.5 0.2"));
    assert_eq!(split_times("killed"), ("killed", "-"));
}

#[test]
fn a_step_that_waits_forever_is_ended_and_shows_what_it_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let end = |line: &'static str, seconds| {
        let step = Step { name: "sample", line };
        let limit = Duration::from_secs(seconds);
        let result = run_step(step, 0, limit, folder.path()).expect("bash starts");
        (result.outcome, result.printed)
    };
    let printed = "before\n".to_owned();
    assert_eq!(end("echo before; sleep 600; echo after", 1), (Outcome::TimedOut, printed.clone()));
    assert_eq!(end("echo before; exit 3", 600), (Outcome::Failed, printed.clone()));
    assert_eq!(end("WORD=before; echo \"$WORD\"", 600), (Outcome::Ok, printed));
}

#[test]
fn a_failed_step_shows_its_last_lines() {
    assert_eq!(last_lines("one\ntwo\nthree\n", 2), "two\nthree\n");
    assert_eq!(last_lines("one\ntwo", 2), "one\ntwo");
}

#[test]
fn the_summary_of_a_fuzz_target_is_read() {
    let printed = "#2000\tDONE   cov: 12\nDone 2000 runs in 3 second(s)\n";
    assert_eq!(run_summary(printed), Some("2000 runs in 3 second(s)"));
    assert_eq!(run_summary("error: no such target"), None);
}

#[test]
fn a_start_builds_what_the_command_needs() {
    let plan = |arguments: &[&str]| (Plan::of(arguments).profile, Plan::of(arguments).page);
    assert_eq!(plan(&[]), ("dev", true));
    assert_eq!(plan(&["serve", "--listen", "0.0.0.0:80"]), ("dev", true));
    assert_eq!(plan(&["serve", "--help"]), ("dev", false));
    assert_eq!(plan(&["demo"]), ("dev", false));
    assert_eq!(plan(&["simulate", "--games", "9"]), ("dist", false));
    assert_eq!(plan(&["simulate", "-h"]), ("dev", false));
}

#[test]
fn a_start_builds_only_the_features_that_the_command_needs() {
    let features = |arguments: &[&str]| Plan::of(arguments).features;
    for serves in [&[][..], &["serve", "--listen", "0.0.0.0:80"], &["backup", "a.db"]] {
        assert_eq!(features(serves), Features::Serve, "{serves:?}");
    }
    for plays in [&["play"][..], &["play", "--bot", "captain"], &["watch", "a.orr"]] {
        assert_eq!(features(plays), Features::Play, "{plays:?}");
        assert!(!Plan::of(plays).page, "{plays:?}");
    }
    for needs_none in [&["demo"][..], &["verify", "a.orr"], &["rules", "R7"]] {
        assert_eq!(features(needs_none), Features::Core, "{needs_none:?}");
    }
    let full: [&[&str]; 10] = [
        &["verify", "data/puzzles/classic-01.txt"],
        &["--help"],
        &["help"],
        &["analyse", "a.orr"],
        &["a command that is added later"],
        &["simulate", "--games", "9"],
        &["work", "nats://127.0.0.1"],
        &["serve", "--store", "postgres://db"],
        &["serve", "--bus=nats://bus"],
        &["serve", "--config", "orrery.toml"],
    ];
    for full in full {
        assert_eq!(features(full), Features::All, "{full:?}");
    }
}

#[test]
fn a_stage_shows_the_time_and_the_next_stage() {
    let stages = ["build the program", "build the page"];
    let line = announcement(&stages, 0, Duration::from_secs(65));
    assert_eq!(line, "[1/2] 1:05 build the program; next: build the page");
    let line = announcement(&stages, 1, Duration::from_secs(130));
    assert_eq!(line, "[2/2] 2:10 build the page; next: start");
}

#[test]
fn cpu_time_is_read_past_a_name_with_spaces() {
    let stat = "7 (a b) c) S 1 7 7 0 -1 4194560 9 9 0 0 150 25 3000 400 20 0 1 0 99";
    assert_eq!(cpu_ticks(stat), Some(3575));
    assert_eq!(cpu_ticks("nothing"), None);
}

#[test]
fn free_space_is_read_from_df() {
    let printed = "Filesystem 1048576-blocks Used Available Capacity Mounted on
/dev/vda 257919 10849 81920 12% /";
    assert_eq!(free_megabytes(printed), Some(81920));
    assert_eq!(free_megabytes("df: no such file"), None);
}

#[test]
fn an_unknown_command_is_refused_with_the_usage() {
    for arguments in [&[][..], &["tset"], &["test", "quickly"], &["fuzz", "5", "s"]] {
        let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
        let usage = xtask::run(&arguments).expect_err("there is no such command");
        assert!(usage.contains("cargo xtask test"));
    }
}

#[test]
fn new_packages_are_read_without_upgrades() {
    let simulation = "Inst libb22 (1:2 Debian [amd64])\nInst libc6 [2.1] (2.2 Debian [amd64])
Inst rustc-b (1.9 Debian [all])\nConf libb22 (1:2 Debian [amd64])";
    let found = new_packages(simulation);
    let found: Vec<_> = found.iter().map(|it| (it.name.as_str(), it.version.as_str())).collect();
    assert_eq!(found, [("libb22", "1:2"), ("rustc-b", "1.9")]);
}

#[test]
fn versions_of_rust_are_compared_by_number() {
    assert!(is_at_least("1.95.0", "1.95") && is_at_least("1.100.0", "1.95"));
    assert!(!is_at_least("1.85.0", "1.95") && !is_at_least("1.9.5", "1.95"));
}

#[test]
fn an_old_version_of_node_is_refused() {
    assert!(!is_new_enough((18, 20)) && !is_new_enough((20, 18)));
    assert!(is_new_enough((20, 19)) && is_new_enough((22, 0)));
}

#[test]
fn the_reason_of_a_failed_npm_is_one_line() {
    let offline = "npm warn old lockfile\nnpm error code EAI_AGAIN\nnpm error syscall getaddrinfo
npm error errno EAI_AGAIN\nnpm error request to https://npm.example/vite failed, reason: EAI_AGAIN
npm error A complete log of this run can be found in: /home/ada/.npm/_logs\nnpm install: exit status: 1";
    let reason = "request to https://npm.example/vite failed, reason: EAI_AGAIN";
    assert_eq!(npm_reason(offline), reason);
    let full = "npm ERR! code ENOSPC\nnpm ERR! nospc ENOSPC: no space left on device, write\n";
    assert_eq!(npm_reason(full), "nospc ENOSPC: no space left on device, write");
    assert_eq!(npm_reason("npm ERR! code E500\n"), "code E500");
    assert_eq!(npm_reason("cannot start `npm`"), "cannot start `npm`");
}

#[test]
fn the_client_is_built_again_only_after_a_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let touch = |path: &str, second: u64| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        let file = File::create(path).expect("a file");
        file.set_modified(SystemTime::now() + Duration::from_secs(second))
            .expect("a modification time");
    };
    touch("src/main.ts", 10);
    assert!(!is_current(folder.path()), "an unbuilt client is current");
    touch("dist/index.html", 20);
    touch("node_modules/vite/index.js", 30);
    touch("tests/app.e2e.ts", 30);
    assert!(is_current(folder.path()), "a change to tests or tools makes the client stale");
    touch("src/lib/deep/new.ts", 40);
    assert!(!is_current(folder.path()), "a client with a newer source is current");
}

#[test]
fn the_best_sample_counts() {
    let sample = r#"{"sampling_mode":"Linear","iters":[1.0,2.0,4.0],"times":[10.0,12.0,40.0]}"#;
    let sample = serde_json::from_str(sample).expect("JSON");
    assert_eq!(best(&sample), Some(6.0));
    assert_eq!(best(&serde_json::json!({"iters": [], "times": []})), None);
    assert_eq!(best(&serde_json::json!({"times": [1.0]})), None);
}

#[test]
fn the_best_round_counts() {
    let round = |a, b| BTreeMap::from([("a".to_owned(), a), ("b".to_owned(), b)]);
    let mut times = round(3.0, 5.0);
    merge(&mut times, round(4.0, 2.0));
    assert_eq!(times, round(3.0, 2.0));
}

#[test]
fn a_build_that_fails_on_a_full_disk_says_so_in_one_line() {
    let target = std::path::Path::new("target");
    let full = explain_failure("Orrery does not build", target, Some(3));
    assert_eq!(
        full,
        "the disk is full: 3 MB are free in target; free some space, or set CARGO_TARGET_DIR to a directory \
         on another disk"
    );
    for free in [Some(60), None] {
        assert_eq!(explain_failure("Orrery does not build", target, free), "Orrery does not build");
    }
}
