//! The other commands, as far as they can be tried without running anything.

use std::collections::BTreeMap;
use std::fs::File;
use std::time::{Duration, SystemTime};
use xtask::bench::{best, merge};
use xtask::test::{Extent, steps};
use xtask::wasm::new_packages;
use xtask::web::{is_current, is_new_enough};

fn names(extent: Extent, nextest: bool) -> Vec<&'static str> {
    steps(extent, nextest).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn the_quick_test_leaves_out_only_what_is_slow() {
    let quick = ["format", "clippy", "services", "tests", "doc tests", "documentation"];
    assert_eq!(names(Extent::Quick, true), quick);
    let slow = ["crash", "nodes", "worlds", "readers", "api", "fuzz", "web"];
    assert_eq!(names(Extent::Full, true), [&quick[..], &slow].concat());
}

#[test]
fn without_nextest_cargo_runs_the_tests() {
    let line = |nextest| steps(Extent::Quick, nextest)[3].1;
    assert_eq!(line(true), "cargo nextest run --workspace --no-fail-fast");
    assert_eq!(line(false), "cargo test --workspace --no-fail-fast");
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
fn packages_to_install_are_read_but_not_upgrades() {
    let simulation = "Inst libb22 (1:2 Debian [amd64])\nInst libc6 [2.1] (2.2 Debian [amd64])
Inst rustc-b (1.9 Debian [all])\nConf libb22 (1:2 Debian [amd64])";
    assert_eq!(new_packages(simulation), ["libb22", "rustc-b"]);
}

#[test]
fn an_old_node_will_not_do() {
    assert!(!is_new_enough((18, 20)) && !is_new_enough((20, 18)));
    assert!(is_new_enough((20, 19)) && is_new_enough((22, 0)));
}

#[test]
fn the_client_is_built_again_only_after_a_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |path: &str, second: u64| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        let file = File::create(path).expect("a file");
        file.set_modified(SystemTime::now() + Duration::from_secs(second)).expect("it has an age");
    };
    at("src/main.ts", 10);
    assert!(!is_current(folder.path()), "nothing is built");
    at("dist/index.html", 20);
    at("node_modules/vite/index.js", 30);
    at("tests/app.e2e.ts", 30);
    assert!(is_current(folder.path()), "its tests and tools are not in it");
    at("src/lib/deep/new.ts", 40);
    assert!(!is_current(folder.path()), "there is something new");
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
