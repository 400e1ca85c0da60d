//! Debian's WASM compiler, unpacked below `target` and never installed.

use super::TARGET;
use crate::apt::{Package, PackageLists};
use crate::{TaskResult, process, project};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The compiler and the sources of its library; apt resolves their dependencies.
const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
/// Another way to get a WASM compiler.
const HELP: &str = "or add the target to your toolchain: rustup target add wasm32-unknown-unknown";

/// Marks a compiler for which the crates of the standard library were downloaded.
const FETCHED: &str = "crates-fetched";

/// Configures cargo to build with Debian's compiler, including the standard library.
///
/// The build has its own target directory, so that two compilers do not invalidate each other's files.
///
/// # Errors
///
/// If the compiler cannot be fetched.
pub(super) fn prepare(build: &mut Command, sysroot: &Path) -> TaskResult {
    configure(build, &ensure(sysroot)?, sysroot)
}

fn configure(cargo: &mut Command, toolchain: &Path, sysroot: &Path) -> TaskResult {
    cargo
        .arg("-Zbuild-std=std,panic_abort")
        // Excludes backtraces, which a page cannot show.
        .arg("-Zbuild-std-features=")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC", toolchain.join("usr/bin/rustc"))
        .env("LD_LIBRARY_PATH", library_path(toolchain)?)
        .env("CARGO_TARGET_DIR", target_dir());
    if let Some(linker) = linker(sysroot) {
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
    Ok(())
}

/// Returns the directory of Debian's compiler.
///
/// Fetches the compiler, and the crates that its standard library depends on, if they are missing.
/// A build would download the crates as well, but would describe a failure in many lines.
///
/// # Errors
///
/// If the compiler or the crates cannot be fetched.
pub(super) fn ensure(sysroot: &Path) -> TaskResult<PathBuf> {
    let toolchain = toolchain()?;
    let marker = toolchain.join(FETCHED);
    if marker.exists() {
        return Ok(toolchain);
    }
    let mut fetch = project::cargo(&["fetch", "--quiet", "--target", TARGET]);
    configure(&mut fetch, &toolchain, sysroot)?;
    let failed = |problem: String| project::download_failed("Rust crates", cargo_reason(&problem));
    process::quiet(&mut fetch).map_err(failed)?;
    fs::write(&marker, "").map_err(|error| project::failed(&marker, error))?;
    Ok(toolchain)
}

/// Returns the line of cargo's output that says what failed.
fn cargo_reason(printed: &str) -> &str {
    let error = printed.lines().find_map(|line| line.strip_prefix("error: "));
    error.or_else(|| printed.lines().last()).unwrap_or(printed)
}

/// Returns the target directory of builds with Debian's compiler.
pub(super) fn target_dir() -> PathBuf {
    project::target_dir().join("wasm")
}

/// Returns the toolchain's own linker: `lib/rustlib/HOST/bin/rust-lld`.
fn linker(sysroot: &Path) -> Option<PathBuf> {
    let hosts = project::entries(&sysroot.join("lib/rustlib")).ok()?;
    hosts.into_iter().map(|host| host.join("bin/rust-lld")).find(|linker| linker.exists())
}

/// Returns the library search path, with the unpacked directories first.
fn library_path(toolchain: &Path) -> TaskResult<String> {
    let mut folders: Vec<PathBuf> = project::entries(&toolchain.join("usr/lib"))?;
    folders.extend(project::entries(&toolchain.join("lib")).unwrap_or_default());
    folders.retain(|folder| folder.to_string_lossy().contains("-linux-gnu"));
    folders.extend(env::var_os("LD_LIBRARY_PATH").iter().flat_map(env::split_paths));
    let joined = env::join_paths(folders).map_err(|error| error.to_string())?;
    joined.into_string().map_err(|path| format!("not a readable path: {}", path.display()))
}

/// Returns the directory of Debian's compiler, and fetches it if none is usable.
///
/// # Errors
///
/// If the compiler cannot be fetched.
fn toolchain() -> TaskResult<PathBuf> {
    let folder = project::target_dir().join("wasm-toolchain");
    // Another process may be unpacking a compiler, which `keep_usable` would remove.
    let _lock = project::lock("wasm-toolchain.lock")?;
    let required = project::rust_version()?;
    let is_usable =
        |toolchain: &Path| version(toolchain).is_ok_and(|it| is_at_least(&it, &required));
    if let Some(toolchain) = keep_usable(&folder, is_usable) {
        return Ok(toolchain);
    }
    fetch(&folder, &required)
        .map_err(|problem| format!("no WASM compiler: {problem}; run this again later, {HELP}"))
}

/// Returns a complete and usable compiler in this directory, and removes everything else.
///
/// This removes old, broken and partly unpacked compilers.
pub fn keep_usable(folder: &Path, is_usable: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let found = project::entries(folder).unwrap_or_default();
    let is_complete = |path: &Path| path.extension().is_none_or(|it| it != UNFINISHED);
    let (good, bad): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|path| is_complete(path) && is_usable(path));
    for path in bad {
        let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
    }
    good.into_iter().next()
}

/// Extension of incomplete directories.
const UNFINISHED: &str = "unfinished";

/// Fetches the newest compiler into a directory named after its version.
fn fetch(folder: &Path, required: &str) -> TaskResult<PathBuf> {
    let lists = PackageLists::fetch(&project::target_dir().join("apt"))?;
    let packages = lists.missing(&PACKAGES)?;
    let offered = compiler_version(&packages).ok_or("Debian offers no rustc-web")?;
    if !is_at_least(&offered, required) {
        return Err(format!("Debian's rustc-web is {offered}, Orrery needs {required}"));
    }
    println!("wasm: fetching Debian's WASM compiler, rustc-web {offered}");
    let complete = folder.join(&offered);
    // `with_extension` would replace the part of the version after its last dot.
    let unfinished = folder.join(format!("{offered}.{UNFINISHED}"));
    lists.unpack(&packages, &unfinished)?;
    let found = version(&unfinished)?;
    if !is_at_least(&found, required) {
        return Err(format!("the unpacked compiler is {found}, Orrery needs {required}"));
    }
    fs::rename(&unfinished, &complete).map_err(|error| project::failed(&complete, error))?;
    Ok(complete)
}

/// Returns the compiler's version among these packages, without Debian's suffix.
#[must_use]
pub fn compiler_version(packages: &[Package]) -> Option<String> {
    let compiler = packages.iter().find(|package| package.name == PACKAGES[0])?;
    let end = compiler.version.find(|c: char| c != '.' && !c.is_ascii_digit());
    Some(compiler.version[..end.unwrap_or(compiler.version.len())].to_owned())
}

/// Returns the version that an unpacked compiler prints.
fn version(toolchain: &Path) -> TaskResult<String> {
    let mut rustc = Command::new(toolchain.join("usr/bin/rustc"));
    let printed =
        process::quiet(rustc.arg("--version").env("LD_LIBRARY_PATH", library_path(toolchain)?))?;
    let version = printed.out.split_whitespace().nth(1).map(str::to_owned);
    version.ok_or_else(|| "the unpacked compiler prints no version".to_owned())
}

/// Returns whether a version such as `1.96.0` is at least one such as `1.95`.
#[must_use]
pub fn is_at_least(version: &str, required: &str) -> bool {
    let numbers =
        |text: &str| -> Vec<u32> { text.split('.').map_while(|part| part.parse().ok()).collect() };
    numbers(version) >= numbers(required)
}
