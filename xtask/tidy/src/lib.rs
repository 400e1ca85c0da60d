//! Checks of the project's own files.
//!
//! The checks ensure that rules, code and tests refer to each other, card names occur only in the decks,
//! the engine is pure, dependencies between crates have one direction, links in documents are valid, and
//! texts are in plain English. A check takes the files and returns its findings, one line each.

pub mod book;
pub mod cards;
pub mod documents;
pub mod english;
pub mod glossary;
pub mod layers;
pub mod leftovers;
pub mod names;
pub mod public_api;
pub mod publishing;
pub mod purity;
pub mod rules;
pub mod shape;
pub mod text;
pub mod tree;

use std::env;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tree::Tree;

/// A check: takes the files and returns its findings.
pub type Check = fn(&Tree) -> Vec<String>;

/// All checks, by name.
pub const CHECKS: [(&str, Check); 25] = [
    ("each rule names existing code", rules::rules_name_code),
    ("rules have tests", rules::rules_have_tests),
    ("tests have rules", rules::tests_have_rules),
    ("SOURCES.md lists rules with sources besides rulebooks", rules::sources_list_rules),
    ("cited rules exist", rules::cited_rules_exist),
    ("rules are cited", rules::rules_are_cited),
    ("test files are used", rules::test_files_are_used),
    ("planets have tests", cards::planets_have_tests),
    ("rogues have tests", cards::rogues_have_tests),
    ("cards stay in decks", cards::cards_stay_in_decks),
    ("dependencies", purity::dependencies),
    ("dependencies point down", layers::dependencies_point_down),
    ("diagram shows dependencies", layers::diagram_shows_dependencies),
    ("the engine is pure", purity::purity),
    ("published crates are complete", publishing::published_crates_are_complete),
    ("short files", shape::short_files),
    ("modules say what they are", shape::modules_have_docs),
    ("no leftovers", leftovers::leftovers),
    ("documents exist", documents::documents_exist),
    ("links lead somewhere", documents::links_lead_somewhere),
    ("named documents exist", documents::named_documents_exist),
    ("plain English", english::plain_english),
    ("plain names", english::names_are_plain),
    ("docs start with a summary", english::docs_start_with_a_summary),
    ("glossary names exist", glossary::glossary_names_exist),
];

/// Returns the root of the project, also if the checkout was moved after it was compiled.
#[must_use]
pub fn root() -> &'static Path {
    static PACKAGE: LazyLock<PathBuf> = LazyLock::new(|| {
        env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into()).into()
    });
    PACKAGE.ancestors().nth(2).unwrap_or(&PACKAGE)
}

/// Runs all checks on the project.
///
/// # Errors
///
/// Returns the findings of all checks.
pub fn run() -> Result<(), String> {
    let tree = Tree::read(root())?;
    let found: Vec<String> =
        CHECKS.iter().flat_map(|(name, check)| report(name, &check(&tree))).collect();
    if found.is_empty() {
        println!("tidy: {} checks, {} files", CHECKS.len(), tree.files.len());
        return Ok(());
    }
    Err(found.join("\n"))
}

/// Formats the findings of a check under its name.
fn report(name: &str, findings: &[String]) -> Vec<String> {
    if findings.is_empty() {
        return Vec::new();
    }
    let lines = findings.iter().map(|finding| format!("  {finding}"));
    std::iter::once(format!("{name}: {}", findings.len())).chain(lines).collect()
}
