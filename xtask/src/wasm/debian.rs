//! Debian's compiler for the browser: compiler and library sources, unpacked into a folder below
//! `target`, never installed.

use crate::{Done, process, project};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The compiler and the sources of its library; apt knows what else they need.
const PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
const HELP: &str = "the target wasm32-unknown-unknown is missing, and so is Debian's apt-get. \
    Try: rustup target add wasm32-unknown-unknown";

/// Has cargo build with Debian's compiler, the standard library too. It has a target folder of its
/// own, so that the two compilers do not undo each other's work.
///
/// # Errors
///
/// The compiler cannot be had.
pub(super) fn prepare(build: &mut Command, sysroot: &Path) -> Done {
    let toolchain = &toolchain()?;
    println!("wasm: with Debian's compiler in {}", toolchain.display());
    build
        .arg("-Zbuild-std=std,panic_abort")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC", toolchain.join("usr/bin/rustc"))
        .env("LD_LIBRARY_PATH", library_path(toolchain)?)
        .env("CARGO_TARGET_DIR", target_dir());
    if let Some(linker) = linker(sysroot) {
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }
    Ok(())
}

/// Where it builds.
pub(super) fn target_dir() -> PathBuf {
    project::target_dir().join("wasm")
}

/// The toolchain's own linker: `lib/rustlib/HOST/bin/rust-lld`.
fn linker(sysroot: &Path) -> Option<PathBuf> {
    let hosts = entries(&sysroot.join("lib/rustlib")).ok()?;
    hosts.into_iter().map(|host| host.join("bin/rust-lld")).find(|linker| linker.exists())
}

/// The unpacked library folders, before those that are searched anyway.
fn library_path(toolchain: &Path) -> Done<String> {
    let mut folders: Vec<PathBuf> = entries(&toolchain.join("usr/lib"))?;
    folders.extend(entries(&toolchain.join("lib")).unwrap_or_default());
    folders.retain(|folder| folder.to_string_lossy().contains("-linux-gnu"));
    folders.extend(env::var_os("LD_LIBRARY_PATH").iter().flat_map(env::split_paths));
    let joined = env::join_paths(folders).map_err(|error| error.to_string())?;
    joined.into_string().map_err(|path| format!("not a readable path: {}", path.display()))
}

/// The folder with Debian's compiler, made if it is not there.
fn toolchain() -> Done<PathBuf> {
    let folder = project::target_dir().join("wasm-toolchain");
    if !folder.exists() {
        let unfinished = folder.with_extension("unfinished");
        unpack_packages(&unfinished)?;
        fs::rename(&unfinished, &folder).map_err(|error| error.to_string())?;
    }
    Ok(folder)
}

fn unpack_packages(folder: &Path) -> Done {
    if !process::works(Command::new("apt-get").arg("--version")) {
        return Err(HELP.to_owned());
    }
    let packages = missing_packages()?;
    println!("wasm: unpacking {}", packages.join(", "));
    let downloads = folder.join("downloads");
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| error.to_string())?;
    }
    fs::create_dir_all(&downloads).map_err(|error| error.to_string())?;
    let mut download = Command::new("apt-get");
    process::quiet(download.args(["-qq", "download"]).args(packages).current_dir(&downloads))?;
    for package in entries(&downloads)? {
        process::quiet(Command::new("dpkg-deb").arg("-x").arg(package).arg(folder))?;
    }
    fs::remove_dir_all(downloads).map_err(|error| error.to_string())
}

/// All that apt would install for the packages. Its lists are fetched if it knows none of them.
fn missing_packages() -> Done<Vec<String>> {
    let ask = || {
        let mut ask = Command::new("apt-get");
        ask.args(["--simulate", "--no-install-recommends", "install"]).args(PACKAGES);
        process::quiet(&mut ask)
    };
    let answer = ask().or_else(|_| {
        process::quiet(Command::new("apt-get").args(["-qq", "update"]))?;
        ask()
    })?;
    Ok(new_packages(&answer.out))
}

/// The packages in lines like `Inst NAME (1.0 …)`. One that would only be upgraded has the
/// version it has now in between, `Inst NAME [0.9] (1.0 …)`, and is left out.
#[must_use]
pub fn new_packages(simulation: &str) -> Vec<String> {
    let lines = simulation.lines().filter_map(|line| line.strip_prefix("Inst "));
    let new = lines.filter_map(|line| line.split_once(" (")).map(|(name, _)| name.to_owned());
    new.filter(|name| !name.contains(' ')).collect()
}

fn entries(folder: &Path) -> Done<Vec<PathBuf>> {
    let read = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(read.filter_map(|entry| Some(entry.ok()?.path())).collect())
}
