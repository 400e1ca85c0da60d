//! Tests the CI workflow of the project.

use std::fs;
use xtask::project;

#[test]
fn ci_runs_the_tests_with_the_toolchain_of_the_workspace() {
    let path = project::root().join(".github/workflows/ci.yml");
    let workflow = fs::read_to_string(path).expect("the workflow");
    let image = concat!("image: rust:", env!("CARGO_PKG_RUST_VERSION"), "-bookworm\n");
    assert!(workflow.contains(image), "{workflow}");
    assert!(workflow.contains("- run: ./test\n"), "{workflow}");
    let container = concat!("container: rust:", env!("CARGO_PKG_RUST_VERSION"), "-bookworm\n");
    assert!(workflow.contains(container), "{workflow}");
    assert!(workflow.contains("- run: rustup target add wasm32-unknown-unknown\n"), "{workflow}");
}
