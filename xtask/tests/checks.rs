//! Tests that each check finds what is wrong with small example projects.

#[path = "checks/cards.rs"]
mod cards;
#[path = "checks/ci.rs"]
mod ci;
#[path = "checks/deny.rs"]
mod deny;
#[path = "checks/english.rs"]
mod english;
#[path = "checks/files.rs"]
mod files;
#[path = "checks/fresh.rs"]
mod fresh;
#[path = "checks/glossary.rs"]
mod glossary;
#[path = "checks/packages.rs"]
mod packages;
#[path = "checks/rules.rs"]
mod rules;
#[path = "checks/text.rs"]
mod text;
#[path = "checks/tools.rs"]
mod tools;

use xtask::tidy::Check;
use xtask::tidy::tree::Tree;

/// Returns the findings of a check in a project of these files.
fn found(check: Check, files: &[(&str, &str)]) -> Vec<String> {
    check(&Tree::of(files))
}

#[track_caller]
fn finds(check: Check, files: &[(&str, &str)], wanted: &[&str]) {
    assert_eq!(found(check, files), wanted);
}
