//! Tests of the check that published crates are complete.

use super::assert_findings;
use xtask_tidy::publishing::published_crates_are_complete;

const PUBLIC: &str = "[package]\nname = \"orrery-bots\"\n";
const PRIVATE: &str = "[package]\nname = \"orrery-lab\"\npublish = false\n";

#[test]
fn files_outside_a_published_crate_are_found() {
    let source = "const A: &str = include_str!(\"../../inside.txt\");\n\
                  const B: &[u8] = include_bytes!(concat!(\"../../../docs/\", \"x.md\"));\n";
    let files = [
        ("crates/bots/Cargo.toml", PUBLIC),
        ("crates/bots/src/network/mod.rs", source),
        ("crates/bots/tests/books.rs", source),
        ("crates/lab/Cargo.toml", PRIVATE),
        ("crates/lab/src/network/mod.rs", source),
    ];
    let wanted = ["crates/bots/src/network/mod.rs: ../../../docs/ is outside the crate"];
    assert_findings(published_crates_are_complete, &files, &wanted);
}

#[test]
fn dependencies_of_a_published_crate_must_be_published() {
    let uses = "[dependencies]\norrery-lab.workspace = true\norrery-rules.workspace = true\n\
                [dev-dependencies]\norrery-testing.workspace = true\n";
    let bots = format!("{PUBLIC}{uses}");
    let files = [
        ("crates/bots/Cargo.toml", bots.as_str()),
        ("crates/lab/Cargo.toml", PRIVATE),
        ("crates/rules/Cargo.toml", "[package]\nname = \"orrery-rules\"\n"),
    ];
    let wanted = ["crates/bots: lab is not published"];
    assert_findings(published_crates_are_complete, &files, &wanted);
}
