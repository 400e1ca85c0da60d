//! Ensures that `web/dist` exists, so that the web client can be embedded.
//!
//! Release builds embed the files at build time; debug builds read them at run time. Both need the
//! directory, even if it is empty.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // Ignore a failure, as in a read-only source tree: the binary is then built without the web
    // client.
    let _ = std::fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={}", dist.display());
    }
}
