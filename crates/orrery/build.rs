//! Ensures that `web/dist` exists, so that the web client can be embedded.
//!
//! Release builds embed the files at build time; debug builds read them at run time. Both need the
//! directory, even if it is empty. The path is canonical: if the directory is deleted before the next
//! build, this script does not run again, and `rust-embed` could not resolve a relative path.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let dist = package.join("../../web/dist");
    // Ignore a failure, as in a read-only source tree: the binary is then built without the web
    // client.
    let _ = fs::create_dir_all(&dist);
    let dist = dist.canonicalize().unwrap_or(dist);
    // An absolute path: if the checkout is moved, the file is missing and the script runs again.
    println!("cargo::rerun-if-changed={}", package.join("build.rs").display());
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={}", dist.display());
    }
    write_definition(&dist)
}

/// Writes the definition of the embedded directory, which `src/serve/web.rs` includes.
fn write_definition(dist: &Path) -> io::Result<()> {
    let definition = format!(
        "#[derive(rust_embed::RustEmbed)]\n\
         #[folder = {dist:?}]\n\
         #[allow_missing = true]\n\
         struct Dist;\n\n\
         /// The directory of the web client.\n\
         #[cfg(test)]\n\
         const FOLDER: &str = {dist:?};\n"
    );
    let out = env::var_os("OUT_DIR").map(PathBuf::from).ok_or(io::ErrorKind::NotFound)?;
    fs::write(out.join("web_dist.rs"), definition)
}
