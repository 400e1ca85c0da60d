//! Tests of the progress that `./orrery` shows while it builds.

use crate::machine::Machine;
use std::path::Path;
use xtask::project;

/// Runs `./orrery demo`, and returns the stages that it announces, without their times.
fn stages(machine: Machine) -> Vec<String> {
    let xtask = env!("CARGO_BIN_EXE_xtask");
    let cargo = format!(
        r#"[ "$1" != run ] || while [ "$1" != -- ]; do shift; done
[ "$1" != -- ] || exec {xtask} "${{@:2}}""#
    );
    let output = machine.program("cargo", &cargo).run(&project::root().join("orrery"), &["demo"]);
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    let stages = printed.lines().filter(|line| line.starts_with('['));
    stages
        .map(|line| {
            let mut words: Vec<&str> = line.split(' ').collect();
            let time = words.remove(1);
            assert!(time.starts_with("0:") && time.len() == 4, "{line}");
            words.join(" ")
        })
        .collect()
}

#[test]
fn a_first_start_numbers_all_stages() {
    let later = [
        "[2/4] download crates; next: build xtask",
        "[3/4] build xtask; next: build the program",
        "[4/4] build the program; next: start",
    ];
    let complete = stages(Machine::complete());
    assert_eq!(complete[0], "[1/4] install packages: none is missing; next: download crates");
    assert_eq!(complete[1..], later);
    let incomplete = stages(Machine::with_rust().without("c++").apt("").user(0));
    assert_eq!(incomplete[0], "[1/4] install packages; next: download crates");
    assert_eq!(incomplete[1..], later);
}

#[test]
fn a_later_start_announces_only_what_is_new() {
    let machine = Machine::complete();
    std::fs::create_dir_all(machine.path("target/debug")).expect("a folder");
    assert_eq!(stages(machine), ["[1/1] build the program; next: start"]);
}

/// Runs a program with a fake cargo, and returns the arguments with which it calls cargo.
fn build_arguments(program: &Path, arguments: &[&str]) -> String {
    let machine = Machine::with_rust().program("cargo", r#"echo "$*" >> "$MACHINE/cargo-calls""#);
    let output = machine.run(program, arguments);
    std::fs::read_to_string(machine.path("cargo-calls")).unwrap_or_else(|_| panic!("{output:?}"))
}

#[test]
fn cargo_shows_its_progress_only_on_a_terminal() {
    let xtask = env!("CARGO_BIN_EXE_xtask");
    let quiet = build_arguments(Path::new(xtask), &["start", "rules"]);
    assert!(quiet.starts_with("build --quiet --package orrery "), "{quiet}");
    let start = format!("{xtask} start rules");
    let in_terminal = ["--quiet", "--command", &start, "/dev/null"];
    let shown = build_arguments(Path::new("/usr/bin/script"), &in_terminal);
    assert!(shown.starts_with("build --package orrery "), "{shown}");
}
