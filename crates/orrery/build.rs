//! Makes sure that `web/dist` exists before the web client is embedded.
//!
//! Release builds embed the files at build time, debug builds read them at run time. Both need the
//! directory, even if it is empty.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // Ignore a failure: in a read-only source tree, the web client is not built.
    let _ = std::fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={}", dist.display());
    }
}
