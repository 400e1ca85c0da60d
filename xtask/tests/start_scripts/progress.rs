//! Tests of the progress that `./orrery` shows while it builds.

use crate::machine::Machine;
use std::path::Path;

/// Returns the arguments of cargo that `xtask start rules` uses.
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
