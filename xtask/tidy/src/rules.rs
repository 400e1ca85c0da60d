//! The rules document, the engine and the tests refer to each other consistently.

use super::book::{Book, Rule, citations};
use super::names;
use super::tree::{File, Tree};
use std::collections::BTreeSet;

const BOOK: &str = "docs/RULES.md";
const SOURCES: &str = "docs/SOURCES.md";
const CODE: &str = "crates/rules/src/";
const DECKS: &str = "crates/rules/decks/";
const TESTS: &str = "crates/rules/tests/book/";

fn book(tree: &Tree) -> Book {
    Book::read(tree.text(BOOK).unwrap_or_default())
}

fn code(tree: &Tree) -> impl Iterator<Item = &File> {
    tree.below(CODE, &["rs"])
}

/// Returns the names of the rule tests with their files.
pub(crate) fn book_tests(tree: &Tree) -> Vec<(&str, String)> {
    let files = tree.below(TESTS, &["rs"]);
    files.flat_map(|f| names::tests(&f.text).into_iter().map(|name| (&*f.path, name))).collect()
}

/// Every rule names code that exists.
pub fn rules_name_code(tree: &Tree) -> Vec<String> {
    let book = book(tree);
    let defined: BTreeSet<String> = code(tree).flat_map(|f| names::defined(&f.text)).collect();
    let mut found = Vec::new();
    if book.rules.is_empty() {
        found.push(format!("{BOOK} has no rules"));
    }
    for Rule { id, code, .. } in &book.rules {
        if code.is_empty() {
            found.push(format!("{id} names no code"));
        }
        let unknown = code.iter().filter(|name| !defined.contains(*name));
        found.extend(unknown.map(|name| format!("{id} names `{name}`, not defined in {CODE}")));
    }
    found
}

/// Every rule names tests, and each pattern matches at least one.
pub fn rules_have_tests(tree: &Tree) -> Vec<String> {
    let tests = book_tests(tree);
    let mut found = Vec::new();
    for Rule { id, tests: patterns, .. } in &book(tree).rules {
        if patterns.is_empty() {
            found.push(format!("{id} names no tests"));
        }
        let unmatched = patterns.iter().filter(|p| !tests.iter().any(|(_, name)| matches(p, name)));
        found.extend(unmatched.map(|p| format!("{id} names tests `{p}`, but {TESTS} has none")));
    }
    found
}

fn matches(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |start| name.starts_with(start))
}

/// Every rule with a source other than a rulebook is in the list of sources.
pub fn sources_list_rules(tree: &Tree) -> Vec<String> {
    let listed = citations(tree.text(SOURCES).unwrap_or_default());
    let book = book(tree);
    let other_source =
        book.rules.iter().filter(|rule| rule.sources.iter().any(|source| *source != 'B'));
    let missing = other_source.filter(|rule| !listed.contains(&rule.id.as_str()));
    missing.map(|rule| format!("{SOURCES} does not list {}", rule.id)).collect()
}

/// Every test named after a rule belongs to a rule of the document.
pub fn tests_have_rules(tree: &Tree) -> Vec<String> {
    let book = book(tree);
    let patterns: Vec<&String> = book.rules.iter().flat_map(|rule| &rule.tests).collect();
    let tests = book_tests(tree).into_iter().filter(|(_, name)| is_named_after_a_rule(name));
    let unknown = tests.filter(|(_, name)| !patterns.iter().any(|p| matches(p, name)));
    unknown.map(|(path, name)| format!("{path}: {name} belongs to no rule")).collect()
}

fn is_named_after_a_rule(name: &str) -> bool {
    let number = name.strip_prefix('r').and_then(|rest| rest.split_once('_'));
    number.is_some_and(|(n, _)| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()))
}

/// Every rule that the engine cites exists.
pub fn cited_rules_exist(tree: &Tree) -> Vec<String> {
    let book = book(tree);
    let mut found = Vec::new();
    for file in code(tree) {
        for (index, line) in file.text.lines().enumerate() {
            let unknown = citations(line).into_iter().filter(|id| !book.has(id));
            found.extend(unknown.map(|id| format!("{}:{}: no rule {id}", file.path, index + 1)));
        }
    }
    found
}

/// Every rule is cited by the engine; a rule that is a whole chapter may be cited by a deck.
pub fn rules_are_cited(tree: &Tree) -> Vec<String> {
    let cited: BTreeSet<&str> = code(tree).flat_map(|f| citations(&f.text)).collect();
    let decks = tree.below(DECKS, &["toml"]);
    let by_decks: BTreeSet<&str> = decks.flat_map(|f| citations(&f.text)).collect();
    let is_cited = |id: &str| cited.contains(id) || (!id.contains('.') && by_decks.contains(id));
    let book = book(tree);
    let uncited = book.rules.iter().filter(|rule| !is_cited(&rule.id));
    uncited.map(|rule| format!("{} is cited nowhere in {CODE}", rule.id)).collect()
}

/// Every test file is a module of another test file; otherwise its tests would never run.
pub fn test_files_are_used(tree: &Tree) -> Vec<String> {
    let files = tree.below("crates/rules/tests/", &["rs"]);
    let modules: BTreeSet<String> = files.flat_map(|file| names::modules(&file.text)).collect();
    let stem = |file: &File| file.path[TESTS.len()..].trim_end_matches(".rs").to_owned();
    let unused = tree.below(TESTS, &["rs"]).filter(|file| !modules.contains(&stem(file)));
    unused.map(|file| format!("{} is not a module of any test", file.path)).collect()
}
