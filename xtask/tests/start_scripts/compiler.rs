//! Tests of `xtask wasm compiler`, which fetches Debian's WASM compiler and replaces unusable ones.

use crate::machine::{Machine, only_line};
use std::path::Path;
use std::process::Output;

/// A fake `apt-get` that offers 1.85, and 1.99 after an update. A package file contains its name.
const APT: &str = r#"
case "$*" in
  *update*) touch "$MACHINE/refreshed" ;;
  *--simulate*)
    version=1.85.0; [ ! -e "$MACHINE/refreshed" ] || version=${NEWEST:-1.99.0}
    echo "Inst libllvm (1:19 Debian [amd64])"
    echo "Inst rustc-web ($version+dfsg1-1 Debian [amd64])"
    echo "Inst rust-web-src ($version+dfsg1-1 Debian [all])" ;;
  *download*)
    for package; do case $package in *=*) echo "$package" > "${package%%=*}.deb" ;; esac; done ;;
esac"#;

/// A fake `dpkg-deb`: it unpacks `rustc-web` to a compiler that prints the version of its package.
const DPKG: &str = r#"
package=$(cat "$2"); version=${package#*=}; version=${version%%+*}
mkdir -p "$3/usr/lib/x86_64-linux-gnu"
case $package in rustc-web=*)
  mkdir -p "$3/usr/bin"
  printf '#!/bin/bash\necho "rustc %s (debian)"\n' "$version" > "$3/usr/bin/rustc"
  chmod +x "$3/usr/bin/rustc" ;;
esac"#;

fn machine() -> Machine {
    let sysroot = r#"echo "$MACHINE/sysroot""#;
    let machine = Machine::new().apt(APT).program("dpkg-deb", DPKG).program("rustc", sysroot);
    machine.program("cargo", r#"echo "$*" >> "$MACHINE/cargo-calls""#)
}

fn fetch(machine: &Machine) -> Output {
    machine.run(Path::new(env!("CARGO_BIN_EXE_xtask")), &["wasm", "compiler"])
}

/// Returns the folder names of the unpacked compilers.
fn compilers(machine: &Machine) -> Vec<String> {
    let folder = machine.path("target/wasm-toolchain");
    let entries = xtask::project::entries(&folder).unwrap_or_default();
    let name = |path: std::path::PathBuf| path.file_name()?.to_str().map(str::to_owned);
    entries.into_iter().filter_map(name).collect()
}

#[track_caller]
fn assert_only_compiler(machine: &Machine, version: &str) {
    let output = fetch(machine);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(compilers(machine), [version]);
}

#[test]
fn outdated_lists_are_refreshed_before_a_version_is_chosen() {
    assert_only_compiler(&machine(), "1.99.0");
}

#[test]
fn a_toolchain_with_the_target_needs_no_package() {
    let machine = machine();
    let target = machine.path("sysroot/lib/rustlib/wasm32-unknown-unknown");
    std::fs::create_dir_all(target).expect("a folder");
    let output = fetch(&machine);
    assert!(output.status.success(), "{output:?}");
    assert!(machine.apt_calls().is_empty(), "apt-get was called");
    assert!(compilers(&machine).is_empty());
}

#[test]
fn a_suitable_compiler_is_not_fetched_again() {
    let machine = machine();
    assert_only_compiler(&machine, "1.99.0");
    let calls = machine.apt_calls().len();
    assert_only_compiler(&machine, "1.99.0");
    assert_eq!(machine.apt_calls().len(), calls, "apt-get was called again");
}

#[test]
fn the_crates_of_the_standard_library_are_downloaded_once() {
    let machine = machine();
    assert_only_compiler(&machine, "1.99.0");
    assert_only_compiler(&machine, "1.99.0");
    let calls = std::fs::read_to_string(machine.path("cargo-calls")).expect("calls of cargo");
    assert!(calls.starts_with("fetch --quiet ") && calls.contains(" -Zbuild-std="), "{calls}");
    assert_eq!(calls.lines().count(), 1, "{calls}");
}

#[test]
fn without_a_network_the_reason_is_in_one_line() {
    let offline = "echo 'warning: retrying'; echo 'error: failed to download `libc`'; exit 101";
    let machine = machine().program("cargo", &format!("{{ {offline}; }} >&2"));
    let line = only_line(&fetch(&machine));
    let advice = "check the network connection and the disk, then run this again";
    assert!(line.ends_with(&format!("Rust crates: failed to download `libc`; {advice}")), "{line}");
    assert_only_compiler(&machine.program("cargo", ""), "1.99.0");
}

#[test]
fn an_old_compiler_of_debian_is_not_downloaded() {
    let machine = machine();
    let mut command =
        machine.command(Path::new(env!("CARGO_BIN_EXE_xtask")), &["wasm", "compiler"]);
    let output = command.env("NEWEST", "1.85.0").output().expect("it runs");
    assert!(!output.status.success());
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(printed.contains("Debian's rustc-web is 1.85.0, Orrery needs 1.9"), "{printed}");
    assert!(printed.contains("rustup target add wasm32-unknown-unknown"), "{printed}");
    assert_eq!(printed.lines().count(), 1, "{printed}");
    assert!(compilers(&machine).is_empty());
    assert!(!machine.apt_calls().iter().any(|line| line.contains("download")));
}

#[test]
fn an_old_compiler_of_an_earlier_start_is_replaced() {
    let machine = machine();
    let old = machine.path("target/wasm-toolchain/1.85.0/usr/bin");
    std::fs::create_dir_all(&old).expect("a folder");
    std::fs::write(old.join("rustc"), "#!/bin/bash\necho 'rustc 1.85.0'\n").expect("a file");
    assert_only_compiler(&machine, "1.99.0");
}

#[test]
fn a_compiler_without_a_version_in_its_path_is_replaced() {
    let machine = machine();
    std::fs::create_dir_all(machine.path("target/wasm-toolchain/usr/bin")).expect("a folder");
    assert_only_compiler(&machine, "1.99.0");
}

#[test]
fn an_interrupted_unpacking_is_repeated() {
    let machine = machine().program("dpkg-deb", "mkdir -p \"$3/usr/bin\"; exit 1");
    assert!(!fetch(&machine).status.success());
    assert!(
        !compilers(&machine).iter().any(|name| name == "1.99.0"),
        "an incomplete compiler was kept"
    );
    assert_only_compiler(&machine.program("dpkg-deb", DPKG), "1.99.0");
}

#[test]
fn a_package_that_holds_another_version_is_refused() {
    let wrong_version = DPKG.replace("\"$version\" >", "1.80.0 >");
    let machine = machine().program("dpkg-deb", &wrong_version);
    let output = fetch(&machine);
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(printed.contains("the unpacked compiler is 1.80.0"), "{printed}");
    assert_only_compiler(&machine.program("dpkg-deb", DPKG), "1.99.0");
}
