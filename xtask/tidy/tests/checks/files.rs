//! Tests of the checks of purity, shape, leftovers and documents.

use super::assert_findings;
use xtask_tidy::{documents, leftovers, purity, shape};

const MANIFEST: &str = "crates/rules/Cargo.toml";
const SOURCE: &str = "crates/rules/src/lib.rs";

#[test]
fn the_allowed_dependencies_are_fine() {
    let text = "[dependencies]\narrayvec = \"1\"\ntoml.workspace = true\n\
                toml_parser.workspace = true\n[dev-dependencies]\nx = \"1\"";
    assert_findings(purity::dependencies, &[(MANIFEST, text)], &[]);
}

#[test]
fn other_dependencies_are_found() {
    let text = "[dependencies]\ntoml = \"1\"\nlog = \"1\"\n[build-dependencies]\ncc = \"1\"";
    let wanted = [
        "crates/rules/Cargo.toml: log is not allowed",
        "crates/rules/Cargo.toml: arrayvec is not used",
        "crates/rules/Cargo.toml: toml_parser is not used",
        "crates/rules/Cargo.toml: [build-dependencies] is not allowed",
    ];
    assert_findings(purity::dependencies, &[(MANIFEST, text)], &wanted);
    assert_findings(purity::dependencies, &[], &["crates/rules/Cargo.toml is missing"]);
}

#[test]
fn pure_code_is_fine() {
    let text = "//! async f64\nuse std::{fmt, collections::env};\n/* std::fs */ fn operand() {}
        const A: &str = \"serde std::net\"; const B: &str = r#\"rand \"std::fs\" \"#;";
    assert_findings(purity::purity, &[(SOURCE, text)], &[]);
}

#[test]
fn impure_code_is_found() {
    let text = "use std::{fmt, fs::File, env};\nfn a() { std::thread::yield_now() }\nlet b: f64;";
    let wanted = ["src/lib.rs:3: f64", "src/lib.rs: std::env", "src/lib.rs: std::fs"];
    let wanted = [&wanted[..], &["src/lib.rs: std::thread"]].concat();
    let wanted: Vec<String> = wanted.iter().map(|end| format!("crates/rules/{end}")).collect();
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    assert_findings(purity::purity, &[(SOURCE, text)], &wanted);
    assert_findings(purity::purity, &[("crates/other/src/lib.rs", text)], &[]);
}

#[test]
fn a_long_file_is_found() {
    let fits = "//\n".repeat(600);
    let long = "//\n".repeat(601);
    let generated = format!("// Generated from a.\n{long}");
    let files = [("a.rs", fits.as_str()), ("b.py", &long), ("c.md", &long), ("d.ts", &generated)];
    assert_findings(shape::short_files, &files, &["b.py: 601 lines, more than 600"]);
}

#[test]
fn a_module_without_docs_is_found() {
    let files = [
        ("crates/a/src/lib.rs", "//! Good."),
        ("crates/a/src/deep/b.rs", "// Bad."),
        ("crates/a/tests/c.rs", ""),
        ("fuzz/fuzz_targets/d.rs", "#![no_main]"),
        ("xtask/src/e.rs", "\n//! Late."),
    ];
    let wanted = ["crates/a/src/deep/b.rs", "fuzz/fuzz_targets/d.rs", "xtask/src/e.rs"]
        .map(|path| format!("{path}: does not start with //!"));
    assert_findings(shape::modules_have_docs, &files, &wanted.each_ref().map(String::as_str));
}

#[test]
fn every_leftover_is_found() {
    let needles = ["to-do!(", "unimple-mented!(", "db-g!(", "#[igno-re", "FIX-ME"];
    for needle in needles.map(|needle| needle.replace('-', "")) {
        let text = format!("fn a() {{}}\n{needle}");
        assert_findings(leftovers::leftovers, &[("a.rs", &text)], &[&format!("a.rs:2: {needle}")]);
        assert_findings(leftovers::leftovers, &[("a.md", &text)], &[]);
    }
    assert_findings(leftovers::leftovers, &[("a.rs", "// to do, ignore, debug!(")], &[]);
}

#[test]
fn a_missing_document_is_found() {
    let files = [("README.md", ""), ("LICENSE-MIT", ""), ("docs/ARCHITECTURE.md", "")];
    let wanted = ["CHANGELOG.md is missing", "LICENSE-APACHE is missing"];
    assert_findings(documents::documents_exist, &files, &wanted);
}

#[test]
fn a_broken_link_is_found() {
    let text = "[a](b.md) [c](../x/y.rs#z) [d](../x/) [e](https://f.g) [h](#i) `[j](k)`
```
[l](m)
```
[n](gone.md#o), [p](../../q) and [r](../x/s.rs)\n[t]: gone.md\n# I";
    let files = [("docs/a.md", text), ("docs/b.md", ""), ("x/y.rs", "")];
    let wanted = [
        "docs/a.md:5: no gone.md#o",
        "docs/a.md:5: no ../../q",
        "docs/a.md:5: no ../x/s.rs",
        "docs/a.md:6: no gone.md",
    ];
    assert_findings(documents::links_lead_somewhere, &files, &wanted);
}

#[test]
fn a_link_to_a_missing_heading_is_found() {
    let text = "# One: `two`\n## Again\n## Again\n[a](#one-two) [b](#again-1) [c](#three)
[d](b.md#own) [e](b.md#gone) [f](../x.rs#L1)";
    let other = "<a id=\"own\"></a>\n```\n# gone\n```";
    let files = [("docs/a.md", text), ("docs/b.md", other), ("x.rs", "")];
    let wanted = ["docs/a.md:4: no #three", "docs/a.md:5: no b.md#gone"];
    assert_findings(documents::links_lead_somewhere, &files, &wanted);
}

#[test]
fn a_source_that_names_a_missing_document_is_found() {
    let text = "//! See docs/A.md.\n// docs/deep/gone.md, web/docs/other.md, docs/B.txt";
    let files = [("a.rs", text), ("docs/A.md", "docs/gone-too.md")];
    assert_findings(documents::named_documents_exist, &files, &["a.rs:2: no docs/deep/gone.md"]);
}
