//! Tests of the check of dependencies between crates.

use super::assert_findings;
use xtask_tidy::layers::{dependencies_point_down, diagram_shows_dependencies};

#[test]
fn dependencies_on_lower_layers_are_fine() {
    let lab = "[dependencies]\norrery-rules.workspace = true\norrery-protocol.workspace = true\n\
               serde = \"1\"\n[dev-dependencies]\norrery-services.workspace = true";
    let server = "[dev-dependencies]\norrery-loadtest.workspace = true\norrery-store = {}";
    let files = [("crates/lab/Cargo.toml", lab), ("crates/server/Cargo.toml", server)];
    assert_findings(dependencies_point_down, &files, &[]);
}

#[test]
fn a_dependency_on_the_same_layer_or_a_higher_one_is_found() {
    let text = "[dependencies]\norrery-describe.workspace = true\norrery-server = { path = \"x\" }\n\
                [target.'cfg(unix)'.dependencies]\nbinary = { package = \"orrery\" }";
    let wanted = [
        "crates/bots: describe in [dependencies] is not below it",
        "crates/bots: server in [dependencies] is not below it",
        "crates/bots: orrery in [dependencies] is not below it",
    ];
    assert_findings(dependencies_point_down, &[("crates/bots/Cargo.toml", text)], &wanted);
}

#[test]
fn test_dependencies_point_down_except_to_test_crates() {
    let text = "[dependencies]\norrery-services.workspace = true\n\
                [dev-dependencies]\norrery-loadtest.workspace = true\norrery-server.workspace = true";
    let wanted = [
        "crates/store: services in [dependencies] is not below it",
        "crates/store: server in [dev-dependencies] is not below it",
    ];
    assert_findings(dependencies_point_down, &[("crates/store/Cargo.toml", text)], &wanted);
}

#[test]
fn a_crate_without_a_layer_is_found() {
    let wanted = ["crates/new has no layer: add it to xtask/tidy/src/layers.rs"];
    assert_findings(dependencies_point_down, &[("crates/new/Cargo.toml", "")], &wanted);
}

#[test]
fn developer_commands_and_fuzz_targets_are_checked() {
    let services = "[dependencies]\norrery-services = \"1\"\n";
    assert_findings(dependencies_point_down, &[("xtask/Cargo.toml", services)], &[]);
    let wanted = ["fuzz: services in [dependencies] is not below it"];
    assert_findings(dependencies_point_down, &[("fuzz/Cargo.toml", services)], &wanted);
    let up = "[dependencies]\norrery = \"1\"\nxtask-tidy = \"1\"\n";
    let wanted = [
        "xtask/bindgen: orrery in [dependencies] is not below it",
        "xtask/bindgen: xtask-tidy in [dependencies] is not below it",
    ];
    assert_findings(dependencies_point_down, &[("xtask/bindgen/Cargo.toml", up)], &wanted);
    let unknown = [("tools/helper/Cargo.toml", services)];
    let wanted = ["tools/helper has no layer: add it to xtask/tidy/src/layers.rs"];
    assert_findings(dependencies_point_down, &unknown, &wanted);
}

#[test]
fn the_diagram_shows_exactly_the_dependencies_that_are_not_for_tests() {
    let document = "graph BT\n  bots[bots: players] --> rules[rules] & store\n  lab --> rules";
    let bots = "[dependencies]\norrery-rules.workspace = true\norrery-describe.workspace = true\n\
                [dev-dependencies]\norrery-testing.workspace = true";
    let lab = "[dependencies]\norrery-rules.workspace = true";
    let files = [
        ("docs/ARCHITECTURE.md", document),
        ("crates/bots/Cargo.toml", bots),
        ("crates/lab/Cargo.toml", lab),
        ("crates/testing/Cargo.toml", lab),
    ];
    let wanted = [
        "docs/ARCHITECTURE.md: no arrow from bots to describe",
        "docs/ARCHITECTURE.md: bots does not depend on store",
    ];
    assert_findings(diagram_shows_dependencies, &files, &wanted);
}
