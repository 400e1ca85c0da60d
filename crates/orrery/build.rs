//! The web client is a part of the program: what is in `web/dist` when it is built for release, or,
//! in a build for debugging, when it runs. The folder must be there for that, also when it is empty.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // Where sources cannot be written there is no client to be built either.
    let _ = std::fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={}", dist.display());
    }
}
