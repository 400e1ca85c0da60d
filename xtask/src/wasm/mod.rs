//! Builds the WASM engine into `web/src/lib/engine/wasm`.
//!
//! If the toolchain lacks the WASM target, Debian's compiler builds the engine.

mod debian;

pub use debian::{compiler_version, is_at_least, keep_usable};

use crate::{TaskResult, process, project, web};
use std::fs;
use std::path::{Path, PathBuf};

/// The purpose of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// A checkout: fast to build, and optimised where the bots spend their time.
    Checkout,
    /// A release package: a small module.
    Dist,
}

impl Build {
    /// Returns the profile in `Cargo.toml`.
    fn profile(self) -> &'static str {
        match self {
            Self::Checkout => "wasm",
            Self::Dist => "wasm-dist",
        }
    }

    /// Returns the text of `CACHEDIR.TAG`, which marks a cache directory and names the profile.
    fn tag(self) -> String {
        let profile = self.profile();
        format!("{CACHE_SIGNATURE}\n# Made by cargo xtask wasm with the profile {profile}\n")
    }
}

const TARGET: &str = "wasm32-unknown-unknown";
/// Enables SIMD, which all maintained browsers support and the bots use.
const RUST_FLAGS: &str = "-Ctarget-feature=+simd128";
/// Options of Binaryen for the WASM features that the compiler uses.
const WASM_FEATURES: [&str; 7] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-mutable-globals",
    "--enable-multivalue",
];
const CACHE_SIGNATURE: &str = "Signature: 8a477f597d28d172789f06886806bc55";
/// The generated files.
///
/// The module is copied last, because `is_current` compares its modification time.
const FILES: [&str; 4] = ["engine.js", "engine.d.ts", "engine_bg.wasm.d.ts", MODULE];
const MODULE: &str = "engine_bg.wasm";
const TAG: &str = "CACHEDIR.TAG";
/// Maximum size of the compressed module in bytes.
const MAX_COMPRESSED_SIZE: usize = 800_000;

/// Builds the module and its JavaScript bindings.
///
/// # Errors
///
/// If the module does not build, is too large, or there is no compiler.
pub fn run(build: Build) -> TaskResult {
    let compiled = compile(build)?;
    let folder = web::folder().join("src/lib/engine/wasm");
    if !is_current(build, &compiled, &folder) {
        generate_files(build, &compiled, &folder)?;
    }
    if build == Build::Dist { check_size(&folder.join(MODULE)) } else { Ok(()) }
}

/// Ensures that a WASM compiler and the crates of its library are there: fetches what is missing.
///
/// # Errors
///
/// If something cannot be fetched.
pub fn ensure_compiler() -> TaskResult {
    let sysroot = sysroot()?;
    if has_target(&sysroot) { Ok(()) } else { debian::ensure(&sysroot).map(drop) }
}

/// Returns whether the generated files in the web client are up to date with the compiled module.
fn is_current(build: Build, compiled: &Path, folder: &Path) -> bool {
    let modified = |file: &Path| file.metadata().and_then(|it| it.modified()).ok();
    let generated = modified(&folder.join(MODULE));
    let tag = fs::read_to_string(folder.join(TAG)).unwrap_or_default();
    generated.is_some() && generated >= modified(compiled) && tag == build.tag()
}

/// Generates the files for the web client, and copies them to it when all are complete.
fn generate_files(build: Build, compiled: &Path, folder: &Path) -> TaskResult {
    let failed = |error| project::failed(folder, error);
    let unfinished = project::target_dir().join("wasm-bound");
    generate_bindings(build, compiled, &unfinished)?;
    if build == Build::Dist {
        optimise(&unfinished.join(MODULE))?;
    }
    fs::create_dir_all(folder).map_err(failed)?;
    fs::write(folder.join(TAG), build.tag()).map_err(failed)?;
    for file in FILES {
        fs::copy(unfinished.join(file), folder.join(file)).map_err(failed)?;
    }
    Ok(())
}

fn compile(build: Build) -> TaskResult<PathBuf> {
    let (sysroot, profile) = (sysroot()?, build.profile());
    let mut cargo = project::cargo_build();
    cargo.args(["--profile", profile, "--target", TARGET, "--package", "orrery-wasm"]);
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", RUST_FLAGS);
    let mut target_dir = project::target_dir();
    if !has_target(&sysroot) {
        debian::prepare(&mut cargo, &sysroot)?;
        target_dir = debian::target_dir();
    }
    process::show_as("the build of the WASM engine", &mut cargo)?;
    Ok(target_dir.join(TARGET).join(profile).join("orrery_wasm.wasm"))
}

fn has_target(sysroot: &Path) -> bool {
    sysroot.join("lib/rustlib").join(TARGET).exists()
}

fn sysroot() -> TaskResult<PathBuf> {
    let printed = process::quiet(project::command("rustc").args(["--print", "sysroot"]))?;
    Ok(PathBuf::from(printed.out.trim()))
}

/// Generates the bindings with the version of wasm-bindgen that the module uses.
///
/// A module for a package keeps the names of its functions, which [`optimise`] needs and removes.
fn generate_bindings(build: Build, module: &Path, folder: &Path) -> TaskResult {
    let mut bindgen = project::cargo(&["run", "--quiet", "--package", "xtask-bindgen", "--"]);
    bindgen.arg(module).arg(folder);
    if build == Build::Dist {
        bindgen.arg("--names");
    }
    process::show_as("the build of the WASM bindings", &mut bindgen)
}

/// Optimises the module with Binaryen, one of the packages of `web/`.
///
/// Functions sorted by name compress better, because the copies of a generic function are adjacent.
fn optimise(module: &Path) -> TaskResult {
    web::ensure_packages()?;
    let mut wasm_opt = web::npm(&["exec", "--no", "--", "wasm-opt"]);
    wasm_opt.args(["-O3", "--reorder-functions-by-name", "--strip-debug"]).args(WASM_FEATURES);
    process::quiet(wasm_opt.arg(module).arg("-o").arg(module)).map(drop)
}

fn check_size(module: &Path) -> TaskResult {
    let metadata =
        fs::metadata(module).map_err(|error| format!("{}: {error}", module.display()))?;
    let compressed = web::gzip_size(module)?;
    println!(
        "wasm: {} bytes, {compressed} compressed; at most {MAX_COMPRESSED_SIZE}",
        metadata.len()
    );
    if compressed <= MAX_COMPRESSED_SIZE {
        Ok(())
    } else {
        Err("the WASM module is too large".to_owned())
    }
}
