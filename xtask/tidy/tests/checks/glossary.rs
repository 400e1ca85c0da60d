//! Tests of the check of the glossary.

use super::assert_findings;
use xtask_tidy::glossary::glossary_names_exist;

const TABLE: &str = "# Glossary\n\n| Term | German | Meaning | In code |\n|---|---|---|---|\n";

fn project(glossary: &str) -> [(&str, &str); 3] {
    [
        ("docs/GLOSSARY.md", glossary),
        ("crates/a/src/lib.rs", "// Gone\nstruct State; impl State { fn apply() {} }"),
        ("web/src/a.ts", "const follow = 1;"),
    ]
}

#[test]
fn names_and_paths_that_exist_are_fine() {
    let rows = "| state | Stand | `not checked` | `State`, `State::apply()`, `follow` |\n\
                | crate | – | text | `crates/a/` |\n| energy | Energie | text | – |\n";
    assert_findings(glossary_names_exist, &project(&format!("{TABLE}{rows}")), &[]);
}

#[test]
fn missing_names_and_paths_are_reported() {
    let rows = "| a | b | c | `Gone`, `State::gone` |\n\nText\n\n| a | b | c | `Stat` |\n";
    let glossary = format!("{TABLE}{rows}\n{TABLE}| a | b | c | `crates/b` |\n");
    let wanted = ["5: no `Gone`", "5: no `State::gone`", "15: no `crates/b`"];
    let wanted = wanted.map(|end| format!("docs/GLOSSARY.md:{end} in the sources"));
    assert_findings(
        glossary_names_exist,
        &project(&glossary),
        &wanted.each_ref().map(String::as_str),
    );
}

#[test]
fn a_glossary_without_the_code_column_is_reported() {
    let wanted = ["docs/GLOSSARY.md has no table with a column \"In code\""];
    assert_findings(
        glossary_names_exist,
        &project("| Term | Meaning |\n|---|---|\n| a | b |"),
        &wanted,
    );
    assert_findings(glossary_names_exist, &project("")[1..], &[]);
}
