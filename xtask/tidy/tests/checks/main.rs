//! Tests each check with small example projects.

mod cards;
mod english;
mod files;
mod glossary;
mod layers;
mod publishing;
mod rules;
mod text;

use xtask_tidy::Check;
use xtask_tidy::tree::Tree;

/// Returns the findings of a check in a project of these files.
fn found(check: Check, files: &[(&str, &str)]) -> Vec<String> {
    check(&Tree::of(files))
}

#[track_caller]
fn assert_findings(check: Check, files: &[(&str, &str)], wanted: &[&str]) {
    assert_eq!(found(check, files), wanted);
}
