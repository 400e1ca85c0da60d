//! The engine, its words and the bots, built for the browser into `web/src/lib/engine/wasm`. Where
//! the toolchain lacks the target, Debian's compiler does it.

mod debian;

pub use debian::new_packages;

use crate::{Done, process, project, web};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
const BUILD: [&str; 7] =
    ["build", "--profile", "wasm", "--target", TARGET, "--package", "orrery-wasm"];
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
/// Tells tidy and back-up programs that a folder can be made again.
const CACHE_TAG: &str =
    "Signature: 8a477f597d28d172789f06886806bc55\n# Made by: cargo xtask wasm\n";
/// What is made; the module last, since its age tells whether all of it is new.
const FILES: [&str; 4] = ["engine.js", "engine.d.ts", "engine_bg.wasm.d.ts", "engine_bg.wasm"];
/// Most bytes of the module as it is sent, compressed.
const BUDGET: usize = 1_000_000;

/// Builds the module and its JavaScript side.
///
/// # Errors
///
/// It does not build, is too big, or no compiler for it can be had.
pub fn run() -> Done {
    let compiled = compile()?;
    let folder = web::folder().join("src/lib/engine/wasm");
    let module = folder.join("engine_bg.wasm");
    let age = |file: &Path| file.metadata().and_then(|it| it.modified()).ok();
    if age(&module).is_none() || age(&module) < age(&compiled) {
        make(&compiled, &folder)?;
    }
    check_size(&module)
}

/// Makes what the page loads of what the compiler made. It is put in place when it is whole.
fn make(compiled: &Path, folder: &Path) -> Done {
    let tell = |error: std::io::Error| format!("{}: {error}", folder.display());
    let unfinished = project::target_dir().join("wasm-bound");
    bind(compiled, &unfinished)?;
    shrink(&unfinished.join("engine_bg.wasm"))?;
    fs::create_dir_all(folder).map_err(tell)?;
    fs::write(folder.join("CACHEDIR.TAG"), CACHE_TAG).map_err(tell)?;
    for file in FILES {
        fs::copy(unfinished.join(file), folder.join(file)).map_err(tell)?;
    }
    Ok(())
}

fn compile() -> Done<PathBuf> {
    let sysroot = sysroot()?;
    let mut build = project::cargo(&BUILD);
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS);
    let has_target = sysroot.join("lib/rustlib").join(TARGET).exists();
    let target_dir = if has_target { project::target_dir() } else { debian::target_dir() };
    if has_target {
        println!("wasm: with the toolchain's own target");
    } else {
        debian::prepare(&mut build, &sysroot)?;
    }
    process::show(&mut build)?;
    Ok(target_dir.join(TARGET).join("wasm/orrery_wasm.wasm"))
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
