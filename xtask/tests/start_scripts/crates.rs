//! Tests of `tools/fetch-crates`, and that `./orrery` and `./test` run it before they compile.

use crate::machine::{Machine, only_line, tool};
use xtask::project;

/// A fake cargo without a network, with the lines that cargo prints.
const OFFLINE: &str = r#"
[ "$1" = fetch ] || { [ "$2" = --version ] && exit; echo "compiling" >&2; exit 1; }
echo 'warning: spurious network error (3 tries remaining): [6] Could not resolve hostname' >&2
echo 'error: failed to get `toml` as a dependency of package `xtask`' >&2
echo 'Caused by:' >&2
exit 101"#;

#[test]
fn without_a_network_the_reason_is_in_one_line() {
    let machine = Machine::with_rust().program("cargo", OFFLINE);
    let line = only_line(&machine.run(&tool("fetch-crates"), &[]));
    let reason = "failed to get `toml` as a dependency of package `xtask`";
    let advice = "check the network connection and the disk, then run this again";
    assert_eq!(line, format!("orrery: cannot download Rust crates: {reason}; {advice}"));
}

#[test]
fn nothing_is_compiled_before_all_crates_are_downloaded() {
    let machine = Machine::complete().program("cargo", OFFLINE);
    for script in ["orrery", "test"] {
        let output = machine.run(&project::root().join(script), &[]);
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{script}: {printed}");
        assert!(printed.contains("cannot download Rust crates"), "{script}: {printed}");
    }
}
