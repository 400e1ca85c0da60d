//! The engine, its words and the bots, built for the browser into `web/src/lib/engine/wasm`. Where
//! the toolchain lacks the target, Debian's compiler does it.

mod debian;

pub use debian::{compiler_version, is_at_least, usable};

use crate::{Done, process, project, web};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a module is built for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// A checkout: built quickly, and as fast as any where the bots spend their time.
    Checkout,
    /// A package: small.
    Dist,
}

impl Build {
    /// The profile in `Cargo.toml`.
    fn profile(self) -> &'static str {
        match self {
            Self::Checkout => "wasm",
            Self::Dist => "wasm-dist",
        }
    }

    /// Tells back-up programs that a folder can be made again, and us what was made.
    fn tag(self) -> String {
        let profile = self.profile();
        format!("{CACHE_SIGNATURE}\n# Made by cargo xtask wasm with the profile {profile}\n")
    }
}

const TARGET: &str = "wasm32-unknown-unknown";
/// Every browser that is still kept up has these; the bots compute with vectors.
const FLAGS: &str = "-Ctarget-feature=+simd128";
/// What the compiler makes use of, for Binaryen.
const FEATURES: [&str; 7] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-mutable-globals",
    "--enable-multivalue",
];
const CACHE_SIGNATURE: &str = "Signature: 8a477f597d28d172789f06886806bc55";
/// What is made; the module last, since its age tells whether all of it is new.
const FILES: [&str; 4] = ["engine.js", "engine.d.ts", "engine_bg.wasm.d.ts", MODULE];
const MODULE: &str = "engine_bg.wasm";
const TAG: &str = "CACHEDIR.TAG";
/// Most bytes of the module as it is sent, compressed.
const BUDGET: usize = 1_000_000;

/// Builds the module and its JavaScript side.
///
/// # Errors
///
/// It does not build, is too big, or no compiler for it can be had.
pub fn run(build: Build) -> Done {
    let compiled = compile(build)?;
    let folder = web::folder().join("src/lib/engine/wasm");
    if !is_current(build, &compiled, &folder) {
        make(build, &compiled, &folder)?;
    }
    if build == Build::Dist { check_size(&folder.join(MODULE)) } else { Ok(()) }
}

/// Fetches a compiler for the browser, if there is none.
///
/// # Errors
///
/// None can be had.
pub fn have_compiler() -> Done {
    if has_target(&sysroot()?) { Ok(()) } else { debian::toolchain().map(drop) }
}

/// Whether what the page loads was made of this module.
fn is_current(build: Build, compiled: &Path, folder: &Path) -> bool {
    let age = |file: &Path| file.metadata().and_then(|it| it.modified()).ok();
    let made = age(&folder.join(MODULE));
    let tag = fs::read_to_string(folder.join(TAG)).unwrap_or_default();
    made.is_some() && made >= age(compiled) && tag == build.tag()
}

/// Makes what the page loads of what the compiler made. It is put in place when it is whole.
fn make(build: Build, compiled: &Path, folder: &Path) -> Done {
    let tell = |error| project::failed(folder, error);
    let unfinished = project::target_dir().join("wasm-bound");
    bind(compiled, &unfinished)?;
    if build == Build::Dist {
        shrink(&unfinished.join(MODULE))?;
    }
    fs::create_dir_all(folder).map_err(tell)?;
    fs::write(folder.join(TAG), build.tag()).map_err(tell)?;
    for file in FILES {
        fs::copy(unfinished.join(file), folder.join(file)).map_err(tell)?;
    }
    Ok(())
}

fn compile(build: Build) -> Done<PathBuf> {
    let (sysroot, profile) = (sysroot()?, build.profile());
    let mut cargo = project::cargo(&["build", "--quiet", "--profile", profile]);
    cargo.args(["--target", TARGET, "--package", "orrery-wasm"]);
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS);
    let mut target_dir = project::target_dir();
    if !has_target(&sysroot) {
        debian::prepare(&mut cargo, &sysroot)?;
        target_dir = debian::target_dir();
    }
    process::show(&mut cargo)?;
    Ok(target_dir.join(TARGET).join(profile).join("orrery_wasm.wasm"))
}

fn has_target(sysroot: &Path) -> bool {
    sysroot.join("lib/rustlib").join(TARGET).exists()
}

fn sysroot() -> Done<PathBuf> {
    let printed = process::quiet(project::command("rustc").args(["--print", "sysroot"]))?;
    Ok(PathBuf::from(printed.out.trim()))
}

/// The JavaScript side, by the very version of wasm-bindgen that is in the module.
fn bind(module: &Path, folder: &Path) -> Done {
    let mut bindgen = project::cargo(&["run", "--quiet", "--package", "xtask-bindgen", "--"]);
    process::show(bindgen.arg(module).arg(folder))
}

/// A smaller and faster module by Binaryen, which is one of the packages of `web/`.
fn shrink(module: &Path) -> Done {
    web::have_packages()?;
    let mut optimise = Command::new(web::folder().join("node_modules/.bin/wasm-opt"));
    optimise.args(["-O3", "--strip-debug"]).args(FEATURES);
    process::quiet(optimise.arg(module).arg("-o").arg(module)).map(drop)
}

fn check_size(module: &Path) -> Done {
    let whole = fs::metadata(module).map_err(|error| format!("{}: {error}", module.display()))?;
    let packed = web::packed_size(module)?;
    println!("wasm: {} bytes, {packed} compressed; at most {BUDGET}", whole.len());
    if packed <= BUDGET { Ok(()) } else { Err("the module is too big".to_owned()) }
}
