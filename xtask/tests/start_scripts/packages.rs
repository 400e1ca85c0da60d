//! Tests of `tools/check-machine`, which looks for Rust, a C compiler and Debian packages.

use crate::machine::{Machine, only_line, tool};

const INSTALL: &str = "run as root: apt-get update && apt-get install -y";

fn check(machine: &Machine, parts: &[&str]) -> std::process::Output {
    machine.run(&tool("check-machine"), parts)
}

#[test]
fn nothing_is_installed_on_a_complete_machine() {
    let machine = Machine::complete().apt("exit 1");
    let output = check(&machine, &["page", "tests", "browser"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert!(machine.apt_calls().is_empty());
}

#[test]
fn without_rust_the_message_says_how_to_install_it() {
    let line = only_line(&check(&Machine::with_rust().without("cargo"), &[]));
    assert_eq!(line, "orrery: Rust is missing: install it with rustup, then run this again");
}

#[test]
fn a_toolchain_that_is_too_old_is_refused_with_both_versions() {
    let machine = Machine::with_rust().program("rustc", "echo 'rustc 1.85.0 (abc 2025-02-17)'");
    let line = only_line(&check(&machine, &[]));
    let wanted = xtask::project::rust_version().expect("a version");
    assert!(line.contains(&format!("Rust {wanted} or newer is needed, this is 1.85.0")), "{line}");
}

#[test]
fn a_rustup_without_a_toolchain_has_its_own_message() {
    let line = only_line(&check(&Machine::with_rust().program("rustc", "exit 1"), &[]));
    assert!(line.contains("rustup default stable"), "{line}");
}

/// A fake `df` that reports this much free space, in MB.
fn df(free: u32) -> String {
    format!("echo 'Filesystem 1M-blocks'; echo '/dev/a b 257919 254000 {free} 99% /'")
}

#[test]
fn a_disk_that_is_too_small_is_reported_before_anything_is_installed() {
    let machine = Machine::with_rust().without("cc").apt("").user(0).program("df", &df(3919));
    let line = only_line(&check(&machine, &[]));
    assert!(
        line.contains("target: the build needs 4000 MB, 3919 MB are free; free some"),
        "{line}"
    );
    assert!(machine.apt_calls().is_empty());
    let machine = Machine::with_rust().program("df", &df(4000));
    assert!(check(&machine, &[]).status.success());
}

#[test]
fn later_builds_need_less_space() {
    let machine = Machine::with_rust().program("df", &df(60));
    std::fs::create_dir_all(machine.path("target/debug")).expect("a folder");
    assert!(check(&machine, &[]).status.success());
}

#[test]
fn an_ordinary_user_reads_all_missing_packages_in_one_line() {
    let machine = Machine::with_rust().without("cc").apt("").user(1000);
    let line = only_line(&check(&machine, &["page"]));
    let packages = "build-essential nodejs npm ca-certificates";
    assert_eq!(line, format!("orrery: missing: {packages}; {INSTALL} {packages}"));
    assert!(machine.apt_calls().is_empty(), "apt-get was called");
}

#[test]
fn all_packages_that_the_tests_need_are_in_one_line() {
    let machine = Machine::with_rust().apt("").user(1000);
    let missing = |arguments: &[&str]| {
        only_line(&machine.run(&xtask::project::root().join("test"), arguments))
    };
    let (full, quick) = (missing(&[]), missing(&["quick"]));
    for package in ["npm", "python3-venv", "strace", "chromium"] {
        assert!(full.contains(package), "{package}: {full}");
        assert_eq!(quick.contains(package), package != "chromium", "{package}: {quick}");
    }
}

#[test]
fn a_toolchain_without_clippy_is_refused_before_anything_is_installed() {
    let machine = Machine::with_rust().program("cargo", "[ $1 != clippy ]").apt("").user(0);
    let line = only_line(&check(&machine, &["page", "tests"]));
    assert!(line.contains("run 'rustup component add rustfmt clippy'"), "{line}");
    assert!(machine.apt_calls().is_empty());
}

#[test]
fn root_sees_a_message_before_packages_are_installed() {
    let machine = Machine::with_rust().without("c++").apt("").user(0);
    let output = check(&machine, &[]);
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(printed, "orrery: installing Debian packages: build-essential\n");
    let calls = machine.apt_calls();
    assert!(calls[0].ends_with("update"), "{calls:?}");
    assert!(calls[1].contains("install -y") && calls[1].ends_with("build-essential"), "{calls:?}");
}

#[test]
fn installing_can_be_forbidden() {
    let machine = Machine::with_rust().without("cc").apt("").user(0);
    let mut command = machine.command(&tool("check-machine"), &[]);
    let line = only_line(&command.env("ORRERY_NO_INSTALL", "1").output().expect("it runs"));
    assert!(line.contains("ORRERY_NO_INSTALL forbids installing"), "{line}");
    assert!(line.contains(INSTALL), "{line}");
    assert!(machine.apt_calls().is_empty());
}

#[test]
fn other_systems_than_debian_get_a_list_of_packages() {
    let line = only_line(&check(&Machine::with_rust().without("cc"), &[]));
    assert!(line.contains("missing: build-essential (these are Debian's names"), "{line}");
}

#[test]
fn without_a_network_the_reason_is_in_the_line() {
    let apt = "echo 'W: noise'; echo \"E: Could not resolve 'deb.example'\" >&2; exit 100";
    let machine = Machine::with_rust().without("cc").apt(apt).user(0);
    let output = check(&machine, &[]);
    assert!(!output.status.success());
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = printed.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("orrery: cannot install build-essential: Could not resolve"),
        "{printed}"
    );
    assert!(last.contains("check the network connection"), "{printed}");
}
